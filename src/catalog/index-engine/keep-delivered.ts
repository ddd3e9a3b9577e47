import type { DeliveryLimit } from "../listing/filters.ts";
import type { Bitmap } from "./bitmap.ts";
import { keywordsOf } from "./columns.ts";
import type { ProductIndex } from "./product-index.ts";

type ParcelLimit = Pick<DeliveryLimit, "maxGrams" | "maxCubicCm">;
/** Instead of the number of limits that were not looked for yet. */
const unknown = 65_535;

/**
 * Keeps the documents whose parcels are within a limit of their city and of their shop's couriers. It looks at each
 * document of the bitmap, so it comes after all other filters; what holds for a city and a list of couriers is found
 * once.
 */
export function keepDelivered(index: ProductIndex, bitmap: Bitmap, limits: readonly DeliveryLimit[]): void {
  const { city: cities, services: lists, grams, cubicCm } = index.columns;
  const cityTexts = index.codes["city"]?.texts ?? [];
  const listTexts = (index.codes["services"]?.texts ?? []).map(keywordsOf);
  const ofCity = new Map<string, DeliveryLimit[]>();
  for (const limit of limits)
    for (const origin of limit.origins) {
      const known = ofCity.get(origin);
      if (known) known.push(limit);
      else ofCity.set(origin, [limit]);
    }
  // Different limits by their number; nearly always the first one is the widest. Number 0 lets nothing through.
  const numbers = new Map([["", 0]]);
  const firstGrams = [-1];
  const firstCubicCm = [-1];
  const others: (ParcelLimit[] | undefined)[] = [undefined];
  const numberOf = (city: number, list: number): number => {
    const services = listTexts[list] ?? [];
    const found = widest(
      (ofCity.get(cityTexts[city] ?? "") ?? []).filter(({ couriers }) =>
        couriers.some((one) => services.includes(one)),
      ),
    );
    const key = found.map(({ maxGrams, maxCubicCm }) => `${maxGrams} ${maxCubicCm}`).join();
    let number = numbers.get(key);
    const [first, ...more] = found;
    if (number === undefined && first) {
      number = others.push(more.length > 0 ? more : undefined) - 1;
      firstGrams.push(first.maxGrams);
      firstCubicCm.push(first.maxCubicCm);
      numbers.set(key, number);
    }
    return number ?? 0;
  };
  const rows: (Uint16Array | undefined)[] = [];
  for (let at = 0; at < bitmap.length; at += 1) {
    let bits = bitmap[at] ?? 0;
    let kept = bits;
    while (bits !== 0) {
      const lowest = bits & -bits;
      bits ^= lowest;
      const document = (at << 5) + (31 - Math.clz32(lowest));
      const city = cities[document] ?? 0;
      const list = lists[document] ?? 0;
      const row = (rows[city] ??= new Uint16Array(listTexts.length).fill(unknown));
      let number = row[list] ?? 0;
      if (number === unknown) row[list] = number = numberOf(city, list);
      const [weight, size] = [grams[document] ?? 0, cubicCm[document] ?? 0];
      if (weight <= (firstGrams[number] ?? -1) && size <= (firstCubicCm[number] ?? -1)) continue;
      const more = others[number];
      if (more?.some((one) => weight <= one.maxGrams && size <= one.maxCubicCm)) continue;
      kept ^= lowest;
    }
    bitmap[at] = kept;
  }
}

/** Without those that another one includes. */
function widest(limits: readonly ParcelLimit[]): ParcelLimit[] {
  const sorted = limits.toSorted((a, b) => b.maxGrams - a.maxGrams || b.maxCubicCm - a.maxCubicCm);
  return sorted.filter((one, at) => sorted.slice(0, at).every((wider) => wider.maxCubicCm < one.maxCubicCm));
}
