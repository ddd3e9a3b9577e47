import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { getHome } from "./get-home.ts";
import { homeEndpoints } from "./contract.ts";

/** `/v1` endpoints of the home page. Schedules follow real time, also where a demo's clock was moved. */
export function homeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, homeEndpoints, {
    "GET /v1/home": async () => ({ success: true, result: await getHome(context.db, new Date()) }),
    "GET /v1/operator/home": async ({ query }) => ({
      success: true,
      result: await getHome(context.db, query.at === undefined ? new Date() : new Date(query.at)),
    }),
  });
}
