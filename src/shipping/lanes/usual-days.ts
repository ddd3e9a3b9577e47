import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { listLanes, replaceLanes } from "./queries.ts";
import { laneHistory, laneShares, type Lane, type UsualDays } from "./rules.ts";

const provinceOf = (regency: string) => regency.slice(0, 2);

/** Measures again how long parcels take, from those that arrived lately. */
export async function updateLanes({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  const since = addDuration(now, -laneHistory.duration);
  await db.transaction((tx) => replaceLanes(tx, { since, now, minParcels: laneHistory.minParcels, ...laneShares }));
}

/**
 * In how many days parcels usually arrive from each of these regencies in one regency. Returns a function of origin and
 * courier, which answers null where too few parcels were measured. One statement.
 */
export async function findUsualDays(
  db: Queryable,
  origins: readonly string[],
  destination: string,
): Promise<(origin: string, courier: string) => UsualDays | null> {
  const lanes = await listLanes(db, [...new Set(origins.map(provinceOf))], provinceOf(destination));
  return usualDaysOf(lanes);
}

/** The same of statistics that the caller has read. */
export function usualDaysOf(lanes: readonly Lane[]): (origin: string, courier: string) => UsualDays | null {
  const byKey = new Map(lanes.map(({ origin, courier, ...days }) => [`${origin} ${courier}`, days]));
  return (origin, courier) => byKey.get(`${provinceOf(origin)} ${courier}`) ?? null;
}
