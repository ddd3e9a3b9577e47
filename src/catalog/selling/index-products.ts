import type { Context } from "#lib/context.ts";
import { countTerms, findIndexVersion, saveIndexVersion } from "#search/index-state.ts";
import { indexVersion, productTsvector } from "#search/text-analysis.ts";
import { listProductsForIndexing, updateSearchWords } from "./index-queries.ts";

const batchSize = 500;

/**
 * Indexes all products again if they are indexed in the form of an earlier version. Each batch is a transaction of its
 * own, so that sellers wait for a moment at most. Search finds products of both forms meanwhile.
 */
export async function indexProductsAgain(context: Pick<Context, "db" | "pages">): Promise<void> {
  const { db } = context;
  const version = await findIndexVersion(db);
  if (version === indexVersion) return;
  for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; version !== undefined && after;) {
    const from: string = after;
    after = await db.transaction(async (tx) => {
      const products = await listProductsForIndexing(tx, { after: from, limit: batchSize });
      await updateSearchWords(
        tx,
        products.map((product) => ({ id: product.id, words: productTsvector(product) })),
      );
      return products.at(-1)?.id;
    });
  }
  await db.transaction(async (tx) => {
    await countTerms(tx);
    await saveIndexVersion(tx, indexVersion);
  });
  context.pages.purge(["catalog"]);
}
