import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { changeOrders, lockCheckout } from "../change-order.ts";

/**
 * Moves every unpaid order of a checkout on, after its money came in time. May be called any number of times. Answers how
 * many orders moved.
 */
export async function markCheckoutPaid(
  tx: Tx,
  context: Pick<Context, "clock">,
  checkoutId: string,
  now: Date,
): Promise<number> {
  const orders = (await lockCheckout(tx, checkoutId)).filter((order) => order.status === "awaiting_payment");
  await changeOrders(tx, context, orders, { action: "pay", by: "system", actorId: null, now });
  return orders.length;
}
