import { day, hour, minute, second } from "#lib/time.ts";

/**
 * @rule A courier platform is asked about a parcel every 20 minutes while it reports something new, then less and less
 * often, at least every 6 hours.
 */
const pollIntervals = { first: 20 * minute, max: 6 * hour };

/** The time until the next poll of a parcel, in ms, after `quiet` polls without anything new. */
export function pollInterval(quiet: number): number {
  return Math.min(pollIntervals.max, pollIntervals.first * 2 ** Math.min(10, Math.floor(quiet / 2)));
}

/**
 * @rule A poll of a parcel that failed is repeated after 5 minutes, then twice as long after each further failure, at
 * most 2 hours.
 */
export function retryInterval(failures: number): number {
  return Math.min(2 * hour, 5 * minute * 2 ** Math.min(10, Math.max(0, failures - 1)));
}

/**
 * @rule One run polls at most 300 parcels of each courier platform, four at a time, for at most 50 seconds. Platforms
 * are polled side by side, so one that is down delays only its own parcels.
 */
export const pollRun = { max: 300, concurrency: 4, duration: 50 * second } as const;

/** How long a process holds the parcel that it polls. After that another process may poll it. */
export const pollLeaseDuration = 2 * minute;

/** @rule A parcel is followed for at most 90 days. */
export const followDuration = 90 * day;

/** @rule The parcels of a cancelled or refunded order are followed for 5 more days. */
export const graceDuration = 5 * day;

/** @rule One network may send 60 notifications about parcels without the right secret a minute. */
export const forgedNotifications = { max: 60, window: 1 * minute } as const;
