import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { searchEndpoints } from "./contract.ts";
import { shownEmptySearches } from "./empty-search-rules.ts";
import { listEmptySearches } from "./queries.ts";
import { suggest } from "./suggest.ts";

/** `/v1` calls of search. */
export function searchRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, searchEndpoints, {
    "GET /v1/products/keywords": async ({ query, reply }) => {
      void reply.header("cache-control", "public, max-age=60");
      const began = performance.now();
      const result = await suggest(context.db, query.name ?? "", query.type);
      void reply.header("server-timing", `suggest;dur=${(performance.now() - began).toFixed(1)}`);
      return { success: true, result };
    },
    "GET /v1/operator/empty-searches": async () => ({
      success: true,
      result: await listEmptySearches(context.db, shownEmptySearches),
    }),
  });
}
