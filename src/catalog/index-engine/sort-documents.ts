/**
 * Design note. `matching` has a bit for each product that fits a request; this file finds a page of them in an order.
 * There are two ways. A walk goes through all products in the stored order and takes those that match, until the page
 * is full: fast when many match. A pick looks at each match once and keeps the first: fast when few match. The shorter
 * one is chosen by a guess, as if the matches were spread evenly over the order. They may not be: the cheapest cars
 * come late in the order of all prices. So a walk that takes much longer than guessed is given up for a pick. The first
 * products of a category by price, which visitors ask for often, are remembered.
 */
import { nearTiers, type SortOrder } from "../listing/filters.ts";
import type { FindRequest, Start } from "../listing/search-engine.ts";
import { andInto, countBits, documentsOf, hasBit, removeFrom, type Bitmap } from "./bitmap.ts";
import { comparatorOf, type ColumnName, type StoredOrder } from "./columns.ts";
import { copyBitmap, documentOf, firstPlace, idOf, type CachedFilter, type ProductIndex } from "./product-index.ts";
import { maxDocuments } from "./rules.ts";

/** A product with the key of a cursor after it. */
export type Hit = { id: string; key: string };

/** `nearest` is made of several pages of `best`. */
type StockedOrder = Exclude<SortOrder, "nearest">;
const storedOrderOf = (order: StockedOrder): StoredOrder => (order === "dearest" ? "cheapest" : order);

/** How many steps of a walk take as long as looking at one match in a pick. */
const pickCost = 6;
/** A walk is given up after twice the steps that were guessed, or twice the matches if they are more. */
const walkLimit = 2;

/** So many of a category's first documents by price are remembered: ten pages. */
const maxRememberedByPrice = 240;

/** The documents of a page. `total` is how many match. None of them is outside `category`. */
export function pageOf(
  index: ProductIndex,
  matching: Bitmap,
  total: number,
  {
    order,
    start,
    limit,
    category,
  }: { order: StockedOrder; start: Start; limit: number; category?: CachedFilter | undefined },
): number[] {
  if (total === 0) return [];
  const sorted = index.orders[storedOrderOf(order)];
  const isBackwards = order === "dearest";
  const length = index.documents;
  const isAfter = "after" in start ? afterTest(index, order, start.after) : null;
  const skipped = "offset" in start ? start.offset : 0;
  const needed = skipped + limit;
  if (category && (order === "cheapest" || order === "dearest")) {
    const first = firstOfCategory(index, category, order);
    const page = first.filter((one) => hasBit(matching, one) && !(isAfter && !isAfter(one))).slice(skipped, needed);
    if (page.length === limit || first.length < maxRememberedByPrice) return page;
  }
  const expected = (length * needed) / total;
  if (expected < total * pickCost) {
    let at = 0;
    if (isAfter)
      at = isBackwards
        ? length - firstPlace(sorted, length, (one) => !isAfter(one))
        : firstPlace(sorted, length, isAfter);
    const end = Math.min(length, at + Math.ceil(Math.max(expected, total) * walkLimit));
    const page: number[] = [];
    let left = skipped;
    for (; at < end && page.length < limit; at += 1) {
      const document = sorted[isBackwards ? length - 1 - at : at] ?? 0;
      if (!hasBit(matching, document)) continue;
      if (left > 0) left -= 1;
      else page.push(document);
    }
    if (page.length === limit || at === length) return page;
  }
  if (!isAfter && needed < total / 2 && (order === "cheapest" || order === "dearest"))
    return firstByPrice(index, matching, needed, isBackwards).slice(skipped);
  const found = documentsOf(matching, total);
  const compare = comparatorOf(storedOrderOf(order), index.columns);
  const first = firstOf(
    isAfter ? found.filter((one) => isAfter(one)) : found,
    needed,
    isBackwards ? (a, b) => compare(b, a) : compare,
  );
  return [...first.subarray(skipped)];
}

// The first documents of the category that are on sale.
function firstOfCategory(index: ProductIndex, category: CachedFilter, order: "cheapest" | "dearest"): number[] {
  const known = (category.byPrice ??= {});
  const first = known[order];
  if (first) return first;
  const onSale = copyBitmap(index, category.bitmap);
  andInto(onSale, index.live);
  return (known[order] = firstByPrice(index, onSale, maxRememberedByPrice, order === "dearest"));
}

// The first `count` documents by price, the order that a walk suits least, in one loop. A price of 32 bits and a
// document are one exact number.
function firstByPrice({ columns }: ProductIndex, matching: Bitmap, count: number, isBackwards: boolean): number[] {
  const price = columns.price as Uint32Array;
  const kept = new Float64Array(count * 2);
  const sign = isBackwards ? -1 : 1;
  let length = 0;
  let last = Infinity;
  const words = matching.length;
  for (let at = 0; at < words; at += 1) {
    let bits = (matching[at] ?? 0) | 0;
    while (bits !== 0) {
      const document = (at << 5) + (31 - Math.clz32(bits & -bits));
      bits &= bits - 1;
      const key = sign * ((price[document] ?? 0) * (maxDocuments + 1) + document);
      if (key > last) continue;
      kept[length] = key;
      length += 1;
      if (length < kept.length) continue;
      kept.sort();
      length = count;
      last = kept[count - 1] ?? 0;
    }
  }
  return Array.from(kept.subarray(0, length).sort().subarray(0, count), (key) => Math.abs(key) % (maxDocuments + 1));
}

// The first `count` documents in an order. Most of the others are compared with only one.
function firstOf(documents: Uint32Array, count: number, compare: (a: number, b: number) => number): Uint32Array {
  if (documents.length <= count * 2) return documents.sort(compare).subarray(0, count);
  const kept = new Uint32Array(count * 2);
  let length = 0;
  let last = -1;
  const total = documents.length;
  for (let at = 0; at < total; at += 1) {
    const document = documents[at] ?? 0;
    if (last !== -1 && compare(document, last) > 0) continue;
    kept[length] = document;
    length += 1;
    if (length < kept.length) continue;
    kept.sort(compare);
    length = count;
    last = kept[count - 1] ?? 0;
  }
  return kept.subarray(0, length).sort(compare).subarray(0, count);
}

// Whether a document comes after a cursor.
function afterTest(
  index: ProductIndex,
  order: StockedOrder,
  { key, id }: { key: string; id: string },
): (document: number) => boolean {
  const last = documentOf(index, id);
  const { inStock, sold, createdAt, score, price } = index.columns;
  const number = Number(key);
  switch (order) {
    case "best": {
      const stock = key.startsWith("1") ? 1 : 0;
      const pieces = Number(key.slice(1));
      return (at) =>
        (inStock[at] ?? 0) < stock ||
        (inStock[at] === stock && ((sold[at] ?? 0) < pieces || (sold[at] === pieces && at > last)));
    }
    case "newest":
      return (at) => (createdAt[at] ?? 0) < number || (createdAt[at] === number && at > last);
    case "rating": {
      const rating = Math.fround(number);
      return (at) => (score[at] ?? 0) < rating || (score[at] === rating && at > last);
    }
    case "cheapest":
      return (at) => (price[at] ?? 0) > number || (price[at] === number && at > last);
    case "dearest":
      return (at) => (price[at] ?? 0) < number || (price[at] === number && at < last);
  }
}

/** What the cursor after a document says of its place in the order; {@link afterTest} reads it. */
export function keyOf({ columns }: ProductIndex, order: StockedOrder, document: number): string {
  const of = (name: ColumnName) => columns[name][document] ?? 0;
  if (order === "best") return `${of("inStock")}${of("sold")}`;
  if (order === "newest") return String(of("createdAt"));
  if (order === "rating") return textOfReal(of("score"));
  return String(of("price"));
}

/** The shortest text that is this number of 32 bits, as PostgreSQL writes it. */
export function textOfReal(value: number): string {
  for (let digits = 1; digits < 9; digits += 1) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(Number(value.toPrecision(9)));
}

/** A page of the nearest: one tier after the other, each in the order of the best. */
export function nearestHits(
  index: ProductIndex,
  matching: Bitmap,
  { city, province }: { city: Bitmap; province: Bitmap },
  { start, limit }: Pick<FindRequest, "start" | "limit">,
): Hit[] {
  const hits: Hit[] = [];
  const isAfter = "after" in start;
  let skipped = isAfter ? 0 : start.offset;
  const first = isAfter ? Number(start.after.key.slice(0, 1)) : nearTiers.city;
  const rest = copyBitmap(index, matching);
  for (const [tier, place] of [city, province, index.live].entries()) {
    const documents = copyBitmap(index, rest);
    andInto(documents, place);
    removeFrom(rest, documents);
    if (tier < first || hits.length >= limit) continue;
    const total = countBits(documents);
    if (skipped >= total) {
      skipped -= total;
      continue;
    }
    const from: Start =
      isAfter && tier === first ? { after: { ...start.after, key: start.after.key.slice(1) } } : { offset: skipped };
    skipped = 0;
    for (const one of pageOf(index, documents, total, { order: "best", start: from, limit: limit - hits.length }))
      hits.push({ id: idOf(index, one), key: `${tier}${keyOf(index, "best", one)}` });
  }
  return hits;
}
