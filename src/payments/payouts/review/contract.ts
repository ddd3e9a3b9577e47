import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import {
  boundedText,
  changeResponse,
  id,
  multiLine,
  queryInt,
  resultResponse,
  rupiah,
  singleLine,
  timestamp,
} from "#lib/schema.ts";
import { payoutRefusals } from "../contract.ts";
import { payoutAttentions, payoutStatusNames, type PayoutAttention } from "../rules.ts";
import {
  bankReferenceLength,
  layoutLimits,
  maxBatchSize,
  payoutPages,
  payoutViewNames,
  resultFileLimits,
} from "./rules.ts";

export const reviewRefusals = defineRefusals({
  notFinance: {
    code: "payouts.not_finance",
    status: 403,
    message: "Keputusan tentang pencairan hanya untuk operator keuangan dan pemilik.",
  },
  notWaiting: { code: "payouts.not_waiting", status: 409, message: "Pencairan ini tidak menunggu keputusan ini lagi." },
  approvedByYou: {
    code: "payouts.approved_by_you",
    status: 409,
    message: "Anda sudah menyetujui pencairan ini. Persetujuan kedua harus dari operator lain.",
  },
  ownPayout: {
    code: "payouts.own_payout",
    status: 403,
    message: "Pencairan ini milik Anda sendiri. Operator lain yang memutuskannya.",
  },
  shopHeld: {
    code: "payouts.shop_suspended",
    status: 409,
    message: "Toko ini dihentikan dan penarikannya ditahan. Pencairan ini menunggu sampai tindakan itu dicabut.",
  },
  resultChanged: {
    code: "payouts.result_changed",
    status: 409,
    message: "Hasil ini sudah diganti sejak Anda membukanya. Periksa hasil yang baru.",
  },
  enteredByYou: {
    code: "payouts.entered_by_you",
    status: 409,
    message: "Hasil ini Anda yang mengisi. Operator lain harus memastikannya.",
  },
  nothingToExport: {
    code: "payouts.nothing_to_export",
    status: 409,
    message: "Tidak ada pencairan yang menunggu transfer manual.",
  },
  badFile: {
    code: "payouts.bad_file",
    status: 422,
    message: "Berkas ini tidak bisa dibaca sebagai CSV hasil transfer.",
  },
  tooManyLayouts: {
    code: "payouts.too_many_layouts",
    status: 409,
    message: `Paling banyak ${layoutLimits.layouts} susunan kolom. Hapus satu dulu.`,
  },
});

const attentionNames = Object.keys(payoutAttentions) as PayoutAttention[];

const reviewedPayout = z.object({
  id,
  reference: z.string(),
  purpose: z.enum(["withdrawal", "refund"]),
  /** The order that a refund is about. */
  order: z.object({ id, invoice: z.string() }).nullable(),
  /** The shop, or the buyer. */
  owner: z.string(),
  user_name: z.string(),
  amount: rupiah,
  fee: rupiah,
  bank_name: z.string(),
  number: z.string(),
  holder_name: z.string(),
  status: z.enum(payoutStatusNames),
  /** It was cancelled by an operator. */
  is_rejected: z.boolean(),
  needed_approvals: z.int(),
  approvals: z.array(z.string()),
  provider: z.string().nullable(),
  attention: z.enum(attentionNames).nullable(),
  /** Its shop is suspended with its withdrawals on hold: it is neither approved nor sent. */
  is_shop_held: z.boolean(),
  entered: z
    .object({ outcome: z.enum(["paid", "failed", "returned"]), bank_reference: z.string(), by: z.string() })
    .nullable(),
  bank_reference: z.string().nullable(),
  requested_at: timestamp,
  events: z.array(z.object({ kind: z.string(), actor: z.string().nullable(), note: z.string(), at: timestamp })),
  /** Why another operator has to decide: this one approved it already, or it is this one's own. */
  needs_other: z.enum(["approved_by_you", "own"]).nullable(),
  /** What this operator may do now. */
  can: z.object({
    approve: z.boolean(),
    reject: z.boolean(),
    enter: z.boolean(),
    confirm: z.boolean(),
  }),
});
export type ReviewedPayout = z.output<typeof reviewedPayout>;

const layout = z.object({
  id,
  name: z.string(),
  separator: z.enum([",", ";"]),
  first_row: z.string(),
  columns: z.string(),
});

const payoutParams = z.strictObject({ payoutId: id });
const reason = singleLine(5, 200);
const bankReference = boundedText(bankReferenceLength.max);

export const reviewEndpoints = endpoints({
  "GET /v1/operator/payouts": {
    summary: "Payouts for operators: those that wait for a decision, or all of a kind",
    policy: "operator:payouts.read",
    query: z.strictObject({
      view: z.enum(payoutViewNames).optional(),
      page: queryInt(1, payoutPages.maxPage).optional(),
      id: id.optional(),
    }),
    response: resultResponse(
      z.object({
        rows: z.array(reviewedPayout),
        /** The payout with the asked id as it is now, also when it is in another view. */
        about: reviewedPayout.nullable(),
        more: z.boolean(),
        counts: z.object({ waiting: z.int(), manual: z.int(), attention: z.int() }),
        hold: z.object({ reason: z.string(), note: z.string(), since: timestamp }).nullable(),
        /** This operator's role may decide. */
        decides: z.boolean(),
        /** Approved payouts that wait to be put into a file, and the latest files. */
        to_export: z.int(),
        batches: z.array(z.object({ id, payouts: z.int(), total: rupiah, open: z.int(), created_at: timestamp })),
        layouts: z.array(layout),
      }),
    ),
  },
  "POST /v1/operator/payouts/:payoutId/approve": {
    summary: "Approve a payout; a large one needs two different operators",
    policy: "operator:payouts.decide",
    params: payoutParams,
    response: changeResponse(z.object({ status: z.enum(payoutStatusNames) })),
    refusals: [
      payoutRefusals.notFound,
      reviewRefusals.notFinance,
      reviewRefusals.notWaiting,
      reviewRefusals.approvedByYou,
      reviewRefusals.ownPayout,
      reviewRefusals.shopHeld,
    ],
  },
  "POST /v1/operator/payouts/:payoutId/reject": {
    summary: "Reject a payout that was not sent; the money returns to its owner",
    policy: "operator:payouts.decide",
    params: payoutParams,
    body: z.strictObject({ reason }),
    response: changeResponse(z.object({ status: z.enum(payoutStatusNames) })),
    refusals: [payoutRefusals.notFound, reviewRefusals.notFinance, reviewRefusals.notWaiting, reviewRefusals.ownPayout],
  },
  "POST /v1/operator/payouts/:payoutId/result": {
    summary: "Enter how a transfer ended, with the bank's reference; another operator confirms it",
    policy: "operator:payouts.decide",
    params: payoutParams,
    body: z.strictObject({ outcome: z.enum(["paid", "failed", "returned"]), bank_reference: bankReference.optional() }),
    response: changeResponse(z.strictObject({})),
    refusals: [payoutRefusals.notFound, reviewRefusals.notFinance, reviewRefusals.notWaiting, reviewRefusals.ownPayout],
  },
  "POST /v1/operator/payouts/:payoutId/confirm": {
    summary: "Confirm or refuse the result that another operator entered",
    policy: "operator:payouts.decide",
    params: payoutParams,
    /** The result as it was shown: another one is not confirmed. */
    body: z.strictObject({
      accept: z.boolean(),
      outcome: z.enum(["paid", "failed", "returned"]),
      bank_reference: bankReference.optional(),
    }),
    response: changeResponse(z.object({ status: z.enum(payoutStatusNames) })),
    refusals: [
      payoutRefusals.notFound,
      reviewRefusals.notFinance,
      reviewRefusals.notWaiting,
      reviewRefusals.ownPayout,
      reviewRefusals.resultChanged,
      reviewRefusals.enteredByYou,
    ],
  },
  "POST /v1/operator/payout-batches": {
    summary: `Put the approved manual payouts, at most ${maxBatchSize}, into a file for the bank`,
    policy: "operator:payouts.decide",
    response: changeResponse(z.object({ id, payouts: z.int() })),
    refusals: [reviewRefusals.notFinance, reviewRefusals.nothingToExport, payoutRefusals.held],
  },
  "GET /v1/operator/payout-batches/:batchId/file": {
    summary: "The file of a batch as CSV, in the neutral layout or one of the bank's",
    policy: "operator:payouts.decide",
    params: z.strictObject({ batchId: id }),
    query: z.strictObject({ layout: id.optional() }),
    response: z.string(),
    raw: true,
  },
  "POST /v1/operator/payout-results": {
    summary: "Enter the results of many transfers from a CSV file; another operator confirms them",
    policy: "operator:payouts.decide",
    body: z.strictObject({ content: boundedText(resultFileLimits.maxLength) }),
    bodyLimit: 1024 * 1024,
    response: changeResponse(z.object({ entered: z.int(), skipped: z.array(z.string()) })),
    refusals: [reviewRefusals.notFinance, reviewRefusals.badFile],
  },
  "PUT /v1/operator/payout-hold": {
    summary: "Stop all payouts with a note, or let them run again (null)",
    policy: "operator:payouts.decide",
    body: z.strictObject({ note: singleLine(5, 200).nullable() }),
    response: changeResponse(z.strictObject({})),
    refusals: [reviewRefusals.notFinance],
  },
  "POST /v1/operator/payout-layouts": {
    summary: "Save the columns of a bank's file under a name; an existing name is replaced",
    policy: "operator:payouts.decide",
    body: z.strictObject({
      name: singleLine(1, 60),
      separator: z.enum([",", ";"]),
      first_row: singleLine(0, layoutLimits.firstRowLength),
      columns: multiLine(1, layoutLimits.columns * (2 * layoutLimits.textLength + 3)),
    }),
    response: changeResponse(layout),
    refusals: [reviewRefusals.notFinance, reviewRefusals.tooManyLayouts],
  },
  "DELETE /v1/operator/payout-layouts/:layoutId": {
    summary: "Delete a layout",
    policy: "operator:payouts.decide",
    params: z.strictObject({ layoutId: id }),
    response: changeResponse(z.strictObject({})),
    refusals: [reviewRefusals.notFinance],
  },
});
export type ReviewApi = typeof reviewEndpoints;
