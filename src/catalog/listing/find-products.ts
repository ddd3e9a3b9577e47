import { cursorAfter, malformedCursor } from "#lib/cursor.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { correctSpelling } from "#search/correct-spelling.ts";
import { buildTsquery, tokenise } from "#search/text-analysis.ts";
import type { Facets, ListingQuery, ProductCard } from "../contract.ts";
import {
  anyProductOf,
  anyProductWith,
  countFacets,
  countProducts,
  findShopId,
  keyForms,
  listProducts,
  type FacetRow,
  type Filter,
  type Start,
} from "./queries.ts";
import { findCategory } from "../categories/queries.ts";
import { maxExactCount, listingPage, type ListingSort } from "../rules.ts";
import { productCardJson } from "./product-card-json.ts";

type Sub = { name: string; slug: string };
export type Listing = {
  result: ProductCard[];
  next: string | null;
  total: number;
  total_is_exact: boolean;
  category: (Sub & { parent: Sub | null }) | null;
  corrected: string | null;
  facets: Facets | null;
};

const emptyListing: Omit<Listing, "category"> = {
  result: [],
  next: null,
  total: 0,
  total_is_exact: true,
  corrected: null,
  facets: null,
};

/**
 * One page of the products that match a listing's filters. If the typed words find nothing, they are corrected, but
 * only if the corrected words find something with all filters. An unknown category, an unknown shop and a text without
 * a letter or digit find nothing.
 */
export async function findProducts(db: Queryable, query: ListingQuery): Promise<Listing> {
  const category = query.category ? await findCategory(db, query.category) : undefined;
  const shopId = query.shop ? await findShopId(db, query.shop) : undefined;
  const shown = category
    ? {
        name: category.name,
        slug: category.slug,
        parent: category.parent_slug ? { name: category.parent_name ?? "", slug: category.parent_slug } : null,
      }
    : null;
  const typed = (query.name ?? "").trim();
  const words = tokenise(typed.slice(0, 300));
  if ((query.category && !category) || (query.shop && !shopId) || (typed !== "" && words.length === 0))
    return { ...emptyListing, category: shown };

  const filter: Filter = {
    categoryId: category?.parent_slug ? category.id : undefined,
    rootCategoryId: category ? (category.parent_id ?? category.id) : undefined,
    shopId,
    query: buildTsquery(words) ?? undefined,
    min: query.min,
    max: query.max,
    provinces: query.province,
    condition: query.condition,
    rating: query.rating,
    discount: query.discount === "1",
    regional: query.regional === "1",
    preorder: query.preorder === "1",
  };
  let corrected: string | null = null;
  if (filter.query && !(await anyProductWith(db, filter.query))) {
    const correctedWords = await correctQuery(db, words);
    const query = correctedWords ? (buildTsquery(correctedWords) ?? undefined) : undefined;
    if (correctedWords && query && (await anyProductOf(db, { ...filter, query }))) {
      corrected = correctedWords.join(" ");
      filter.query = query;
    }
  }

  const sort: ListingSort = query.sort ?? "relevance";
  const limit = query.limit ?? listingPage.size;
  const ranked = sort === "relevance" && filter.query !== undefined;
  const start = startRow(query, { sort, ranked }, limit);
  const [rows, facetRows] = await Promise.all([
    listProducts(db, filter, { sort, start, limit: limit + 1, counted: query.facets !== "1" }),
    query.facets === "1" ? countFacets(db, filter) : undefined,
  ]);
  const total = facetRows
    ? (facetRows.find((row) => row.facet === "total")?.count ?? 0)
    : (rows[0]?.total ?? (await countProducts(db, filter)));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const skipped = "offset" in start ? start.offset : 0;
  return {
    result: page.map(productCardJson),
    next: rows.length > limit && last ? cursorAfter(ranked ? skipped + limit : last.order_key, last.id) : null,
    total: Math.min(total, maxExactCount),
    total_is_exact: total <= maxExactCount,
    category: shown,
    corrected,
    facets: facetRows ? facetsJson(facetRows) : null,
  };
}

/** Format of the cursor's key when a listing is sorted by search rank: the number of products before the page. */
const rankForm = /^\d{1,5}$/;
const maxCorrectedWords = 6;

// Only words that no product has are corrected; the others stay as they were typed.
async function correctQuery(db: Queryable, words: readonly string[]): Promise<string[] | null> {
  const all: string[] = [];
  let changed = false;
  for (const word of words.slice(0, maxCorrectedWords)) {
    const query = buildTsquery([word]);
    const known = query !== null && (await anyProductWith(db, query));
    const correctedWords = known ? null : await correctSpelling(db, [word]);
    if (correctedWords) changed = true;
    all.push(correctedWords?.[0] ?? word);
  }
  return changed ? [...all, ...words.slice(maxCorrectedWords)] : null;
}

function startRow(query: ListingQuery, { sort, ranked }: { sort: ListingSort; ranked: boolean }, limit: number): Start {
  if (!query.cursor) return { offset: ((query.page ?? 1) - 1) * limit };
  const { key } = query.cursor;
  if (!(ranked ? rankForm : keyForms[sort]).test(key))
    throw new Refusal(requestRefusals.invalid, { cursor: [malformedCursor] });
  return ranked
    ? { offset: Math.min(Number(key), listingPage.maxSize * listingPage.maxPages) }
    : { after: query.cursor };
}

function facetsJson(rows: readonly FacetRow[]): Facets {
  const of = (facet: string) =>
    rows.filter((row) => row.facet === facet).sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  const one = (facet: string, value: string) =>
    rows.find((row) => row.facet === facet && row.value === value)?.count ?? 0;
  const listed = (facet: string) => of(facet).map((row) => ({ id: row.value, name: row.name, count: row.count }));
  return {
    categories: listed("category"),
    provinces: listed("province"),
    rating: one("rating", "4"),
    discount: one("discount", "1"),
    regional: one("regional", "1"),
    preorder: one("preorder", "1"),
    conditions: { new: one("condition", "new"), used: one("condition", "used") },
  };
}
