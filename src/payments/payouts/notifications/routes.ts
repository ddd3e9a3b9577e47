import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { headersOf, limitForged } from "#lib/http/limit-forged.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { paymentRefusals } from "../../contract.ts";
import { forgedNotifications } from "../../notifications/rules.ts";
import { payoutProviderOf } from "../provider.ts";
import { findPayoutByExternalId, findPayoutByReference } from "../queries.ts";
import { makeDue } from "../sending-queries.ts";
import { payoutNotificationEndpoints } from "./contract.ts";

/**
 * The endpoint for notifications of payout providers. A notification books nothing: it makes its payout due, and a job
 * asks the provider. So it is answered at once, and a forged, repeated or reordered one changes nothing.
 */
export function payoutNotificationRoutes(app: FastifyInstance, context: Context): void {
  const refuseFloods = limitForged(app, context, forgedNotifications);
  const { db, log } = context;
  serve(app, context, payoutNotificationEndpoints, {
    "POST /v1/payouts/notifications/:provider": async ({ params, body, rawBody, request, reply, now }) => {
      const provider = payoutProviderOf(context, params.provider);
      if (!provider) throw new Refusal(paymentRefusals.notFound);
      const hint = provider.readNotification({ headers: headersOf(request), rawBody, body });
      if (hint === "unsigned") {
        await refuseFloods(request, reply);
        throw new Refusal(paymentRefusals.badSignature);
      }
      const found =
        hint === "not_for_us"
          ? undefined
          : ((hint.externalId === null ? undefined : await findPayoutByExternalId(db, provider.id, hint.externalId)) ??
            (hint.reference === null ? undefined : await findPayoutByReference(db, hint.reference)));
      if (!found || found.provider !== provider.id) {
        log.info({ provider: provider.id }, "a payout notification concerns no payout of this installation");
        return { success: true, verdict: "ignored" };
      }
      await db.transaction(async (tx) => {
        if (await makeDue(tx, found.id, now))
          await queueJob(tx, "payments.advance_payout", { payoutId: found.id }, { key: `payout ${found.id}` });
      });
      return { success: true, verdict: "noted" };
    },
  });
}
