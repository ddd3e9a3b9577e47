import type { Context } from "#lib/context.ts";
import type { JobPayloads } from "#lib/jobs.ts";
import { confirmScans, unfollowParcel } from "#shipping/tracking/follow-parcel.ts";
import { lockOrder } from "../change-order.ts";
import { findParcel } from "./queries.ts";
import { recordScanIn } from "./record-scan.ts";
import { listReplacedNumbers } from "./replacement-queries.ts";

/**
 * Stores what a courier platform reported about a parcel, in order and in one transaction, and confirms it. Scans that
 * are stored already are ignored, and so are those of a number that the seller replaced. A parcel that is gone is no
 * longer followed.
 */
export async function recordScans(
  context: Context,
  { parcelId, trackingNumber, source, digest = "", scans }: JobPayloads["shipping.scans_found"],
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const parcel = await findParcel(tx, parcelId);
    if (!parcel) return unfollowParcel(tx, parcelId);
    // Replacing a number locks the order too, so none is replaced from here on.
    await lockOrder(tx, parcel.order_id, "anyone");
    const replaced = await listReplacedNumbers(tx, parcelId);
    if (replaced.some(({ tracking_number: number }) => number === trackingNumber)) return undefined;
    for (const { scannedAt, ...scan } of scans)
      await recordScanIn(tx, context, parcelId, { ...scan, source, scannedAt: new Date(scannedAt) }, now);
    await confirmScans(tx, parcelId, digest);
  });
}
