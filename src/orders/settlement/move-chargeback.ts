import type { Context } from "#lib/context.ts";
import { bookChargebackMove, findChargebackMove } from "#payments/refunds/move-chargeback.ts";
import { lockCheckout } from "../change-order.ts";
import { findCheckoutOfRefund } from "../queries.ts";
import { chargebackMovedTemplate } from "./refund-texts.ts";
import { giveToOrder, isOrdersAgain } from "./return-chargeback.ts";

/**
 * @rule A refund that fails after orders bore a chargeback is not paid again, as far as they bore it: the buyer has the
 * money from the bank. Those orders get it back, if they went on or are completed.
 *
 * Does nothing for a refund that is younger than the chargeback, paid or on its way. Safe to repeat. Locks: orders →
 * payment → attempt → refund.
 */
export async function moveChargebackToRefund({ db }: Pick<Context, "db">, refundId: string, now: Date): Promise<void> {
  const checkoutId = await findCheckoutOfRefund(db, refundId);
  if (checkoutId === undefined) return;
  await db.transaction(async (tx) => {
    const orders = await lockCheckout(tx, checkoutId);
    const canTake = (orderId: string | null) => orders.some((one) => one.id === orderId && isOrdersAgain(one));
    const move = await findChargebackMove(tx, refundId, canTake);
    if (!move) return;
    for (const returned of move.refunds) {
      const order = orders.find(({ id }) => id === returned.refund.order_id);
      if (!order) throw new Error(`refund ${returned.refund.id} has no order`);
      await giveToOrder(tx, order, returned, { reference: move.reference, template: chargebackMovedTemplate, now });
    }
    await bookChargebackMove(tx, move, now);
  });
}
