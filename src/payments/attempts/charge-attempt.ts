import { hrefs } from "#hrefs.ts";
import { marketName } from "#lib/brand.ts";
import type { Context } from "#lib/context.ts";
import type { Instructions } from "../contract.ts";
import { providerOf } from "../providers/find-provider.ts";
import type { ProviderCharge } from "../provider.ts";
import { findChargeFacts, saveInstructions, type AttemptRow } from "./queries.ts";

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
 * Asks the provider how to pay and stores the answer. Safe to repeat, because the provider identifies the charge by its
 * reference. Returns what is stored when the attempt is closed. Holds no connection during the call.
 */
export async function chargeAttempt(context: Context, attempt: AttemptRow, now: Date): Promise<Instructions | null> {
  if (attempt.instructions || attempt.status !== "pending") return attempt.instructions;
  const facts = await findChargeFacts(context.db, attempt.payment_id);
  if (!facts) return null;
  const { invoices, ...buyer } = facts;
  const charged = await providerOf(context, attempt.provider).charge({
    reference: attempt.reference,
    method: attempt.method,
    amount: attempt.amount,
    dueAt: attempt.due_at,
    now,
    buyer,
    title: `${marketName} ${invoices[0] ?? attempt.reference}`,
    returnUrl: new URL(hrefs.payment(attempt.payment_id), context.config.publicUrl).href,
  });
  await saveInstructions(context.db, attempt.id, charged, now);
  return charged.instructions;
}
