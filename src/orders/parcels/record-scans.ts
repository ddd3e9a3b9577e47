import type { Context } from "#lib/context.ts";
import type { JobPayloads } from "#lib/jobs.ts";
import { confirmScans, unfollowParcel } from "#shipping/tracking/follow-parcel.ts";
import { findParcel } from "./queries.ts";
import { recordScanIn } from "./record-scan.ts";

/**
 * Stores what a courier platform reported about a parcel, in order and in one transaction, and confirms it. Scans that
 * are stored already are ignored. A parcel that is gone is no longer followed.
 */
export async function recordScans(
  context: Context,
  { parcelId, source, digest = "", scans }: JobPayloads["shipping.scans_found"],
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await findParcel(tx, parcelId))) return unfollowParcel(tx, parcelId);
    for (const { scannedAt, ...scan } of scans)
      await recordScanIn(tx, context, parcelId, { ...scan, source, scannedAt: new Date(scannedAt) }, now);
    await confirmScans(tx, parcelId, digest);
  });
}
