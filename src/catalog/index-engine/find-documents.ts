/**
 * Design note. A request becomes a bitmap of the products that match: those on sale, and those of each filter and token
 * of the query. Totals and counts are counts of bits. A page is then found in whichever way is shorter: walking the
 * stored order until enough products of the bitmap have passed, or sorting the products of the bitmap. A search ranks
 * the best-selling `maxCandidates` of them with the formula. Each step costs some hundred microseconds per million
 * products, whatever is asked for.
 */
import type { UnderstoodQuery } from "#search/understand-query.ts";
import {
  attributeFacet,
  chosenOf,
  deliveryFilter,
  productFacets,
  productFields,
  sortOrders,
  type ChosenFilter,
  type Filter,
  type ProductField,
} from "../listing/filters.ts";
import type { FacetRow, FindRequest } from "../listing/search-engine.ts";
import { parseTokenQuery, type PlaceRank, type TokenQuery } from "../listing/token-query.ts";
import { andInto, countBits, countCommonBits, hasBit, orInto, setBit, type Bitmap } from "./bitmap.ts";
import { keyOf, nearestHits, pageOf, type Hit } from "./sort-documents.ts";
import { rankDocuments } from "./rank-documents.ts";
import { keepDelivered } from "./keep-delivered.ts";
import { columns, keywordsOf, type ColumnName } from "./columns.ts";
import {
  baseList,
  beginRequest,
  codeOf,
  copyBitmap,
  documentOf,
  idOf,
  newEntries,
  takeBitmap,
  type ProductIndex,
} from "./product-index.ts";
import { isKnownRange, keepInRange, rangeBitmap, smallPart, type ValueRange } from "./range-bitmaps.ts";

/** What {@link findDocuments} finds: ids with the keys of cursors, in order, and counts by the values of columns. */
export type FoundDocuments = { hits: Hit[]; total: number; facets: FacetRow[] | undefined };

/** One page of the products that match. */
export function findDocuments(index: ProductIndex, request: FindRequest, now: number): FoundDocuments {
  beginRequest(index);
  const { filter, understood, sort, start, limit } = request;
  const matching = matchesOf(index, filter);
  const total = countBits(matching.all());
  const facets = request.facets ? facetsOf(index, request, matching, total) : undefined;
  if (sort === "relevance" && understood) {
    const from = "offset" in start ? start.offset : 0;
    const ranked = rankDocuments(index, matching.all(), total, { understood, limit: from + limit, now });
    return { hits: ranked.slice(from).map((one) => ({ id: idOf(index, one), key: "" })), total, facets };
  }
  const order = sortOrders[sort];
  if (order === "nearest") {
    const { near = "" } = request;
    const tiers = {
      city: codedBitmap(index, "city", [near]),
      province: codedBitmap(index, "province", [near.slice(0, 2)]),
    };
    return { hits: nearestHits(index, matching.all(), tiers, request), total, facets };
  }
  const documents = pageOf(index, matching.all(), total, { order, start, limit });
  return {
    hits: documents.map((one) => ({ id: idOf(index, one), key: keyOf(index, order, one) })),
    total,
    facets,
  };
}

/** Ids of similar products, the most similar first. */
export function findSimilarDocuments(
  index: ProductIndex,
  filter: Filter,
  search: { understood: UnderstoodQuery; without: readonly string[]; limit: number },
  now: number,
): string[] {
  beginRequest(index);
  const matching = matchesOf(index, filter).all();
  for (const id of search.without) {
    const document = documentOf(index, id);
    if (Number.isInteger(document)) setBit(matching, document, false);
  }
  const { understood, limit } = search;
  const ranked = rankDocuments(index, matching, countBits(matching), { understood, limit, now, similar: true });
  return ranked.map((one) => idOf(index, one));
}

type Matching = {
  /** With all filters but one, and with or without the chosen category. */
  all(without?: string, options?: { everyCategory?: boolean }): Bitmap;
};

function matchesOf(index: ProductIndex, filter: Filter): Matching {
  const scope = copyBitmap(index, index.live);
  if (filter.rootCategoryId) andInto(scope, codedBitmap(index, "root", [filter.rootCategoryId]));
  if (filter.shopId) andInto(scope, codedBitmap(index, "shop", [filter.shopId]));
  if (filter.query) andInto(scope, queryBitmap(index, filter.query));
  const category = filter.categoryId ? codedBitmap(index, "category", [filter.categoryId]) : null;
  const chosen: { name: string; allowed: Allowed | Bitmap }[] = [
    ...chosenOf(filter).map((one) => ({ name: one.name, allowed: allowedBy(one) })),
    ...(filter.attributes ?? []).map(({ name, tokens }) => ({
      name: attributeFacet(name),
      allowed: tokenBitmap(index, tokens),
    })),
  ];
  const { delivery } = filter;
  const known = new Map<string, Bitmap>();
  return {
    all(without, { everyCategory = false } = {}) {
      const left = chosen.some(({ name }) => name === without) ? without : undefined;
      const key = `${left} ${everyCategory && category !== null}`;
      let bitmap = known.get(key);
      if (!bitmap) {
        bitmap = copyBitmap(index, scope);
        if (category && !everyCategory) andInto(bitmap, category);
        for (const { name, allowed } of chosen) {
          if (name === left) continue;
          if (allowed instanceof Uint32Array) andInto(bitmap, allowed);
          else keepAllowed(index, bitmap, allowed);
        }
        // The last, because it looks at each product that is left.
        if (delivery && without !== deliveryFilter) keepDelivered(index, bitmap, delivery);
        known.set(key, bitmap);
      }
      return bitmap;
    },
  };
}

// The documents with one of these tokens.
function tokenBitmap(index: ProductIndex, tokens: readonly string[]): Bitmap {
  const bitmap = takeBitmap(index);
  for (const one of tokens) addDocumentsOf(index, bitmap, one, 1);
  return bitmap;
}

// The documents with one of these texts. The result may be a bitmap of the index: it is only read.
function codedBitmap(index: ProductIndex, column: ColumnName, texts: readonly string[]): Bitmap {
  const found = texts.flatMap((text) => {
    const code = codeOf(index, column, text);
    return code === -1 ? [] : [rangeBitmap(index, { column, low: code, high: code })];
  });
  const [only] = found;
  if (only && found.length === 1) return only;
  const all = takeBitmap(index);
  for (const one of found) orInto(all, one);
  return all;
}

/** What a filter lets through: documents with one of these texts, or with a value of this range. */
type Allowed = { column: ColumnName; texts: readonly string[] } | ValueRange;

function allowedBy({ field: name, test, value }: Pick<ChosenFilter, "field" | "test" | "value">): Allowed {
  const field = name as ProductField;
  const { kind } = productFields[field];
  if (kind === "keyword" || kind === "keywords")
    return { column: field, texts: typeof value === "object" ? value : [String(value)] };
  if (test === "isSet") return { column: field, low: 1, high: 1 };
  // A column of 32 bits is compared with a number of 32 bits.
  const bound = kind === "real" ? Math.fround(Number(value)) : Number(value);
  if (test === "atLeast") return { column: field, low: bound, high: Infinity };
  return { column: field, low: test === "atMost" ? 0 : bound, high: bound };
}

function allowedBitmap(index: ProductIndex, allowed: Allowed): Bitmap {
  if (!("texts" in allowed)) return rangeBitmap(index, allowed);
  const { column, texts } = allowed;
  if (columns[column].kind !== "keywords") return codedBitmap(index, column, texts);
  // The texts of the column are whole lists.
  const lists = (index.codes[column]?.texts ?? []).filter((list) =>
    keywordsOf(list).some((one) => texts.includes(one)),
  );
  return codedBitmap(index, column, lists);
}

function keepAllowed(index: ProductIndex, bitmap: Bitmap, allowed: Allowed): void {
  // The second request for the same bounds makes a bitmap: then many visitors may ask for them.
  const isBroad = "texts" in allowed || countBits(bitmap) > index.documents * smallPart || isKnownRange(index, allowed);
  if (isBroad) andInto(bitmap, allowedBitmap(index, allowed));
  else keepInRange(index, bitmap, allowed);
}

function queryBitmap(index: ProductIndex, text: string): Bitmap {
  const parsed = parseTokenQuery(text);
  // The same concept is in several of the sets that are joined by "or".
  const known = new Map<string, Bitmap>();
  const bitmapOf = (query: TokenQuery): Bitmap => {
    if ("token" in query) {
      const bitmap = takeBitmap(index);
      addDocumentsOf(index, bitmap, query.token, query.place);
      return bitmap;
    }
    const key = JSON.stringify(query);
    const found = known.get(key);
    if (found) return found;
    let bitmap: Bitmap;
    if ("any" in query) {
      bitmap = takeBitmap(index);
      for (const one of query.any)
        if ("token" in one) addDocumentsOf(index, bitmap, one.token, one.place);
        else orInto(bitmap, bitmapOf(one));
    } else {
      const [first, ...others] = query.all;
      bitmap = first ? copyBitmap(index, bitmapOf(first)) : takeBitmap(index);
      for (const one of others) andInto(bitmap, bitmapOf(one));
    }
    known.set(key, bitmap);
    return bitmap;
  };
  return bitmapOf(parsed);
}

// Adds the documents that have a token in a place of at least this rank.
function addDocumentsOf(index: ProductIndex, target: Bitmap, token: string, place: PlaceRank): void {
  const list = baseList(index, token);
  const { reworded } = index;
  const least = place - 1;
  if (list?.entries) {
    for (const entry of list.entries)
      if ((entry & 3) >= least && !hasBit(reworded, entry >>> 2)) setBit(target, entry >>> 2);
  } else if (list?.bitmap) {
    const { bitmap, places } = list;
    for (let at = 0; at < bitmap.length; at += 1) {
      let bits = (bitmap[at] ?? 0) & ~(reworded[at] ?? 0);
      if (least > 0 && bits !== 0) bits &= placeMask(places[at * 2] ?? 0, places[at * 2 + 1] ?? 0, least);
      target[at] = (target[at] ?? 0) | bits;
    }
  }
  for (const entry of newEntries(index, token)) if ((entry & 3) >= least) setBit(target, entry >>> 2);
}

// One bit for each of 32 documents: whether its two bits of place are at least `least`.
function placeMask(low: number, high: number, least: number): number {
  return (halfMask(low, least) | (halfMask(high, least) << 16)) >>> 0;
}
function halfMask(pairs: number, least: number): number {
  const [ones, twos] = [pairs & 0x55555555, (pairs >>> 1) & 0x55555555];
  let bits = least === 1 ? ones | twos : least === 2 ? twos : ones & twos;
  // Every second bit, moved together.
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0x0000ffff;
}

function facetsOf(
  index: ProductIndex,
  { filter, countedValues = [] }: Pick<FindRequest, "filter" | "countedValues">,
  matching: Matching,
  total: number,
): FacetRow[] {
  const row = (facet: string, value: string, count: number): FacetRow => ({ facet, value, name: "", count });
  const grouped = filter.rootCategoryId ? "category" : "root";
  const rows = [row("total", "", total)];
  for (const [value, count] of countValues(index, grouped, matching.all(undefined, { everyCategory: true })))
    rows.push(row("category", value, count));
  for (const [name, { field, without, of }] of productFacets) {
    const bitmap = matching.all(without);
    if (of === "values") {
      for (const [value, count] of valueCounts(index, field, bitmap)) rows.push(row(name, value, count));
    } else {
      const allowed = allowedBy({ field, ...of });
      rows.push(row(name, of.as, countCommonBits(bitmap, allowedBitmap(index, allowed))));
    }
  }
  for (const { name, value, token } of countedValues) {
    const count = countCommonBits(matching.all(attributeFacet(name)), tokenBitmap(index, [token]));
    if (count > 0) rows.push(row(attributeFacet(name), value.toLowerCase(), count));
  }
  return rows;
}

// How many documents have each value of a field. A product without a value is in no count.
function valueCounts(index: ProductIndex, column: ColumnName, bitmap: Bitmap): Iterable<[string, number]> {
  const counted = countValues(index, column, bitmap);
  if (columns[column].kind !== "keywords") return counted.filter(([text]) => text !== "");
  const counts = new Map<string, number>();
  for (const [list, count] of counted)
    for (const one of keywordsOf(list)) counts.set(one, (counts.get(one) ?? 0) + count);
  return counts;
}

/** Of so few values, one bitmap each is counted faster than each product. */
const maxCountedBitmaps = 8;

function countValues(index: ProductIndex, column: ColumnName, bitmap: Bitmap): [text: string, count: number][] {
  const texts = index.codes[column]?.texts ?? [];
  const counts = new Uint32Array(texts.length);
  if (texts.length <= maxCountedBitmaps)
    for (const [code, text] of texts.entries())
      counts[code] = countCommonBits(bitmap, codedBitmap(index, column, [text]));
  else {
    const values = index.columns[column];
    for (let at = 0; at < bitmap.length; at += 1) {
      let bits = bitmap[at] ?? 0;
      while (bits !== 0) {
        const lowest = bits & -bits;
        const code = values[(at << 5) + (31 - Math.clz32(lowest))] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
        bits ^= lowest;
      }
    }
  }
  return texts.flatMap((text, code): [string, number][] => {
    const count = counts[code] ?? 0;
    return count > 0 ? [[text, count]] : [];
  });
}
