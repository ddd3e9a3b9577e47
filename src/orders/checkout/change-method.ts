import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { changeAttempt, releaseOpenCharge } from "#payments/attempts/change-method.ts";
import { paymentRefusals } from "#payments/contract.ts";
import { lockCheckout } from "../change-order.ts";
import { updateDue } from "../queries.ts";

/**
 * Changes how a buyer pays an unpaid checkout. The orders wait as long as the new method allows, counted from the
 * purchase, and never shorter than before. Refuses like payments/attempts/change-method.ts.
 */
export async function changeMethod(
  context: Context,
  change: { paymentId: string; buyerId: string; method: string },
  now: Date,
): Promise<void> {
  const payment = await releaseOpenCharge(context, change, now);
  if (!payment) return;
  await context.db.transaction(async (tx) => {
    const orders = await lockCheckout(tx, payment.checkout_id);
    if (orders.some((order) => order.status !== "awaiting_payment")) throw new Refusal(paymentRefusals.notPayable);
    const dueAt = await changeAttempt(tx, context, change, now);
    for (const order of orders) await updateDue(tx, order.id, dueAt);
  });
}
