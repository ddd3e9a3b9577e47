import type { Tx } from "#lib/database.ts";
import { updateShopProductCounts, addShopSoldCount } from "./queries.ts";

/** Makes the number of products of these shops true again; of all shops when none are named. */
export async function updateProductCounts(tx: Tx, shopIds?: readonly string[]): Promise<void> {
  await updateShopProductCounts(tx, shopIds ?? null);
}

/** Counts pieces as sold by their shops, when orders are completed. */
export async function addSoldCount(tx: Tx, sold: readonly { shopId: string; pieces: number }[]): Promise<void> {
  if (sold.length > 0) await addShopSoldCount(tx, sold);
}
