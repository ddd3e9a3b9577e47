import type { Context } from "#lib/context.ts";
import { addWordsOfIndex } from "#search/add-keywords.ts";
import { productTsvector } from "#search/text-analysis.ts";
import { listProductsToRefile, updateCategories } from "./index-queries.ts";

const batchSize = 500;

/**
 * Files the products of categories that an operator renamed, moved or merged where they belong now, and makes searches
 * find them there. Each batch is a transaction of its own, so that no seller or buyer waits for all of them.
 */
export async function refileProducts(
  context: Pick<Context, "db" | "pages">,
  categoryIds: readonly string[],
): Promise<void> {
  for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after;) {
    const from: string = after;
    const done = await context.db.transaction(async (tx) => {
      const products = await listProductsToRefile(tx, { categoryIds, after: from, limit: batchSize });
      const filed = products.map((product) => ({ ...product, words: productTsvector(product) }));
      await updateCategories(tx, filed);
      await addWordsOfIndex(
        tx,
        filed.map(({ words }) => words),
      );
      return products;
    });
    if (done.length > 0) context.pages.purge(["catalog", ...done.map(({ id }) => `product:${id}`)]);
    after = done.at(-1)?.id;
  }
}
