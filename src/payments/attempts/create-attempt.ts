import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { paymentRefusals } from "../contract.ts";
import { maxCodeChoices, maxTransferCode, sumReuseDuration } from "../providers/manual/rules.ts";
import { findMaxCode, insertAttempt, insertTransferAttempt, type NewAttempt } from "./queries.ts";

/**
 * Stores an attempt of a locked payment that has no open one. An attempt to transfer to a bank account gets its own
 * sum: on a conflict with another checkout it waits for that one's end and chooses again, so the caller's transaction
 * goes on. Refuses with `payments.no_free_sum`.
 */
export async function createAttempt(tx: Tx, paymentId: string, attempt: NewAttempt): Promise<void> {
  if (attempt.account === null) return insertAttempt(tx, paymentId, attempt);
  const maxCode = Math.min(maxTransferCode, await findMaxCode(tx, paymentId));
  if (maxCode < 1) throw new Refusal(paymentRefusals.noFreeSum);
  let notSince: Date | null = addDuration(attempt.now, -sumReuseDuration);
  for (let choice = 0; choice < maxCodeChoices; choice += 1) {
    const outcome = await insertTransferAttempt(tx, paymentId, attempt, { maxCode, notSince });
    if (outcome === "stored") return;
    if (outcome === "none" && notSince === null) break;
    if (outcome === "none") notSince = null;
  }
  throw new Refusal(paymentRefusals.noFreeSum);
}
