import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { hasSecondFactor } from "../second-factor/queries.ts";
import { isFreshlyAuthenticated } from "../session/confirm-session.ts";
import { pinEndpoints } from "./contract.ts";
import { findPin } from "./queries.ts";
import { setPin } from "./set-pin.ts";

/** `/v1` calls about the PIN. */
export function pinRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, pinEndpoints, {
    "GET /v1/users/pin": async ({ actor, now }) => ({
      success: true,
      result: {
        set_at: (await findPin(context.db, actor.userId))?.set_at.toISOString() ?? null,
        has_second_factor: await hasSecondFactor(context.db, actor.userId),
        is_fresh: isFreshlyAuthenticated(actor, now),
      },
    }),
    "PUT /v1/users/pin": async ({ actor, body, now }) => {
      await setPin(context, actor, body.pin, now);
      return { success: true, message: "PIN Anda sudah tersimpan.", data: {} };
    },
  });
}
