import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/endpoint.ts";
import { Refusal } from "#lib/refusal.ts";
import { hrefs } from "#hrefs.ts";
import { accountEndpoints } from "./contract.ts";
import { deleteSession, findUser } from "./queries.ts";
import { clearCookies, hashToken, tokenOf } from "./session.ts";

/** `/v1` calls of accounts. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<{ success: true }> {
    const token = tokenOf(request, context.config);
    if (token) await deleteSession(context.db, hashToken(token));
    clearCookies(context, reply);
    return { success: true };
  }
  serve(app, context, accountEndpoints, {
    "GET /v1/users": async ({ actor }) => {
      const row = await findUser(context.db, actor.userId);
      if (!row) throw new Refusal("session.required");
      const { image_key, ...user } = row;
      return { success: true, result: { ...user, image: image_key ? hrefs.picture(image_key, 200, "webp") : null } };
    },
    "POST /v1/auth/logout": ({ request, reply }) => endSession(request, reply),
    "POST /removeToken": ({ request, reply }) => endSession(request, reply),
  });
}
