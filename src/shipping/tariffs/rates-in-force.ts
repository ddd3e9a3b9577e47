import type { Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { countExactRoutes, listRatesBetween } from "./queries.ts";
import { builtInRates, rateKey, tariffCouriers, zoneNames } from "./rules.ts";

export type CourierInForce = {
  courier: string;
  zones: { zone: string; per_kg: Rupiah | null; days_min: number; days_max: number; is_imported: boolean }[];
  exact_routes: number;
};

/**
 * What counts at a moment by courier and zone, from any origin: what operators imported, and the built-in table where
 * they imported nothing. Routes with a rate of their own are only counted.
 */
export async function findRatesInForce(db: Queryable, now: Date): Promise<CourierInForce[]> {
  const zones = Object.values(zoneNames);
  const couriers = tariffCouriers.map(({ id }) => id);
  const imported = await listRatesBetween(db, { couriers, origins: ["*"], destinations: zones }, now);
  const exact = await countExactRoutes(db, zones, now);
  const known = new Set(imported.map(rateKey));
  const all = new Map([...builtInRates(), ...imported].map((rate) => [rateKey(rate), rate]));
  return couriers.map((courier) => ({
    courier,
    zones: zones.flatMap((zone) => {
      const key = `${courier} * ${zone}`;
      const rate = all.get(key);
      if (!rate) return [];
      const { perKg, daysMin, daysMax } = rate;
      return [{ zone, per_kg: perKg, days_min: daysMin, days_max: daysMax, is_imported: known.has(key) }];
    }),
    exact_routes: exact.get(courier) ?? 0,
  }));
}
