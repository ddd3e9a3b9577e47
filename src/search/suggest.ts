import type { Queryable } from "#lib/database.ts";
import { correctSpelling } from "./correct-spelling.ts";
import { findKeywords, findKeywordsInside, findShopNames, filterQueriesWithProducts } from "./queries.ts";
import { normalise, buildTsquery, tokenise } from "./text-analysis.ts";

/** @rule At most eight suggestions are offered while a user types. */
export const maxSuggestions = 8;

/**
 * Suggestions for a text that a user has begun to type: phrases for products, names of shops. A text without a letter
 * or digit has none and causes no query (S110).
 */
export async function suggest(db: Queryable, name: string, type: "product" | "seller"): Promise<{ name: string }[]> {
  const typed = normalise(name.slice(0, 200)).slice(0, 60);
  if (typed === "") return [];
  if (type === "seller") {
    const query = buildTsquery(tokenise(typed), { prefix: true });
    return query === null ? [] : (await findShopNames(db, query, maxSuggestions)).map((shop) => ({ name: shop }));
  }
  const found = await findKeywords(db, typed, maxSuggestions);
  if (found.length < maxSuggestions && typed.length >= 3) {
    const inside = await findKeywordsInside(db, typed, maxSuggestions);
    found.push(...inside.filter((word) => !found.includes(word)));
  }
  if (found.length === 0) {
    const corrected = await correctSpelling(db, typed.split(" ").slice(0, 4));
    // A keyword may remain after its products are gone; a corrected phrase must find a product.
    if (corrected)
      found.push(...(await filterFindable(db, await findKeywords(db, corrected.join(" "), maxSuggestions))));
  }
  return found.slice(0, maxSuggestions).map((word) => ({ name: word }));
}

async function filterFindable(db: Queryable, phrases: readonly string[]): Promise<string[]> {
  const queries = phrases.map((phrase) => buildTsquery(tokenise(phrase)) ?? "");
  const findable = await filterQueriesWithProducts(db, queries);
  return phrases.filter((_, at) => findable.includes(queries[at] ?? ""));
}
