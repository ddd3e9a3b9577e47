import type { Tx } from "#lib/database.ts";
import { recountShopProducts, updateShopSold } from "./queries.ts";

/** Makes the number of products of these shops true again; of all shops when none are named. */
export async function recountProducts(tx: Tx, shopIds?: readonly string[]): Promise<void> {
  await recountShopProducts(tx, shopIds ?? null);
}

/** Counts pieces as sold by their shops, when orders are completed. */
export async function countShopSold(tx: Tx, sold: readonly { shopId: string; pieces: number }[]): Promise<void> {
  if (sold.length > 0) await updateShopSold(tx, sold);
}
