import type { OrderStatus } from "../rules.ts";

/**
 * @rule While a shop is on vacation, its deadlines for confirming and shipping are paused. The deadline for answering a
 * buyer's request to cancel is not, so that a vacation cannot hold a buyer's money.
 */
export function isClockPaused(status: OrderStatus, cancelRequested: boolean): boolean {
  return status === "awaiting_confirmation" || (status === "processing" && !cancelRequested);
}

/**
 * @rule A buyer can ask once to cancel an order; again only while the shop is on vacation, because the shipping
 * deadline is paused then and nothing else would end the order.
 */
export function hasRequestedCancel(order: {
  cancel_requested_at: Date | null;
  cancel_reason: string | null;
  on_vacation: boolean;
}): boolean {
  return order.cancel_requested_at !== null || (order.cancel_reason !== null && !order.on_vacation);
}

/**
 * How long the shop's current or last vacation overlapped with the time between two moments, in milliseconds. `until`
 * is null while the vacation lasts.
 */
export function vacationDuration(vacation: { since: Date | null; until: Date | null }, from: Date, to: Date): number {
  if (!vacation.since) return 0;
  const end = vacation.until && vacation.until < to ? vacation.until : to;
  return Math.max(0, end.getTime() - Math.max(from.getTime(), vacation.since.getTime()));
}
