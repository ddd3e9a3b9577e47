import type { Queryable } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { hasListSince, listRatesBetween } from "./queries.ts";
import { placesOf, quotedTariffDuration, type Rate, type Route } from "./rules.ts";

/** The imported rates that count at a moment for these parcels, in one statement. */
export async function findRates(
  db: Queryable,
  parcels: readonly (Route & { couriers: readonly string[] })[],
  at: Date,
): Promise<Rate[]> {
  if (parcels.length === 0) return [];
  const places = parcels.map(placesOf);
  const all = {
    couriers: [...new Set(parcels.flatMap(({ couriers }) => couriers))],
    origins: [...new Set(places.flatMap(({ origins }) => origins))],
    destinations: [...new Set(places.flatMap(({ destinations }) => destinations))],
  };
  return listRatesBetween(db, all, at);
}

/** Whether imported rates may have priced a checkout that its buyer sees now. */
export function mayHaveRates(db: Queryable, now: Date): Promise<boolean> {
  return hasListSince(db, addDuration(now, -quotedTariffDuration));
}
