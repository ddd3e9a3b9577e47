import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { acceptOrder } from "#orders/accept-order.ts";
import { shipOrder } from "#orders/ship-order.ts";
import { newTrackingNumber } from "./new-tracking-number.ts";
import { findPeopleOfOrder } from "./queries.ts";
import type { CaseStep } from "./rules.ts";
import { simulateCase } from "./simulate-case.ts";

/**
 * Simulates the seller of a demo order: accepts it, ships it with a new number in the courier's format, or acts
 * in its complaint. Returns what was done. Refuses with `request.not_found`, and with `orders.not_allowed` or
 * `complaints.not_allowed` when the seller has nothing to do.
 */
export async function simulateSeller(
  context: Context,
  orderId: string,
  now: Date,
): Promise<"accept" | "ship" | CaseStep> {
  const order = await findPeopleOfOrder(context.db, orderId);
  if (!order) throw new Refusal(requestRefusals.notFound);
  const { case_id: caseId } = order;
  if (caseId !== null) return simulateCase(context, { ...order, case_id: caseId }, "seller", now);
  const seller = { orderId, shopId: order.shop_id, userId: order.owner_id };
  if (order.status === "processing") {
    await shipOrder(context, { ...seller, trackingNumber: newTrackingNumber(order.courier) }, now);
    return "ship";
  }
  await acceptOrder(context, seller, now);
  return "accept";
}
