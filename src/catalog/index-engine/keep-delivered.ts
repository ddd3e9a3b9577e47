/**
 * Design note. Which products a courier brings to a place for a price. What counts for a city and a list of couriers is
 * found once, and cities with the same limits share it. The documents of a place and price are a bitmap that the index
 * remembers under a key made of the limits: other limits have another key, so new rates need no purge. Among few
 * documents each is looked at instead, the first time.
 */
import { createHash } from "node:crypto";
import type { DeliveryLimit } from "../listing/filters.ts";
import { andInto, countBits, type Bitmap } from "./bitmap.ts";
import { keywordsOf } from "./columns.ts";
import { type ProductIndex } from "./product-index.ts";
import { rememberFilter, smallPart, wasAsked } from "./range-bitmaps.ts";
import { maxDeliveries } from "./rules.ts";

const keys = new WeakMap<readonly DeliveryLimit[], string>();

/** The same text for limits with the same content; computed once for each list. */
export function deliveryKey(limits: readonly DeliveryLimit[]): string {
  let key = keys.get(limits);
  if (key === undefined)
    keys.set(limits, (key = createHash("sha256").update(JSON.stringify(limits)).digest("base64url")));
  return key;
}

/** Says the key of limits that came from another process. */
export function nameDelivery(limits: readonly DeliveryLimit[], key: string): void {
  keys.set(limits, key);
}

type ParcelLimit = Pick<DeliveryLimit, "maxGrams" | "maxCubicCm">;

/** Keeps the documents whose parcels are within a limit of their city and of their shop's couriers. */
export function keepDelivered(index: ProductIndex, bitmap: Bitmap, limits: readonly DeliveryLimit[]): void {
  const key = deliveryKey(limits);
  const isFew = !index.deliveries.has(key) && countBits(bitmap) <= index.documents * smallPart;
  if (isFew && !wasAsked(index, key)) {
    keepWithin(index, bitmap, limits);
    return;
  }
  const make = () => {
    const all = new Uint32Array(index.words);
    all.set(index.live);
    keepWithin(index, all, limits);
    return all;
  };
  const holds = (document: number) => isWithin(index, limits, document);
  andInto(bitmap, rememberFilter(index.deliveries, maxDeliveries, key, { make, holds }).bitmap);
}

function isWithin({ columns, codes }: ProductIndex, limits: readonly DeliveryLimit[], document: number): boolean {
  const textOf = (column: "city" | "services") => codes[column]?.texts[columns[column][document] ?? 0] ?? "";
  const [city, services] = [textOf("city"), keywordsOf(textOf("services"))];
  const [grams, cubicCm] = [columns.grams[document] ?? 0, columns.cubicCm[document] ?? 0];
  return limits.some(
    ({ origins, couriers, maxGrams, maxCubicCm }) =>
      grams <= maxGrams &&
      cubicCm <= maxCubicCm &&
      origins.includes(city) &&
      couriers.some((one) => services.includes(one)),
  );
}

/** A cell of the table below that was not looked up yet; no parcel weighs as little as -1 grams. */
const [unknown, nothing] = [-2, -1];

function keepWithin(index: ProductIndex, bitmap: Bitmap, limits: readonly DeliveryLimit[]): void {
  const { city: cities, services: lists, grams, cubicCm } = index.columns;
  const { groups, groupOf } = groupCities(index, limits);
  const listTexts = (index.codes["services"]?.texts ?? []).map(keywordsOf);
  const width = listTexts.length;
  const rowOf = Uint32Array.from(groupOf, (group) => group * width);
  // By group of cities and list of couriers, the limit that is nearly always the widest; `others` has the rest.
  const firstGrams = new Float64Array(groups.length * width).fill(unknown);
  const firstCubicCm = new Float64Array(groups.length * width).fill(nothing);
  const hasOthers = new Uint8Array(groups.length * width);
  const others = new Map<number, ParcelLimit[]>();
  const lookUp = (cell: number): number => {
    const services = listTexts[cell % width] ?? [];
    const [first, ...more] = widest(
      (groups[Math.floor(cell / width)] ?? []).filter(({ couriers }) => couriers.some((one) => services.includes(one))),
    );
    firstCubicCm[cell] = first?.maxCubicCm ?? nothing;
    if (more.length > 0) others.set(cell, more);
    hasOthers[cell] = more.length > 0 ? 1 : 0;
    return (firstGrams[cell] = first?.maxGrams ?? nothing);
  };
  const isWithinOthers = (cell: number, weight: number, size: number) =>
    others.get(cell)?.some((one) => weight <= one.maxGrams && size <= one.maxCubicCm) ?? false;
  const words = bitmap.length;
  for (let at = 0; at < words; at += 1) {
    let bits = (bitmap[at] ?? 0) | 0;
    if (bits === 0) continue;
    let kept = 0;
    do {
      const lowest = bits & -bits;
      bits ^= lowest;
      const document = (at << 5) + (31 - Math.clz32(lowest));
      const cell = (rowOf[cities[document] ?? 0] ?? 0) + (lists[document] ?? 0);
      let most = firstGrams[cell] ?? nothing;
      if (most === unknown) most = lookUp(cell);
      const weight = grams[document] ?? 0;
      const size = cubicCm[document] ?? 0;
      if (weight <= most && size <= (firstCubicCm[cell] ?? nothing)) kept |= lowest;
      else if (hasOthers[cell] === 1 && isWithinOthers(cell, weight, size)) kept |= lowest;
    } while (bits !== 0);
    bitmap[at] = kept;
  }
}

/** The limits of each group of cities, and the group of each city of the index. Group 0 has none. */
function groupCities(
  index: ProductIndex,
  limits: readonly DeliveryLimit[],
): { groups: DeliveryLimit[][]; groupOf: Uint16Array } {
  const ofCity = new Map<string, number[]>();
  for (const [at, { origins }] of limits.entries())
    for (const origin of origins) {
      const known = ofCity.get(origin);
      if (known) known.push(at);
      else ofCity.set(origin, [at]);
    }
  const cityTexts = index.codes["city"]?.texts ?? [];
  const groups: DeliveryLimit[][] = [[]];
  const numbers = new Map([["", 0]]);
  const groupOf = Uint16Array.from(cityTexts, (city) => {
    const own = ofCity.get(city) ?? [];
    const key = own.join();
    let number = numbers.get(key);
    if (number === undefined) {
      number = groups.push(own.flatMap((at) => limits[at] ?? [])) - 1;
      numbers.set(key, number);
    }
    return number;
  });
  return { groups, groupOf };
}

/** Without those that another one includes. */
function widest(limits: readonly ParcelLimit[]): ParcelLimit[] {
  const sorted = limits.toSorted((a, b) => b.maxGrams - a.maxGrams || b.maxCubicCm - a.maxCubicCm);
  return sorted.filter((one, at) => sorted.slice(0, at).every((wider) => wider.maxCubicCm < one.maxCubicCm));
}
