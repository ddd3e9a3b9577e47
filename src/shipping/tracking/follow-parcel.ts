import type { Tx } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import type { PlatformId } from "../providers/rules.ts";
import { normaliseTrackingNumber } from "../rules.ts";
import {
  deleteFollowed,
  deleteFollowedOf,
  makeOrderDue,
  readSight,
  saveFollowed,
  updateEndsAt,
  updateRecorded,
} from "./queries.ts";
import { graceDuration } from "./rules.ts";

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

/** Stops following the parcels of an order a few days from now: what still arrives until then is reported. */
export async function unfollowParcelsLater(tx: Tx, orderId: string, now: Date): Promise<void> {
  await updateEndsAt(tx, orderId, addDuration(now, graceDuration));
}

/** Stops following a parcel that is gone. */
export async function unfollowParcel(tx: Tx, parcelId: string): Promise<void> {
  await deleteFollowed(tx, parcelId);
}

/** Stores that orders recorded the scans of this answer, so they are not passed on again. */
export async function confirmScans(tx: Tx, parcelId: string, digest: string): Promise<void> {
  await updateRecorded(tx, parcelId, digest);
}

/**
 * What the courier platform says about an order's parcels under way since a moment. `seen`: it answered about each, and
 * every scan is recorded, or nobody follows them. `refused`: it answered, but not about one of these parcels.
 * `silent`: it could not be asked about one of them, so nobody knows whether the courier has it. A parcel that was not
 * asked about since then becomes due.
 */
export async function lookAtParcels(
  tx: Tx,
  orderId: string,
  since: Date,
  now: Date,
): Promise<"seen" | "refused" | "silent"> {
  const { isSeen, isReached } = await readSight(tx, orderId, since);
  if (isSeen) return "seen";
  await makeOrderDue(tx, orderId, since, now);
  return isReached ? "refused" : "silent";
}
