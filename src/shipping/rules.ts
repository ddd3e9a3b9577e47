import type { Rupiah } from "#lib/rupiah.ts";
import type { Setting } from "#lib/settings/setting.ts";
import { courierTable, type CourierEntry, type ShippingZone } from "./courier-rules.ts";

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
 * @rule Insuring a parcel costs 0.2 % of the goods in it, rounded up to whole rupiah, where its courier insures. The
 * premium belongs to the shipping: the seller, who pays the courier, gets it, and it is refunded with the shipping.
 */
export const insurancePerMille = 2;

/** The premium for goods of this price; null for a courier that does not insure. */
export function insurancePremium(courier: string, goods: Rupiah): Rupiah | null {
  return courierOf(courier)?.insures ? Math.ceil((goods * insurancePerMille) / 1000) : null;
}

/** Length of a tracking number as typed, spaces included. */
export const maxTrackingNumberLength = 60;

/** What was typed without spaces, dashes and other separators, in upper case. */
function withoutSeparators(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{P}\p{Z}\p{Cf}]/gu, "");
}

/**
 * A tracking number as it is stored and compared: plain upper-case letters and digits. Couriers write the same number
 * with and without spaces and dashes.
 */
export function normaliseTrackingNumber(text: string): string {
  return withoutSeparators(text).replace(/[^A-Z0-9]/g, "");
}

/**
 * @rule A tracking number must have the format of its courier. Spaces, dashes and other separators do not matter;
 * another character, such as an emoji, makes it wrong.
 */
export function isTrackingNumber(courier: string, text: string): boolean {
  return courierOf(courier)?.trackingNumberPattern.test(withoutSeparators(text)) ?? false;
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
