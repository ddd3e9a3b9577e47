import { addDuration, day } from "#lib/time.ts";
import type { OrderStatus } from "./rules.ts";

/** @rule A seller sees the buyer's phone and address from payment until 7 days after completion. */
export const addressVisibleDuration = 7 * day;

/** Whether the seller may see the buyer's phone and address now. */
export function addressVisible(status: OrderStatus, completedAt: Date | null, now: Date): boolean {
  if (status === "awaiting_payment" || status === "cancelled" || status === "refunded") return false;
  return status !== "completed" || (completedAt !== null && now < addDuration(completedAt, addressVisibleDuration));
}

/** The address as an order stores it (column `orders.address`): a copy made at the purchase. */
export type OrderAddress = {
  label: string;
  recipient: string;
  /** E.164. */
  phone: string;
  street: string;
  note: string;
  village: string;
  district: string;
  regency: string;
  province: string;
  provinceCode: string;
  postcode: string;
};

/**
 * @rule An anonymised order loses the pin on the map and the district's code of its address; province and city stay.
 */
export const placeKeys: readonly string[] = ["lat", "lng", "districtCode"];
