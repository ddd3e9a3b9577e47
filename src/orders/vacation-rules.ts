import type { OrderStatus } from "./rules.ts";

/**
 * @rule While a shop is on vacation its clocks for confirming and for shipping stand still. A buyer's request to cancel
 * does not wait: silence of 24 hours is a yes, so nobody's money is held by a vacation.
 */
export function standsStill(status: OrderStatus, cancelRequested: boolean): boolean {
  return status === "awaiting_confirmation" || (status === "processing" && !cancelRequested);
}
