import type { Queryable } from "#lib/database.ts";
import { deletePayoutHold, findPayoutHold, savePayoutHold } from "./queries.ts";

/**
 * Stops all payouts: none is accepted or sent until each hold is released. `reason` is a word that names who holds
 * them, such as `audit` or `operator`; `note` says why, for operators. Repeating it replaces the note.
 */
export async function holdPayouts(tx: Queryable, hold: { reason: string; note: string; now: Date }): Promise<void> {
  await savePayoutHold(tx, { ...hold, note: hold.note.slice(0, 300) });
}

/** Ends the hold of this reason. Payouts run again when no other is left. Returns whether there was one. */
export function releasePayouts(tx: Queryable, reason: string): Promise<boolean> {
  return deletePayoutHold(tx, reason);
}

/** Why payouts are on hold, the oldest reason; null when they run. */
export function payoutHold(db: Queryable): Promise<{ reason: string; note: string; since: Date } | null> {
  return findPayoutHold(db);
}
