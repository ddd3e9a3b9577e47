import { minute, second } from "#lib/time.ts";

/** Courier platforms. */
export const platformIds = ["biteship", "rajaongkir"] as const;
export type PlatformId = (typeof platformIds)[number];

/** @rule A courier platform has 8 seconds to answer a call, with at most 512 KB. */
export const platformLimits = { timeout: 8 * second, maxBytes: 512 * 1024 } as const;

/** @rule A platform has 3 seconds to answer with prices. After that buyers pay the built-in tariffs. */
export const ratesTimeout = 3 * second;

/**
 * @rule Prices of a platform are used again for 10 minutes, and so that a purchase costs what was quoted, the built-in
 * tariffs after a failure for 1 minute.
 */
export const ratesTtl = { answered: 10 * minute, failed: 1 * minute } as const;

/** At most so many routes are remembered in a process. */
export const maxCachedRates = 2000;

/** @rule A price of a platform counts only when it is whole, above Rp0 and at most Rp100.000.000. */
export const maxPlatformPrice = 100_000_000;

/**
 * @rule After three failures in a row a courier platform is not called for 5 seconds, then twice as long after each
 * further failure, at most 5 minutes.
 */
export const outageFailures = 3;
const outagePauses = { first: 5 * second, max: 5 * minute };

/** How long calls pause after this many failures in a row, in ms. */
export function outagePause(failures: number): number {
  return Math.min(outagePauses.max, outagePauses.first * 2 ** Math.min(10, failures - outageFailures));
}

/** Longest place and note of a scan that are stored. */
export const scanTextLength = { place: 80, note: 200 } as const;

/** @rule At most the newest 60 scans of one answer are read. */
export const maxScans = 60;

/** A platform's text as it is stored: without control characters, of limited length. */
export function cleanText(text: string | null | undefined, maxLength: number): string {
  return (text ?? "")
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, maxLength);
}
