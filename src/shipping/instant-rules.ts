/**
 * Couriers by motorcycle, who deliver within hours. Only a platform knows their price, from two points on the map. A
 * driver comes only while the shop hands parcels over, so the clocks of such an order run in these hours.
 */
import { addDuration, day, formatTime, hour, minute, span, startOfDay, weekdayOf, type Zone } from "#lib/time.ts";
import type { InstantTerms } from "./courier-rules.ts";
import { couriers, type CourierId, type ParcelItem } from "./rules.ts";

/** A point on the map, in degrees. */
export type MapPoint = { lat: number; lng: number };

/** When a shop hands parcels over: days from 1 (Monday) to 7, and minutes after midnight at the shop. */
export type PickupHours = { days: readonly number[]; opens: number; closes: number };

/** What instant couriers must know of a shop; the point is null while the seller has not set it. */
export type ShopPickup = PickupHours & { point: MapPoint | null };

/** How long instant couriers are under way, how far they go, and how heavy and large their parcels may be. */
const termsOf = new Map<string, InstantTerms>(couriers.flatMap(({ id, instant }) => (instant ? [[id, instant]] : [])));

export const instantIds = [...termsOf.keys()];

/** Where a driver is, as people read it. */
export const driverStates = {
  searching: "Mencari pengemudi",
  found: "Pengemudi ditemukan",
  coming: "Pengemudi menuju toko",
  under_way: "Pengemudi membawa paket",
  returning: "Pengemudi membawa paket kembali ke toko",
} as const;
export type DriverState = keyof typeof driverStates;

/** What a platform says about the driver of a parcel; empty where it does not. The phone as the platform writes it. */
export type Driver = { state: DriverState; name: string; phone: string; plate: string; url: string };

/** Whether this courier is one of them. */
export function isInstant(courier: string): boolean {
  return termsOf.has(courier);
}

/** `1–3 jam`, where the platform says nothing. */
export function instantEta(courier: CourierId): string {
  const [from, to] = termsOf.get(courier)?.hours ?? [1, 24];
  return `${from}–${to} jam`;
}

/**
 * @rule A seller confirms an order with an instant courier within 1 hour, and hands the parcel over within 2 more. Only
 * the shop's pick-up hours count; a deadline that other orders have holds when it is earlier.
 */
export const instantDurations = { confirmation: hour, handover: 2 * hour } as const;

/** @rule A parcel of an instant courier that has not arrived after 2×24 hours counts as lost. */
export const instantLostDuration = 2 * day;

/**
 * @rule When a driver does not come, another one is called at once, once for each order, if the shop still hands
 * parcels over. After that the seller decides.
 */
export const maxDriverRecalls = 1;

/** @rule Pick-up hours last at least 1 hour a day. */
export const minPickupDuration = hour;

/** @rule An order whose driver is on the way when the time to hand over ends waits 1 hour for the driver. */
export const driverGraceDuration = hour;

/** @rule A driver who was called is asked about every 2 minutes, and a parcel under way every 5 minutes. */
export const driverIntervals = { waiting: 2 * minute, collected: 5 * minute } as const;

/** `1 jam di jam penjemputan toko`. */
export function pickupSpan(duration: number): string {
  return `${span(duration)} di jam penjemputan toko`;
}

/** Kilometres between two points as the crow flies. */
export function distanceKm(from: MapPoint, to: MapPoint): number {
  const rad = Math.PI / 180;
  const half = (a: number, b: number) => Math.sin(((b - a) * rad) / 2) ** 2;
  const chord = half(from.lat, to.lat) + Math.cos(from.lat * rad) * Math.cos(to.lat * rad) * half(from.lng, to.lng);
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Whether the shop hands parcels over at this moment. */
export function isPickupTime({ days, opens, closes }: PickupHours, zone: Zone, at: Date): boolean {
  const start = startOfDay(at, zone);
  const minutes = (at.getTime() - start.getTime()) / minute;
  return days.includes(weekdayOf(at, zone)) && minutes >= opens && minutes < closes;
}

/** The moment at which this much time of the pick-up hours has passed. Days without hours do not count. */
export function addPickupTime({ days, opens, closes }: PickupHours, zone: Zone, from: Date, duration: number): Date {
  if (days.length === 0 || closes <= opens) return addDuration(from, duration);
  let left = duration;
  let start = startOfDay(from, zone);
  for (;;) {
    const begin = Math.max(from.getTime(), start.getTime() + opens * minute);
    const end = start.getTime() + closes * minute;
    if (days.includes(weekdayOf(start, zone)) && end > begin) {
      if (end - begin >= left) return new Date(begin + left);
      left -= end - begin;
    }
    start = addDuration(start, day);
  }
}

/** How much of the pick-up hours lies between two moments; all of it for a shop without hours. */
export function pickupTimeBetween({ days, opens, closes }: PickupHours, zone: Zone, from: Date, to: Date): number {
  if (days.length === 0 || closes <= opens) return Math.max(0, to.getTime() - from.getTime());
  let time = 0;
  for (let start = startOfDay(from, zone); start < to; start = addDuration(start, day)) {
    const begin = Math.max(from.getTime(), start.getTime() + opens * minute);
    const end = Math.min(to.getTime(), start.getTime() + closes * minute);
    if (days.includes(weekdayOf(start, zone)) && end > begin) time += end - begin;
  }
  return time;
}

/** Whether this courier serves a parcel between two points: within its distance, weight and size. */
export function servesInstantly(
  courier: string,
  { from, to, kg, items = [] }: { from: MapPoint; to: MapPoint; kg: number; items?: readonly ParcelItem[] },
): boolean {
  const terms = termsOf.get(courier);
  return (
    terms !== undefined &&
    kg <= terms.maxKg &&
    distanceKm(from, to) <= terms.maxKm &&
    (terms.maxCm === undefined || fitsCube(items, terms.maxCm))
  );
}

/**
 * @rule A courier that is paid by size is offered only when the seller measured everything in the parcel, nothing is
 * longer than its cube, and together they are not larger than it.
 */
function fitsCube(items: readonly ParcelItem[], cm: number): boolean {
  let volume = 0;
  for (const { lengthCm, widthCm, heightCm, quantity } of items) {
    if (!lengthCm || !widthCm || !heightCm || Math.max(lengthCm, widthCm, heightCm) > cm) return false;
    volume += lengthCm * widthCm * heightCm * quantity;
  }
  return items.length > 0 && volume <= cm ** 3;
}

/**
 * What a buyer who pays now can rely on: `Dijemput paling lambat hari ini pukul 15.00 WIB, tiba 1–3 jam kemudian`.
 * Computed from the deadlines of the seller, after which the order is cancelled.
 */
export function instantPromise(pickup: PickupHours, zone: Zone, eta: string, now: Date): string {
  const latest = addPickupTime(pickup, zone, now, instantDurations.confirmation + instantDurations.handover);
  const days = Math.round((startOfDay(latest, zone).getTime() - startOfDay(now, zone).getTime()) / day);
  const word = days === 0 ? "hari ini" : days === 1 ? "besok" : `${days} hari lagi`;
  return `Bila dibayar sekarang: dijemput paling lambat ${word} pukul ${formatTime(latest, zone)}, tiba ${eta} kemudian`;
}

/** The days of {@link PickupHours}, from 1. */
export const dayNames = ["Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu", "Minggu"] as const;

/** `Senin–Jumat dan Minggu, 09.00–17.00 WIB`. */
export function formatPickupHours({ days, opens, closes }: PickupHours, zone: Zone): string {
  const runs: number[][] = [];
  for (const one of days.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === one - 1) last.push(one);
    else runs.push([one]);
  }
  const nameOf = (one: number | undefined) => dayNames[(one ?? 1) - 1] ?? "";
  const words = runs.flatMap((run) =>
    run.length > 2 ? [`${nameOf(run[0])}–${nameOf(run.at(-1))}`] : run.map((one) => nameOf(one)),
  );
  return `${new Intl.ListFormat("id-ID").format(words)}, ${formatMinutes(opens)}–${formatMinutes(closes)} ${zone}`;
}

/**
 * Why a shop with instant couriers offers none now, as the buyer reads it; null where nothing helps, as on a long way.
 */
export function instantProblem(shop: ShopPickup & { zone: Zone }, to: { hasPoint: boolean }, now: Date): string | null {
  if (!shop.point) return null;
  if (!to.hasPoint)
    return "Toko ini juga memakai kurir instan. Letakkan titik peta di alamat Anda untuk melihat harganya.";
  if (!isPickupTime(shop, shop.zone, now))
    return `Kurir instan toko ini tersedia ${formatPickupHours(shop, shop.zone)}.`;
  return null;
}

/** `08.30` for minutes after midnight. */
export function formatMinutes(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}.${String(minutes % 60).padStart(2, "0")}`;
}
