import type { Context } from "#lib/context.ts";
import { bookChargebackMove, findChargebackMove } from "#payments/refunds/move-chargeback.ts";
import { lockCheckout } from "../change-order.ts";
import { findCheckoutOfRefund } from "../queries.ts";
import { chargebackMovedTemplate } from "./refund-texts.ts";
import { canGetBackWhatItBore, giveToOrder } from "./return-chargeback.ts";

/**
 * @rule When a refund fails after orders bore a chargeback of the same payment, the buyer has the money from the bank.
 * What orders that went on or are completed bore is not paid to the buyer, and those orders get it back.
 *
 * Does nothing for a refund that is paid, on its way, or younger than the chargeback. Safe to repeat. Locks: orders →
 * payment → attempt → refund.
 */
export async function moveChargebackToRefund({ db }: Pick<Context, "db">, refundId: string, now: Date): Promise<void> {
  const checkoutId = await findCheckoutOfRefund(db, refundId);
  if (checkoutId === undefined) return;
  await db.transaction(async (tx) => {
    const orders = await lockCheckout(tx, checkoutId);
    const canGetBack = (orderId: string | null) =>
      orders.some((one) => one.id === orderId && canGetBackWhatItBore(one));
    const move = await findChargebackMove(tx, refundId, canGetBack);
    if (!move) return;
    for (const returned of move.refunds) {
      const order = orders.find(({ id }) => id === returned.refund.order_id);
      if (!order) throw new Error(`refund ${returned.refund.id} has no order`);
      await giveToOrder(tx, order, returned, { reference: move.reference, template: chargebackMovedTemplate, now });
    }
    await bookChargebackMove(tx, move, now);
  });
}
