import type { Tx } from "#lib/database.ts";
import { recountProducts } from "#shops/update-shop-counts.ts";
import { removeProductsOf } from "./queries.ts";

/** Takes everything a closed shop offered off sale. Names and prices stay: old orders refer to them. */
export async function closeProducts(tx: Tx, shopId: string, now: Date): Promise<void> {
  await removeProductsOf(tx, shopId, "Produk ini tidak dijual lagi karena tokonya sudah tutup.", now);
  await recountProducts(tx, [shopId]);
}
