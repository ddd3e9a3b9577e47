import type { Tx } from "#lib/database.ts";
import { blankNotes, blankReasons, maskAddresses } from "./mask-queries.ts";

/**
 * Takes name, phone, street and whatever a person wrote out of their orders. What was bought, for how much and when stays:
 * the law keeps records of transactions for 10 years (PP 80/2019, Pasal 25). All their orders must be final.
 */
export async function maskOrdersOf(tx: Tx, userId: string): Promise<void> {
  await maskAddresses(tx, userId);
  await blankNotes(tx, userId);
  await blankReasons(tx, userId);
}
