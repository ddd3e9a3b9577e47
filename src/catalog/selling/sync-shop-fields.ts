import type { Context } from "#lib/context.ts";
import { addWordsOfIndex } from "#search/add-keywords.ts";
import { productTsvector } from "#search/text-analysis.ts";
import { listProductsForIndexing } from "./index-queries.ts";
import { updateShopCopies } from "./queries.ts";

/** Buyers of the last piece and sellers wait for the products of one batch. */
const batchSize = 200;

/**
 * Updates what products copy from their shop: city, province, couriers, cash on delivery and search words. Each batch
 * is a transaction of its own, so that the first products are found at once and no seller or buyer waits for all.
 */
export async function syncShopFields(context: Pick<Context, "db" | "pages">, shopId: string): Promise<void> {
  let isFirst = true;
  for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after;) {
    const from: string = after;
    after = await context.db.transaction(async (tx) => {
      const products = await listProductsForIndexing(tx, { shopId, after: from, limit: batchSize });
      const indexed = products.map((product) => ({ id: product.id, words: productTsvector(product) }));
      await updateShopCopies(tx, shopId, indexed);
      // Each product has all words of its shop, and its other words are known since it was saved.
      if (isFirst)
        await addWordsOfIndex(
          tx,
          indexed.slice(0, 1).map(({ words }) => words),
        );
      return products.at(-1)?.id;
    });
    isFirst = false;
    context.pages.purge([`shop:${shopId}`, "catalog"]);
  }
}
