import type { Queryable } from "#lib/database.ts";
import { correctWords } from "./correct-spelling.ts";
import { findKeywords, findKeywordsInside, findShopNames, keepQueriesWithProducts } from "./queries.ts";
import { plain, queryFor, wordsOf } from "./text-analysis.ts";

/** @rule At most eight suggestions are offered while somebody types. */
export const mostSuggestions = 8;

/**
 * What could be meant by the beginning of a text: phrases for products, names for sellers. An empty or blank text, or one
 * without a letter or digit, answers nothing without asking the database (specification §5).
 */
export async function suggest(db: Queryable, name: string, type: "product" | "seller"): Promise<{ name: string }[]> {
  const typed = plain(name.slice(0, 200)).slice(0, 60);
  if (typed === "") return [];
  if (type === "seller") {
    const query = queryFor(wordsOf(typed), { prefix: true });
    return query === null ? [] : (await findShopNames(db, query, mostSuggestions)).map((shop) => ({ name: shop }));
  }
  const found = await findKeywords(db, typed, mostSuggestions);
  if (found.length < mostSuggestions && typed.length >= 3) {
    const inside = await findKeywordsInside(db, typed, mostSuggestions);
    found.push(...inside.filter((word) => !found.includes(word)));
  }
  if (found.length === 0) {
    const mended = await correctWords(db, typed.split(" ").slice(0, 4));
    // A phrase may remain after its products are gone; a corrected phrase must find something.
    if (mended) found.push(...(await keepFindable(db, await findKeywords(db, mended.join(" "), mostSuggestions))));
  }
  return found.slice(0, mostSuggestions).map((word) => ({ name: word }));
}

async function keepFindable(db: Queryable, phrases: readonly string[]): Promise<string[]> {
  const queries = phrases.map((phrase) => queryFor(wordsOf(phrase)) ?? "");
  const kept = await keepQueriesWithProducts(db, queries);
  return phrases.filter((_, at) => kept.includes(queries[at] ?? ""));
}
