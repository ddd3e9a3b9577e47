import type { Context } from "#lib/context.ts";
import { splitRupiah, type Rupiah } from "#lib/rupiah.ts";
import { chargebackReference } from "#payments/attempts/settle-attempt.ts";
import { chargebackToBear } from "#payments/attempts/chargeback-to-bear.ts";
import { closeChargedBackRefunds } from "#payments/refunds/close-open-refunds.ts";
import { refundableOf, withRefund, type RefundAmounts, type SettlementOrder } from "#payments/settlement/rules.ts";
import { changeOrders, lockCheckout } from "../change-order.ts";
import { payOrders } from "../checkout/mark-checkout-paid.ts";
import { readSettlementOrder } from "../queries.ts";
import { canOrder } from "../rules.ts";
import { refundParts } from "./settle-order.ts";

const sumOf = ({ lines, shipping, fees }: RefundAmounts): Rupiah =>
  [...lines.values()].reduce((sum, amount) => sum + amount, shipping + fees);

/**
 * Lets the orders of a checkout bear what the buyer's bank took back, in proportion to what the buyer paid for each. An
 * order that is not shipped yet and loses everything is cancelled; the others keep their status, and their sellers get
 * less. A refund that failed while the chargeback was booked is closed first. What no order can bear, because it was
 * refunded before, is the marketplace's loss. Safe to repeat.
 */
export async function chargeBackCheckout(
  context: Context,
  { checkoutId, attemptId }: { checkoutId: string; attemptId: string },
  now: Date,
): Promise<void> {
  await closeChargedBackRefunds(context, attemptId, now);
  await context.db.transaction(async (tx) => {
    const locked = await lockCheckout(tx, checkoutId);
    const chargeback = await chargebackToBear(tx, attemptId, now);
    if (!chargeback) {
      context.log.error({ attempt: attemptId }, "money that paid for no order was charged back");
      return;
    }
    const { attempt, amount: owed, at } = chargeback;
    // The job that marks the orders as paid may still be waiting.
    await payOrders(tx, context, locked, now);
    const orders = (await lockCheckout(tx, checkoutId)).filter((order) => order.paid_at !== null);
    const left: Rupiah[] = [];
    for (const order of orders) left.push(sumOf(refundableOf(await readSettlementOrder(tx, order.id))));
    const whole = Math.min(
      owed,
      left.reduce((sum, amount) => sum + amount, 0),
    );
    const shares = splitRupiah(whole, left);
    for (const [index, order] of orders.entries()) {
      const share = shares[index] ?? 0;
      if (share === 0) continue;
      if (share === left[index] && canOrder("charge_back", order.status, "system")) {
        await changeOrders(tx, context, [order], { action: "charge_back", by: "system", actorId: null, now: at });
        continue;
      }
      const cause = `chargeback ${chargebackReference(attempt)} ${order.id}`;
      await refundParts(tx, order, (before) => withRefund(before, splitShare(before, share)), {
        reason: "chargeback",
        cause,
        now: at,
      });
    }
    if (owed > whole)
      context.log.error({ payment: attempt.payment_id, amount: owed - whole }, "no order can bear a chargeback");
  });
}

/** Splits an amount over the parts of an order, in proportion to what is left of each. */
function splitShare(order: SettlementOrder, share: Rupiah): RefundAmounts {
  const { lines, shipping, fees } = refundableOf(order);
  const parts = splitRupiah(share, [...lines.values(), shipping, fees]);
  return {
    lines: new Map([...lines.keys()].map((id, at) => [id, parts[at] ?? 0])),
    shipping: parts[lines.size] ?? 0,
    fees: parts[lines.size + 1] ?? 0,
  };
}
