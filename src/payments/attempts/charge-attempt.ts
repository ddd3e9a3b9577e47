import type { Context } from "#lib/context.ts";
import type { Instructions } from "../contract.ts";
import { paymentProvider } from "../provider.ts";
import { findPayment, saveInstructions } from "../queries.ts";

/**
 * Asks the provider how to pay and stores the answer. Safe to repeat, because the provider identifies the charge by its
 * reference. Returns null when the payment is closed or unknown. Holds no connection during the call.
 */
export async function chargePayment(context: Context, paymentId: string, now: Date): Promise<Instructions | null> {
  const payment = await findPayment(context.db, paymentId);
  if (!payment) return null;
  if (payment.instructions || payment.status !== "pending") return payment.instructions;
  const instructions = await paymentProvider(context).charge({
    reference: payment.provider_reference,
    method: payment.method,
    amount: payment.amount,
    dueAt: payment.due_at,
    now,
  });
  await saveInstructions(context.db, paymentId, instructions, now);
  return instructions;
}
