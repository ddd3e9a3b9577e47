import type { Rupiah } from "#lib/rupiah.ts";
import type { Setting } from "#lib/settings/setting.ts";

export const zones = ["same_regency", "same_province", "same_island", "neighbour", "far", "far_east"] as const;
export type ShippingZone = (typeof zones)[number];

type CourierEntry = {
  id: string;
  name: string;
  /** Rupiah for each chargeable kilogram and delivery time, by zone. A missing zone is not served. */
  zones: Partial<Record<ShippingZone, { perKg: Rupiah; eta: string }>>;
  /** Rupiah for each kilogram after the first, where it differs. */
  nextKg?: Rupiah;
  /** Kilograms that are charged at least, where it is more than one. */
  minKg?: number;
  /** The courier can collect the price from the buyer. */
  cod?: true;
  /** The courier insures parcels. */
  insures?: true;
  /** Delivers within hours by motorcycle, and only a courier platform knows its price. */
  instant?: true;
  /** The format of a tracking number, in upper case, of letters and digits only. */
  trackingNumberPattern: RegExp;
  /** A valid tracking number, for hints. */
  trackingNumberExample: string;
  /** The courier gives tracking numbers. Whether this installation can read its scans: scan-sources.ts. */
  tracked: boolean;
};

function tariff(prices: readonly (Rupiah | null)[], etas: readonly string[]): CourierEntry["zones"] {
  return Object.fromEntries(
    zones.flatMap((zone, at) =>
      typeof prices[at] === "number" ? [[zone, { perKg: prices[at], eta: etas[at] ?? "" }]] : [],
    ),
  );
}

/** A courier of instant-rules.ts. Its references have no published format. */
function instant<I extends string>(id: I, name: string, trackingNumberExample: string) {
  const trackingNumberPattern = /^(?=[A-Z0-9]{6,40}$)(?:[A-Z]*\d){4}/;
  return { id, name, zones: {}, trackingNumberPattern, trackingNumberExample, tracked: true, instant: true } as const;
}

/** @rule Couriers, their tariff for each kilogram by zone, delivery time, and the format of their tracking numbers. */
const courierTable = [
  {
    id: "jne-reg",
    name: "JNE REG",
    zones: tariff(
      [10_000, 13_000, 19_000, 32_000, 43_000, 79_000],
      ["1–2 hari", "1–3 hari", "2–3 hari", "3–5 hari", "4–6 hari", "6–10 hari"],
    ),
    trackingNumberPattern: /^(?=[A-Z0-9]{12,18}$)(?:[A-Z]*\d){8}/,
    trackingNumberExample: "TLJR1234567890",
    tracked: true,
    cod: true,
    insures: true,
  },
  {
    id: "jne-yes",
    name: "JNE YES",
    zones: tariff(
      [18_000, 24_000, 36_000, 58_000, 74_000, null],
      ["1 hari", "1 hari", "1 hari", "1–2 hari", "1–2 hari"],
    ),
    trackingNumberPattern: /^(?=[A-Z0-9]{12,18}$)(?:[A-Z]*\d){8}/,
    trackingNumberExample: "TLJY1234567890",
    tracked: true,
    cod: true,
    insures: true,
  },
  {
    id: "jne-oke",
    name: "JNE OKE",
    zones: tariff(
      [null, 11_000, 16_000, 27_000, 37_000, 68_000],
      ["", "3–5 hari", "4–6 hari", "5–8 hari", "6–9 hari", "9–14 hari"],
    ),
    trackingNumberPattern: /^(?=[A-Z0-9]{12,18}$)(?:[A-Z]*\d){8}/,
    trackingNumberExample: "TLJO1234567890",
    tracked: true,
    insures: true,
  },
  {
    id: "jne-jtr",
    name: "JNE JTR (kargo)",
    zones: tariff(
      [3_500, 4_500, 6_000, 9_500, 13_000, 22_000],
      ["2–3 hari", "3–4 hari", "4–6 hari", "6–9 hari", "8–12 hari", "12–20 hari"],
    ),
    minKg: 10,
    trackingNumberPattern: /^(?=[A-Z0-9]{12,18}$)(?:[A-Z]*\d){8}/,
    trackingNumberExample: "TLJT1234567890",
    tracked: true,
    insures: true,
  },
  {
    id: "jnt-ez",
    name: "J&T EZ",
    zones: tariff(
      [9_000, 13_000, 20_000, 33_000, 45_000, 82_000],
      ["1–2 hari", "1–3 hari", "2–3 hari", "3–5 hari", "4–6 hari", "6–9 hari"],
    ),
    trackingNumberPattern: /^J[A-Z]\d{10,12}$/,
    trackingNumberExample: "JP1234567890",
    tracked: true,
    cod: true,
    insures: true,
  },
  {
    id: "sicepat-reg",
    name: "SiCepat REG",
    zones: tariff(
      [9_500, 12_000, 18_500, 31_000, 42_000, 80_000],
      ["1–2 hari", "1–2 hari", "2–3 hari", "3–4 hari", "4–6 hari", "6–10 hari"],
    ),
    trackingNumberPattern: /^00\d{10}$/,
    trackingNumberExample: "001234567890",
    tracked: true,
    cod: true,
    insures: true,
  },
  {
    id: "anteraja-reg",
    name: "AnterAja REG",
    zones: tariff(
      [9_000, 12_500, 18_000, 31_500, 44_000, null],
      ["1–2 hari", "1–3 hari", "2–4 hari", "3–5 hari", "4–7 hari"],
    ),
    trackingNumberPattern: /^1[01]\d{12}$/,
    trackingNumberExample: "10001234567890",
    tracked: true,
    cod: true,
    insures: true,
  },
  {
    id: "pos-reg",
    name: "POS REG",
    zones: tariff(
      [8_500, 11_500, 17_000, 28_000, 38_000, 62_000],
      ["2–3 hari", "2–4 hari", "3–5 hari", "4–7 hari", "5–9 hari", "7–14 hari"],
    ),
    trackingNumberPattern: /^(P\d{13}|\d{11}|[A-Z]{2}\d{9}ID)$/,
    trackingNumberExample: "P2611000123456",
    tracked: true,
    cod: true,
    insures: true,
  },
  {
    id: "tiki-reg",
    name: "TIKI REG",
    zones: tariff(
      [9_500, 13_000, 18_500, 32_500, 44_000, 78_000],
      ["1–2 hari", "2–3 hari", "2–4 hari", "3–5 hari", "4–7 hari", "6–10 hari"],
    ),
    trackingNumberPattern: /^[A-Z]{0,2}\d{10,13}$/,
    trackingNumberExample: "660012345678",
    tracked: true,
    insures: true,
  },
  {
    id: "ninja-reg",
    name: "Ninja Standard",
    zones: tariff(
      [9_000, 12_000, 18_000, 31_000, 43_500, 81_000],
      ["1–3 hari", "2–3 hari", "2–4 hari", "4–6 hari", "5–8 hari", "7–12 hari"],
    ),
    trackingNumberPattern: /^N[A-Z](?=[A-Z0-9]{8,26}$)(?:[A-Z]*\d){6}/,
    trackingNumberExample: "NLIDAP1234567890",
    tracked: true,
    cod: true,
    insures: true,
  },
  {
    id: "lion-reg",
    name: "Lion Parcel REGPACK",
    zones: tariff(
      [9_000, 12_000, 18_000, 29_500, 40_000, 70_000],
      ["1–2 hari", "2–3 hari", "2–4 hari", "3–5 hari", "4–6 hari", "5–9 hari"],
    ),
    trackingNumberPattern: /^(\d{2}LP\d{8,14}|\d{11,15})$/,
    trackingNumberExample: "11LP1234567890",
    tracked: true,
    cod: true,
    insures: true,
  },
  {
    id: "wahana-reg",
    name: "Wahana Normal",
    zones: tariff(
      [7_000, 8_500, 12_500, 24_000, 33_000, 58_000],
      ["2–4 hari", "3–5 hari", "4–6 hari", "6–9 hari", "7–11 hari", "10–16 hari"],
    ),
    trackingNumberPattern: /^(?=[A-Z0-9]{8,15}$)[A-Z]{3}(?:[A-Z]*\d){4}/,
    trackingNumberExample: "AHT12345678",
    tracked: true,
  },
  { ...instant("gojek-instant", "GoSend Instant", "GK-11-12345678"), insures: true },
  { ...instant("gojek-sameday", "GoSend Same Day", "GK-12-12345678"), insures: true },
  { ...instant("grab-instant", "GrabExpress Instant", "IN-12345678"), insures: true },
  { ...instant("grab-sameday", "GrabExpress Same Day", "SD-12345678"), insures: true },
  instant("lalamove-motor", "Lalamove Motor", "LM-123456789"),
  instant("borzo-instant", "Borzo Instant", "BZ-12345678"),
  {
    id: "self",
    name: "Kurir toko",
    zones: tariff([8_000], ["1–2 hari"]),
    nextKg: 1_000,
    trackingNumberPattern: /^[A-Z0-9]{5,40}$/,
    trackingNumberExample: "KURIR-0001",
    tracked: false,
  },
  {
    id: "pickup",
    name: "Ambil di toko",
    zones: tariff([0, 0, 0, 0, 0, 0], Array<string>(6).fill("Setelah toko siap")),
    trackingNumberPattern: /^[A-Z0-9]{5,40}$/,
    trackingNumberExample: "AMBIL-0001",
    tracked: false,
  },
] as const satisfies readonly CourierEntry[];
export type CourierId = (typeof courierTable)[number]["id"];
type Courier = CourierEntry & { id: CourierId };

export const couriers: readonly Courier[] = courierTable;
export const courierIds = couriers.map(({ id }) => id);

/** The couriers that the tariff table can price: all but the instant ones. */
export const couriersOfTable = couriers.filter(({ instant: isInstant }) => !isInstant);

/** The couriers that are preselected for a new shop. */
export const proposedCouriers: readonly CourierId[] = ["jne-reg", "jnt-ez", "sicepat-reg"];

/** The courier with this id, or undefined. */
export function courierOf(id: string): Courier | undefined {
  return couriers.find((courier) => courier.id === id);
}

/** @rule Purchases are paid in cash at delivery unless an operator switches that off. Open COD orders go on. */
export const codOfferedSetting: Setting<boolean> = { key: "orders.cod_offered", defaultValue: true };

/** Whether the buyer collects the goods at the shop. */
export function isPickup(courier: string): boolean {
  return courier === "pickup";
}

// Provinces by the first digits of their code (idn-area-data).
const islands = ["sumatra", "java", "sunda", "kalimantan", "sulawesi", "maluku", "papua"] as const;
type Island = (typeof islands)[number];

/** The island group of a province or regency code. An unknown code counts as Java. */
export function islandOf(code: string): Island {
  const province = Number(code.slice(0, 2));
  if (province >= 11 && province <= 21) return "sumatra";
  if (province >= 51 && province <= 53) return "sunda";
  if (province >= 61 && province <= 65) return "kalimantan";
  if (province >= 71 && province <= 76) return "sulawesi";
  if (province >= 81 && province <= 82) return "maluku";
  if (province >= 91) return "papua";
  return "java";
}

const neighbours = new Set(["java sumatra", "java sunda", "java kalimantan", "kalimantan sulawesi", "sulawesi sunda"]);

/** @rule The zone between two regencies (codes such as 32.73). Maluku and Papua are far east for all other islands. */
export function zoneBetween(origin: string, destination: string): ShippingZone {
  if (origin === destination) return "same_regency";
  if (origin.slice(0, 2) === destination.slice(0, 2)) return "same_province";
  const [from, to] = [islandOf(origin), islandOf(destination)];
  if (from === to) return "same_island";
  if ([from, to].some((island) => island === "maluku" || island === "papua")) return "far_east";
  return neighbours.has([from, to].toSorted().join(" ")) ? "neighbour" : "far";
}

/** One item of a parcel: grams, and centimetres if the seller measured it. */
export type ParcelItem = {
  weightG: number;
  lengthCm: number | null;
  widthCm: number | null;
  heightCm: number | null;
  quantity: number;
};

/** @rule Volume weight is length × width × height in cm ÷ 6000, in kilograms. */
export const volumeDivisor = 6000;

/**
 * @rule Chargeable weight is the larger of actual and volume weight of the whole parcel, rounded up to kilograms, at
 * least 1. A tariff may divide by another number.
 */
export function chargeableKg(items: readonly ParcelItem[], divisor = volumeDivisor): number {
  let grams = 0;
  let cubicCm = 0;
  for (const item of items) {
    grams += item.weightG * item.quantity;
    if (item.lengthCm && item.widthCm && item.heightCm)
      cubicCm += item.lengthCm * item.widthCm * item.heightCm * item.quantity;
  }
  return Math.max(1, Math.ceil(Math.max(grams, (cubicCm * 1000) / divisor) / 1000));
}

/**
 * Price in whole rupiah and delivery time of one courier in one zone; undefined where the courier does not deliver.
 * A light parcel costs as much as the courier's minimum weight.
 */
export function shippingPrice(
  courier: CourierId,
  zone: ShippingZone,
  kg: number,
): { price: Rupiah; eta: string } | undefined {
  const entry = courierOf(courier);
  const rate = entry?.zones[zone];
  if (!entry || !rate) return undefined;
  const charged = Math.max(kg, entry.minKg ?? 1);
  return { price: rate.perKg + (charged - 1) * (entry.nextKg ?? rate.perKg), eta: rate.eta };
}

/**
 * @rule Insuring a parcel costs 0.2% of the goods in it, rounded up to whole rupiah, where its courier insures. The
 * premium belongs to the shipping: the seller, who pays the courier, gets it, and it is refunded with the shipping.
 */
export const insurancePerMille = 2;

/** The premium for goods of this price; null for a courier that does not insure. */
export function insurancePremium(courier: string, goods: Rupiah): Rupiah | null {
  return courierOf(courier)?.insures ? Math.ceil((goods * insurancePerMille) / 1000) : null;
}

/** Length of a tracking number as typed, spaces included. */
export const maxTrackingNumberLength = 60;

/**
 * A tracking number as it is stored and compared: plain upper-case letters and digits. Couriers write the same number
 * with and without spaces and dashes.
 */
export function normaliseTrackingNumber(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}

/** @rule A tracking number must have the format of its courier. */
export function isTrackingNumber(courier: string, text: string): boolean {
  return courierOf(courier)?.trackingNumberPattern.test(normaliseTrackingNumber(text)) ?? false;
}

/** @rule Tracking statuses are the same for all couriers. */
export const trackingStatuses = [
  "picked",
  "in_transit",
  "out_for_delivery",
  "delivered",
  "on_hold",
  "returned",
] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];

export const trackingLabels: Record<TrackingStatus, string> = {
  picked: "Paket diserahkan ke kurir",
  in_transit: "Paket dalam perjalanan",
  out_for_delivery: "Paket sedang diantar kurir",
  delivered: "Paket sudah tiba",
  on_hold: "Paket tertahan",
  returned: "Paket dikembalikan ke penjual",
};

/** Who can report scans: the simulator of a demo, or a provider that this installation has a contract with. */
export const scanSources = ["simulator", "biteship", "rajaongkir"] as const;
export type ScanSource = (typeof scanSources)[number];
