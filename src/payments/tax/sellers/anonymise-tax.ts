import type { Tx } from "#lib/database.ts";
import { anonymiseTaxRows, deleteTaxRowsBefore } from "./queries.ts";

/**
 * Removes what a deleted seller declared about taxes. The sealed number and accepted exemptions of a shop with withheld
 * tax, PPN or an exemption stay for 10 years, because the tax office may ask why tax was or was not withheld (UU KUP,
 * Pasal 28 ayat 11); name and address go.
 */
export async function anonymiseTax(tx: Tx, shopId: string): Promise<void> {
  await anonymiseTaxRows(tx, shopId);
}

/** Deletes what is left of deleted sellers whose last order is older than `before`. Returns how many shops it was. */
export function deleteTaxBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  return deleteTaxRowsBefore(tx, before, limit);
}
