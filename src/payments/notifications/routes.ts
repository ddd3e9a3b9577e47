import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { headersOf, limitForged } from "#lib/http/limit-forged.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import { Refusal } from "#lib/refusal.ts";
import { findAttemptByReference } from "../attempts/queries.ts";
import { settleAttempt } from "../attempts/settle-attempt.ts";
import { paymentRefusals } from "../contract.ts";
import { findProvider } from "../providers/find-provider.ts";
import { notificationEndpoints } from "./contract.ts";
import { insertForgedNotification, insertNotification } from "./queries.ts";
import { forgedNotifications, maxForgedRecords } from "./rules.ts";

const verdictOfRefusal: Record<string, string> = {
  [paymentRefusals.wrongAmount.code]: "wrong_amount",
  [paymentRefusals.notConfirmed.code]: "not_confirmed",
  [paymentRefusals.notFound.code]: "unknown_payment",
};

/**
 * The endpoint for notifications of payment providers. Its answer decides whether a provider sends a notification
 * again: 200 for everything that is known, 503 when its own status call failed.
 */
export function notificationRoutes(app: FastifyInstance, context: Context): void {
  const refuseFloods = limitForged(app, context, forgedNotifications);
  serve(app, context, notificationEndpoints, {
    "POST /v1/payments/notifications/:provider": async ({ params, body, rawBody, request, reply, now }) => {
      const isServed = params.provider !== "simulator" || context.config.payments.providers.includes("simulator");
      const provider = isServed ? findProvider(context, params.provider) : undefined;
      if (!provider) throw new Refusal(paymentRefusals.notFound);
      const bodyHash = createHash("sha256").update(rawBody).digest();
      const record = (verdict: string, attemptId: string | null) =>
        insertNotification(context.db, { provider: provider.id, attemptId, verdict, bodyHash, now });
      const claim = provider.readNotification({ headers: headersOf(request), rawBody, body });
      if (claim === "unsigned") {
        await refuseFloods(request, reply);
        await insertForgedNotification(context.db, { provider: provider.id, bodyHash, now }, maxForgedRecords);
        throw new Refusal(paymentRefusals.badSignature);
      }
      if (claim === "not_for_us") return { success: true, verdict: "ignored" };
      try {
        const { verdict, attemptId } = await settleAttempt(context, { ...claim, provider: provider.id }, now);
        await record(verdict, attemptId);
        return { success: true, verdict };
      } catch (error) {
        if (error instanceof ServiceError) {
          context.log.warn({ err: error }, "a payment notification could not be confirmed");
          throw new Refusal(paymentRefusals.providerDown);
        }
        if (error instanceof Refusal && verdictOfRefusal[error.code]) {
          const known = await findAttemptByReference(context.db, claim.reference);
          await record(verdictOfRefusal[error.code] ?? "ignored", known?.id ?? null);
          context.log.warn({ code: error.code, attempt: known?.id }, "security: a payment notification was refused");
        }
        throw error;
      }
    },
  });
}
