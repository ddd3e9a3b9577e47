import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { headersOf, limitForged } from "#lib/http/limit-forged.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { shippingRefusals } from "../contract.ts";
import { findPlatform } from "../providers/find-provider.ts";
import { makeDue } from "../tracking/queries.ts";
import { forgedNotifications } from "../tracking/rules.ts";
import { shippingNotificationEndpoints } from "./contract.ts";

/**
 * The endpoint for notifications of courier platforms. A notification stores nothing: it makes its parcel due, and a
 * job asks the platform. So it is answered at once, and a forged, repeated or reordered one changes nothing.
 */
export function shippingNotificationRoutes(app: FastifyInstance, context: Context): void {
  const refuseFloods = limitForged(app, context, forgedNotifications);
  const { config, db } = context;
  serve(app, context, shippingNotificationEndpoints, {
    "POST /v1/shipping/notifications/:platform": async ({ params, body, request, reply, now }) => {
      const platform = findPlatform(config, params.platform);
      // Nothing can come from a platform that this installation has no secret for.
      const hint = platform?.readNotification?.({ headers: headersOf(request), body }) ?? "unsigned";
      if (hint === "unsigned") {
        await refuseFloods(request, reply);
        throw new Refusal(shippingRefusals.badSignature);
      }
      if (!platform || hint === "not_for_us") return { success: true, verdict: "ignored" };
      const found = await db.transaction(async (tx) => {
        const due = await makeDue(tx, { provider: platform.id, ...hint }, now);
        if (due > 0)
          await queueJob(tx, "shipping.poll_parcels", {}, { key: "shipping.poll_parcels after notification" });
        // Orders knows the couriers that were ordered.
        const { externalId } = hint;
        if (externalId !== null)
          await queueJob(tx, "shipping.order_changed", { externalId }, { key: `shipping.order_changed ${externalId}` });
        return due;
      });
      return { success: true, verdict: found > 0 ? "noted" : "ignored" };
    },
  });
}
