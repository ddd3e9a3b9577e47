import type { Tx } from "#lib/database.ts";
import { addDuration, formatDateTime } from "#lib/time.ts";
import { findProvincesOfPlace, insertFinding, type ParcelRow } from "./queries.ts";
import { earlyScanDuration, futureScanDuration, isPlausibleOrigin, type ScanReporter } from "./rules.ts";

/**
 * Whether a scan can belong to the parcel, by its time. What cannot is stored as a finding, because a number that was
 * scanned before it was shipped is usually that of another parcel, whose arrival must not complete this order.
 */
export async function isScanPlausible(
  tx: Tx,
  parcel: ParcelRow,
  scan: { scannedAt: Date; place: string; note: string },
  now: Date,
): Promise<boolean> {
  const shippedAt = parcel.shipped_at ?? parcel.created_at;
  const isEarly = scan.scannedAt < addDuration(shippedAt, -earlyScanDuration);
  const isFuture = scan.scannedAt > addDuration(now, futureScanDuration);
  if (!isEarly && !isFuture) return true;
  await insertFinding(tx, {
    orderId: parcel.order_id,
    parcelId: parcel.id,
    kind: isEarly ? "scanned_before" : "scanned_in_future",
    detail: [formatDateTime(scan.scannedAt), scan.place || scan.note].filter(Boolean).join(", "),
    now,
  });
  return false;
}

/** Stores a finding when the first scan of a parcel to the buyer names a place far from the shop. */
export async function checkOrigin(
  tx: Tx,
  parcel: ParcelRow,
  { place, note, source }: { place: string; note: string; source: ScanReporter },
  now: Date,
): Promise<void> {
  const text = place || note;
  if (!text || source === "seller" || parcel.direction !== "out") return;
  const provinces = await findProvincesOfPlace(tx, parcel.order_id, text);
  if (!provinces || isPlausibleOrigin(provinces.shop, provinces.named)) return;
  const { order_id: orderId, id: parcelId } = parcel;
  await insertFinding(tx, { orderId, parcelId, kind: "foreign_origin", detail: text, now });
}
