import { day, hour, minute, second } from "#lib/time.ts";
import { driverIntervals } from "#shipping/instant-rules.ts";

/**
 * A courier that was ordered. `requested`: the platform does not know it yet. `drafted`: it knows what to send, and
 * costs nothing. `booked`: a courier will come. `collected`: the courier has the parcel. `refused` by the platform;
 * `cancelled` by the seller, the platform, or because the order ended.
 */
export const bookingStates = ["requested", "drafted", "booked", "collected", "refused", "cancelled"] as const;
export type BookingState = (typeof bookingStates)[number];

/** States of a courier that may still come. An order has at most one of them. */
export const openBookingStates: readonly BookingState[] = ["requested", "drafted", "booked"];

/** The states as sellers read them. */
export const bookingLabels: Record<BookingState, string> = {
  requested: "Penjemputan sedang dipesan",
  drafted: "Penjemputan sedang dipesan",
  booked: "Kurir dipesan dan akan menjemput paket",
  collected: "Paket sudah dijemput kurir",
  refused: "Penjemputan tidak bisa dipesan",
  cancelled: "Penjemputan dibatalkan",
};

/** Whether the seller can still cancel a courier: until it has the parcel. */
export function isBookingCancellable(state: BookingState): boolean {
  return state === "requested" || state === "drafted" || state === "booked";
}

/** @rule A courier that was ordered is asked about every 10 minutes until it has the parcel, then every 6 hours. */
const pollIntervals = { waiting: 10 * minute, collected: 6 * hour };
/** The time until a booking is asked about again, in ms. */
export function bookingInterval(state: BookingState, isInstantCourier = false): number {
  if (isInstantCourier) return state === "collected" ? driverIntervals.collected : driverIntervals.waiting;
  return state === "collected" ? pollIntervals.collected : pollIntervals.waiting;
}

/**
 * @rule A call about a booking that failed is repeated after 1 minute, then twice as long each time, at most 1 hour.
 */
export function bookingRetry(failures: number): number {
  return Math.min(hour, minute * 2 ** Math.min(10, Math.max(0, failures - 1)));
}

/**
 * @rule An instant courier fetches where the shop was when the order was placed, because its price is for that way. A
 * shop that has moved by more than 1 km since then cannot order it for that order.
 */
export const maxShopMoveKm = 1;

/** @rule At most 10 couriers of a shop can be under way without a price that the platform confirmed. */
export const maxUnpricedBookings = 10;

/**
 * A confirmation that was not answered may still arrive at the platform, so only a draft that is unconfirmed after this
 * time is confirmed again or given up.
 */
export const lateConfirmDuration = minute;

/** How long a process holds the booking that it handles. Longer than all calls of one turn together. */
export const bookingLeaseDuration = 3 * minute;

/** @rule One run handles at most 200 ordered couriers, four at a time, for at most 50 seconds. */
export const bookingRun = { max: 200, concurrency: 4, duration: 50 * second } as const;

/**
 * @rule Before an order is cancelled, its courier is. When the courier has the parcel already, the order is shipped
 * instead. An order whose deadline has passed waits at most a day for that.
 */
export const bookingEndDuration = day;

/**
 * @rule The marketplace bears what an ordered courier costs above the order's shipping, up to Rp100.000 for each shop
 * in 30 days. Above that the shop can order none, and the seller ships with tracking numbers.
 */
export const borneCost = { max: 100_000, window: 30 * day } as const;

/** @rule A seller orders a courier for an order at most 10 times. */
export const maxBookings = 10;

/** The platform's refusal as the seller reads it. Codes are Biteship's. */
export function refusalText(code: string | null): string {
  if (code !== null && /^40002(010|011|020|022|023|024|025)$/.test(code))
    return "Platform kurir tidak mengenal alamat atau kode pos toko Anda atau pembeli. Kirim sendiri dengan nomor resi.";
  if (code !== null && /^40002(026|027)$|^40001010$/.test(code))
    return "Kurir ini tidak menjemput di alamat Anda. Kirim sendiri dengan nomor resi.";
  return "Platform kurir tidak menerima pesanan ini. Kirim sendiri dengan nomor resi, atau pesan lagi nanti.";
}
