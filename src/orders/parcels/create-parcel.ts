import type { Config } from "#lib/config.ts";
import { violates, type Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { otherCompanyOf } from "#shipping/own-number-rules.ts";
import { courierOf, isTrackingNumber, normaliseTrackingNumber, type ScanSource } from "#shipping/rules.ts";
import { scanSourceOf } from "#shipping/scan-sources.ts";
import { followParcel } from "#shipping/tracking/follow-parcel.ts";
import { orderRefusals } from "../contract.ts";
import { findRecipientPhone, insertParcel, isTrackingNumberOfShop, isTrackingNumberUsed } from "./queries.ts";
import type { ParcelContents, ParcelDirection } from "./rules.ts";

/**
 * Stores a parcel that was handed to its courier, and returns its id. A courier with tracking numbers needs one in its
 * format that no parcel of its company has or had, which makes fake shipping harder, and that no other parcel of the
 * shop has or had: its seller confused the two. Two companies may give two shops the same number. The shop's own
 * courier and pick-up have none. A courier platform that reads the courier's scans is asked about it from now on. The
 * caller holds the order's lock and decides whether a parcel may go. Refuses with `orders.resi_invalid` and
 * `orders.resi_used`.
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
    trackingNumber = readTrackingNumber({ courier, courierName, typed: parcel.trackingNumber ?? "" });
    await assertNumberUnused(tx, { orderId, courier, trackingNumber });
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
    if (trackingNumber !== null)
      await followNumber(tx, { parcelId, orderId, direction, courier, trackingNumber, scanSource }, now);
    return parcelId;
  } catch (error) {
    if (violates(error, "parcels_tracking_number")) throw trackingNumberUsed();
    throw error;
  }
}

/**
 * A tracking number as it is stored. Refuses with `orders.resi_invalid` what has not its courier's format, and what is
 * unmistakably a number of another company, by that company's name.
 */
export function readTrackingNumber({
  courier,
  courierName,
  typed,
}: {
  courier: string;
  courierName: string;
  /** As typed; spaces and lower case are corrected. */
  typed: string;
}): string {
  const other = otherCompanyOf(courier, typed);
  if (other === null && isTrackingNumber(courier, typed)) return normaliseTrackingNumber(typed);
  const example = courierOf(courier)?.trackingNumberExample ?? "";
  throw new Refusal(orderRefusals.trackingNumberInvalid, {
    resi: [
      other === null
        ? `Nomor resi ${courierName} tidak sesuai. Contoh: ${example}`
        : `Ini tampaknya nomor ${other}, padahal kurir paket ini ${courierName}. Periksa bukti kirimnya. Contoh nomor ${courierName}: ${example}`,
    ],
  });
}

/** Refuses with `orders.resi_used` a number that a parcel of the courier's company or of the shop has or had. */
export async function assertNumberUnused(
  tx: Tx,
  { orderId, courier, trackingNumber }: { orderId: string; courier: string; trackingNumber: string },
): Promise<void> {
  if (
    (await isTrackingNumberUsed(tx, courier, trackingNumber)) ||
    (await isTrackingNumberOfShop(tx, orderId, trackingNumber))
  )
    throw trackingNumberUsed();
}

/** Has the platform that reads the courier's scans asked about this number of a parcel, from now on. */
export async function followNumber(
  tx: Tx,
  parcel: {
    parcelId: string;
    orderId: string;
    direction: ParcelDirection;
    courier: string;
    trackingNumber: string;
    scanSource: ScanSource | null;
  },
  now: Date,
): Promise<void> {
  const { parcelId, orderId, direction, courier, trackingNumber, scanSource } = parcel;
  if (!scanSource || scanSource === "simulator") return;
  const phone = await findRecipientPhone(tx, orderId, direction);
  await followParcel(tx, { parcelId, provider: scanSource, courier, trackingNumber, phone }, now);
}

/** The refusal of a number that a parcel has or had. */
export function trackingNumberUsed(): Refusal {
  return new Refusal(orderRefusals.trackingNumberUsed, { resi: [orderRefusals.trackingNumberUsed.message] });
}
