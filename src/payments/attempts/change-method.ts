/**
 * Design note. A buyer changes the method in two steps. `releaseOpenCharge` closes the old charge at its provider and
 * books what it already received, without holding a connection. `changeAttempt` then replaces the attempt in the
 * transaction that moves the orders' deadline. If the provider does not answer, nothing changes. If money for the old
 * charge comes later all the same, it pays the payment or is owed back (settle-attempt.ts).
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { paymentRefusals } from "../contract.ts";
import { callProvider } from "../providers/call-provider.ts";
import { providerOfMethod } from "../providers/find-provider.ts";
import { findPaymentOfBuyer, lockPayment, updatePaymentDue, type PaymentRow } from "../queries.ts";
import { codMethod, deadlinesAfterChange, maxAttempts, paymentMethod } from "../rules.ts";
import { chargeOf } from "./charge-attempt.ts";
import { closeAttempt } from "./close-attempt.ts";
import { createAttempt } from "./create-attempt.ts";
import { newAttempt } from "./create-payment.ts";
import { countAttempts, findCurrentAttempt, lockOpenAttempt } from "./queries.ts";
import { applyStatus } from "./settle-attempt.ts";

/**
 * Closes the charge that a buyer no longer wants to pay, at its provider. Returns the payment; null when it already has
 * this method. Refuses with `payments.not_found`, `payments.not_payable`, `payments.already_paid` when the money came
 * meanwhile, `payments.partly_paid`, `payments.provider_down`.
 */
export async function releaseOpenCharge(
  context: Context,
  change: { paymentId: string; buyerId: string; method: string },
  now: Date,
): Promise<PaymentRow | null> {
  // The limits of cash on delivery belong to the checkout, so it is chosen there only.
  if (change.method === codMethod.id || !providerOfMethod(context, change.method))
    throw new Refusal(paymentRefusals.methodUnknown);
  const payment = await findPaymentOfBuyer(context.db, change.paymentId, change.buyerId);
  if (!payment) throw new Refusal(paymentRefusals.notFound);
  if (payment.status === "paid") throw new Refusal(paymentRefusals.alreadyPaid);
  if (payment.status !== "pending") throw new Refusal(paymentRefusals.notPayable);
  const attempt = await findCurrentAttempt(context.db, payment.id);
  if (attempt?.status !== "pending") return payment;
  if (attempt.method === change.method) return null;
  if (attempt.received > 0) throw new Refusal(paymentRefusals.partlyPaid);
  if ((await countAttempts(context.db, payment.id)) >= maxAttempts) throw new Refusal(paymentRefusals.tooManyAttempts);
  if (!attempt.instructions) return payment;
  const charge = chargeOf(attempt);
  const reported = await callProvider(context, attempt.provider, (provider) =>
    provider.cancel(charge).then(() => provider.status(charge)),
  ).catch((error: unknown) => {
    context.log.warn({ err: error, attempt: attempt.id }, "a charge could not be cancelled at its provider");
    throw new Refusal(paymentRefusals.providerDown);
  });
  if (reported.receipts.length === 0) return payment;
  const verdict = await applyStatus(context, attempt, reported, now);
  throw new Refusal(verdict === "partial" ? paymentRefusals.partlyPaid : paymentRefusals.alreadyPaid);
}

/**
 * Replaces the open attempt of a payment by one for another method, in the caller's transaction, which has locked the
 * orders. Returns the payment's deadline: counted from the purchase, it never becomes earlier. Refuses with
 * `payments.not_payable`, `payments.partly_paid` and `payments.no_free_sum`.
 */
export async function changeAttempt(
  tx: Tx,
  context: Context,
  change: { paymentId: string; method: string },
  now: Date,
): Promise<Date> {
  const payment = await lockPayment(tx, change.paymentId);
  if (payment?.status !== "pending") throw new Refusal(paymentRefusals.notPayable);
  const open = await lockOpenAttempt(tx, payment.id);
  if (open?.method === change.method) return payment.due_at;
  if (open && open.received > 0) throw new Refusal(paymentRefusals.partlyPaid);
  if ((await countAttempts(tx, payment.id)) >= maxAttempts) throw new Refusal(paymentRefusals.tooManyAttempts);
  const attempt = newAttempt(context, { method: change.method, amount: payment.amount }, now);
  const method = paymentMethod(change.method);
  if (!method) throw new Refusal(paymentRefusals.methodUnknown);
  const deadlines = deadlinesAfterChange(payment, method, now);
  if (deadlines.orders <= now) throw new Refusal(paymentRefusals.notPayable);
  if (open) await closeAttempt(tx, open, { buyerId: payment.buyer_id, to: "cancelled", now });
  await createAttempt(tx, payment.id, { ...attempt, dueAt: deadlines.attempt });
  await updatePaymentDue(tx, payment.id, deadlines.orders);
  return deadlines.orders;
}
