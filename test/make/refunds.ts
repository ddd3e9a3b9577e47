import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { addDuration, hour } from "../../src/lib/time.ts";
import { rejectOrder } from "../../src/orders/accept-order.ts";
import { chargeBackCheckout } from "../../src/orders/settlement/charge-back.ts";
import { advancePayout } from "../../src/payments/payouts/advance-payout.ts";
import { chooseRefundAccount } from "../../src/payments/refunds/choose-refund-account.ts";
import { attemptOf, makePaidOrder, movePaymentTo, reportChargeback, type MadeOrder } from "./orders.ts";
import { makeBankAccount } from "./rows.ts";

export type MadeRefund = MadeOrder & { refundId: string };

/** A rejected order whose provider returns no money: its refund waits until the buyer names a bank account. */
export async function makeOwedRefund(context: Context): Promise<MadeRefund> {
  const made = await makePaidOrder(context);
  await movePaymentTo(context, made.paymentId, "midtrans");
  const { orderId, shopId, sellerId: userId } = made;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, context.clock.now());
  const [refund] = await openRefundsOf(context, made);
  if (!refund) throw new Error("no refund");
  return { ...made, refundId: refund.id };
}

/** The buyer names a new bank account for a refund. It can be used from `usableFrom` on. Returns its id. */
export async function nameAccount(
  context: Context,
  { refundId, buyerId }: { refundId: string; buyerId: string },
  { number, usableFrom }: { number?: string; usableFrom?: Date } = {},
): Promise<string> {
  const accountId = await makeBankAccount(context, buyerId, number);
  if (usableFrom)
    await context.db.run(sql`update bank_accounts set usable_from = ${usableFrom} where id = ${accountId}`);
  await chooseRefundAccount(context, { refundId, buyerId, accountId }, context.clock.now());
  return accountId;
}

/** The provider reports that the buyer's bank has taken back so much in all, and the orders bear it. */
export async function takeBack(
  context: Context,
  { paymentId, checkoutId }: Pick<MadeOrder, "paymentId" | "checkoutId">,
  chargedBack: number,
): Promise<void> {
  await reportChargeback(context, paymentId, chargedBack);
  const { id: attemptId } = await attemptOf(context, paymentId);
  await chargeBackCheckout(context, { checkoutId, attemptId }, context.clock.now());
}

/** The refunds of a payment that still owe the buyer money, the oldest first. */
export function openRefundsOf(
  { db }: Pick<Context, "db">,
  { paymentId }: Pick<MadeOrder, "paymentId">,
): Promise<{ id: string; amount: number; status: string }[]> {
  return db.rows(
    sql`select id, amount, status from refunds where payment_id = ${paymentId} and status <> 'done' order by id`,
  );
}

/** The payouts to a buyer, the oldest first. */
export function payoutsTo(
  { db }: Pick<Context, "db">,
  buyerId: string,
): Promise<{ id: string; reference: string; amount: number; status: string }[]> {
  return db.rows(sql`select id, reference, amount, status from payouts where user_id = ${buyerId} order by id`);
}

/** Handles each payout to a buyer at `from` and in the three hours after it. */
export async function advancePayoutsTo(context: Context, buyerId: string, from = context.clock.now()): Promise<void> {
  for (const { id } of await payoutsTo(context, buyerId))
    for (const turn of [0, 1, 2, 3]) await advancePayout(context, id, addDuration(from, turn * hour));
}
