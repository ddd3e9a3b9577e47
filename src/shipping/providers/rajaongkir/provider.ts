import type { z } from "zod";
import { requestJson, ServiceError, type JsonRequest, type JsonService } from "#lib/http/request-json.ts";
import type { RajaongkirConfig } from "#lib/config/shipping.ts";
import type {
  FoundScan,
  RatesProvider,
  RatesRequest,
  ShippingOption,
  TrackedParcel,
  TrackingProvider,
} from "../../provider.ts";
import {
  chargeableKg,
  couriersOfTable,
  normaliseTrackingNumber,
  type CourierId,
  type TrackingStatus,
} from "../../rules.ts";
import { cleanText, maxPlatformPrice, maxScans, platformLimits, ratesTimeout, scanTextLength } from "../rules.ts";
import { costs, places, waybill } from "./contract.ts";
import { maxCachedPlaces, rajaongkirCouriers, rajaongkirTexts, returnWords } from "./rules.ts";

// The places of postcodes, which do not change, for each account.
const knownPlaces = new WeakMap<RajaongkirConfig, Map<string, number>>();

/** RajaOngkir: prices, and tracking by tracking number. It has no stable error codes and sends no notifications. */
export function rajaongkirProvider(config: RajaongkirConfig): TrackingProvider & RatesProvider {
  const service: JsonService = {
    name: "rajaongkir",
    url: config.url,
    headers: { key: config.key },
    ...platformLimits,
  };

  async function track({ courier, trackingNumber, phoneEnd, now }: TrackedParcel) {
    const company = rajaongkirCouriers[courier as CourierId]?.company;
    if (!company) return null;
    const query = new URLSearchParams({ awb: trackingNumber, courier: company });
    if (phoneEnd) query.set("last_phone_number", phoneEnd);
    const { status, body } = await requestJson(service, {
      method: "POST",
      path: `/track/waybill?${query}`,
      isRepeatable: true,
    });
    if (status === 401 || status === 403)
      throw new ServiceError("rajaongkir", "refused", `it answered ${status}`, { status });
    // An unknown number has no code of its own.
    if (status >= 400) return null;
    const { data } = waybill.safeParse(body).data ?? {};
    if (!data) throw new ServiceError("rajaongkir", "unreadable", "its answer has another form");
    const number = data.summary?.waybill_number;
    if (number && normaliseTrackingNumber(number) !== trackingNumber)
      throw new ServiceError("rajaongkir", "unreadable", "it answered about another parcel");
    const scans = (data.manifest ?? [])
      .flatMap((entry): FoundScan[] => {
        const scannedAt = momentOf(entry.manifest_date, entry.manifest_time);
        if (!scannedAt) return [];
        const note = cleanText(entry.manifest_description, scanTextLength.note);
        return [{ status: statusOf(note), place: cleanText(entry.city_name, scanTextLength.place), note, scannedAt }];
      })
      .sort((a, b) => a.scannedAt.getTime() - b.scannedAt.getTime())
      .slice(-maxScans);
    const isDelivered =
      data.delivered === true ||
      [data.delivery_status?.status, data.summary?.status].some((one) => one?.trim().toUpperCase() === "DELIVERED");
    const last = scans.at(-1);
    const arrivedAt =
      momentOf(data.delivery_status?.pod_date, data.delivery_status?.pod_time) ?? last?.scannedAt ?? now;
    if (isDelivered) {
      const isReturn = scans.some(({ note }) => returnWords.some((word) => note.toLowerCase().includes(word)));
      const receiver = cleanText(data.delivery_status?.pod_receiver, 100);
      scans.push({
        status: isReturn ? "returned" : "delivered",
        place: last?.place ?? "",
        note: receiver ? `Diterima ${receiver}` : "",
        scannedAt: arrivedAt,
      });
    }
    return { scans, isOver: isDelivered };
  }

  /** Calls with the time for prices. Throws `ServiceError` for any answer but a success. */
  async function ask<T extends z.ZodType>(form: T, request: JsonRequest): Promise<z.output<T>> {
    const { status, body } = await requestJson({ ...service, timeout: ratesTimeout }, request);
    if (status >= 400)
      throw new ServiceError("rajaongkir", status === 429 ? "unavailable" : "refused", `it answered ${status}`, {
        status,
      });
    const read = form.safeParse(body);
    if (!read.success) throw new ServiceError("rajaongkir", "unreadable", "its answer has another form");
    return read.data;
  }

  async function placeOf(postcode: string): Promise<number> {
    const known = knownPlaces.get(config) ?? new Map<string, number>();
    knownPlaces.set(config, known);
    const before = known.get(postcode);
    if (before !== undefined) return before;
    const query = new URLSearchParams({ search: postcode, limit: "1", offset: "0" });
    const { data } = await ask(places, { method: "GET", path: `/destination/domestic-destination?${query}` });
    const id = Number(data[0]?.id ?? Number.NaN);
    if (!Number.isSafeInteger(id)) throw new ServiceError("rajaongkir", "refused", "it does not know a postcode");
    if (known.size < maxCachedPlaces) known.set(postcode, id);
    return id;
  }

  async function rates(request: RatesRequest): Promise<ShippingOption[]> {
    const asked = couriersOfTable.filter(({ id }) => request.couriers.includes(id) && rajaongkirCouriers[id]);
    if (asked.length === 0) return [];
    const [origin, destination] = await Promise.all([
      placeOf(request.originPostcode),
      placeOf(request.destinationPostcode),
    ]);
    const body = new URLSearchParams({
      origin: String(origin),
      destination: String(destination),
      // RajaOngkir knows no sizes, so a large parcel is asked for by the weight that its volume counts as.
      weight: String(1000 * chargeableKg(request.items)),
      courier: [...new Set(asked.map(({ id }) => rajaongkirCouriers[id]?.company))].join(":"),
      price: "lowest",
    });
    const path = "/calculate/domestic-cost";
    const { data } = await ask(costs, { method: "POST", path, body, isRepeatable: true });
    return asked.flatMap(({ id, name }): ShippingOption[] => {
      const { company, services = [] } = rajaongkirCouriers[id] ?? {};
      const found = data.find(
        ({ code, service: one }) =>
          code?.toLowerCase() === company && services.includes(one?.trim().toUpperCase() ?? ""),
      );
      const price = Number(found?.cost ?? Number.NaN);
      if (!Number.isSafeInteger(price) || price <= 0 || price > maxPlatformPrice) return [];
      return [{ courier: id, name, price, eta: etaOf(found?.etd) }];
    });
  }

  return { id: "rajaongkir", couriers: Object.keys(rajaongkirCouriers) as CourierId[], track, rates };
}

/** `2-3 day` as `2–3 hari`; empty when it is unreadable. */
function etaOf(etd: string | null | undefined): string {
  const [, from = "", to = from] =
    /^(\d{1,2})(?:-(\d{1,2}))?(?:day|days|hari)?$/.exec((etd ?? "").slice(0, 30).toLowerCase().replaceAll(" ", "")) ??
    [];
  return from === "" ? "" : from === to ? `${from} hari` : `${from}–${to} hari`;
}

function statusOf(description: string): TrackingStatus {
  const text = description.toLowerCase();
  return rajaongkirTexts.find(({ words }) => words.some((word) => text.includes(word)))?.status ?? "in_transit";
}

/** A day and a time of day in western Indonesian time, which the couriers write; undefined when unreadable. */
function momentOf(day: string | null | undefined, time: string | null | undefined): Date | undefined {
  const [date] = /^\d{4}-\d{2}-\d{2}/.exec(day ?? "") ?? [];
  if (!date) return undefined;
  const [clock = "00:00"] = /^\d{2}:\d{2}(?::\d{2})?/.exec(time ?? "") ?? [];
  const at = new Date(`${date}T${clock}+07:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
