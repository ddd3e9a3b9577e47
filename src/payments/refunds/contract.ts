import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, resultResponse, rupiah, timestamp } from "#lib/schema.ts";
import { maxListedRefunds } from "./rules.ts";

export const refundRefusals = defineRefusals({
  accountNotNeeded: {
    code: "refunds.account_not_needed",
    status: 409,
    message: "Pengembalian ini sudah punya tujuan. Muat ulang halaman untuk melihat keadaannya.",
  },
});

/** Money on its way back to a buyer. */
const refund = z.object({
  id,
  /** Null for money that came too late, too much or incomplete, and so belongs to no order. */
  order_id: id.nullable(),
  invoice: z.string().nullable(),
  reason: z.enum([
    "order_cancelled",
    "order_refunded",
    "order_part_refunded",
    "late_payment",
    "overpayment",
    "underpayment",
    "chargeback",
    "goodwill",
  ]),
  /** Why the seller returned the money or cancelled, as typed. Empty when the seller gave no reason. */
  seller_reason: z.string(),
  /** Why the marketplace compensates the buyer, as an operator wrote it; empty for other reasons. */
  correction_reason: z.string(),
  amount: rupiah,
  /** `needs_account`: the buyer names a bank account. `pending`: it waits to be sent. `sent`: it is under way. */
  status: z.enum(["needs_account", "pending", "sent", "done"]),
  /** It is `sent`, but its transfer waits for an operator's approval, so nothing has left us yet. */
  waits_for_approval: z.boolean(),
  way: z.enum(["provider", "bank_account", "chargeback"]),
  /** The name of the method with which the buyer paid. */
  method_name: z.string(),
  /** The bank account that the buyer named, such as `BCA •••• 6789`. */
  account: z.string().nullable(),
  created_at: timestamp,
  /** By when it should have arrived; null while an account is needed, and once it is done. */
  expected_at: timestamp.nullable(),
  done_at: timestamp.nullable(),
  /** The bank or the payment provider could not deliver it, so another account is needed. */
  has_failed: z.boolean(),
});
export type RefundAnswer = z.output<typeof refund>;

export const refundEndpoints = endpoints({
  "GET /v1/refunds": {
    summary: `Refunds of the current user, newest first, at most ${maxListedRefunds}`,
    policy: "user",
    response: resultResponse(z.array(refund)),
  },
  "PUT /v1/refunds/:refundId/account": {
    summary: "Name one of your bank accounts for a refund that needs one",
    policy: "user",
    params: z.strictObject({ refundId: id }),
    body: z.strictObject({ bank_account_id: id }),
    response: changeResponse(z.object({ id })),
    limit: { max: 30, window: 60_000, by: "user" },
    refusals: [requestRefusals.notFound, refundRefusals.accountNotNeeded],
  },
});
export type RefundApi = typeof refundEndpoints;
