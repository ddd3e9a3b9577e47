import { requestJson, ServiceError, type JsonService } from "#lib/http/request-json.ts";
import type { RajaongkirConfig } from "#lib/shipping-config.ts";
import type { FoundScan, TrackedParcel, TrackingProvider } from "../../provider.ts";
import { normaliseTrackingNumber, type CourierId, type TrackingStatus } from "../../rules.ts";
import { cleanText, maxScans, platformLimits, scanTextLength } from "../rules.ts";
import { waybill } from "./contract.ts";
import { rajaongkirCouriers, rajaongkirTexts, returnWords } from "./rules.ts";

/** RajaOngkir: tracking by tracking number. It has no stable error codes and sends no notifications. */
export function rajaongkirProvider(config: RajaongkirConfig): TrackingProvider {
  const service: JsonService = {
    name: "rajaongkir",
    url: config.url,
    headers: { key: config.key },
    ...platformLimits,
  };

  async function track({ courier, trackingNumber, phoneEnd, now }: TrackedParcel) {
    const company = rajaongkirCouriers[courier as CourierId];
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

  return { id: "rajaongkir", couriers: Object.keys(rajaongkirCouriers) as CourierId[], track };
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
