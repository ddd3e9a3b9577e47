import { randomBytes } from "node:crypto";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { paymentRefusals } from "./contract.ts";
import { paymentProvider } from "./provider.ts";
import { insertPayment } from "./queries.ts";
import { paymentMethod } from "./rules.ts";

/**
 * Creates the payment of a checkout inside the transaction that places its orders. The provider is asked later, by a
 * job or when the payment is first shown, so that no connection waits for it. Throws `payments.method_unknown`.
 */
export async function createPayment(
  tx: Tx,
  context: Context,
  payment: { checkoutId: string; buyerId: string; method: string; amount: Rupiah; now: Date },
): Promise<{ paymentId: string; dueAt: Date }> {
  const method = paymentMethod(payment.method);
  if (!method) throw new Refusal(paymentRefusals.methodUnknown);
  const dueAt = addDuration(payment.now, method.paymentDuration);
  const reference = `KWG-${randomBytes(10).toString("hex").toUpperCase()}`;
  const paymentId = await insertPayment(tx, { ...payment, provider: paymentProvider(context).id, reference, dueAt });
  await queueJob(tx, "payments.charge", { paymentId });
  return { paymentId, dueAt };
}
