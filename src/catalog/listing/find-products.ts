import { cursorAfter, malformedCursor } from "#lib/cursor.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { companyName, companyOf } from "#payments/cod/rules.ts";
import { relaxing } from "#search/rules.ts";
import { understandQuery, type UnderstoodQuery } from "#search/understand-query.ts";
import { courierOf, couriersOfTable } from "#shipping/rules.ts";
import type { Facets, ListingQuery, ProductCard } from "../contract.ts";
import { listingFilters, recordsOf, type FilterName } from "./filter-rules.ts";
import { attributeFacet, filterValues, sortOrders, type DeliveryLimit, type Filter } from "./filters.ts";
import { findShopId, keyForms, nameFacets } from "./queries.ts";
import {
  engineOf,
  type FacetRow,
  type FindRequest,
  type Found,
  type SearchEngine,
  type Start,
} from "./search-engine.ts";
import { attributeFilters, attributeOptions, countedValues } from "../attributes/filter-by-attributes.ts";
import { effectiveSet, filtersOf, type AttributeDefinition } from "../attributes/rules.ts";
import { findCategory } from "../categories/queries.ts";
import { maxExactCount, listingPage, moreThanExact, type ListingSort } from "../rules.ts";
import { productCardJson } from "./product-card-json.ts";

type Sub = { name: string; slug: string };
export type Listing = {
  result: ProductCard[];
  next: string | null;
  total: number;
  total_is_exact: boolean;
  category: (Sub & { parent: Sub | null }) | null;
  corrected: string | null;
  similar: number;
  understood: UnderstoodText | null;
  facets: Facets | null;
  found_words: string[];
};

/** What was read from a search text besides its words, and the text without it. */
export type UnderstoodText = { text: string; min: number | null; max: number | null; cheap: boolean; dear: boolean };

const emptyListing: Omit<Listing, "category"> = {
  result: [],
  next: null,
  total: 0,
  total_is_exact: true,
  corrected: null,
  similar: 0,
  understood: null,
  facets: null,
  found_words: [],
};

/**
 * One page of the products that match a listing's filters. If fewer than `relaxing.below` match a search, its first
 * page also has similar products: the last `similar` ones of `result`, which `total` and `facets` do not count. An
 * unknown category, an unknown shop and a text without a letter or digit find nothing. Without `hasCod`, nobody can
 * pay in cash at delivery, and no filter says so.
 */
export async function findProducts(
  db: Queryable,
  query: ListingQuery,
  {
    hasCod = true,
    deliveryLimits,
  }: {
    hasCod?: boolean;
    /** Which parcels a courier brings to a place for at most a price; without it, no filter is about that. */
    deliveryLimits?: (to: string, max: number) => Promise<readonly DeliveryLimit[]>;
  } = {},
): Promise<Listing> {
  const [category, shopId, delivery] = await Promise.all([
    query.category ? findCategory(db, query.category) : undefined,
    query.shop ? findShopId(db, query.shop) : undefined,
    query.to !== undefined && query.ship !== undefined ? deliveryLimits?.(query.to, query.ship) : undefined,
  ]);
  const shown = category
    ? {
        name: category.name,
        slug: category.slug,
        parent: category.parent_slug ? { name: category.parent_name ?? "", slug: category.parent_slug } : null,
      }
    : null;
  const typed = (query.name ?? "").trim();
  if ((query.category && !category) || (query.shop && !shopId)) return { ...emptyListing, category: shown };
  let understood = typed === "" ? null : await understandQuery(db, typed);
  if (typed !== "" && !understood) return { ...emptyListing, category: shown };

  const notOffered: FilterName[] = hasCod ? [] : ["cod"];
  const offered = category ? filtersOf(effectiveSet(category.attributes_above ?? [], category.own_attributes)) : [];
  const filter: Filter = {
    categoryId: category?.parent_slug ? category.id : undefined,
    rootCategoryId: category ? (category.parent_id ?? category.id) : undefined,
    shopId,
    ...filterValues(query, notOffered),
    attributes: attributeFilters(offered, query),
    delivery,
  };
  // "termahal" is an order. Without a word, "di bawah 50 ribu" and "murah" are a filter and an order of everything.
  const isWordless = understood !== null && understood.concepts.length === 0;
  const readSort = understood?.dear ? "dearest" : isWordless && understood?.cheap ? "cheapest" : "relevance";
  const near = query.to?.slice(0, 5);
  const sort: ListingSort = query.sort === "nearest" && near === undefined ? "sold" : (query.sort ?? readSort);
  const limit = query.limit ?? listingPage.size;
  const ranked = sort === "relevance" && understood !== null && !isWordless;
  const start = startRow(query, { sort, ranked }, limit);
  const order = {
    sort,
    near,
    start,
    limit: limit + 1,
    facets: query.facets === "1",
    countedValues: query.facets === "1" ? countedValues(offered) : [],
  };
  const engine = engineOf(db);
  let found = await findMatching(engine, filter, understood, order);
  if (understood?.full && found.total === 0) {
    // Somebody may have stopped in the middle of a word that is also a whole one ("sarung ban"). Without `full` there
    // is another word that no product has.
    const completed = await understandQuery(db, typed, { complete: true });
    if (completed && completed.full !== understood.full) {
      understood = completed;
      found = await findMatching(engine, filter, understood, order);
    }
  }
  const { rows, listed, total } = found;
  const facets = found.facets && (await withChosen(db, found.facets, query));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const skipped = "offset" in start ? start.offset : 0;
  const isFirst = !query.cursor && (query.page ?? 1) === 1;
  const similar =
    understood?.similar && isFirst && page.length < Math.min(limit, relaxing.below)
      ? await engine.findSimilar(
          { ...filter, query: understood.similar },
          { understood, without: page.map(({ id }) => id), limit: Math.min(limit, listingPage.size) - page.length },
        )
      : [];
  return {
    result: [...page, ...similar].map(productCardJson),
    next: listed > limit && last ? cursorAfter(ranked ? skipped + limit : last.order_key, last.id) : null,
    total: Math.min(total, maxExactCount),
    total_is_exact: total <= maxExactCount,
    category: shown,
    corrected: total + similar.length > 0 ? (understood?.corrected ?? null) : null,
    similar: similar.length,
    understood: understood && readFrom(understood),
    found_words: total + similar.length === 0 && understood ? wordsWithProducts(understood) : [],
    facets: facets ? facetsJson(facets, { query, notOffered, areExact: !found.isCut, offered }) : null,
  };
}

/** The products that match. A price that somebody chose counts more than one in the search text. */
async function findMatching(
  engine: SearchEngine,
  filter: Filter,
  understood: UnderstoodQuery | null,
  order: Pick<FindRequest, "sort" | "near" | "start" | "limit" | "facets" | "countedValues">,
): Promise<Found> {
  const isWordless = understood !== null && understood.concepts.length === 0;
  if (understood && understood.full === null && !isWordless)
    return { rows: [], listed: 0, facets: order.facets ? [] : undefined, total: 0 };
  const isPriced = filter.min !== undefined || filter.max !== undefined;
  const matching: Filter = understood
    ? { ...filter, query: understood.full ?? undefined, ...(!isPriced && { min: understood.min, max: understood.max }) }
    : filter;
  return engine.find({ ...order, filter: matching, understood: isWordless ? null : understood });
}

// The words of a search that find something by themselves.
function wordsWithProducts({ concepts }: UnderstoodQuery): string[] {
  return concepts.length < 2
    ? []
    : concepts.flatMap(({ text, alternatives }) => (alternatives.length > 0 ? [text] : []));
}

function readFrom({ text, min, max, cheap, dear = false }: UnderstoodQuery): UnderstoodText | null {
  if (min === undefined && max === undefined && !cheap && !dear) return null;
  return { text, min: min ?? null, max: max ?? null, cheap, dear };
}

/** Format of the cursor's key when a listing is sorted by search rank: the number of products before the page. */
const rankForm = /^\d{1,5}$/;
function startRow(query: ListingQuery, { sort, ranked }: { sort: ListingSort; ranked: boolean }, limit: number): Start {
  if (!query.cursor) return { offset: ((query.page ?? 1) - 1) * limit };
  const { key } = query.cursor;
  if (!(ranked ? rankForm : keyForms[sortOrders[sort]]).test(key))
    throw new Refusal(requestRefusals.invalid, { cursor: [malformedCursor] });
  return ranked
    ? { offset: Math.min(Number(key), listingPage.maxSize * listingPage.maxPages) }
    : { after: query.cursor };
}

/** Adds the chosen values that no product has, so that they can be taken back. */
async function withChosen(db: Queryable, rows: readonly FacetRow[], query: ListingQuery): Promise<readonly FacetRow[]> {
  const missing = recordsOf(listingFilters).flatMap(([facet, { value: kind }]) =>
    (kind === "list" ? ((query[facet as FilterName] as string[] | undefined) ?? []) : [])
      .filter((value) => !rows.some((row) => row.facet === facet && row.value === value))
      .map((value) => ({ facet, value, name: "", count: 0 })),
  );
  if (missing.length === 0) return rows;
  const named = await nameFacets(db, missing);
  return [
    ...rows,
    ...named.filter(({ facet, name, value }) => name !== "" || (facet === "courier" && isCompany(value))),
  ];
}

const isCompany = (value: string) => couriersOfTable.some(({ id }) => companyOf(id) === value);

/** How people read the values of a filter, where it is not the name that the database has for them. */
const valueNames: { [N in FilterName]?: (row: FacetRow) => string } = {
  city: ({ name }) => name.replace("Kabupaten ", "Kab. "),
  courier: ({ value }) => courierOf(value)?.name ?? companyName(value),
};

function facetsJson(
  rows: readonly FacetRow[],
  {
    query,
    notOffered,
    areExact,
    offered,
  }: {
    query: ListingQuery;
    notOffered: readonly string[];
    areExact: boolean;
    offered: readonly AttributeDefinition[];
  },
): Facets {
  const shown = (count: number) => Math.min(count, moreThanExact);
  const of = (facet: string) =>
    rows.filter((row) => row.facet === facet).sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  const one = (facet: string, value: string) =>
    shown(rows.find((row) => row.facet === facet && row.value === value)?.count ?? 0);
  const listed = (facet: string, nameOf = (row: FacetRow) => row.name) =>
    of(facet).map((row) => ({ id: row.value, name: nameOf(row), count: shown(row.count) }));
  const counts = recordsOf(listingFilters).flatMap(([name, record]): [string, unknown][] => {
    if (!("counts" in record)) return [];
    const { key } = record.counts;
    if (record.value === "choice")
      return [[key, Object.fromEntries(Object.keys(record.options).map((option) => [option, one(name, option)]))]];
    if (record.value !== "list")
      return [[key, notOffered.includes(name) ? null : one(name, record.value === "flag" ? "1" : `${record.offered}`)]];
    const { offered: max = Infinity } = record;
    const chosen = query[name as FilterName] as readonly string[] | undefined;
    const options = listed(name, valueNames[name as FilterName]);
    return [[key, options.filter(({ id }, at) => at < max || chosen?.includes(id))]];
  });
  return {
    are_exact: areExact,
    // A hidden category has no name here.
    categories: listed("category").filter(({ name }) => name !== ""),
    attributes: attributeOptions(offered, query, (name, value) => one(attributeFacet(name), value)),
    // The schema of the response checks these.
    ...(Object.fromEntries(counts) as Omit<Facets, "are_exact" | "categories" | "attributes">),
  };
}
