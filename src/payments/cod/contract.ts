import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { changeResponse, id, resultResponse, rupiah, singleLine, timestamp, whenValid } from "#lib/schema.ts";
import { minute } from "#lib/time.ts";
import { statementRefusals } from "../statements/contract.ts";
import {
  codDecisionKinds,
  codDecisionStates,
  codReasonLength,
  ownWriteOffs,
  remittanceColumns,
  remittanceLimits,
  remittanceProblems,
  type CodDecisionState,
  type RemittanceProblem,
} from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Notifies operators of finance about cash that couriers have held too long, once a day. */
    "payments.alarm_cod": Record<string, never>;
  }
}

export const codRefusals = defineRefusals({
  missingFile: { code: "cod.missing_file", status: 422, message: "Pilih satu berkas CSV." },
  unreadable: {
    code: "cod.unreadable",
    status: 422,
    message: `Berkas ini tidak terbaca. Perlu CSV dengan kolom ${Object.values(remittanceColumns).join(", ")}, paling banyak ${formatCount(remittanceLimits.lines)} baris.`,
  },
  badRow: {
    code: "cod.bad_row",
    status: 422,
    message: "Satu baris daftar ini tidak terbaca. Tidak ada yang dibukukan.",
  },
  tooLarge: {
    code: "cod.too_large",
    status: 413,
    message: `Berkas paling besar ${remittanceLimits.bytes / 1024 / 1024} MB.`,
  },
  referenceUsed: {
    code: "cod.reference_used",
    status: 409,
    message: "Setoran kurir ini dengan nomor itu sudah dibukukan. Tidak ada yang dibukukan lagi.",
  },
  nothingOwed: {
    code: "cod.nothing_owed",
    status: 422,
    message: "Tidak ada yang dibukukan, karena tidak ada baris yang sama persis dengan uang yang terutang.",
  },
  amountTooLarge: {
    code: "cod.amount_too_large",
    status: 422,
    message: "Jumlahnya melebihi sisa uang pesanan ini.",
  },
  decisionClosed: {
    code: "cod.decision_closed",
    status: 409,
    message: "Keputusan ini tidak menunggu operator lain lagi.",
  },
  secondOperator: {
    code: "cod.second_operator",
    status: 409,
    message: "Operator lain harus memastikannya, bukan Anda.",
  },
  feeTooLarge: {
    code: "cod.fee_too_large",
    status: 422,
    message: "Biaya kurir melebihi uang yang disetor.",
  },
});

const company = z.string().regex(/^[a-z][a-z0-9]{1,19}$/, "Pilih kurir.");
const reference = singleLine(1, remittanceLimits.reference);

const difference = z.object({
  tracking_number: z.string(),
  problem: z.enum(Object.keys(remittanceProblems) as [RemittanceProblem, ...RemittanceProblem[]]),
  /** What the order owes; null when it owes nothing. */
  ours: rupiah.nullable(),
  theirs: rupiah,
});
export type RemittanceDifference = z.output<typeof difference>;

const remittance = z.object({
  id,
  courier: z.string(),
  reference: z.string(),
  file_name: z.string().nullable(),
  line_count: z.int(),
  matched_count: z.int(),
  amount: rupiah,
  fee: rupiah,
  found: z.int(),
  differences: z.array(difference),
  created_by: z.string(),
  created_at: timestamp,
});

const booked = changeResponse(remittance.pick({ id: true, matched_count: true, amount: true, fee: true, found: true }));
const refusals = [
  statementRefusals.notFinance,
  codRefusals.referenceUsed,
  codRefusals.nothingOwed,
  codRefusals.feeTooLarge,
];
const decided = changeResponse(z.object({ id, state: z.enum(["proposed", "booked", "refused"]) }));
const limit = { max: 30, window: 10 * minute, by: "user" } as const;

/** The fields beside the file of an upload. */
export const remittanceForm = z.strictObject({ courier: company, reference });

export const codEndpoints = endpoints({
  "GET /v1/operator/cod": {
    summary: "Cash of COD orders that couriers owe, oldest first, and what they handed over",
    policy: "operator:cod.read",
    response: resultResponse(
      z.object({
        couriers: z.array(
          z.object({
            courier: z.string(),
            name: z.string(),
            orders: z.int(),
            amount: rupiah,
            overdue_orders: z.int(),
            overdue_amount: rupiah,
          }),
        ),
        owed: z.array(
          z.object({
            order_id: id,
            invoice: z.string(),
            courier: z.string(),
            tracking_number: z.string().nullable(),
            amount: rupiah,
            collected_at: timestamp,
            overdue: z.boolean(),
          }),
        ),
        remittances: z.array(remittance),
        /** What operators decided about single orders, newest first. */
        decisions: z.array(
          z.object({
            id,
            order_id: id,
            invoice: z.string(),
            courier: z.string(),
            kind: z.enum(codDecisionKinds),
            amount: rupiah,
            reference: z.string(),
            reason: z.string(),
            state: z.enum(Object.keys(codDecisionStates) as [CodDecisionState, ...CodDecisionState[]]),
            decided_by: z.string(),
            approved_by: z.string().nullable(),
            created_at: timestamp,
            /** This operator may confirm or refuse it. */
            can_approve: z.boolean(),
          }),
        ),
        /** Whether the operator may book remittances. */
        decides: z.boolean(),
      }),
    ),
  },
  "POST /v1/operator/cod/remittances": {
    summary:
      "Book that a courier handed over the cash of these orders, less its fee; once for each courier and reference",
    policy: "operator:cod.decide",
    body: z.strictObject({
      courier: company,
      reference,
      order_ids: z.array(id).min(1, "Pilih pesanannya.").max(remittanceLimits.orders),
      fee: rupiah,
    }),
    response: booked,
    limit,
    refusals,
  },
  "POST /v1/operator/cod/remittance-files": {
    summary:
      "Book a courier's list (multipart CSV `list`, with `courier` and `reference`): lines that match exactly are booked, the others are listed",
    policy: "operator:cod.decide",
    multipart: true,
    response: booked,
    limit,
    refusals: [
      ...refusals,
      codRefusals.missingFile,
      codRefusals.unreadable,
      codRefusals.badRow,
      codRefusals.tooLarge,
      requestRefusals.unsupportedType,
    ],
  },
  "POST /v1/operator/cod/decisions": {
    summary: `Decide about the cash of an order that its courier did not hand over in full; above ${formatRupiah(ownWriteOffs.max)} of write-offs another operator confirms it`,
    policy: "operator:cod.decide",
    body: z
      .strictObject({
        order_id: z.uuid("Pilih pesanan."),
        kind: z.enum(codDecisionKinds),
        /** Nothing for `still_owed`. */
        amount: rupiah,
        /** The number of the money that came in; for `part_paid` and `recovered`. */
        reference: singleLine(0, remittanceLimits.reference).optional().default(""),
        reason: singleLine(codReasonLength.min, codReasonLength.max),
      })
      .refine(({ kind, amount }) => (kind === "still_owed") === (amount === 0), {
        path: ["amount"],
        message: "Isi jumlahnya, atau Rp0 bila kurir tetap berutang.",
        when: whenValid("kind", "amount"),
      })
      .refine(({ kind, reference: typed }) => kind === "still_owed" || kind === "written_off" || typed !== "", {
        path: ["reference"],
        message: "Isi nomor setoran atau mutasi bank.",
        when: whenValid("kind", "reference"),
      }),
    response: decided,
    limit,
    refusals: [
      statementRefusals.notFinance,
      requestRefusals.notFound,
      codRefusals.amountTooLarge,
      codRefusals.referenceUsed,
    ],
  },
  "POST /v1/operator/cod/decisions/:decisionId/approve": {
    summary: "Confirm a write-off that another operator proposed, or refuse it",
    policy: "operator:cod.decide",
    params: z.strictObject({ decisionId: id }),
    body: z.strictObject({ accept: z.boolean() }),
    response: decided,
    limit,
    refusals: [
      statementRefusals.notFinance,
      requestRefusals.notFound,
      codRefusals.amountTooLarge,
      codRefusals.decisionClosed,
      codRefusals.secondOperator,
    ],
  },
});
export type CodApi = typeof codEndpoints;
