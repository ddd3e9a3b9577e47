import type { Tx } from "#lib/database.ts";
import {
  clearLineNotes,
  clearReasons,
  clearScanNotes,
  anonymiseOrderRows,
  lockIdentifiableOrders,
  anonymiseAddresses,
} from "./anonymise-queries.ts";

/**
 * Takes name, phone, street and whatever a person wrote out of their orders. What was bought, for how much and when stays:
 * the law keeps records of transactions for 10 years (PP 80/2019, Pasal 25). All their orders must be final.
 */
export async function anonymiseOrders(tx: Tx, userId: string): Promise<void> {
  await anonymiseAddresses(tx, userId);
  await clearLineNotes(tx, userId);
  await clearReasons(tx, userId);
  await clearScanNotes(tx, userId);
}

/**
 * Takes name, phone, street, notes and reasons out of final orders placed before the moment, whoever bought: the law asks
 * for the record of the transaction no longer. Sums, goods, dates, province and city stay, and the ledger is not touched.
 * Answers how many orders that were; at most `most` at once.
 */
export async function anonymiseOrdersBefore(tx: Tx, before: Date, most: number): Promise<number> {
  const orderIds = await lockIdentifiableOrders(tx, before, most);
  if (orderIds.length > 0) await anonymiseOrderRows(tx, orderIds);
  return orderIds.length;
}
