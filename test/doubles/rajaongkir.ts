import { type JsonServiceDouble, type ServiceCall, startJsonService } from "./json-service.ts";

type Manifest = {
  manifest_code: string;
  manifest_description: string;
  manifest_date: string;
  manifest_time: string;
  city_name: string;
};

/** A parcel as RajaOngkir knows it. With `phone` it answers only to that phone's last five digits. */
export type RajaongkirParcel = {
  awb: string;
  courier: string;
  phone?: string;
  manifest: Manifest[];
  pod?: { receiver: string; date: string; time: string };
};

export type RajaongkirDouble = JsonServiceDouble & {
  settings: Record<string, string>;
  setParcel(parcel: RajaongkirParcel): void;
  /** What `company service` costs for each gram, such as `jne REG`; the others are not offered. */
  costs: Map<string, unknown>;
};

const envelope = (code: number, message: string, data: unknown) => ({
  status: code,
  body: { meta: { message, code, status: code === 200 ? "success" : "error" }, data },
});

/** RajaOngkir's tracking on this machine, after its documentation. */
export async function startRajaongkirDouble(): Promise<RajaongkirDouble> {
  const key = "kunci-rajaongkir-uji";
  const parcels = new Map<string, RajaongkirParcel>();
  const costs = new Map<string, unknown>();

  function answer({ method, path, query, headers, body }: ServiceCall) {
    if (headers.key !== key) return envelope(401, "Invalid API key", null);
    if (method === "GET" && path === "/destination/domestic-destination") {
      const search = query.get("search") ?? "";
      if (!/^\d{5}$/.test(search)) return envelope(404, "Domestic Destination Data not found", null);
      return envelope(200, "Success Get Domestic Destinations", [
        { id: Number(search) + 1_000_000, label: "KELURAHAN", zip_code: search },
      ]);
    }
    if (method === "POST" && path === "/calculate/domestic-cost") {
      const { origin, destination, weight, courier } = (body ?? {}) as Record<string, string>;
      if (![origin, destination].every((id) => Number(id) > 1_000_000) || !(Number(weight) > 0) || !courier)
        return envelope(400, "Missing or invalid parameters", null);
      const offered = [...costs].flatMap(([key, cost]) => {
        const [code = "", ...service] = key.split(" ");
        if (!courier.split(":").includes(code)) return [];
        return [{ name: code.toUpperCase(), code, service: service.join(" "), description: "", cost, etd: "2-3 day" }];
      });
      return envelope(200, "Success Calculate Domestic Shipping cost", offered);
    }
    if (method !== "POST" || path !== "/track/waybill") return envelope(404, "Not found", null);
    const found = parcels.get(query.get("awb") ?? "");
    if (!found || found.courier !== query.get("courier")) return envelope(404, "Invalid waybill number", null);
    if (found.phone && query.get("last_phone_number") !== found.phone.slice(-5))
      return envelope(400, "Last phone number is required", null);
    const status = found.pod ? "DELIVERED" : "ON PROCESS";
    return envelope(200, "Success Get Waybill", {
      delivered: found.pod !== undefined,
      summary: { courier_code: found.courier, waybill_number: found.awb, service_code: "REG", status },
      details: {},
      delivery_status: {
        status,
        pod_receiver: found.pod?.receiver ?? "",
        pod_date: found.pod?.date ?? "",
        pod_time: found.pod?.time ?? "",
      },
      manifest: found.manifest,
    });
  }

  const service = await startJsonService(answer);
  return Object.assign(service, {
    costs,
    settings: { RAJAONGKIR_API_KEY: key, RAJAONGKIR_URL: service.origin },
    setParcel: (parcel: RajaongkirParcel) => void parcels.set(parcel.awb, parcel),
  });
}
