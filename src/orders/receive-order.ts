import type { Context } from "#lib/context.ts";
import { changeOrders, lockOrder } from "./change-order.ts";

/**
 * The buyer confirms that the goods arrived, and the seller gets the money. Refuses with `request.not_found`,
 * `orders.not_allowed`.
 */
export async function receiveOrder(
  context: Context,
  { orderId, buyerId }: { orderId: string; buyerId: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { buyerId });
    await changeOrders(tx, context, [order], { action: "receive", by: "buyer", actorId: buyerId, now });
  });
}

/**
 * The buyer says that a parcel arrived whose scans nothing reports; the time to check it starts. Refuses with
 * `request.not_found`, `orders.not_allowed`.
 */
export async function confirmArrival(
  context: Context,
  { orderId, buyerId }: { orderId: string; buyerId: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { buyerId });
    await changeOrders(tx, context, [order], { action: "confirm_arrival", by: "buyer", actorId: buyerId, now });
  });
}

/** The buyer takes more time to check the goods, once. Refuses with `request.not_found`, `orders.not_allowed`. */
export async function extendOrder(
  context: Context,
  { orderId, buyerId }: { orderId: string; buyerId: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { buyerId });
    await changeOrders(tx, context, [order], { action: "extend", by: "buyer", actorId: buyerId, now });
  });
}
