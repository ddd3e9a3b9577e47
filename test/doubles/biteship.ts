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
};

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
    if (!Array.isArray(items) || items.length === 0 || typeof couriers !== "string")
      return fail(400, 40001002, "Parameters are missing.");
    const pricing = [...prices].flatMap(([key, price]) => {
      const [company = "", type = ""] = key.split(" ");
      if (!couriers.split(",").includes(company)) return [];
      return [
        {
          company,
          courier_name: company.toUpperCase(),
          courier_code: company,
          courier_service_name: type,
          courier_service_code: type,
          type,
          duration: "2 - 3 days",
          shipment_duration_range: "2 - 3",
          shipment_duration_unit: "days",
          price,
          available_collection_method: ["pickup"],
        },
      ];
    });
    if (pricing.length === 0) return fail(400, 40001010, "No courier is available.");
    return { status: 200, body: { success: true, object: "courier_pricing", code: 20001003, pricing } };
  }

  function answer(call: ServiceCall): Answer {
    if (call.headers.authorization !== key) return fail(401, 40101001, "Authorization failed.");
    if (call.method === "POST" && call.path === "/v1/rates/couriers") return rates(call);
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
  return Object.assign(service, {
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
  });
}
