import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { AttemptRow } from "../attempts/queries.ts";
import { book } from "../ledger/ledger.ts";
import { insertRefund, sumRefundsOfAttempt } from "./queries.ts";
import { refundWay, type RefundPart, type RefundReason } from "./rules.ts";

/**
 * Stores what a buyer gets back from a locked attempt and queues its transfer; a chargeback needs none, and neither
 * does a refund of Rp0, which has parts that the marketplace's promotions paid. The caller books `refund_payable` in
 * the same transaction. A compensation of the marketplace may come on top of what came in; then, and for a refund for
 * which it leaves no room at the provider, the buyer names a bank account. Throws when other refunds would exceed what
 * came in (a bug), and when the cause was stored before.
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
  const given = await sumRefundsOfAttempt(tx, attempt.id);
  if (refund.reason !== "goodwill" && given.price + amount > attempt.received)
    throw new Error(`refunds of attempt ${attempt.id} would exceed what it received`);
  const { provider, method, received, created_at: paidAt } = attempt;
  const isChargeback = refund.reason === "chargeback";
  const movesNothing = amount === 0;
  const way =
    isChargeback && !movesNothing
      ? "chargeback"
      : given.backAtProvider + amount > received
        ? "bank_account"
        : refundWay({ provider, method, charged: received, paidAt }, amount, now);
  const refundId = await insertRefund(tx, {
    paymentId: attempt.payment_id,
    attemptId: attempt.id,
    buyerId: refund.buyerId,
    orderId: refund.orderId,
    reason: refund.reason,
    cause: refund.cause,
    amount,
    way,
    status: isChargeback || movesNothing ? "done" : way === "provider" ? "pending" : "needs_account",
    parts: refund.parts ?? [],
    now,
  });
  if (movesNothing) return refundId;
  if (isChargeback) {
    await book(tx, {
      kind: "refund_paid",
      reference: refundId,
      now,
      movements: [
        { kind: "refund_payable", owner: refund.buyerId, amount: -amount },
        { kind: "chargeback_receivable", owner: attempt.payment_id, amount },
      ],
    });
    return refundId;
  }
  await queueJob(tx, way === "provider" ? "payments.refund" : "payments.refund_needs_account", { refundId });
  return refundId;
}
