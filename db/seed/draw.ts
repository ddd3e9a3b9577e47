import { createRandom } from "../demo/random.ts";

export type Random = ReturnType<typeof createRandom>;

/**
 * A generator for one thing of the seed, such as the product of number 17. Each thing has its own, so that it stays the
 * same when something else of the marketplace changes.
 */
export function randomOf(seed: number, kind: number, at: number): Random {
  return createRandom(
    (Math.imul(seed, 0x9e3779b1) ^ Math.imul(kind + 1, 0x85ebca6b) ^ Math.imul(at + 1, 0xc2b2ae35)) >>> 0,
  );
}

/** Picks an early entry more often than a late one. */
export function pickEarly<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random.next() ** 2 * list.length)] ?? random.pick(list);
}

/**
 * Picks from 0 to `count` − 1, with chances by Zipf's law: the entry at place k has the weight k^−exponent. Returns a
 * function that needs one number from 0 to 1.
 */
export function zipf(count: number, exponent: number): (draw: number) => number {
  const sums = new Float64Array(count);
  let total = 0;
  for (let at = 0; at < count; at += 1) {
    total += (at + 1) ** -exponent;
    sums[at] = total;
  }
  return (draw) => {
    const wanted = draw * total;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** A number around 0 with a spread of about 1, at most 3 away. */
export function bell(random: Random): number {
  return random.next() + random.next() + random.next() + random.next() + random.next() + random.next() - 3;
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

/**
 * A UUID of version 7 with this moment (in milliseconds), as the database makes them. `number` makes it different from
 * all others of its table, because among millions of generators some give the same.
 */
export function idAt(random: Random, milliseconds: number, number: number): string {
  const part = () => Math.floor(random.next() * 0x10000);
  const time = hex(milliseconds, 12);
  const mixed = Math.imul(number, 0x9e3779b1) >>> 0;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(part() & 0xfff, 3)}-${hex(0x8000 | (part() & 0x3fff), 4)}-${hex(part(), 4)}${hex(mixed, 8)}`;
}
