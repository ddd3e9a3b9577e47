import { randomBytes } from "node:crypto";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { paymentRefusals } from "../contract.ts";
import { offeredMethods, providerOfMethod } from "../providers/find-provider.ts";
import { paymentMethod } from "../rules.ts";
import { insertPayment, type NewAttempt } from "./queries.ts";

/**
 * Creates the payment of a checkout with its first attempt, inside the transaction that places its orders. The provider
 * is asked when the payment is first shown, so that no connection waits for it. Returns the payment's id.
 */
export async function createPayment(
  tx: Tx,
  payment: { checkoutId: string; buyerId: string; amount: Rupiah; attempt: NewAttempt },
): Promise<string> {
  return (await insertPayment(tx, payment)).paymentId;
}

/**
 * An attempt for this method that begins now and has the method's whole time. Throws `payments.no_provider` when this
 * installation charges no method at all, and `payments.method_unknown`.
 */
export function newAttempt(context: Context, payment: { method: string; amount: Rupiah }, now: Date): NewAttempt {
  if (offeredMethods(context).length === 0) throw new Refusal(paymentRefusals.noProvider);
  const method = paymentMethod(payment.method);
  const provider = method && providerOfMethod(context, method.id);
  if (!provider) throw new Refusal(paymentRefusals.methodUnknown);
  return {
    provider: provider.id,
    method: method.id,
    amount: payment.amount,
    code: 0,
    reference: `KWG-${randomBytes(10).toString("hex").toUpperCase()}`,
    dueAt: addDuration(now, method.paymentDuration),
    now,
  };
}
