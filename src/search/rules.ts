import { hrefs } from "#hrefs.ts";

/** @rule A search box accepts 100 characters. */
export const maxSearchLength = 100;

/** @rule Search suggestions appear after a 500 ms pause in typing (S122, S159). */
export const suggestionDelay = 500;

/** The kinds of search with their labels (S048, S049). */
export const searchTypes = { product: "Produk", seller: "Penjual" } as const;
export type SearchType = keyof typeof searchTypes;

/** The kind of search for a `type` from a URL or form. Any unknown value is a product search. */
export function searchType(value: string | null | undefined): SearchType {
  return value === "seller" ? "seller" : "product";
}

/** The page of a search (S052, S053). Without a keyword it is the whole list. */
export function searchHref(keyword: string, type: SearchType): string {
  const name = keyword.trim();
  if (type === "seller") return name === "" ? hrefs.merchants() : hrefs.merchants(name);
  return hrefs.products(name === "" ? {} : { name, type });
}

/** @rule A search with an empty keyword, or blanks only, fetches no suggestions (S110). */
export function suggestionsUrl(keyword: string, type: SearchType): string | null {
  const name = keyword.trim();
  return name === "" ? null : `/v1/products/keywords?${new URLSearchParams({ name, type })}`;
}

/** Splits the text around the first match of the keyword, ignoring case. Returns null without a match. */
export function splitMatch(text: string, keyword: string): [before: string, match: string, after: string] | null {
  const wanted = keyword.trim().toLocaleLowerCase("id");
  const at = wanted === "" ? -1 : text.toLocaleLowerCase("id").indexOf(wanted);
  if (at === -1) return null;
  return [text.slice(0, at), text.slice(at, at + wanted.length), text.slice(at + wanted.length)];
}

/** How many searches a device stores. */
const maxRecentSearches = 6;

/** The stored searches with one more, newest first and each once. */
export function withRecent(recent: readonly string[], keyword: string): string[] {
  const name = keyword.trim();
  if (name === "") return [...recent];
  const others = recent.filter((one) => one.toLocaleLowerCase("id") !== name.toLocaleLowerCase("id"));
  return [name, ...others].slice(0, maxRecentSearches);
}
