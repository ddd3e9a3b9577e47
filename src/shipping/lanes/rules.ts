import { day } from "#lib/time.ts";

/**
 * @rule How long parcels usually take is measured between two provinces for each courier, from at least 20 parcels that
 * arrived within the last 180 days. Parcels count only when the courier reported their arrival.
 */
export const laneHistory = { minParcels: 20, duration: 180 * day } as const;

/** @rule Usually means the days in which the middle eight of ten parcels arrived, the fastest and slowest left out. */
export const laneShares = { from: 0.1, to: 0.9 } as const;

/** In how many days parcels of a courier arrived on a way, and how many were measured. */
export type UsualDays = { min: number; max: number; parcels: number };

/** The same with the province of the shop. */
export type Lane = UsualDays & { origin: string; courier: string };

/** `2–3 hari`. */
export function formatDays({ min, max }: Pick<UsualDays, "min" | "max">): string {
  return min === max ? `${min} hari` : `${min}–${max} hari`;
}
