import { type JsonServiceDouble, type ServiceCall, startJsonService } from "./json-service.ts";

type Body = Record<string, unknown>;
type Entry = { status: string; note: string; updated_at: string };

/** A parcel as Biteship knows it. */
export type BiteshipParcel = {
  waybill: string;
  company: string;
  status: string;
  history: Entry[];
  orderId: string | null;
};

/** A draft of an order, or an order when it was confirmed. */
export type BiteshipOrder = {
  id: string;
  draftId: string;
  reference: string;
  isConfirmed: boolean;
  status: string;
  waybill: string | null;
  price: number;
  body: Body;
  /** What the courier collects; as ordered unless a test changes it. */
  cash: number | null;
  /** `driver_name`, `driver_phone`, `driver_plate_number` and `link`, once a driver was found. */
  driver?: Body;
};

export type BiteshipDouble = JsonServiceDouble & {
  /** Settings that make the product use this double. */
  settings: Record<string, string>;
  /** Makes a parcel known, or replaces what is known about it. */
  setParcel(parcel: Partial<BiteshipParcel> & Pick<BiteshipParcel, "waybill">): BiteshipParcel;
  /** Prices of `company type`, such as `jne reg`; the others are not offered. */
  prices: Map<string, unknown>;
  /** A courier scans a parcel. Default of `at`: now. */
  scan(waybill: string, status: string, note?: string, at?: Date): void;
  /** A notification about a parcel, flat or with its numbers in `courier`. */
  notification(waybill: string, form?: "flat" | "nested"): Body;
  headers: Record<string, string>;
  /** All drafts and orders, oldest first. */
  orders: BiteshipOrder[];
  /** What the next confirmed orders cost. */
  orderPrice: number;
  /** The next confirmed order gets its waybill only with `setOrder`. */
  isWaybillLate: boolean;
  /** A notification about an order that was booked. */
  orderNotification(event: "order.status" | "order.price" | "order.waybill_id", id: string): Body;
};

/** The companies that deliver by motorcycle within hours and need coordinates. */
const instantCompanies: readonly string[] = ["gojek", "grab", "lalamove", "borzo", "paxel"];

type Answer = { status: number; body: unknown };
const fail = (status: number, code: number, error: string): Answer => ({
  status,
  body: { success: false, error, code },
});

/** Biteship on this machine, after its documentation: prices, and tracking by waybill and courier. */
export async function startBiteshipDouble(): Promise<BiteshipDouble> {
  const key = "biteship_test.rahasia-uji";
  const secret = "rahasia-webhook-uji-0123456789";
  const parcels = new Map<string, BiteshipParcel>();
  const prices = new Map<string, unknown>();

  function rates({ body }: ServiceCall): Answer {
    const { origin_postal_code: from, destination_postal_code: to, couriers, items } = (body ?? {}) as Body;
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return fail(400, 40001001, "Postal code is invalid.");
    const given = (body ?? {}) as Body;
    const hasPoints = ["origin_latitude", "origin_longitude", "destination_latitude", "destination_longitude"].every(
      (field) => typeof given[field] === "number",
    );
    if (!Array.isArray(items) || items.length === 0 || typeof couriers !== "string")
      return fail(400, 40001002, "Parameters are missing.");
    const pricing = [...prices].flatMap(([key, price]) => {
      const [company = "", type = ""] = key.split(" ");
      if (!couriers.split(",").includes(company)) return [];
      const isInstant = instantCompanies.includes(company);
      if (isInstant && !hasPoints) return [];
      return [
        {
          company,
          courier_name: company.toUpperCase(),
          courier_code: company,
          courier_service_name: type,
          courier_service_code: type,
          type,
          duration: isInstant ? "1 - 3 hours" : "2 - 3 days",
          shipment_duration_range: isInstant ? "1 - 3" : "2 - 3",
          shipment_duration_unit: isInstant ? "hours" : "days",
          price,
          available_collection_method: ["pickup"],
        },
      ];
    });
    if (pricing.length === 0) return fail(400, 40001010, "No courier is available.");
    return { status: 200, body: { success: true, object: "courier_pricing", code: 20001003, pricing } };
  }

  const orders: BiteshipOrder[] = [];
  const references = new Set<string>();
  let drafted = 0;
  let made = 0;

  function orderBody({ id, status, waybill, price, reference, cash, driver }: BiteshipOrder): Body {
    return {
      success: true,
      object: "order",
      id,
      reference_id: reference,
      courier: { tracking_id: `trk-${id}`, waybill_id: waybill, routing_code: "BDO-1", ...driver },
      destination: {
        cash_on_delivery: cash === null ? null : { id: `cod-${id}`, amount: cash, fee: 0, type: "7_days" },
      },
      price,
      status,
    };
  }

  function makeDraft({ body }: ServiceCall): Answer {
    const draft = (body ?? {}) as Body;
    for (const [field, code] of [
      ["origin_contact_phone", 40002015],
      ["origin_address", 40002016],
      ["destination_contact_phone", 40002018],
      ["destination_address", 40002019],
      ["courier_company", 40002026],
      ["courier_type", 40002027],
    ] as const)
      if (typeof draft[field] !== "string" || draft[field] === "") return fail(400, code, `${field} is required.`);
    if (!Number.isSafeInteger(draft.origin_postal_code) || !Number.isSafeInteger(draft.destination_postal_code))
      return fail(400, 40002020, "Postal code is invalid.");
    if (instantCompanies.includes(String(draft.courier_company)))
      for (const [side, code] of [
        ["origin", 40002022],
        ["destination", 40002024],
      ] as const) {
        const { latitude, longitude } = (draft[`${side}_coordinate`] ?? {}) as Body;
        if (typeof latitude !== "number" || typeof longitude !== "number")
          return fail(400, code, `${side} coordinate is required.`);
      }
    if (!Array.isArray(draft.items) || draft.items.length === 0) return fail(400, 40001002, "Items are missing.");
    const { destination_cash_on_delivery: cash = 0 } = draft;
    if (!Number.isSafeInteger(cash) || Number(cash) > 15_000_000) return fail(400, 40002030, "COD amount is too high.");
    const reference = String(draft.reference_id);
    if (references.has(reference)) return fail(400, 40002060, "Reference ID was used.");
    references.add(reference);
    drafted += 1;
    const id = `6540${String(drafted).padStart(20, "0")}`;
    orders.push({
      id,
      draftId: `dr-${id}`,
      reference,
      isConfirmed: false,
      status: "ready",
      waybill: null,
      price: 0,
      body: draft,
      cash: typeof draft.destination_cash_on_delivery === "number" ? draft.destination_cash_on_delivery : null,
    });
    return {
      status: 200,
      body: { success: true, object: "draft_order", id: `dr-${id}`, status: "ready", order_id: null },
    };
  }

  function answerDraft(draftId: string, isConfirming: boolean): Answer {
    const found = orders.find((one) => one.draftId === draftId);
    if (!found) return fail(404, 40002057, "Order was not found.");
    if (!isConfirming) {
      const status = found.isConfirmed ? "confirmed" : "ready";
      const orderId = found.isConfirmed ? found.id : null;
      return { status: 200, body: { success: true, object: "draft_order", id: draftId, status, order_id: orderId } };
    }
    if (found.isConfirmed) return fail(400, 40002044, "Draft order was confirmed.");
    found.isConfirmed = true;
    found.status = "confirmed";
    found.price = double.orderPrice;
    const isInstant = instantCompanies.includes(String(found.body.courier_company));
    if (!double.isWaybillLate)
      found.waybill = isInstant ? `GK-11-${80_000_000 + made}` : `TLJR${String(900_000_000_000 + made)}`;
    made += 1;
    return { status: 200, body: orderBody(found) };
  }

  function answerOrder(id: string, isCancelling: boolean): Answer {
    const found = orders.find((one) => one.id === id && one.isConfirmed);
    if (!found) return fail(404, 40002057, "Order was not found.");
    if (!isCancelling) return { status: 200, body: orderBody(found) };
    if (!["confirmed", "scheduled", "allocated", "picking_up"].includes(found.status))
      return fail(400, 40002053, "Order cannot be cancelled.");
    found.status = "cancelled";
    return { status: 200, body: { success: true, object: "order", id, status: "cancelled" } };
  }

  function answer(call: ServiceCall): Answer {
    if (call.headers.authorization !== key) return fail(401, 40101001, "Authorization failed.");
    if (call.method === "POST" && call.path === "/v1/rates/couriers") return rates(call);
    if (call.method === "POST" && call.path === "/v1/draft_orders") return makeDraft(call);
    const [, draftId = "", confirming] = /^\/v1\/draft_orders\/([^/]+)(\/confirm)?$/.exec(call.path) ?? [];
    if (draftId !== "") return answerDraft(draftId, confirming !== undefined);
    const [, orderId = "", cancelling] = /^\/v1\/orders\/([^/]+)(\/cancel)?$/.exec(call.path) ?? [];
    if (orderId !== "") return answerOrder(orderId, cancelling !== undefined);
    const [, waybill = "", company = ""] = /^\/v1\/trackings\/([^/]+)\/couriers\/([a-z]+)$/.exec(call.path) ?? [];
    if (call.method === "GET" && waybill !== "") {
      const found = parcels.get(decodeURIComponent(waybill));
      if (!found || found.company !== company) return fail(400, 40003003, "Waybill ID was not found.");
      return {
        status: 200,
        body: {
          success: true,
          messsage: "Successfully get tracking info",
          object: "tracking",
          id: null,
          waybill_id: found.waybill,
          courier: { company: found.company, driver_name: null, driver_phone: null },
          origin: { contact_name: "T*** U**", address: "Bandung" },
          destination: { contact_name: "S***", address: "Jakarta" },
          history: found.history,
          link: "-",
          order_id: found.orderId,
          status: found.status,
        },
      };
    }
    return fail(404, 40400000, "Not found.");
  }

  const service = await startJsonService(answer);
  const double: BiteshipDouble = Object.assign(service, {
    settings: { BITESHIP_API_KEY: key, BITESHIP_WEBHOOK_SECRET: secret, BITESHIP_URL: service.origin },
    prices,
    setParcel(parcel: Partial<BiteshipParcel> & Pick<BiteshipParcel, "waybill">) {
      const made = { company: "jne", status: "confirmed", history: [], orderId: null, ...parcel };
      parcels.set(made.waybill, made);
      return made;
    },
    scan(waybill: string, status: string, note = "", at = new Date()) {
      const parcel = parcels.get(waybill);
      if (!parcel) throw new Error(`no parcel ${waybill}`);
      parcel.status = status;
      parcel.history.push({ status, note, updated_at: at.toISOString().replace("Z", "+00:00") });
    },
    notification(waybill: string, form: "flat" | "nested" = "flat") {
      const { status, orderId, company } = parcels.get(waybill) ?? {};
      const common = { event: "order.status", order_id: orderId, courier_company: company, status };
      return form === "flat"
        ? { ...common, courier_tracking_id: "trk1", courier_waybill_id: waybill }
        : { ...common, courier: { tracking_id: "trk1", waybill_id: waybill } };
    },
    headers: { "x-biteship-secret": secret },
    orders,
    orderPrice: 10_000,
    isWaybillLate: false,
    orderNotification(event: string, id: string) {
      const { status, price, waybill } = orders.find((one) => one.id === id) ?? {};
      return { event, order_id: id, status, order_price: price, courier_waybill_id: waybill, shippment_fee: price };
    },
  });
  return double;
}
