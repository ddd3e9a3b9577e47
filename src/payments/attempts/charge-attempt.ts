import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import type { Context } from "#lib/context.ts";
import type { Instructions } from "../contract.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import type { ProviderCharge } from "../provider.ts";
import { callProvider } from "../providers/call-provider.ts";
import { lockPayment } from "../queries.ts";
import { closeAttempt } from "./close-attempt.ts";
import { findAttempt, findChargeFacts, lockOpenAttempt, saveInstructions, type AttemptRow } from "./queries.ts";

/** A charge as its provider knows it. */
export function chargeOf(attempt: AttemptRow): ProviderCharge {
  return {
    reference: attempt.reference,
    externalId: attempt.external_id,
    method: attempt.method,
    amount: attempt.amount,
    createdAt: attempt.created_at,
  };
}

/**
 * Asks the provider how to pay and stores the answer. Returns what is stored, which may be the answer to another view
 * of the same page: only that one is ever paid. Null when there is no answer yet. A method that the provider refuses
 * closes the attempt, so that the buyer chooses another one. Holds no connection during the call.
 */
export async function chargeAttempt(context: Context, attempt: AttemptRow, now: Date): Promise<Instructions | null> {
  if (attempt.instructions || attempt.status !== "pending") return attempt.instructions;
  const facts = await findChargeFacts(context.db, attempt.payment_id);
  if (!facts) return null;
  const { invoices, ...buyer } = facts;
  const request = {
    reference: attempt.reference,
    method: attempt.method,
    amount: attempt.amount,
    dueAt: attempt.due_at,
    now,
    buyer,
    title: `${brandName()} ${invoices[0] ?? attempt.reference}`,
    returnUrl: new URL(hrefs.payment(attempt.payment_id), context.config.publicUrl).href,
  };
  const newMethod = { newMethod: attempt.method };
  try {
    const charged = await callProvider(context, attempt.provider, (provider) => provider.charge(request), newMethod);
    await saveInstructions(context.db, attempt.id, charged, now);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    context.log.warn({ err: error, attempt: attempt.id }, "a charge was not made");
    if (error.reason === "refused" && error.status !== 401 && error.code !== "401")
      await context.db.transaction((tx) => closeRefused(tx, attempt, now));
    return null;
  }
  const stored = await findAttempt(context.db, attempt.id);
  // Closed while the provider was asked. The buyer has not seen this charge, so it is cancelled before anybody pays it.
  if (stored && stored.status !== "pending")
    await context.db.transaction((tx) => queueJob(tx, "payments.cancel_charge", { attemptId: attempt.id }));
  return stored?.instructions ?? null;
}

async function closeRefused(tx: Tx, attempt: AttemptRow, now: Date): Promise<void> {
  const payment = await lockPayment(tx, attempt.payment_id);
  const open = payment && (await lockOpenAttempt(tx, payment.id));
  if (payment && open?.id === attempt.id)
    await closeAttempt(tx, open, { buyerId: payment.buyer_id, to: "cancelled", now });
}
