import type { Rupiah } from "#lib/rupiah.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import type { z } from "zod";
import type { BookingProvider, CourierOrder, CourierRequest, ParcelParty } from "../../provider.ts";
import { normaliseTrackingNumber, type CourierId } from "../../rules.ts";
import type { Driver } from "../../instant-rules.ts";
import { cleanText, maxPlatformPrice } from "../rules.ts";
import type { BiteshipCall } from "./call-biteship.ts";
import { anything, draft, order } from "./contract.ts";
import {
  biteshipCouriers,
  biteshipDrivers,
  biteshipStages,
  cannotCancelCode,
  cashPayout,
  confirmedCode,
} from "./rules.ts";

/** Ordering couriers at Biteship. Their price is taken from the marketplace's prepaid balance there. */
export function biteshipBookings(call: BiteshipCall): BookingProvider {
  const orderPath = (id: string) => `/v1/orders/${encodeURIComponent(id)}`;
  const draftPath = (id: string) => `/v1/draft_orders/${encodeURIComponent(id)}`;

  async function findDraft(draftId: string) {
    const { order_id: externalId } = await call("GET", draftPath(draftId), draft);
    return externalId ? { externalId } : null;
  }
  async function readOrder(externalId: string): Promise<CourierOrder> {
    const found = orderOf(await call("GET", orderPath(externalId), order));
    if (found.externalId !== externalId)
      throw new ServiceError("biteship", "unreadable", "it answered about another order");
    return found;
  }

  return {
    findDraft,
    readOrder,
    async draft(request) {
      const { id } = await call("POST", "/v1/draft_orders", draft, draftBody(request));
      if (!id) throw new ServiceError("biteship", "unreadable", "a draft has no id");
      return { draftId: id };
    },
    async confirm(draftId) {
      try {
        return orderOf(await call("POST", `${draftPath(draftId)}/confirm`, order, {}));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== confirmedCode) throw error;
        const found = await findDraft(draftId);
        if (!found) throw error;
        return readOrder(found.externalId);
      }
    },
    async cancel(externalId) {
      try {
        const reason = { cancellation_reason_code: "others", cancellation_reason: "Dibatalkan penjual" };
        await call("POST", `${orderPath(externalId)}/cancel`, anything, reason);
        return true;
      } catch (error) {
        if (error instanceof ServiceError && error.code === cannotCancelCode) return false;
        throw error;
      }
    },
  };
}

function orderOf(answer: z.output<typeof order>): CourierOrder {
  const { id, status, courier, waybill_id: flat } = answer;
  if (!id) throw new ServiceError("biteship", "unreadable", "an order has no id");
  const number = normaliseTrackingNumber((courier?.waybill_id ?? flat ?? "").slice(0, 100));
  return {
    externalId: id,
    trackingNumber: number.length >= 5 && number.length <= 40 ? number : null,
    price: rupiahOf(answer.price, maxPlatformPrice),
    cash: rupiahOf(answer.destination?.cash_on_delivery?.amount, maxPlatformPrice),
    stage: biteshipStages[status ?? ""] ?? "waiting",
    driver: driverOf(answer),
  };
}

/** The link is where people watch the driver, so only a secure address is kept. */
function driverOf({ status, courier }: z.output<typeof order>): Driver | null {
  const state = biteshipDrivers[status ?? ""];
  if (!state) return null;
  const url = URL.parse((courier?.link ?? "").slice(0, 300));
  return {
    state,
    name: cleanText(courier?.driver_name, 60),
    phone: cleanText(courier?.driver_phone, 20).replace(/[^\d+]/g, ""),
    plate: cleanText(courier?.driver_plate_number, 20),
    url: url?.protocol === "https:" ? url.href.slice(0, 300) : "",
  };
}

function rupiahOf(value: number | string | null | undefined, max: Rupiah): Rupiah | null {
  const amount = Number(value ?? Number.NaN);
  return Number.isSafeInteger(amount) && amount >= 0 && amount <= max ? amount : null;
}

function draftBody({ reference, courier, from, to, sender, items, insuredValue, cashOnDelivery }: CourierRequest) {
  const { company, type } = biteshipCouriers[courier as CourierId] ?? {};
  return {
    reference_id: reference,
    ...partyBody("origin", from),
    ...partyBody("destination", to),
    ...(sender && { shipper_contact_name: sender.name, ...(sender.phone && { shipper_contact_phone: sender.phone }) }),
    origin_collection_method: "pickup",
    courier_company: company,
    courier_type: type,
    delivery_type: "now",
    ...(insuredValue !== null && { courier_insurance: insuredValue }),
    ...(cashOnDelivery !== null && {
      destination_cash_on_delivery: cashOnDelivery,
      destination_cash_on_delivery_type: cashPayout,
    }),
    items: items.map((item) => ({
      name: item.name.slice(0, 100),
      value: item.price,
      weight: item.weightG,
      quantity: item.quantity,
      ...(item.lengthCm && { length: item.lengthCm }),
      ...(item.widthCm && { width: item.widthCm }),
      ...(item.heightCm && { height: item.heightCm }),
    })),
  };
}

function partyBody(side: "origin" | "destination", { name, phone, address, postcode, note, point }: ParcelParty) {
  return {
    [`${side}_contact_name`]: name,
    [`${side}_contact_phone`]: phone,
    [`${side}_address`]: address,
    [`${side}_postal_code`]: Number(postcode),
    ...(point && { [`${side}_coordinate`]: { latitude: point.lat, longitude: point.lng } }),
    ...(note && { [`${side}_note`]: note.slice(0, 200) }),
  };
}
