import { randomInt } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { acceptOrder } from "#orders/accept-order.ts";
import { shipOrder } from "#orders/ship-order.ts";
import { courierOf } from "#shipping/rules.ts";
import { findPeopleOfOrder } from "./queries.ts";

/**
 * Simulates the seller of a demo order: accepts it, or ships it with a new tracking number in the courier's format.
 * Returns what was done. Refuses with `request.not_found`, and `orders.not_allowed` when the seller has nothing to do.
 */
export async function simulateSeller(context: Context, orderId: string, now: Date): Promise<"accept" | "ship"> {
  const order = await findPeopleOfOrder(context.db, orderId);
  if (!order) throw new Refusal(requestRefusals.notFound);
  const seller = { orderId, shopId: order.shop_id, userId: order.owner_id };
  if (order.status === "processing") {
    await shipOrder(context, { ...seller, trackingNumber: newTrackingNumber(order.courier) }, now);
    return "ship";
  }
  await acceptOrder(context, seller, now);
  return "accept";
}

/**
 * A tracking number in the courier's format: its example with eight random digits at the end. Undefined for a courier
 * without tracking numbers.
 */
export function newTrackingNumber(courier: string): string | undefined {
  const { tracked, trackingNumberExample: example } = courierOf(courier) ?? {
    tracked: false,
    trackingNumberExample: "",
  };
  const digits = [...example.matchAll(/\d{8,}/g)].at(-1);
  if (!tracked || !digits) return undefined;
  const end = digits.index + digits[0].length;
  return example.slice(0, end - 8) + String(randomInt(10 ** 8)).padStart(8, "0") + example.slice(end);
}
