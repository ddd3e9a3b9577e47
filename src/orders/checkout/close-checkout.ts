import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { closePayment } from "#payments/attempts/close-payment.ts";
import { changeOrders, type OrderChange } from "../change-order.ts";
import { payOrders } from "./mark-checkout-paid.ts";
import type { LockedOrder } from "../queries.ts";

/**
 * Cancels the unpaid orders of a checkout, or lets them expire. If the money came a moment earlier, the orders are
 * marked as paid first. A cancellation then refunds them; an expiry does nothing more. `orders` are all orders of the
 * checkout, locked. Returns whether they were closed.
 */
export async function closeCheckout(
  tx: Tx,
  context: Pick<Context, "clock">,
  orders: readonly LockedOrder[],
  change: OrderChange & { action: "cancel" | "expire" },
): Promise<boolean> {
  const unpaid = orders.filter((order) => order.status === "awaiting_payment");
  const checkoutId = unpaid[0]?.checkout_id;
  if (!checkoutId) return false;
  if (
    (await closePayment(tx, checkoutId, change.action === "cancel" ? "cancelled" : "expired", change.now)) === "closed"
  ) {
    await changeOrders(tx, context, unpaid, change);
    return true;
  }
  const paid = await payOrders(tx, context, unpaid, change.now);
  if (change.action === "expire") return false;
  await changeOrders(tx, context, paid, change);
  return true;
}
