import type { Tx } from "#lib/database.ts";
import { addKeywords, addTerms } from "./queries.ts";
import { normalise } from "./text-analysis.ts";

/** Makes the words of a new or changed product known: to suggestions, to spelling correction and to searches. */
export async function addWordsOfProduct(tx: Tx, product: { name: string; searchWords: string }): Promise<void> {
  const words = normalise(product.name)
    .split(" ")
    .filter((word) => /^[a-z]{3,60}$/.test(word));
  await addKeywords(tx, [...new Set(words)]);
  await addTerms(tx, [product.searchWords]);
}

/** Makes the words of indexed products known to searches. */
export async function addWordsOfIndex(tx: Tx, searchWords: readonly string[]): Promise<void> {
  await addTerms(tx, searchWords);
}
