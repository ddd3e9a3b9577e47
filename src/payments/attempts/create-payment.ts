import { randomBytes } from "node:crypto";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { paymentRefusals } from "../contract.ts";
import { offeredMethods, providerOfMethod } from "../providers/find-provider.ts";
import { accountOfMethod } from "../providers/manual/find-account.ts";
import { accountKey } from "../providers/manual/rules.ts";
import { paymentMethod } from "../rules.ts";
import { createAttempt } from "./create-attempt.ts";
import { insertBarePayment, insertPayment, insertPaymentAtCommit, type NewAttempt } from "./queries.ts";

/**
 * Creates the payment of a checkout with its first attempt, inside the transaction that places its orders. The provider
 * is asked when the payment is first shown, so that no connection waits for it. The caller chooses the payment's id, so
 * that it can send this together with the checkout. Refuses with `payments.no_free_sum`.
 */
export async function createPayment(
  tx: Tx,
  payment: { id: string; checkoutId: string; buyerId: string; amount: Rupiah; attempt: NewAttempt },
): Promise<void> {
  if (payment.attempt.account === null) return insertPayment(tx, payment);
  await insertBarePayment(tx, payment);
  await createAttempt(tx, payment.id, payment.attempt);
}

/**
 * The same as {@link createPayment} together with the commit. Only for an attempt without an account, which takes one
 * statement.
 */
export function createPaymentAtCommit(tx: Tx, payment: Parameters<typeof createPayment>[1]): void {
  if (payment.attempt.account !== null) throw new Error("a transfer needs more statements than the commit takes along");
  insertPaymentAtCommit(tx, payment);
}

/**
 * An attempt for this method that begins now and has the method's whole time. Refuses with `payments.no_provider` when
 * this installation charges no method at all, and `payments.method_unknown`.
 */
export function newAttempt(context: Context, payment: { method: string; amount: Rupiah }, now: Date): NewAttempt {
  if (offeredMethods(context).length === 0) throw new Refusal(paymentRefusals.noProvider);
  const method = paymentMethod(payment.method);
  const provider = method && providerOfMethod(context, method.id);
  if (!provider) throw new Refusal(paymentRefusals.methodUnknown);
  const account = provider.id === "manual" ? accountOfMethod(context, method.id) : undefined;
  return {
    provider: provider.id,
    method: method.id,
    amount: payment.amount,
    account: account ? accountKey(account) : null,
    reference: `KWG-${randomBytes(10).toString("hex").toUpperCase()}`,
    dueAt: addDuration(now, method.paymentDuration),
    now,
  };
}
