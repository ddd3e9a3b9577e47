import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, idempotencyRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, resultResponse, rupiah, singleLine, timestamp } from "#lib/schema.ts";
import { orderRefusals } from "../contract.ts";
import { correctionKinds, correctionReasonLength, correctionStates, type CorrectionState } from "./rules.ts";

export const correctionRefusals = defineRefusals({
  tooLarge: {
    code: "corrections.too_large",
    status: 422,
    message: "Jumlahnya melebihi yang boleh dikoreksi. Muat ulang halaman untuk melihat batasnya.",
  },
  waiting: {
    code: "corrections.waiting",
    status: 409,
    message: "Satu usulan koreksi pesanan ini masih menunggu. Putuskan atau tarik dulu usulan itu.",
  },
  closed: {
    code: "corrections.closed",
    status: 409,
    message: "Usulan koreksi ini tidak menunggu lagi. Muat ulang halaman.",
  },
  secondOperator: {
    code: "corrections.second_operator",
    status: 409,
    message: "Operator lain harus memutuskannya, bukan yang mengusulkan.",
  },
  notYours: {
    code: "corrections.not_yours",
    status: 409,
    message: "Usulan ini hanya bisa ditarik oleh yang mengusulkannya.",
  },
  olderProcess: {
    code: "corrections.older_process",
    status: 409,
    message:
      "Pembaruan server belum selesai: sebagian prosesnya masih versi lama. Koreksi bisa diusulkan dan disetujui setelah semuanya baru.",
  },
  void: {
    code: "corrections.void",
    status: 409,
    message: "Pesanan berubah, jadi usulan ini melebihi batas dan gugur. Tidak ada yang dibukukan.",
  },
});

const stateNames = Object.keys(correctionStates) as [CorrectionState, ...CorrectionState[]];
const reason = singleLine(correctionReasonLength.min, correctionReasonLength.max);
const limit = { max: 60, window: 60_000, by: "user" } as const;
const changed = changeResponse(z.object({ id, state: z.enum(stateNames) }));

export const correctionEndpoints = endpoints({
  "GET /v1/operator/orders/:orderId/corrections": {
    summary: "Corrections of an order's money, newest first, and which ones can be proposed now",
    policy: "operator:orders.read",
    params: z.object({ orderId: id }),
    response: resultResponse(
      z.object({
        /** What the operator may propose now, with the most of each; empty for the others. */
        kinds: z.array(z.object({ kind: z.enum(correctionKinds), most: rupiah })),
        corrections: z.array(
          z.object({
            id,
            kind: z.enum(correctionKinds),
            amount: rupiah,
            reason: z.string(),
            state: z.enum(stateNames),
            /** Null for what the system took back, because the order changed. */
            proposer: z.string().nullable(),
            proposed_at: timestamp,
            /** Until when another operator should decide; null for a decided one. */
            due_at: timestamp.nullable(),
            decider: z.string().nullable(),
            decided_at: timestamp.nullable(),
            answer: z.string(),
            /** Of a compensation: how far the money is on its way to the buyer. */
            refund_status: z.enum(["needs_account", "pending", "sent", "done"]).nullable(),
            can_decide: z.boolean(),
            can_withdraw: z.boolean(),
          }),
        ),
      }),
    ),
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/operator/orders/:orderId/corrections": {
    summary: "Propose a correction of an order's money; nothing moves before another operator approves it",
    policy: "operator:corrections.decide",
    idempotent: true,
    params: z.strictObject({ orderId: id }),
    body: z.strictObject({
      kind: z.enum(correctionKinds, "Pilih jenis koreksi."),
      amount: rupiah.refine((amount) => amount > 0, "Isi jumlahnya, paling sedikit Rp1."),
      reason,
    }),
    response: changed,
    limit,
    refusals: [
      requestRefusals.notFound,
      orderRefusals.ownOrder,
      correctionRefusals.tooLarge,
      correctionRefusals.waiting,
      correctionRefusals.olderProcess,
      idempotencyRefusals.reused,
      idempotencyRefusals.inProgress,
    ],
  },
  "POST /v1/operator/corrections/:correctionId/decision": {
    summary: "Approve a correction that another operator proposed, which books it, or reject it",
    policy: "operator:corrections.decide",
    params: z.strictObject({ correctionId: id }),
    body: z.strictObject({ accept: z.boolean(), reason }),
    response: changed,
    limit,
    refusals: [
      requestRefusals.notFound,
      orderRefusals.ownOrder,
      correctionRefusals.closed,
      correctionRefusals.secondOperator,
      correctionRefusals.olderProcess,
      correctionRefusals.void,
    ],
  },
  "POST /v1/operator/corrections/:correctionId/withdraw": {
    summary: "Withdraw a correction that you proposed and that nobody has decided yet",
    policy: "operator:corrections.decide",
    params: z.strictObject({ correctionId: id }),
    response: changed,
    limit,
    refusals: [requestRefusals.notFound, correctionRefusals.closed, correctionRefusals.notYours],
  },
});
export type CorrectionApi = typeof correctionEndpoints;
