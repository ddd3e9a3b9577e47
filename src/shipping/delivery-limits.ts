/**
 * Design note. The limits of a place and price are remembered by each process, under the name of the rates that count
 * at the moment: a listing asks for this name alone. A place may have thousands of limits where an operator imported
 * rates from each city, so what is remembered is bounded by their number.
 */
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { listRegencies } from "./queries.ts";
import { isPricedByTable } from "./quote-shipping.ts";
import { couriersOfTable, zoneBetween } from "./rules.ts";
import { listRatesTo, nameRates } from "./tariffs/queries.ts";
import { builtInRates, destinationsAround, maxKgFor, placesOf, rateFor, rateKey } from "./tariffs/rules.ts";

/** Parcels from these regencies with these couriers and of at most this weight and size cost no more than was asked. */
type Limit = { origins: string[]; couriers: string[]; maxGrams: number; maxCubicCm: number };

/** So many limits are remembered; a place and price has about 10, with rates from each city up to 6,000. */
const maxRemembered = 30_000;
const sizeOf = ({ limits }: { limits: readonly Limit[] }) => limits.length + 1;
/** By database, place, price and couriers; the ones that were asked for last are at the end. */
const remembered = new WeakMap<Queryable, Map<string, { rates: string; limits: readonly Limit[] }>>();

/**
 * Which parcels some courier brings to a regency or district for at most `max` rupiah. It says for all products of the
 * marketplace at once what `findLowestPrices` says for each: regencies with the same prices are one, usually a zone.
 * The same list as before, as long as the same rates count.
 */
export async function findDeliveryLimits(
  { db, config }: Pick<Context, "db" | "config">,
  { to, max }: { to: string; max: Rupiah },
  now: Date,
): Promise<readonly Limit[]> {
  const couriers = couriersOfTable.filter(({ id }) => isPricedByTable(config, id));
  const known = remembered.get(db) ?? new Map<string, { rates: string; limits: readonly Limit[] }>();
  remembered.set(db, known);
  const key = [to, max, ...couriers.map(({ id }) => id)].join(" ");
  const rates = await nameRates(db, now);
  const found = known.get(key);
  const limits = found?.rates === rates ? found.limits : await makeLimits(db, { to, max, couriers }, now);
  known.delete(key);
  known.set(key, { rates, limits });
  let sum = 0;
  for (const one of known.values()) sum += sizeOf(one);
  for (const [oldest, one] of known) {
    if (sum <= maxRemembered) break;
    known.delete(oldest);
    sum -= sizeOf(one);
  }
  return limits;
}

async function makeLimits(
  db: Queryable,
  { to, max, couriers }: { to: string; max: Rupiah; couriers: typeof couriersOfTable },
  now: Date,
): Promise<Limit[]> {
  const destination = { destinationRegency: to.slice(0, 5), destinationDistrict: to.length > 5 ? to : null };
  const [origins, imported] = await Promise.all([
    listRegencies(db),
    listRatesTo(db, destinationsAround(destination), now),
  ]);
  // An imported rate of the same route replaces the one of the table.
  const rates = new Map([...builtInRates(couriers), ...imported].map((rate) => [rateKey(rate), rate]));
  // A marketplace may have imported a rate of each courier from each city, so each origin looks only at its own.
  const ofOrigin = Map.groupBy(rates.values(), ({ courier, origin }) => `${courier} ${origin}`);
  const exact = new Set(imported.map(({ origin }) => origin));

  // Origins without rates of their own differ only by their zone.
  const groups = new Map<string, string[]>();
  for (const origin of origins) {
    const zone = zoneBetween(origin, destination.destinationRegency);
    const own = [origin, origin.slice(0, 2)].find((place) => exact.has(place));
    const key = own === undefined ? zone : `${own} ${zone}`;
    groups.set(key, [...(groups.get(key) ?? []), origin]);
  }
  return [...groups.values()].flatMap((members) => {
    const route = { originRegency: members[0] ?? "", ...destination };
    const limits = new Map<string, Limit>();
    for (const { id } of couriers) {
      const candidates = placesOf(route).origins.flatMap((origin) => ofOrigin.get(`${id} ${origin}`) ?? []);
      const rate = rateFor(candidates, id, route);
      const kg = rate && maxKgFor(rate, max);
      if (!rate || kg === undefined) continue;
      const key = `${kg} ${rate.divisor}`;
      const known = limits.get(key);
      if (known) known.couriers.push(id);
      else limits.set(key, { origins: members, couriers: [id], maxGrams: kg * 1000, maxCubicCm: kg * rate.divisor });
    }
    return [...limits.values()];
  });
}
