import type { Tx } from "#lib/database.ts";
import { lockPaymentOfCheckout } from "../queries.ts";
import { findAttemptOfCheckout, type AttemptRow } from "./queries.ts";

/** The attempt that paid a checkout, with its payment locked. Throws when none did (a bug). */
export async function lockPaidAttempt(tx: Tx, checkoutId: string): Promise<AttemptRow> {
  await lockPaymentOfCheckout(tx, checkoutId);
  const attempt = await findAttemptOfCheckout(tx, checkoutId);
  if (!attempt) throw new Error(`checkout ${checkoutId} has no paid attempt`);
  return attempt;
}
