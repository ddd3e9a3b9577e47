import type { Tx } from "#lib/database.ts";
import { findAttemptOfCheckout, type AttemptRow } from "./queries.ts";

/** The attempt that paid a checkout. Throws when none did (a bug). */
export async function findPaidAttempt(tx: Tx, checkoutId: string): Promise<AttemptRow> {
  const attempt = await findAttemptOfCheckout(tx, checkoutId);
  if (!attempt) throw new Error(`checkout ${checkoutId} has no paid attempt`);
  return attempt;
}
