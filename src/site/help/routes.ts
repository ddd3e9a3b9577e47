import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/endpoint.ts";
import { helpEndpoints } from "./contract.ts";
import { searchHelp } from "./search-help.ts";

/** `/v1` calls of help. */
export function helpRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, helpEndpoints, {
    "GET /v1/help": async ({ query, reply }) => {
      void reply.header("cache-control", "public, max-age=600");
      return { success: true, result: searchHelp(query.q ?? "") };
    },
  });
}
