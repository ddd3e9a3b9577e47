/**
 * Design note. A page of the documents of a bitmap, in an order. It is found in whichever way is shorter: walking the
 * stored order until enough of them have passed, or sorting them.
 */
import { nearTiers, type SortOrder } from "../listing/filters.ts";
import type { FindRequest, Start } from "../listing/search-engine.ts";
import { andInto, countBits, eachBit, hasBit, type Bitmap } from "./bitmap.ts";
import { comparatorOf, type ColumnName, type StoredOrder } from "./columns.ts";
import { copyBitmap, documentOf, firstPlace, idOf, type ProductIndex } from "./product-index.ts";

/** A product with the key of a cursor after it. */
export type Hit = { id: string; key: string };

/** `nearest` is made of several pages of `best`. */
type StockedOrder = Exclude<SortOrder, "nearest">;
const storedOrderOf = (order: StockedOrder): StoredOrder => (order === "dearest" ? "cheapest" : order);

/** A step of a walk costs about as much as a twentieth of sorting one more document. */
export const sortCost = 20;

export function pageOf(
  index: ProductIndex,
  matching: Bitmap,
  total: number,
  { order, start, limit }: { order: StockedOrder; start: Start; limit: number },
): number[] {
  if (total === 0) return [];
  const sorted = index.orders[storedOrderOf(order)];
  const isBackwards = order === "dearest";
  const length = index.documents;
  const isAfter = "after" in start ? afterTest(index, order, start.after) : null;
  let skipped = "offset" in start ? start.offset : 0;
  const needed = skipped + limit;
  if ((length * needed) / total < total * sortCost) {
    let at = 0;
    if (isAfter)
      at = isBackwards
        ? length - firstPlace(sorted, length, (one) => !isAfter(one))
        : firstPlace(sorted, length, isAfter);
    const page: number[] = [];
    for (; at < length && page.length < limit; at += 1) {
      const document = sorted[isBackwards ? length - 1 - at : at] ?? 0;
      if (!hasBit(matching, document)) continue;
      if (skipped > 0) skipped -= 1;
      else page.push(document);
    }
    return page;
  }
  const found: number[] = [];
  eachBit(matching, (document) => {
    if (!isAfter || isAfter(document)) found.push(document);
  });
  const compare = comparatorOf(storedOrderOf(order), index.columns);
  const all = Uint32Array.from(found).sort(isBackwards ? (a, b) => compare(b, a) : compare);
  return [...all.subarray(skipped, skipped + limit)];
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
    for (let at = 0; at < rest.length; at += 1) rest[at] = (rest[at] ?? 0) & ~(documents[at] ?? 0);
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
