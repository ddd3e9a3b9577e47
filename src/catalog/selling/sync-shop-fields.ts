import type { Context } from "#lib/context.ts";
import { productTsvector } from "#search/text-analysis.ts";
import { listProductsForIndexing, updateShopCopies } from "./queries.ts";

/** Updates what products copy from their shop: city, province and search words. */
export async function syncShopFields(context: Pick<Context, "db" | "pages">, shopId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const products = await listProductsForIndexing(tx, shopId);
    await updateShopCopies(
      tx,
      shopId,
      products.map((product) => ({
        id: product.id,
        words: productTsvector({
          name: product.name,
          categories: [product.category_name, product.root_name],
          shop: product.shop_name,
          city: product.city_name,
          details: [...product.attributes.map((one) => one.value), ...product.axes.flatMap((axis) => axis.values)],
        }),
      })),
    );
  });
  context.pages.purge([`shop:${shopId}`, "catalog"]);
}
