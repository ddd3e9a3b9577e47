import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { updateProductCounts } from "#shops/update-shop-counts.ts";
import { closeHoldOf, deleteRemovedPictures } from "../screening/queries.ts";
import {
  lockModeratedProduct,
  restoreProductRow,
  resumeShopProductRows,
  suspendShopProductRows,
  takeDownProductRow,
  type ModeratedProduct,
} from "./moderation-queries.ts";

/** The cache tags of what shows a product; of all products of a shop without `productId`. */
export function moderationTags(shopId: string, productId?: string): string[] {
  return [`shop:${shopId}`, "shops", "catalog", ...(productId === undefined ? [] : [`product:${productId}`])];
}

/** Takes all products of a suspended shop off sale. The caller purges {@link moderationTags} after the commit. */
export async function suspendProductsOf(tx: Tx, shopId: string, now: Date): Promise<void> {
  await suspendShopProductRows(tx, shopId, now);
  await updateProductCounts(tx, [shopId]);
}

/** Puts the products of a shop that is suspended no more back on sale, except those that were taken down. */
export async function resumeProductsOf(tx: Tx, shopId: string, now: Date): Promise<void> {
  await resumeShopProductRows(tx, shopId, now);
  await updateProductCounts(tx, [shopId]);
}

/**
 * Takes a product off sale, whatever its seller wants, and remembers its pictures. Returns it with its earlier
 * status, in which a suspended shop counts as active; undefined when it is missing, removed or already taken down.
 */
export async function takeDownProduct(
  tx: Tx,
  productId: string,
  by: string,
  now: Date,
): Promise<(ModeratedProduct & { before: "active" | "hidden" }) | undefined> {
  const product = await lockModeratedProduct(tx, productId);
  if (!product || product.status === "taken_down") return undefined;
  await takeDownProductRow(tx, productId, now);
  await closeHoldOf(tx, productId, { outcome: "taken_down", by, now });
  await queueJob(tx, "catalog.remember_pictures", { productId });
  await updateProductCounts(tx, [product.shopId]);
  return { ...product, before: product.status === "hidden" ? "hidden" : "active" };
}

/** Ends the takedown of a product. It gets the status from before. */
export async function restoreProduct(
  tx: Tx,
  { productId, shopId, status }: { productId: string; shopId: string; status: "active" | "hidden" },
  now: Date,
): Promise<void> {
  await restoreProductRow(tx, productId, status, now);
  await deleteRemovedPictures(tx, productId);
  await updateProductCounts(tx, [shopId]);
}
