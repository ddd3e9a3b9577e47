/**
 * The couriers as data: all that the product knows about one is its record in {@link courierTable}
 * (docs/examples/add-a-courier.md).
 */
import type { Rupiah } from "#lib/rupiah.ts";

/** How far two regencies are apart (`zoneBetween` in rules.ts), the nearest first. */
export const zones = ["same_regency", "same_province", "same_island", "neighbour", "far", "far_east"] as const;
export type ShippingZone = (typeof zones)[number];

/** What an instant courier carries. A parcel beyond it is not offered, and its platform not asked. */
export type InstantTerms = {
  /** How long a parcel is under way at least and at most, in hours, where the platform says nothing. */
  hours: readonly [number, number];
  /** The longest distance in a straight line. */
  maxKm: number;
  maxKg: number;
  /** The side of the cube in centimetres that the parcel must fit into, for couriers that are paid by size. */
  maxCm?: number;
};

export type CourierEntry = {
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
  instant?: InstantTerms;
  /** How Biteship names it: a company and the company's service. Without it, Biteship is not asked about it. */
  biteship?: { company: string; type: string };
  /** How RajaOngkir names it: a company, and services in capital letters. Within a city JNE has names of its own. */
  rajaongkir?: { company: string; services: readonly string[] };
  /** The format of a tracking number, in upper case, of letters and digits only. */
  trackingNumberPattern: RegExp;
  /** A valid tracking number, for hints. */
  trackingNumberExample: string;
  /** The courier gives tracking numbers. Whether this installation can read its scans: scan-sources.ts. */
  tracked: boolean;
};

/** Prices for each kilogram and delivery times, in the order of {@link zones}; null where a courier does not go. */
export function tariff(prices: readonly (Rupiah | null)[], etas: readonly string[]): CourierEntry["zones"] {
  return Object.fromEntries(
    zones.flatMap((zone, at) =>
      typeof prices[at] === "number" ? [[zone, { perKg: prices[at], eta: etas[at] ?? "" }]] : [],
    ),
  );
}

/** The references of instant couriers have no published format. */
const anyReference = /^(?=[A-Z0-9]{6,40}$)(?:[A-Z]*\d){4}/;
/** What is the same for all instant couriers (instant-rules.ts). */
export const byMotorcycle = { zones: {}, trackingNumberPattern: anyReference, tracked: true } as const;

/**
 * @rule Couriers, their tariff for each kilogram by zone, delivery time, the format of their tracking numbers, their
 * names at courier platforms, and of instant couriers how far they go and how much they carry.
 */
export const courierTable = [
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
    biteship: { company: "jne", type: "reg" },
    rajaongkir: { company: "jne", services: ["REG", "CTC"] },
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
    biteship: { company: "jne", type: "yes" },
    rajaongkir: { company: "jne", services: ["YES", "CTCYES"] },
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
    biteship: { company: "jne", type: "oke" },
    rajaongkir: { company: "jne", services: ["OKE", "CTCOKE"] },
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
    biteship: { company: "jne", type: "jtr" },
    rajaongkir: { company: "jne", services: ["JTR"] },
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
    biteship: { company: "jnt", type: "ez" },
    rajaongkir: { company: "jnt", services: ["EZ"] },
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
    biteship: { company: "sicepat", type: "reg" },
    rajaongkir: { company: "sicepat", services: ["REG"] },
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
    biteship: { company: "anteraja", type: "reg" },
    rajaongkir: { company: "anteraja", services: ["REG"] },
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
    biteship: { company: "pos", type: "reg" },
    rajaongkir: { company: "pos", services: ["POS REGULER", "REG"] },
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
    biteship: { company: "tiki", type: "reg" },
    rajaongkir: { company: "tiki", services: ["REG"] },
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
    biteship: { company: "ninja", type: "standard" },
    rajaongkir: { company: "ninja", services: ["STANDARD"] },
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
    biteship: { company: "lion", type: "reg_pack" },
    rajaongkir: { company: "lion", services: ["REGPACK"] },
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
    biteship: { company: "wahana", type: "normal" },
    rajaongkir: { company: "wahana", services: ["NORMAL"] },
  },
  {
    ...byMotorcycle,
    id: "gojek-instant",
    name: "GoSend Instant",
    trackingNumberExample: "GK-11-12345678",
    insures: true,
    instant: { hours: [1, 3], maxKm: 40, maxKg: 20 },
    biteship: { company: "gojek", type: "instant" },
  },
  {
    ...byMotorcycle,
    id: "gojek-sameday",
    name: "GoSend Same Day",
    trackingNumberExample: "GK-12-12345678",
    insures: true,
    instant: { hours: [6, 8], maxKm: 40, maxKg: 7 },
    biteship: { company: "gojek", type: "same_day" },
  },
  {
    ...byMotorcycle,
    id: "grab-instant",
    name: "GrabExpress Instant",
    trackingNumberExample: "IN-12345678",
    insures: true,
    instant: { hours: [1, 3], maxKm: 40, maxKg: 20 },
    biteship: { company: "grab", type: "instant" },
  },
  {
    ...byMotorcycle,
    id: "grab-sameday",
    name: "GrabExpress Same Day",
    trackingNumberExample: "SD-12345678",
    insures: true,
    instant: { hours: [6, 8], maxKm: 40, maxKg: 7 },
    biteship: { company: "grab", type: "same_day" },
  },
  {
    ...byMotorcycle,
    id: "lalamove-motor",
    name: "Lalamove Motor",
    trackingNumberExample: "LM-123456789",

    instant: { hours: [1, 3], maxKm: 40, maxKg: 20 },
    biteship: { company: "lalamove", type: "motorcycle" },
  },
  {
    ...byMotorcycle,
    id: "borzo-instant",
    name: "Borzo Instant",
    trackingNumberExample: "BZ-12345678",

    instant: { hours: [1, 3], maxKm: 40, maxKg: 20 },
    biteship: { company: "borzo", type: "instant_bike" },
  },
  {
    ...byMotorcycle,
    id: "paxel-small",
    name: "Paxel Small",
    trackingNumberExample: "PX-1234567890",

    instant: { hours: [8, 12], maxKm: 40, maxKg: 5, maxCm: 20 },
    biteship: { company: "paxel", type: "small" },
  },
  {
    ...byMotorcycle,
    id: "paxel-medium",
    name: "Paxel Medium",
    trackingNumberExample: "PX-1234567890",

    instant: { hours: [8, 12], maxKm: 40, maxKg: 5, maxCm: 30 },
    biteship: { company: "paxel", type: "medium" },
  },
  {
    ...byMotorcycle,
    id: "paxel-large",
    name: "Paxel Large",
    trackingNumberExample: "PX-1234567890",

    instant: { hours: [8, 12], maxKm: 40, maxKg: 5, maxCm: 40 },
    biteship: { company: "paxel", type: "large" },
  },
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
