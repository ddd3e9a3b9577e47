/**
 * Design note. A payment is booked only when three things agree: a valid signature (checked by the route), the exact
 * amount, and the provider's own status call. The booking is one transaction that is safe to repeat: the conditional
 * update of the payment decides which attempt is first, and the ledger's unique reference is a second guard. A payment
 * that was closed before the money came never reopens its orders: the money is booked as owed to the buyer and sent
 * back.
 */
import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { paymentRefusals } from "../contract.ts";
import { book } from "../ledger/ledger.ts";
import { paymentProvider } from "../provider.ts";
import {
  findOrdersOfCheckout,
  findPaymentByReference,
  insertRefund,
  markPaid,
  markReceivedLate,
  type PaymentRow,
} from "../queries.ts";

export type Verdict = "settled" | "already_known" | "late" | "lapsed" | "ignored";

/**
 * Handles a notification or poll that says a charge was paid or changed otherwise. Throws `payments.not_found`,
 * `payments.wrong_amount` when the given amount is not the payment's, `payments.not_confirmed` when the provider itself
 * does not confirm that it was paid.
 */
export async function settlePayment(
  context: Context,
  claim: { reference: string; status: string; amount?: Rupiah },
  now: Date,
): Promise<{ verdict: Verdict; paymentId: string }> {
  const payment = await findPaymentByReference(context.db, claim.reference);
  if (!payment) throw new Refusal(paymentRefusals.notFound);
  if (claim.amount !== undefined && claim.amount !== payment.amount) throw new Refusal(paymentRefusals.wrongAmount);
  if (claim.status === "expired") return { verdict: await lapse(context, payment), paymentId: payment.id };
  if (claim.status !== "paid") return { verdict: "ignored", paymentId: payment.id };
  if (payment.received === payment.amount) return { verdict: "already_known", paymentId: payment.id };
  const reported = await paymentProvider(context).status(claim.reference);
  if (reported.status !== "paid") throw new Refusal(paymentRefusals.notConfirmed);
  if (reported.amount !== payment.amount) throw new Refusal(paymentRefusals.wrongAmount);
  return { verdict: await bookReceived(context, payment, now), paymentId: payment.id };
}

/**
 * @rule A charge that its provider closed can no longer be paid, so its orders expire at once instead of at their own
 * deadline.
 * Like a payment, this counts only when the provider's status call agrees.
 */
async function lapse(context: Context, payment: PaymentRow): Promise<Verdict> {
  if (payment.status !== "pending") return "ignored";
  if ((await paymentProvider(context).status(payment.provider_reference)).status !== "expired") return "ignored";
  await context.db.transaction((tx) => queueJob(tx, "payments.lapsed", { checkoutId: payment.checkout_id }));
  return "lapsed";
}

function bookReceived(context: Context, payment: PaymentRow, now: Date): Promise<Verdict> {
  const cash = { kind: "cash" as const, owner: paymentProvider(context).id, amount: -payment.amount };
  return context.db.transaction(async (tx) => {
    if (await markPaid(tx, payment.id, now)) {
      const orders = await findOrdersOfCheckout(tx, payment.checkout_id);
      await book(tx, {
        kind: "payment_received",
        reference: payment.id,
        now,
        movements: [
          cash,
          ...orders.map((order) => ({ kind: "escrow" as const, owner: order.id, amount: order.total })),
        ],
      });
      await queueJob(tx, "payments.settled", { checkoutId: payment.checkout_id, paymentId: payment.id });
      return "settled";
    }
    if (await markReceivedLate(tx, payment.id, now)) {
      await book(tx, {
        kind: "late_payment_received",
        reference: payment.id,
        now,
        movements: [cash, { kind: "refund_payable", owner: payment.buyer_id, amount: payment.amount }],
      });
      const refundId = await insertRefund(tx, {
        paymentId: payment.id,
        orderId: null,
        reason: "late_payment",
        amount: payment.amount,
        now,
      });
      await queueJob(tx, "payments.refund", { refundId });
      return "late";
    }
    return "already_known";
  });
}
