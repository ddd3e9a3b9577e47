import type { Tx } from "#lib/database.ts";
import { updateProductCounts } from "#shops/update-shop-counts.ts";
import { deleteRemovedPicturesOfShop } from "../screening/queries.ts";
import { removeShopProductRows } from "./queries.ts";

/** Removes all products of a shop that has closed. Names and prices stay, because old orders refer to them. */
export async function removeShopProducts(tx: Tx, shopId: string, now: Date): Promise<void> {
  await removeShopProductRows(tx, shopId, "Produk ini tidak dijual lagi karena tokonya sudah tutup.", now);
  await deleteRemovedPicturesOfShop(tx, shopId);
  await updateProductCounts(tx, [shopId]);
}
