import { second } from "#lib/time.ts";

/** @rule A payment provider has 8 seconds to answer a call, with at most 256 KB. */
export const serviceLimits = { timeout: 8 * second, maxBytes: 256 * 1024 } as const;

/** Whether a reference can be one that we gave to a charge. Providers also notify about other things. */
export function isOurReference(reference: string): boolean {
  return /^KWG-[0-9A-F]{20}$/.test(reference);
}

/** Stands for a stated amount that is not whole rupiah: no charge has it. */
export const unreadableAmount = -1;

/**
 * @rule After three failures in a row a provider is not called for 2 seconds, then twice as long after each further
 * failure, at most a minute.
 */
export const outageFailures = 3;
const outagePauses = { first: 2 * second, max: 60 * second };

/** How long calls pause after this many failures in a row, in ms. */
export function outagePause(failures: number): number {
  return Math.min(outagePauses.max, outagePauses.first * 2 ** Math.min(10, failures - outageFailures));
}
