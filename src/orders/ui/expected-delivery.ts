import { formatDateRange, type Zone } from "#lib/time.ts";
import { arrivalEstimate } from "../deadlines/rules.ts";
import type { OrderCard } from "../order-view/contract.ts";

type Facts = Pick<OrderCard, "status" | "shipped_at" | "tracked" | "scanned" | "eta" | "arrival_asked" | "awaits_cash">;

/** The days on which a shipped parcel is expected, and whether they have passed. */
export type Expected = { days: string; isLate: boolean };

/** Null when the parcel is not on its way or its courier names no delivery time. `now` is an ISO timestamp. */
export function expectedDelivery(order: Facts, now: string, zone: Zone): Expected | null {
  if (order.status !== "shipped" || !order.shipped_at || (order.tracked && !order.scanned)) return null;
  const expected = arrivalEstimate(order.eta, new Date(order.shipped_at));
  return (
    expected && {
      days: formatDateRange(expected.from, expected.to, zone),
      isLate: Date.parse(now) > Number(expected.to),
    }
  );
}

/** `perkiraan tiba 26–27 Nov`, or once these days have passed `seharusnya tiba 26–27 Nov`. */
export function expectedText({ days, isLate }: Expected): string {
  return `${isLate ? "seharusnya" : "perkiraan"} tiba ${days}`;
}

/**
 * What buyer or seller read when the parcel is late; null when it is not. A buyer who was asked whether it has arrived
 * reads that question instead.
 */
export function lateText(order: Facts, reader: "buyer" | "seller", now: string, zone: Zone): string | null {
  const expected = expectedDelivery(order, now, zone);
  if (!expected?.isLate || order.arrival_asked) return null;
  const late = `Paket terlambat: menurut perkiraan kurir, paket tiba ${expected.days}.`;
  if (reader === "seller") return `${late} Tanyakan keberadaannya kepada kurir.`;
  if (order.awaits_cash) return `${late} Anda belum membayar apa pun.`;
  return `${late} Uang Anda tetap kami tahan. Belum Anda terima? Anda bisa membuka komplain.`;
}
