/** The documents that match a request, as bitmaps. */
import {
  attributeFacet,
  chosenOf,
  deliveryFilter,
  filterFields,
  type ChosenFilter,
  type Filter,
  type FilterFieldName,
} from "../listing/filters.ts";
import { parseTokenQuery, type PlaceRank, type TokenQuery } from "../listing/token-query.ts";
import { andInto, countBits, hasBit, orInto, setBit, type Bitmap } from "./bitmap.ts";
import { columns, keywordsOf, type ColumnName } from "./columns.ts";
import { keepDelivered } from "./keep-delivered.ts";
import {
  baseList,
  codeOf,
  copyBitmap,
  newEntries,
  takeBitmap,
  type CachedFilter,
  type ProductIndex,
} from "./product-index.ts";
import { isKnownRange, keepInRange, rangeFilter, smallPart, type ValueRange } from "./range-bitmaps.ts";

export type Matching = {
  /** With all filters but one, and with or without the chosen category. */
  all(without?: string, options?: { everyCategory?: boolean }): Bitmap;
};

/** The products on sale that pass the filters. */
export function matchesOf(index: ProductIndex, filter: Filter): Matching {
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

/** The category that the filters ask for: all products that match are in it. */
export function categoryFilter(index: ProductIndex, { categoryId, rootCategoryId }: Filter): CachedFilter | undefined {
  const [column, id] = categoryId ? (["category", categoryId] as const) : (["root", rootCategoryId ?? ""] as const);
  const code = codeOf(index, column, id);
  return code === -1 ? undefined : rangeFilter(index, { column, low: code, high: code });
}

/** The documents with one of these texts. The result may be a bitmap of the index: it is only read. */
export function codedBitmap(index: ProductIndex, column: ColumnName, texts: readonly string[]): Bitmap {
  const found = texts.flatMap((text) => {
    const code = codeOf(index, column, text);
    return code === -1 ? [] : [rangeFilter(index, { column, low: code, high: code }).bitmap];
  });
  const [only] = found;
  if (only && found.length === 1) return only;
  const all = takeBitmap(index);
  for (const one of found) orInto(all, one);
  return all;
}

/** What a filter lets through: documents with one of these texts, or with a value of this range. */
type Allowed = { column: ColumnName; texts: readonly string[] } | ValueRange;

/** What a test of a field lets through. */
export function allowedBy({ field: name, test, value }: Pick<ChosenFilter, "field" | "test" | "value">): Allowed {
  const field = name as FilterFieldName;
  const { kind } = filterFields[field];
  if (kind === "keyword" || kind === "keywords")
    return { column: field, texts: typeof value === "object" ? value : [String(value)] };
  if (test === "isSet") return { column: field, low: 1, high: 1 };
  // A column of 32 bits is compared with a number of 32 bits.
  const bound = kind === "real" ? Math.fround(Number(value)) : Number(value);
  if (test === "atLeast") return { column: field, low: bound, high: Infinity };
  return { column: field, low: test === "atMost" ? 0 : bound, high: bound };
}

/** The documents that pass. The result may be a bitmap of the index: it is only read. */
export function allowedBitmap(index: ProductIndex, allowed: Allowed): Bitmap {
  if (!("texts" in allowed)) return rangeFilter(index, allowed).bitmap;
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
  const isBroad = "texts" in allowed || isKnownRange(index, allowed) || countBits(bitmap) > index.documents * smallPart;
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
    const { entries } = list;
    const count = entries.length;
    for (let at = 0; at < count; at += 1) {
      const entry = entries[at] ?? 0;
      if ((entry & 3) >= least && !hasBit(reworded, entry >>> 2)) setBit(target, entry >>> 2);
    }
  } else if (list?.bitmap) {
    const { bitmap, places } = list;
    const words = bitmap.length;
    for (let at = 0; at < words; at += 1) {
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
