import type { Queryable, Tx } from "#lib/database.ts";
import type { PlatformId } from "../providers/rules.ts";
import { normaliseTrackingNumber } from "../rules.ts";
import { deleteFollowedOf, isPollFailing, saveFollowed } from "./queries.ts";

/**
 * Follows a parcel from now on: its courier platform is asked for its scans, and each new one is passed to orders by
 * the job `shipping.scans_found`. `phone` is the recipient's in any format; only its last five digits are stored,
 * because some couriers answer only with them. It ends when the parcel
 * has arrived, with {@link unfollowParcels}, or after `followDuration`.
 */
export async function followParcel(
  tx: Tx,
  parcel: {
    parcelId: string;
    provider: PlatformId;
    courier: string;
    trackingNumber: string;
    externalId?: string | null;
    phone: string | null;
  },
  now: Date,
): Promise<void> {
  const digits = (parcel.phone ?? "").replace(/\D/g, "");
  await saveFollowed(tx, {
    parcel_id: parcel.parcelId,
    provider: parcel.provider,
    courier: parcel.courier,
    tracking_number: normaliseTrackingNumber(parcel.trackingNumber),
    external_id: parcel.externalId ?? null,
    phone_end: digits.length >= 5 ? digits.slice(-5) : null,
    followed_at: now,
  });
}

/** Stops following the parcels of an order. Does nothing for those that are not followed. */
export async function unfollowParcels(tx: Tx, orderId: string): Promise<void> {
  await deleteFollowedOf(tx, orderId);
}

/**
 * Whether a courier platform failed to answer when it was last asked about a parcel of this order. Then nobody knows
 * whether the courier has scanned it.
 */
export function isTrackingDown(db: Queryable, orderId: string): Promise<boolean> {
  return isPollFailing(db, orderId);
}
