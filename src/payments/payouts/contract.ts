import { z } from "zod";
import { accountRefusals } from "#accounts/contract.ts";
import { pinRefusals, presenceProof } from "#accounts/pin/contract.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { changeResponse, id, queryInt, resultResponse, rupiah, timestamp, timeZone } from "#lib/schema.ts";
import { minute } from "#lib/time.ts";
import { paymentRefusals } from "../contract.ts";
import { bankAccountRefusals } from "./bank-accounts/contract.ts";
import { maxOpenWithdrawals, minWithdrawal, payoutStatusNames } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Sends an approved payout, or asks its provider about it, without waiting for the poll. */
    "payments.advance_payout": { payoutId: string };
    /** Handles the payouts that are due: sends approved ones, asks about sent and paid ones. */
    "payments.poll_payouts": Record<string, never>;
    /** Withdraws the balance of shops that chose this day of the week. */
    "payments.automatic_withdrawals": Record<string, never>;
  }
}

export const payoutRefusals = defineRefusals({
  notFound: { code: "payouts.not_found", status: 404, message: "Data tidak ditemukan." },
  tooSmall: {
    code: "payouts.too_small",
    status: 422,
    get message() {
      return `Penarikan paling sedikit ${formatRupiah(minWithdrawal())}.`;
    },
  },
  tooManyOpen: {
    code: "payouts.too_many_open",
    status: 409,
    message: `Sudah ada ${maxOpenWithdrawals} penarikan yang sedang berjalan. Tunggu satu selesai.`,
  },
  inDebt: {
    code: "payouts.in_debt",
    status: 409,
    message:
      "Toko Anda masih punya kewajiban dari pengembalian dana. Penarikan bisa lagi setelah lunas dari penjualan.",
  },
  noAccount: {
    code: "payouts.no_account",
    status: 409,
    message: "Simpan rekening bank dulu untuk menarik saldo.",
  },
  held: {
    code: "payouts.held",
    status: 503,
    message: "Penarikan sedang kami hentikan sementara untuk pemeriksaan. Saldo Anda aman. Coba lagi nanti.",
  },
  shopHeld: {
    code: "payouts.shop_held",
    status: 409,
    message: "Penarikan toko Anda ditahan selama toko dihentikan sementara. Saldo Anda tetap tercatat.",
  },
  notCancellable: {
    code: "payouts.not_cancellable",
    status: 409,
    message: "Penarikan ini sudah diproses dan tidak bisa dibatalkan lagi.",
  },
});

const withdrawal = z.object({
  id,
  reference: z.string(),
  /** What was taken from the balance. `received` arrives at the bank account. */
  amount: rupiah,
  fee: rupiah,
  received: rupiah,
  bank_name: z.string(),
  number: z.string(),
  holder_name: z.string(),
  status: z.enum(payoutStatusNames),
  /** It was cancelled by an operator. */
  is_rejected: z.boolean(),
  /** Why it failed or was cancelled. */
  reason: z.string().nullable(),
  is_automatic: z.boolean(),
  requested_at: timestamp,
  sent_at: timestamp.nullable(),
  paid_at: timestamp.nullable(),
  closed_at: timestamp.nullable(),
});
export type WithdrawalAnswer = z.output<typeof withdrawal>;

const preview = z.object({
  amount: rupiah,
  fee: rupiah,
  received: rupiah,
  /** How many operators approve it before it is sent. */
  approvals: z.int(),
  /** The newest withdrawal of this amount to this account in the last `equalWithdrawalDuration`; null without one. */
  equal: z.object({ id, requested_at: timestamp }).nullable(),
});
export type WithdrawalPreview = z.output<typeof preview>;

const weekday = z.int().min(1).max(7).nullable();
const withdrawalParams = z.strictObject({ payoutId: id });

export const withdrawalEndpoints = endpoints({
  "GET /v1/seller/withdrawals": {
    summary: "Your shop's withdrawals, newest first",
    policy: "seller",
    query: z.strictObject({ page: queryInt(1, 10_000).optional() }),
    response: resultResponse(z.object({ rows: z.array(withdrawal), page: z.int(), more: z.boolean(), zone: timeZone })),
  },
  "GET /v1/seller/withdrawals/options": {
    summary: "What your shop can withdraw now, and its automatic withdrawal",
    policy: "seller",
    response: resultResponse(
      z.object({
        balance: rupiah,
        debt: rupiah,
        /** Withdrawals under way. */
        open: rupiah,
        min: rupiah,
        fee: rupiah,
        /** The whole balance may be withdrawn although it is below the minimum. */
        is_last: z.boolean(),
        is_held: z.boolean(),
        /** 1 is Monday; null without automatic withdrawal. */
        weekday,
        zone: timeZone,
      }),
    ),
  },
  "GET /v1/seller/withdrawals/preview": {
    summary: "Fee and approvals of a withdrawal before it is requested, and an equal one that was just requested",
    policy: "seller",
    query: z.strictObject({ amount: queryInt(0, 1_000_000_000_000), bank_account_id: id }),
    response: resultResponse(preview.extend({ zone: timeZone })),
    refusals: [payoutRefusals.tooSmall, paymentRefusals.balanceTooLow, bankAccountRefusals.waiting],
  },
  "GET /v1/seller/withdrawals/:payoutId": {
    summary: "One withdrawal of your shop with its history",
    policy: "seller",
    params: withdrawalParams,
    response: resultResponse(
      withdrawal.extend({ events: z.array(z.object({ label: z.string(), at: timestamp })), zone: timeZone }),
    ),
    refusals: [payoutRefusals.notFound],
  },
  "POST /v1/seller/withdrawals": {
    summary: "Withdraw from the balance to a bank account, with PIN or a code of the second factor",
    policy: "seller",
    idempotent: true,
    body: z.strictObject({ amount: z.int().min(1).max(1_000_000_000_000), bank_account_id: id, ...presenceProof }),
    limit: { max: 60, window: minute, by: "user" },
    response: changeResponse(withdrawal),
    refusals: [
      pinRefusals.missing,
      pinRefusals.locked,
      accountRefusals.tooManyAttempts,
      bankAccountRefusals.waiting,
      paymentRefusals.balanceTooLow,
      ...Object.values(payoutRefusals),
    ],
  },
  "POST /v1/seller/withdrawals/:payoutId/cancel": {
    summary: "Cancel a withdrawal that waits for approval",
    policy: "seller",
    params: withdrawalParams,
    response: changeResponse(withdrawal),
    refusals: [payoutRefusals.notFound, payoutRefusals.notCancellable],
  },
  "PUT /v1/seller/withdrawals/schedule": {
    summary: "Withdraw the whole balance each week on this day (1 is Monday), or never (null)",
    policy: "seller",
    body: z.strictObject({ weekday }),
    response: changeResponse(z.object({ weekday })),
  },
});
export type WithdrawalApi = typeof withdrawalEndpoints;
