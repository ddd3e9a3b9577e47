import type { Context } from "#lib/context.ts";
import type { JobPayloads } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { recordScan } from "./record-scan.ts";

/**
 * Stores what a courier platform reported about a parcel, in order. Scans that are stored already are ignored. Does
 * nothing for a parcel that is gone.
 */
export async function recordScans(
  context: Context,
  { parcelId, source, scans }: JobPayloads["shipping.scans_found"],
  now: Date,
): Promise<void> {
  try {
    for (const { scannedAt, ...scan } of scans)
      await recordScan(context, parcelId, { ...scan, source, scannedAt: new Date(scannedAt) }, now);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === requestRefusals.notFound.code)) throw error;
  }
}
