import type { z } from "zod";
import { hasSecret } from "#lib/http/has-secret.ts";
import { requestJson, ServiceError, type JsonService } from "#lib/http/request-json.ts";
import type { BiteshipConfig } from "#lib/shipping-config.ts";
import type { FoundScan, ParcelHint, PlatformMessage, TrackedParcel, TrackingProvider } from "../../provider.ts";
import { courierOf, normaliseTrackingNumber, type CourierId } from "../../rules.ts";
import { cleanText, maxScans, platformLimits, scanTextLength } from "../rules.ts";
import { biteshipError, notification, tracking } from "./contract.ts";
import { biteshipCouriers, biteshipEnds, biteshipScans, untrackedCodes } from "./rules.ts";

/** Biteship: tracking of any parcel of its couriers by tracking number, and notifications of orders booked there. */
export function biteshipProvider(config: BiteshipConfig): TrackingProvider {
  const service: JsonService = {
    name: "biteship",
    url: config.url,
    headers: { authorization: config.key },
    ...platformLimits,
  };

  /** Calls Biteship. A refusal is an error, with Biteship's code. */
  async function call<S extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    schema: S,
    body?: object,
  ): Promise<z.output<S>> {
    const { status, body: answer } = await requestJson(service, { method, path, ...(body ? { body } : {}) });
    if (status >= 400) {
      const code = String(biteshipError.safeParse(answer).data?.code ?? "");
      throw new ServiceError("biteship", "refused", `it answered ${status}`, {
        status,
        code: /^\d{1,12}$/.test(code) ? code : null,
      });
    }
    const read = schema.safeParse(answer);
    if (!read.success) throw new ServiceError("biteship", "unreadable", "its answer has another form");
    return read.data;
  }

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
    const isInstant = courierOf(parcel.courier)?.instant === true;
    const scans = (found.history ?? [])
      .slice(-maxScans)
      .flatMap((entry): FoundScan[] => {
        const known = biteshipScans[entry.status ?? ""];
        const scannedAt = new Date(entry.updated_at ?? "");
        if (!known || Number.isNaN(scannedAt.getTime())) return [];
        const status = isInstant && entry.status === "dropping_off" ? "out_for_delivery" : known.status;
        return [{ status, place: "", note: cleanText(entry.note, scanTextLength.note) || known.note, scannedAt }];
      })
      .sort((a, b) => a.scannedAt.getTime() - b.scannedAt.getTime());
    return { scans, isOver: biteshipEnds.includes(found.status ?? "") };
  }

  return {
    id: "biteship",
    couriers: Object.keys(biteshipCouriers) as CourierId[],
    track,
    readNotification: (message) => readNotification(config, message),
  };
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
