import type { Tx } from "#lib/database.ts";
import { addRatingToShop } from "#shops/update-shop-counts.ts";
import { addProductRating } from "./queries.ts";

/**
 * Adds stars and ratings to the counters of a product and of its shop, in the transaction that changes the review. Both
 * may be negative. Locks the product, then the shop.
 */
export async function addRating(
  tx: Tx,
  of: { productId: string; shopId: string },
  change: { sum: number; count: number },
): Promise<void> {
  if (change.sum === 0 && change.count === 0) return;
  await addProductRating(tx, of.productId, change);
  await addRatingToShop(tx, of.shopId, change);
}
