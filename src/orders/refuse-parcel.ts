import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { changeOrders, factsOf, lockOrder } from "./change-order.ts";
import { orderRefusals } from "./contract.ts";
import { canReportReturn } from "./deadlines/rules.ts";
import { updateOpenReturned } from "./parcels/queries.ts";

/**
 * The seller says that the buyer did not take a COD parcel and that it came back, where no courier's scan says it.
 * Nothing was paid, so nothing is refunded. Refuses with `request.not_found`, `orders.not_allowed`,
 * `orders.reason_needed`, `orders.return_early`.
 */
export async function refuseParcel(
  context: Context,
  { orderId, shopId, userId, reason }: { orderId: string; shopId: string; userId: string; reason: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { shopId });
    const facts = factsOf(order);
    if (order.status === "shipped" && facts.awaitsCash && !canReportReturn(facts, now))
      throw new Refusal(orderRefusals.returnEarly);
    await changeOrders(tx, context, [order], { action: "refuse_parcel", by: "seller", actorId: userId, reason, now });
    await updateOpenReturned(tx, orderId);
  });
}
