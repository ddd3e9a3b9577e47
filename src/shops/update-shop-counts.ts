import type { Tx } from "#lib/database.ts";
import { addShopRating, updateShopProductCounts, addShopSoldCount } from "./queries.ts";

/** Recounts the products of these shops, or of all shops. */
export async function updateProductCounts(tx: Tx, shopIds?: readonly string[]): Promise<void> {
  await updateShopProductCounts(tx, shopIds ?? null);
}

/** Adds sold pieces to the counters of shops, when orders are completed. */
export async function addSoldCount(tx: Tx, sold: readonly { shopId: string; pieces: number }[]): Promise<void> {
  if (sold.length > 0) await addShopSoldCount(tx, sold);
}

/** Adds stars and ratings to the counters of a shop; both may be negative. The ratings of its products move with it. */
export async function addRatingToShop(tx: Tx, shopId: string, change: { sum: number; count: number }): Promise<void> {
  await addShopRating(tx, shopId, change);
}
