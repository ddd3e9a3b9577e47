import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { lockPayment } from "../queries.ts";
import { findNewestRefundTime, sumBorneByOrders, sumChargedBackRefunds } from "../refunds/queries.ts";
import { findAttempt, lockAttempt, type AttemptRow } from "./queries.ts";

/**
 * What the orders of a checkout still have to bear of an attempt that a buyer's bank took back: at most what it paid
 * for them. A part that closed refunds cover, such as that of a second payment, is left out. Null for an attempt that
 * paid for no order: money that came too late was owed to the buyer, so no seller had it.
 *
 * `at` is the time of what the orders bear: `now`, or that of the newest refund if it is later. Such a refund was made
 * while the caller waited for the locks, and must not look younger than the chargeback (refunds/move-chargeback.ts).
 * The caller has locked the orders. Locks: payment → attempt.
 */
export async function chargebackToBear(
  tx: Tx,
  attemptId: string,
  now: Date,
): Promise<{ attempt: AttemptRow; amount: Rupiah; at: Date } | null> {
  const known = await findAttempt(tx, attemptId);
  if (!known || known.settled === 0) return null;
  // Refunds are closed under this lock too, so none is closed for the money that the orders are about to bear.
  await lockPayment(tx, known.payment_id);
  const attempt = await lockAttempt(tx, attemptId);
  if (!attempt) return null;
  const ofOrders = Math.min(attempt.charged_back, attempt.settled) - (await sumBorneByOrders(tx, attemptId));
  const ofAll = attempt.charged_back - (await sumChargedBackRefunds(tx, attemptId));
  const at = new Date(Math.max(now.getTime(), (await findNewestRefundTime(tx, attemptId))?.getTime() ?? 0));
  return { attempt, amount: Math.max(0, Math.min(ofOrders, ofAll)), at };
}
