import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { receiveOrder } from "#orders/receive-order.ts";
import { findPeopleOfOrder } from "./queries.ts";

/**
 * Simulates the buyer of a demo order: confirms that the goods arrived, which pays the seller. Refuses with
 * `request.not_found`, and `orders.not_allowed` when the order is neither shipped nor delivered.
 */
export async function simulateBuyer(context: Context, orderId: string, now: Date): Promise<"receive"> {
  const order = await findPeopleOfOrder(context.db, orderId);
  if (!order) throw new Refusal(requestRefusals.notFound);
  await receiveOrder(context, { orderId, buyerId: order.buyer_id }, now);
  return "receive";
}
