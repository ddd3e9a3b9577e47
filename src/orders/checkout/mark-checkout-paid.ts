import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { changeOrders, lockCheckout } from "../change-order.ts";

/**
 * Marks every unpaid order of a checkout as paid, after its money came in time. Safe to repeat. Returns how many orders
 * changed.
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
