/**
 * Design note. Ranks the documents of a bitmap by the formula. Of many, only the best-selling (`maxCandidates`) are
 * candidates, as in every engine. Candidates are numbers in ascending order, as the lists of tokens are, so that both
 * are read side by side. Each step is a loop over arrays of numbers: an object or a call for each candidate took two
 * thirds of the time.
 */
import type { UnderstoodQuery } from "#search/understand-query.ts";
import { rankCandidates } from "../listing/rank-candidates.ts";
import { maxCandidates } from "../listing/ranking.ts";
import { documentsOf, hasBit, type Bitmap } from "./bitmap.ts";
import type { ColumnArray } from "./columns.ts";
import { baseList, firstPlace, newEntries, type ProductIndex } from "./product-index.ts";
import { maxDocuments } from "./rules.ts";
import { pageOf } from "./sort-documents.ts";

/** The best `limit` documents of a bitmap with `total` of them, the best first. */
export function rankDocuments(
  index: ProductIndex,
  matching: Bitmap,
  total: number,
  {
    understood,
    limit,
    ...options
  }: { understood: UnderstoodQuery; limit: number; now: number; similar?: boolean | undefined },
): number[] {
  const documents = candidatesOf(index, matching, total);
  const count = documents.length;
  const known = new Map<string, Uint8Array>();
  const { sold, score, inStock, price, createdAt } = index.columns;
  const moments = valuesOf(createdAt, documents);
  for (let at = 0; at < count; at += 1) moments[at] = (moments[at] ?? 0) / 1000;
  const ranks = rankCandidates(
    understood,
    {
      count,
      placesOf(token) {
        let places = known.get(token);
        if (!places) known.set(token, (places = placesOf(index, token, documents)));
        return places;
      },
      sold: valuesOf(sold, documents),
      ratingScore: valuesOf(score, documents),
      inStock: valuesOf(inStock, documents),
      price: valuesOf(price, documents),
      createdAt: moments,
    },
    options,
  );
  return bestOf(documents, ranks, limit);
}

function valuesOf(column: ColumnArray, documents: Uint32Array): Float64Array {
  const count = documents.length;
  const values = new Float64Array(count);
  for (let at = 0; at < count; at += 1) values[at] = column[documents[at] ?? 0] ?? 0;
  return values;
}

// The documents with the highest ranks, the highest first; among equals the smaller number.
function bestOf(documents: Uint32Array, ranks: Float64Array, limit: number): number[] {
  const least = ranks.slice().sort()[Math.max(0, ranks.length - limit)] ?? 0;
  const places: number[] = [];
  const count = ranks.length;
  for (let at = 0; at < count; at += 1) if ((ranks[at] ?? 0) >= least) places.push(at);
  return places
    .sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b)
    .slice(0, limit)
    .map((at) => documents[at] ?? 0);
}

/** A step of a walk costs about as much as a twentieth of sorting one more document. */
const sortCost = 20;

// The best-selling of the documents, in ascending order.
function candidatesOf(index: ProductIndex, matching: Bitmap, total: number): Uint32Array {
  if (total > maxCandidates && (index.documents * maxCandidates) / total < total * sortCost)
    return Uint32Array.from(
      pageOf(index, matching, total, { order: "best", start: { offset: 0 }, limit: maxCandidates }),
    ).sort();
  const documents = documentsOf(matching, total);
  if (total <= maxCandidates) return documents;
  // One number for stock, sales and document is sorted much faster than documents by comparing.
  const { inStock, sold } = index.columns;
  const keys = new Float64Array(total);
  for (let at = 0; at < total; at += 1) {
    const document = documents[at] ?? 0;
    keys[at] =
      ((inStock[document] ?? 0) * 2 ** 31 + Math.min(sold[document] ?? 0, 2 ** 31 - 1)) * (maxDocuments + 1) +
      (maxDocuments - document);
  }
  keys.sort();
  const best = new Uint32Array(maxCandidates);
  for (let at = 0; at < maxCandidates; at += 1)
    best[at] = maxDocuments - ((keys[total - maxCandidates + at] ?? 0) % (maxDocuments + 1));
  return best.sort();
}

/** From a list that is so many times longer than the candidates, each candidate is looked up. */
const longList = 8;

// The best place of a token in each of the candidates; 0 for those that do not have it.
function placesOf(index: ProductIndex, token: string, documents: Uint32Array): Uint8Array {
  const places = new Uint8Array(documents.length);
  const list = baseList(index, token);
  if (list?.bitmap) readBitmap(places, list, documents, index);
  else if (list && list.entries.length < documents.length * longList) readEntries(places, list.entries, documents);
  else if (list) findEntries(places, list.entries, documents);
  if (list && !list.bitmap) dropReworded(places, documents, index);
  for (const entry of newEntries(index, token)) {
    const document = entry >>> 2;
    const at = firstPlace(documents, documents.length, (one) => one >= document);
    if (documents[at] === document) places[at] = (entry & 3) + 1;
  }
  return places;
}

function readBitmap(
  places: Uint8Array,
  { bitmap, places: stored }: { bitmap: Bitmap; places: Uint32Array },
  documents: Uint32Array,
  { base, reworded }: Pick<ProductIndex, "base" | "reworded">,
): void {
  const count = documents.length;
  for (let at = 0; at < count; at += 1) {
    const document = documents[at] ?? 0;
    if (document >= base) break;
    if (hasBit(bitmap, document) && !hasBit(reworded, document))
      places[at] = (((stored[document >>> 4] ?? 0) >>> ((document & 15) * 2)) & 3) + 1;
  }
}

function readEntries(places: Uint8Array, entries: Uint32Array, documents: Uint32Array): void {
  const [listed, count] = [entries.length, documents.length];
  let at = 0;
  for (let next = 0; next < listed && at < count; next += 1) {
    const entry = entries[next] ?? 0;
    const document = entry >>> 2;
    while (at < count && (documents[at] ?? 0) < document) at += 1;
    if (documents[at] === document) places[at] = (entry & 3) + 1;
  }
}

function findEntries(places: Uint8Array, entries: Uint32Array, documents: Uint32Array): void {
  const [listed, count] = [entries.length, documents.length];
  let low = 0;
  for (let at = 0; at < count; at += 1) {
    const document = documents[at] ?? 0;
    let high = listed;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((entries[middle] ?? 0) >>> 2 >= document) high = middle;
      else low = middle + 1;
    }
    const entry = entries[low];
    if (entry === undefined) return;
    if (entry >>> 2 === document) places[at] = (entry & 3) + 1;
  }
}

// The snapshot has the old tokens of products whose words changed.
function dropReworded(places: Uint8Array, documents: Uint32Array, { reworded }: Pick<ProductIndex, "reworded">): void {
  const count = documents.length;
  for (let at = 0; at < count; at += 1) if (hasBit(reworded, documents[at] ?? 0)) places[at] = 0;
}
