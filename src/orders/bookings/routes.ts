import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { bookingEndpoints } from "./contract.ts";
import { findLastState } from "./queries.ts";
import { cancelBooking, requestBooking } from "./request-booking.ts";
import { bookingLabels } from "./rules.ts";

/** `/v1` endpoints of couriers that sellers order. */
export function bookingRoutes(app: FastifyInstance, context: Context): void {
  async function stateOf(orderId: string) {
    const state = await findLastState(context.db, orderId);
    return { success: true as const, message: `${bookingLabels[state]}.`, data: { state } };
  }
  serve(app, context, bookingEndpoints, {
    "POST /v1/seller/orders/:orderId/booking": async ({ params: { orderId }, body, actor, now }) => {
      const seller = { orderId, shopId: actor.shopId, userId: actor.userId };
      await requestBooking(context, { ...seller, contents: body.contents }, now);
      return stateOf(orderId);
    },
    "POST /v1/seller/orders/:orderId/booking/cancel": async ({ params: { orderId }, actor, now }) => {
      await cancelBooking(context, { orderId, shopId: actor.shopId }, now);
      return stateOf(orderId);
    },
  });
}
