import type { z } from "zod";
import { hasSecret } from "#lib/http/has-secret.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import type { BiteshipConfig } from "#lib/config/shipping.ts";
import type {
  BookingProvider,
  FoundScan,
  ParcelHint,
  PlatformMessage,
  RatesProvider,
  RatesRequest,
  ShippingOption,
  TrackedParcel,
  TrackingProvider,
} from "../../provider.ts";
import { instantEta, isInstant } from "../../instant-rules.ts";
import { couriers, normaliseTrackingNumber, type CourierId } from "../../rules.ts";
import { cleanText, maxPlatformPrice, maxScans, ratesTimeout, scanTextLength } from "../rules.ts";
import { biteshipBookings } from "./bookings.ts";
import { biteshipCall } from "./call-biteship.ts";
import { notification, rates as ratesAnswer, tracking } from "./contract.ts";
import { biteshipCouriers, biteshipEnds, biteshipScans, untrackedCodes } from "./rules.ts";

/** Biteship: prices, tracking and booking of its couriers, and notifications of what changed. */
export function biteshipProvider(config: BiteshipConfig): TrackingProvider & RatesProvider & BookingProvider {
  const call = biteshipCall(config);

  async function track(parcel: TrackedParcel) {
    const company = biteshipCouriers[parcel.courier as CourierId]?.company;
    if (!company) return null;
    const path = `/v1/trackings/${encodeURIComponent(parcel.trackingNumber)}/couriers/${company}`;
    let found: z.output<typeof tracking>;
    try {
      found = await call("GET", path, tracking);
    } catch (error) {
      if (error instanceof ServiceError && untrackedCodes.includes(error.code ?? "")) return null;
      throw error;
    }
    if (normaliseTrackingNumber(found.waybill_id ?? "") !== parcel.trackingNumber)
      throw new ServiceError("biteship", "unreadable", "it answered about another parcel");
    const isByMotorcycle = isInstant(parcel.courier);
    const scans = (found.history ?? [])
      .flatMap((entry): FoundScan[] => {
        const known = biteshipScans[entry.status ?? ""];
        const scannedAt = new Date(entry.updated_at ?? "");
        if (!known || Number.isNaN(scannedAt.getTime())) return [];
        const status = isByMotorcycle && entry.status === "dropping_off" ? "out_for_delivery" : known.status;
        return [{ status, place: "", note: cleanText(entry.note, scanTextLength.note) || known.note, scannedAt }];
      })
      .sort((a, b) => a.scannedAt.getTime() - b.scannedAt.getTime())
      .slice(-maxScans);
    // An end without a dated entry happened by now.
    const last = biteshipScans[found.status ?? ""];
    if (
      (last?.status === "delivered" || last?.status === "returned") &&
      scans.every((one) => one.status !== last.status)
    )
      scans.push({ status: last.status, place: "", note: last.note, scannedAt: parcel.now });
    return { scans, isOver: biteshipEnds.includes(found.status ?? "") };
  }

  async function rates(request: RatesRequest): Promise<ShippingOption[]> {
    const { points } = request;
    const asked = couriers.filter(
      ({ id, instant }) => request.couriers.includes(id) && biteshipCouriers[id] && (!instant || points),
    );
    if (asked.length === 0) return [];
    const answer = await call(
      "POST",
      "/v1/rates/couriers",
      ratesAnswer,
      {
        origin_postal_code: Number(request.originPostcode),
        destination_postal_code: Number(request.destinationPostcode),
        ...(points && {
          origin_latitude: points.from.lat,
          origin_longitude: points.from.lng,
          destination_latitude: points.to.lat,
          destination_longitude: points.to.lng,
        }),
        couriers: [...new Set(asked.map(({ id }) => biteshipCouriers[id]?.company))].join(","),
        items: request.items.map((item) => ({
          name: "Barang",
          value: item.price ?? 0,
          weight: item.weightG,
          quantity: item.quantity,
          ...(item.lengthCm && { length: item.lengthCm }),
          ...(item.widthCm && { width: item.widthCm }),
          ...(item.heightCm && { height: item.heightCm }),
        })),
      },
      ratesTimeout,
    );
    return asked.flatMap(({ id, name, instant }): ShippingOption[] => {
      const { company, type } = biteshipCouriers[id] ?? {};
      const found = answer.pricing.find(
        (one) => (one?.company ?? one?.courier_code) === company && (one?.type ?? one?.courier_service_code) === type,
      );
      const price = Number(found?.price ?? Number.NaN);
      if (!Number.isSafeInteger(price) || price <= 0 || price > maxPlatformPrice) return [];
      const said = etaOf(found?.shipment_duration_range, found?.shipment_duration_unit);
      return [{ courier: id, name, price, eta: instant && !said.endsWith("jam") ? instantEta(id) : said }];
    });
  }

  return {
    id: "biteship",
    couriers: Object.keys(biteshipCouriers) as CourierId[],
    track,
    rates,
    ...biteshipBookings(call),
    readNotification: (message) => readNotification(config, message),
  };
}

/** `1 - 2` `days` as `1–2 hari`. Empty when it is unreadable. */
function etaOf(range: string | null | undefined, unit: string | null | undefined): string {
  const [, from = "", to = from] =
    /^(\d{1,2})(?:-(\d{1,2}))?$/.exec((range ?? "").slice(0, 20).replaceAll(" ", "")) ?? [];
  const word = unit?.startsWith("hour") ? "jam" : "hari";
  if (from === "") return "";
  return from === to ? `${from} ${word}` : `${from}–${to} ${word}`;
}

function readNotification(
  { notificationHeader, notificationSecret }: BiteshipConfig,
  { headers, body }: PlatformMessage,
): ParcelHint | "unsigned" | "not_for_us" {
  const read = notification.safeParse(body ?? {});
  const { event, order_id: orderId, courier_waybill_id: waybill, courier } = read.data ?? {};
  const number = normaliseTrackingNumber((waybill ?? courier?.waybill_id ?? "").slice(0, 100));
  // The dashboard calls an address that is being saved, without a parcel.
  if (!event && !orderId && number === "") return "not_for_us";
  if (!hasSecret([notificationSecret], headers[notificationHeader])) return "unsigned";
  return orderId || number !== "" ? { externalId: orderId ?? null, trackingNumber: number || null } : "not_for_us";
}
