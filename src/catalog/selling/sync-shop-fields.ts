import type { Context } from "#lib/context.ts";
import { addWordsOfIndex } from "#search/add-keywords.ts";
import { productTsvector } from "#search/text-analysis.ts";
import { listProductsForIndexing } from "./index-queries.ts";
import { updateShopCopies } from "./queries.ts";

const batchSize = 500;

/**
 * Updates what products copy from their shop: city, province, couriers, cash on delivery and search words. Each batch
 * is a transaction of its own, so that the first products are found at once and no seller or buyer waits for all.
 */
export async function syncShopFields(context: Pick<Context, "db" | "pages">, shopId: string): Promise<void> {
  for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after;) {
    const from: string = after;
    after = await context.db.transaction(async (tx) => {
      const products = await listProductsForIndexing(tx, { shopId, after: from, limit: batchSize });
      const indexed = products.map((product) => ({ id: product.id, words: productTsvector(product) }));
      await updateShopCopies(tx, shopId, indexed);
      await addWordsOfIndex(
        tx,
        indexed.map(({ words }) => words),
      );
      return products.at(-1)?.id;
    });
    context.pages.purge([`shop:${shopId}`, "catalog"]);
  }
}
