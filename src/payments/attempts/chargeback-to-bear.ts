import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { sumBorneByOrders, sumTakenBack } from "../refunds/queries.ts";
import { findAttempt, type AttemptRow } from "./queries.ts";

/**
 * What the orders of a checkout still have to bear of an attempt that a buyer's bank took back: at most what it paid
 * for them, and nothing of what was owed back anyway and is closed, such as a second payment. Null for an attempt that
 * paid nothing: money that came too late was owed back, so no seller had it.
 */
export async function chargebackToBear(
  tx: Tx,
  attemptId: string,
): Promise<{ attempt: AttemptRow; amount: Rupiah } | null> {
  const attempt = await findAttempt(tx, attemptId);
  if (!attempt || attempt.settled === 0) return null;
  const ofOrders = Math.min(attempt.charged_back, attempt.settled) - (await sumBorneByOrders(tx, attemptId));
  const ofAll = attempt.charged_back - (await sumTakenBack(tx, attemptId));
  return { attempt, amount: Math.max(0, Math.min(ofOrders, ofAll)) };
}
