import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { AttemptRow } from "../attempts/queries.ts";
import { insertRefund, sumRefundsOfAttempt } from "./queries.ts";
import { refundWay, type RefundPart, type RefundReason } from "./rules.ts";

/**
 * Stores what a buyer gets back from a locked attempt and queues its transfer. The caller books `refund_payable` in the
 * same transaction. Throws when refunds would exceed what came in (a bug), and when the cause was stored before.
 */
export async function createRefund(
  tx: Tx,
  refund: {
    attempt: Pick<AttemptRow, "id" | "payment_id" | "provider" | "method" | "received" | "created_at">;
    buyerId: string;
    orderId: string | null;
    reason: RefundReason;
    cause: string;
    amount: Rupiah;
    parts?: readonly RefundPart[];
    now: Date;
  },
): Promise<string> {
  const { attempt, amount, now } = refund;
  if ((await sumRefundsOfAttempt(tx, attempt.id)) + amount > attempt.received)
    throw new Error(`refunds of attempt ${attempt.id} would exceed what it received`);
  const way = refundWay(
    { provider: attempt.provider, method: attempt.method, charged: attempt.received, paidAt: attempt.created_at },
    amount,
    now,
  );
  const refundId = await insertRefund(tx, {
    paymentId: attempt.payment_id,
    attemptId: attempt.id,
    buyerId: refund.buyerId,
    orderId: refund.orderId,
    reason: refund.reason,
    cause: refund.cause,
    amount,
    way,
    status: way === "provider" ? "pending" : "needs_account",
    parts: refund.parts ?? [],
    now,
  });
  await queueJob(tx, way === "provider" ? "payments.refund" : "payments.refund_needs_account", { refundId });
  return refundId;
}
