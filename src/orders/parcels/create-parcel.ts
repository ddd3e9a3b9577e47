import type { Config } from "#lib/config.ts";
import { violates, type Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { courierOf, isTrackingNumber, normaliseTrackingNumber } from "#shipping/rules.ts";
import { scanSourceOf } from "#shipping/scan-sources.ts";
import { followParcel } from "#shipping/tracking/follow-parcel.ts";
import { orderRefusals } from "../contract.ts";
import { findRecipientPhone, insertParcel, isTrackingNumberOfShop, isTrackingNumberUsed } from "./queries.ts";
import type { ParcelContents, ParcelDirection } from "./rules.ts";

/**
 * Stores a parcel that was handed to its courier, and returns its id. A courier with tracking numbers needs one in its
 * format that no parcel of its company has, which makes fake shipping harder, and that no other parcel of the shop has:
 * its seller confused the two. Two companies may give two shops the same number. The shop's own courier and pick-up
 * have none. A courier platform that reads the courier's scans is asked about it from now on. The caller holds the
 * order's lock and decides whether a parcel may go. Refuses with `orders.resi_invalid`, `orders.resi_used`.
 */
export async function createParcel(
  tx: Tx,
  { config }: { config: Pick<Config, "production" | "demo" | "shipping"> },
  parcel: {
    orderId: string;
    direction: ParcelDirection;
    courier: string;
    courierName: string;
    /** As typed; spaces and lower case are corrected. */
    trackingNumber: string | undefined;
    /** The pieces of a further parcel. */
    contents?: ParcelContents | null;
  },
  now: Date,
): Promise<string> {
  const { orderId, direction, courier, courierName } = parcel;
  let trackingNumber: string | null = null;
  if (courierOf(courier)?.tracked ?? true) {
    const typed = parcel.trackingNumber ?? "";
    trackingNumber = normaliseTrackingNumber(typed);
    if (!isTrackingNumber(courier, typed)) {
      const example = courierOf(courier)?.trackingNumberExample ?? "";
      throw new Refusal(orderRefusals.trackingNumberInvalid, {
        resi: [`Nomor resi ${courierName} tidak sesuai. Contoh: ${example}`],
      });
    }
    if (
      (await isTrackingNumberUsed(tx, courier, trackingNumber)) ||
      (await isTrackingNumberOfShop(tx, orderId, trackingNumber))
    )
      throw trackingNumberUsed();
  }
  const scanSource = scanSourceOf(config, courier);
  try {
    const parcelId = await insertParcel(tx, {
      order_id: orderId,
      direction,
      courier,
      courier_name: courierName,
      tracking_number: trackingNumber,
      state: "shipped",
      scan_source: scanSource,
      booked_with: null,
      external_id: null,
      weight_g: null,
      cost: null,
      contents: parcel.contents ?? null,
      shipped_at: now,
      created_at: now,
    });
    if (scanSource && scanSource !== "simulator" && trackingNumber !== null) {
      const phone = await findRecipientPhone(tx, orderId, direction);
      await followParcel(tx, { parcelId, provider: scanSource, courier, trackingNumber, phone }, now);
    }
    return parcelId;
  } catch (error) {
    if (violates(error, "parcels_tracking_number")) throw trackingNumberUsed();
    throw error;
  }
}

function trackingNumberUsed(): Refusal {
  return new Refusal(orderRefusals.trackingNumberUsed, { resi: [orderRefusals.trackingNumberUsed.message] });
}
