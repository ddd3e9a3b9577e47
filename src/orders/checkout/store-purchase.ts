/**
 * Design note. All that a purchase stores leaves in one packet with the commit, because other buyers wait for its stock
 * and vouchers until then (docs/decisions/0085). Its statements demand what must be true: one whose demand is not met
 * fails the transaction, and the caller stores the purchase again in steps, each of which knows the result of the one
 * before and refuses. Both ways take the same locks in the same order.
 */
import { removeLines, removeLinesAtCommit } from "#cart/remove-lines.ts";
import { reserveStock, reserveStockAtCommit, type StockItem } from "#catalog/stock/reserve-stock.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { createPayment, createPaymentAtCommit } from "#payments/attempts/create-payment.ts";
import { markVouchersUsed, reserveVouchers, reserveVouchersAtCommit } from "#promotions/vouchers/reserve-vouchers.ts";
import { changeOrders, lockCheckout } from "../change-order.ts";
import { insertCheckout, insertCheckoutAtCommit, type NewCheckout } from "./purchase-queries.ts";

type Purchase = {
  checkout: NewCheckout;
  payment: Parameters<typeof createPayment>[1];
  /** The lines that leave the buyer's cart. */
  cartLineIds: readonly string[];
  items: readonly StockItem[];
  vouchers: Parameters<typeof reserveVouchers>[1];
};

/** Whether each part takes one statement. A transfer looks for a free sum first, and an order in cash goes on. */
export function canLeaveWithCommit({ checkout, payment }: Purchase): boolean {
  return !checkout.cod && payment.attempt.account === null;
}

/**
 * Stores the purchase together with the commit. The transaction fails (`isUnmet`) unless pieces of every variant are
 * left and every voucher still applies.
 */
export function storeWithCommit(tx: Tx, { checkout, payment, cartLineIds, items, vouchers }: Purchase): void {
  insertCheckoutAtCommit(tx, checkout);
  createPaymentAtCommit(tx, payment);
  if (cartLineIds.length > 0) removeLinesAtCommit(tx, checkout.buyerId, cartLineIds);
  reserveStockAtCommit(tx, items);
  reserveVouchersAtCommit(tx, vouchers);
}

/**
 * Stores the purchase before the commit. Refuses with `catalog.out_of_stock` and `vouchers.used_up`, and with what a
 * payment refuses.
 */
export async function storeInSteps(tx: Tx, context: Context, purchase: Purchase): Promise<void> {
  const { checkout, payment, cartLineIds, items, vouchers } = purchase;
  // Of all locks only those of vouchers come after stock. So it leaves in one packet with a payment of one statement.
  const isSentAlong = canLeaveWithCommit(purchase);
  await Promise.all([
    insertCheckout(tx, checkout),
    createPayment(tx, payment),
    cartLineIds.length > 0 ? removeLines(tx, checkout.buyerId, cartLineIds) : 0,
    isSentAlong ? reserveStock(tx, items) : undefined,
  ]);
  // Nothing has to be paid now, so the seller gets the order at once.
  if (checkout.cod)
    await changeOrders(tx, context, await lockCheckout(tx, checkout.id), {
      action: "confirm_cod",
      by: "system",
      actorId: null,
      now: checkout.now,
    });
  // Stock and vouchers are last, because every other buyer of a popular one waits until this transaction ends.
  if (!isSentAlong) await reserveStock(tx, items);
  await reserveVouchers(tx, vouchers);
  if (checkout.cod) await markVouchersUsed(tx, checkout.id, checkout.now);
}
