/**
 * Design note. Documents by the values of a column, and what the index remembers of them: a bitmap that was used is
 * moved with each product that changes. Filters that many visitors have are found there; the bounds that somebody types
 * are looked for among the documents that are left, if these are few.
 */
import { eachBit, setBit, type Bitmap } from "./bitmap.ts";
import type { ColumnArray, ColumnName } from "./columns.ts";
import type { CachedFilter, ProductIndex } from "./product-index.ts";
import { cacheBytes } from "./rules.ts";

/** The values of a column from `low` to `high`, both included. */
export type ValueRange = { column: ColumnName; low: number; high: number };

/** More names than that are forgotten. */
const maxAskedOnce = 1000;

/** Whether a filter was asked for before; the next time it was. */
export function wasAsked({ askedOnce }: ProductIndex, name: string): boolean {
  if (askedOnce.has(name)) return true;
  if (askedOnce.size >= maxAskedOnce) askedOnce.clear();
  askedOnce.add(name);
  return false;
}

const keyOf = ({ column, low, high }: ValueRange) => `${column} ${low} ${high}`;
/** Whether the range has a bitmap, or was asked for before and so deserves one. */
export const isKnownRange = (index: ProductIndex, range: ValueRange): boolean =>
  index.filters.has(keyOf(range)) || wasAsked(index, keyOf(range));

/** The documents with a value in this range, remembered by the index. The bitmap is only read. */
export function rangeFilter(index: ProductIndex, range: ValueRange): CachedFilter {
  const make = () => {
    const bitmap = new Uint32Array(index.words);
    scan(index.columns[range.column], index.documents, range, bitmap);
    return bitmap;
  };
  const holds = (document: number) => isInRange(index, range, document);
  const max = Math.max(1, Math.floor(cacheBytes.filters / (index.words * 4)));
  return rememberFilter(index.filters, max, keyOf(range), { make, holds });
}

/**
 * The filter of a name, made when it is not remembered. The `max` names that were used last are remembered. `holds`
 * says for one document, when it changes, what `make` says for all. The bitmap is only read.
 */
export function rememberFilter(
  cache: Map<string, CachedFilter>,
  max: number,
  name: string,
  { make, holds }: { make: () => Bitmap; holds: (document: number) => boolean },
): CachedFilter {
  const known: CachedFilter = cache.get(name) ?? { bitmap: make(), holds };
  cache.delete(name);
  cache.set(name, known);
  for (const oldest of cache.keys()) {
    if (cache.size <= max) break;
    cache.delete(oldest);
  }
  return known;
}

function isInRange({ columns }: ProductIndex, { column, low, high }: ValueRange, document: number): boolean {
  const value = columns[column][document] ?? 0;
  return value >= low && value <= high;
}

/** Among so small a part of the documents, testing each is faster than making a bitmap of all. */
export const smallPart = 1 / 8;

/** Leaves in the bitmap only documents with a value in this range: for few documents faster than a bitmap of all. */
export function keepInRange(index: ProductIndex, bitmap: Bitmap, range: ValueRange): void {
  const values = index.columns[range.column];
  if (values instanceof Uint32Array) keepIntegers(values, bitmap, range);
  else
    eachBit(bitmap, (document) => {
      if (!isInRange(index, range, document)) setBit(bitmap, document, false);
    });
}
function keepIntegers(values: Uint32Array, bitmap: Bitmap, { low, high }: ValueRange): void {
  const words = bitmap.length;
  for (let at = 0; at < words; at += 1) {
    let bits = (bitmap[at] ?? 0) | 0;
    if (bits === 0) continue;
    let kept = bits;
    do {
      const lowest = bits & -bits;
      bits ^= lowest;
      const value = values[(at << 5) + (31 - Math.clz32(lowest))] ?? 0;
      if (value < low || value > high) kept ^= lowest;
    } while (bits !== 0);
    bitmap[at] = kept;
  }
}

// One function for each type of array: V8 makes fast code only for a loop that always reads the same type.
function scan(values: ColumnArray, documents: number, range: ValueRange, bitmap: Bitmap): void {
  if (values instanceof Uint8Array) scanBytes(values, documents, range, bitmap);
  else if (values instanceof Uint16Array) scanShorts(values, documents, range, bitmap);
  else if (values instanceof Uint32Array) scanIntegers(values, documents, range, bitmap);
  else if (values instanceof Float32Array) scanReals(values, documents, range, bitmap);
  else
    for (let at = 0; at < documents; at += 1)
      if ((values[at] ?? 0) >= range.low && (values[at] ?? 0) <= range.high) setBit(bitmap, at);
}
function scanBytes(values: Uint8Array, documents: number, { low, high }: ValueRange, bitmap: Bitmap): void {
  for (let at = 0; at < documents; at += 1) {
    const value = values[at] ?? 0;
    if (value >= low && value <= high) bitmap[at >>> 5] = (bitmap[at >>> 5] ?? 0) | (1 << (at & 31));
  }
}
function scanShorts(values: Uint16Array, documents: number, { low, high }: ValueRange, bitmap: Bitmap): void {
  for (let at = 0; at < documents; at += 1) {
    const value = values[at] ?? 0;
    if (value >= low && value <= high) bitmap[at >>> 5] = (bitmap[at >>> 5] ?? 0) | (1 << (at & 31));
  }
}
function scanIntegers(values: Uint32Array, documents: number, { low, high }: ValueRange, bitmap: Bitmap): void {
  for (let at = 0; at < documents; at += 1) {
    const value = values[at] ?? 0;
    if (value >= low && value <= high) bitmap[at >>> 5] = (bitmap[at >>> 5] ?? 0) | (1 << (at & 31));
  }
}
function scanReals(values: Float32Array, documents: number, { low, high }: ValueRange, bitmap: Bitmap): void {
  for (let at = 0; at < documents; at += 1) {
    const value = values[at] ?? 0;
    if (value >= low && value <= high) bitmap[at >>> 5] = (bitmap[at >>> 5] ?? 0) | (1 << (at & 31));
  }
}
