import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { book } from "../ledger/ledger.ts";
import { createRefund } from "../refunds/create-refund.ts";
import { updateAttempt, type AttemptRow } from "./queries.ts";

/**
 * Closes a locked pending attempt and queues the message to its provider. What came in for it so far is owed back to
 * the buyer.
 */
export async function closeAttempt(
  tx: Tx,
  attempt: AttemptRow,
  { buyerId, to, now }: { buyerId: string; to: "cancelled" | "expired"; now: Date },
): Promise<void> {
  const waiting = attempt.received - attempt.settled - attempt.returned;
  await updateAttempt(tx, { ...attempt, status: to, returned: attempt.returned + waiting });
  await queueJob(tx, "payments.cancel_charge", { attemptId: attempt.id });
  if (waiting === 0) return;
  await book(tx, {
    kind: "payment_returned",
    reference: attempt.id,
    now,
    movements: [
      { kind: "unapplied_payment", owner: attempt.payment_id, amount: -waiting },
      { kind: "refund_payable", owner: buyerId, amount: waiting },
    ],
  });
  const cause = `underpayment ${attempt.id}`;
  await createRefund(tx, { attempt, buyerId, orderId: null, reason: "underpayment", cause, amount: waiting, now });
}
