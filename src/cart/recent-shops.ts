/**
 * The shops of the goods that buyers have selected, as this process last read them. A quote reads what belongs to these
 * shops together with the lines, instead of after them (docs/decisions/0118). It is a guess: another process may have
 * changed the cart, so the reader compares it with the lines.
 */
import type { LineRow } from "./queries.ts";
import { problemOf } from "./line-problem.ts";

export type GuessedShops = {
  shopIds: readonly string[];
  /** The provinces that they send from. */
  provinces: readonly string[];
};

/** At most this many buyers are remembered, about 2 MB. */
const maxBuyers = 5000;
const byBuyer = new Map<string, GuessedShops>();

/** Remembers the shops of a buyer's next quote, given by their regencies' codes. */
export function rememberShops(userId: string, shops: readonly { shopId: string; originRegency: string }[]): void {
  byBuyer.delete(userId);
  if (shops.length === 0) return;
  byBuyer.set(userId, {
    shopIds: [...new Set(shops.map(({ shopId }) => shopId))],
    provinces: [...new Set(shops.map(({ originRegency }) => originRegency.slice(0, 2)))],
  });
  const [oldest] = byBuyer.keys();
  if (byBuyer.size > maxBuyers && oldest !== undefined) byBuyer.delete(oldest);
}

/** Whether exactly these are the shops of the lines, and nothing else was read for them. */
export function isGuessOf(
  { shopIds, provinces }: GuessedShops,
  lines: readonly { shopId: string; originRegency: string }[],
): boolean {
  const actual = new Set(lines.map(({ shopId }) => shopId));
  return (
    actual.size === shopIds.length &&
    shopIds.every((shopId) => actual.has(shopId)) &&
    lines.every(({ originRegency }) => provinces.includes(originRegency.slice(0, 2)))
  );
}

/** Remembers the shops of the lines of a buyer's cart that a quote would price. */
export function rememberShopsOfCart(userId: string, lines: readonly LineRow[]): void {
  rememberShops(
    userId,
    lines
      .filter((line) => line.selected && problemOf(line) === null)
      .map((line) => ({ shopId: line.shop_id, originRegency: line.origin_regency })),
  );
}

/** The shops that this buyer's next quote is probably about. */
export function guessShops(userId: string): GuessedShops | undefined {
  return byBuyer.get(userId);
}
