import type { Context } from "#lib/context.ts";
import { addWordsOfIndex } from "#search/add-keywords.ts";
import { productTsvector } from "#search/text-analysis.ts";
import { listProductsForIndexing, updateShopCopies } from "./queries.ts";

/** Updates what products copy from their shop: city, province and search words. */
export async function syncShopFields(context: Pick<Context, "db" | "pages">, shopId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const products = await listProductsForIndexing(tx, { shopId });
    const indexed = products.map((product) => ({ id: product.id, words: productTsvector(product) }));
    await updateShopCopies(tx, shopId, indexed);
    await addWordsOfIndex(
      tx,
      indexed.map(({ words }) => words),
    );
  });
  context.pages.purge([`shop:${shopId}`, "catalog"]);
}
