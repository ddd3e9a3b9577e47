/**
 * Design note. Sets of document numbers as bits. All bitmaps of one index have the same number of 32-bit words. A loop
 * over them reads the length once: optimised code of V8 that reads it at each step takes three to five times as long.
 * And it makes a word a signed number (`| 0`), because V8 calculates with integers only when a variable has one kind.
 */
export type Bitmap = Uint32Array;

/** The words that `documents` bits need. */
export const wordsFor = (documents: number): number => (documents + 31) >>> 5;

export function hasBit(bitmap: Bitmap, document: number): boolean {
  return ((bitmap[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0;
}

export function setBit(bitmap: Bitmap, document: number, isSet = true): void {
  const at = document >>> 5;
  const bit = 1 << (document & 31);
  bitmap[at] = isSet ? (bitmap[at] ?? 0) | bit : (bitmap[at] ?? 0) & ~bit;
}

export function andInto(target: Bitmap, other: Bitmap): void {
  const words = target.length;
  for (let at = 0; at < words; at += 1) target[at] = (target[at] ?? 0) & (other[at] ?? 0);
}

export function orInto(target: Bitmap, other: Bitmap): void {
  const words = other.length;
  for (let at = 0; at < words; at += 1) target[at] = (target[at] ?? 0) | (other[at] ?? 0);
}

export function removeFrom(target: Bitmap, other: Bitmap): void {
  const words = target.length;
  for (let at = 0; at < words; at += 1) target[at] = (target[at] ?? 0) & ~(other[at] ?? 0);
}

/** How many bits are set. */
export function countBits(bitmap: Bitmap): number {
  const words = bitmap.length;
  let count = 0;
  for (let at = 0; at < words; at += 1) {
    let bits = (bitmap[at] ?? 0) | 0;
    if (bits === 0) continue;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** How many bits are set in both. */
export function countCommonBits(one: Bitmap, other: Bitmap): number {
  const words = one.length;
  let count = 0;
  for (let at = 0; at < words; at += 1) {
    let bits = (one[at] ?? 0) & (other[at] ?? 0);
    if (bits === 0) continue;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Calls `visit` with each document of the set, in ascending order. */
export function eachBit(bitmap: Bitmap, visit: (document: number) => void): void {
  const words = bitmap.length;
  for (let at = 0; at < words; at += 1) {
    let bits = (bitmap[at] ?? 0) | 0;
    while (bits !== 0) {
      const lowest = bits & -bits;
      visit((at << 5) + (31 - Math.clz32(lowest)));
      bits ^= lowest;
    }
  }
}

/** The documents of a set with `count` of them, in ascending order. */
export function documentsOf(bitmap: Bitmap, count: number): Uint32Array {
  const documents = new Uint32Array(count);
  const words = bitmap.length;
  let found = 0;
  for (let at = 0; at < words; at += 1) {
    let bits = (bitmap[at] ?? 0) | 0;
    while (bits !== 0) {
      documents[found] = (at << 5) + (31 - Math.clz32(bits & -bits));
      found += 1;
      bits &= bits - 1;
    }
  }
  return documents;
}
