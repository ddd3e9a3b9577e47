import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { lockPayment } from "../queries.ts";
import { findNewestRefundTime, sumBorneByOrders, sumTakenBack } from "../refunds/queries.ts";
import { findAttempt, lockAttempt, type AttemptRow } from "./queries.ts";

/**
 * What the orders of a checkout still have to bear of an attempt that a buyer's bank took back: at most what it paid
 * for them, and nothing of what was owed back anyway and is closed, such as a second payment. Null for an attempt that
 * paid nothing: money that came too late was owed back, so no seller had it. `at` is the moment of it: `now`, or that
 * of a refund which was made while the caller waited for the locks. The caller has locked the orders. Locks: payment →
 * attempt.
 */
export async function chargebackToBear(
  tx: Tx,
  attemptId: string,
  now: Date,
): Promise<{ attempt: AttemptRow; amount: Rupiah; at: Date } | null> {
  const known = await findAttempt(tx, attemptId);
  if (!known || known.settled === 0) return null;
  // Refunds are closed under this lock: none is closed for the same money before the orders bear it.
  await lockPayment(tx, known.payment_id);
  const attempt = await lockAttempt(tx, attemptId);
  if (!attempt) return null;
  const ofOrders = Math.min(attempt.charged_back, attempt.settled) - (await sumBorneByOrders(tx, attemptId));
  const ofAll = attempt.charged_back - (await sumTakenBack(tx, attemptId));
  const at = new Date(Math.max(now.getTime(), (await findNewestRefundTime(tx, attemptId))?.getTime() ?? 0));
  return { attempt, amount: Math.max(0, Math.min(ofOrders, ofAll)), at };
}
