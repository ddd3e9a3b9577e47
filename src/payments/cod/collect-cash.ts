import type { Tx } from "#lib/database.ts";
import { insertReceipt, lockOpenAttempt, updateAttempt } from "../attempts/queries.ts";
import { book, platform } from "../ledger/ledger.ts";
import { findOrdersOfCheckout, lockPaymentOfCheckout, markPaid } from "../queries.ts";
import { insertCollection } from "./queries.ts";
import { companyOf } from "./rules.ts";

/**
 * Books that a courier, or the platform at which it was ordered, collected the price of a COD order: the payment is
 * paid, the courier's company or the platform owes the cash, and escrow is filled as by any other payment. The caller
 * holds the lock of the order, which is the only one of its checkout and not paid yet, in the transaction that delivers
 * it.
 */
export async function collectCash(
  tx: Tx,
  { orderId, checkoutId, courier, now }: { orderId: string; checkoutId: string; courier: string; now: Date },
): Promise<void> {
  const payment = await lockPaymentOfCheckout(tx, checkoutId);
  const attempt = payment && (await lockOpenAttempt(tx, payment.id));
  const [order, ...others] = await findOrdersOfCheckout(tx, checkoutId);
  if (!payment || attempt?.provider !== "cod" || order?.id !== orderId || others.length > 0)
    throw new Error(`order ${orderId} has no cash to collect`);
  const { id: attemptId, provider, amount, reference } = attempt;
  if (amount !== order.total) throw new Error(`order ${orderId} asks for another sum than its payment`);
  const receiptId = await insertReceipt(tx, { attemptId, provider, reference, amount, receivedAt: now, now });
  if (receiptId === undefined) throw new Error(`the cash of order ${orderId} was collected before`);
  await updateAttempt(tx, { ...attempt, status: "paid", received: amount, settled: amount });
  await markPaid(tx, payment.id, now);
  await insertCollection(tx, { orderId, attemptId, courier: companyOf(courier), amount, now });
  await book(tx, {
    kind: "cod_collected",
    reference: payment.id,
    now,
    movements: [
      { kind: "cod_receivable", owner: companyOf(courier), amount: -amount },
      { kind: "promotion_cost", owner: platform, amount: -order.promotion_cost },
      { kind: "escrow", owner: orderId, amount: amount + order.promotion_cost },
    ],
  });
}
