import type { Tx } from "#lib/database.ts";
import { removeProofsOf } from "./parcels/add-progress.ts";
import {
  clearLineNotes,
  clearReasons,
  clearScanNotes,
  anonymiseOrderRows,
  lockIdentifiableOrders,
  anonymiseAddresses,
} from "./anonymise-queries.ts";

/**
 * Removes name, phone, street, the pin on the map and everything that the person wrote from their orders. All of these
 * orders must be final. What was bought, for how much and when stays: the law requires records of transactions for 10
 * years (PP 80/2019, Pasal 25).
 */
export async function anonymiseOrders(tx: Tx, userId: string): Promise<void> {
  await anonymiseAddresses(tx, userId);
  await clearLineNotes(tx, userId);
  await clearReasons(tx, userId);
  await clearScanNotes(tx, userId);
  await removeProofsOf(tx, userId);
}

/**
 * Removes name, phone, street, pin, notes and reasons from final orders placed before the moment: the law no longer
 * requires the record. Sums, goods, dates, province and city stay, and the ledger is not touched. Handles
 * at most `limit` orders and returns how many it was.
 */
export async function anonymiseOrdersBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const orderIds = await lockIdentifiableOrders(tx, before, limit);
  if (orderIds.length > 0) await anonymiseOrderRows(tx, orderIds);
  return orderIds.length;
}
