import type { Setting } from "#lib/settings/setting.ts";
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

/**
 * @rule If fewer than 5 products match a search, products that have at least half of what was asked for are shown
 * below them as similar.
 */
export const relaxing = {
  below: 5,
  share: 0.5,
  /** The first thing that was asked for counts more. */
  firstConcept: 1.5,
  /** What a number counts beside a word; praise, and a word that neither products nor the language have. */
  number: 0.6,
  strangeWord: 0.6,
  /** A long sentence says much that no product has. */
  long: { concepts: 5, share: 0.35 },
  /** So many concepts are combined at most. */
  combined: 6,
  /** Of a longer search the rarest concepts are searched: each further one costs more than it tells. */
  concepts: 8,
  /** Weight of a number whose unit differs, of the words of a phrase apart from each other, of a completed word. */
  numberWithoutUnit: 0.35,
  scatteredPhrase: 0.95,
  completedWord: 0.85,
  lessForNext: 0.03,
  /** How many completions of an unfinished word are searched, and how many words of a search are corrected. */
  completions: 10,
  corrections: 4,
  /** Only alternatives of this weight say how common a concept is. */
  countedWeight: 0.85,
};

/** @rule In a search, "200 ribuan" means 190,000 to 299,999 rupiah, and "70rb" means 15 percent more or less. */
export const priceSteps = {
  /** No product costs more. */
  highest: 1_000_000_000,
  around(value: number): { min: number; max: number } {
    const step = 10 ** Math.max(3, Math.floor(Math.log10(value)));
    return { min: Math.round(value * 0.95), max: value + step - 1 };
  },
  near(value: number): { min: number; max: number } {
    return { min: Math.round(value * 0.85), max: Math.round(value * 1.15) };
  },
};

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

/** Synonyms that operators add to those of the file, as lines. */
export const addedSynonymsSetting: Setting<string> = { key: "search.synonyms", defaultValue: "" };

/** @rule Operators add at most 500 lines of synonyms, each with at most 120 characters. */
export const addedSynonymLimits = { lines: 500, line: 120 };
