import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { regionEndpoints } from "./contract.ts";
import { searchRegions } from "./map/queries.ts";
import { cacheForADay, mapRoutes } from "./map/routes.ts";
import { listRegions } from "./queries.ts";
import { searchWords } from "./rules.ts";

/** `/v1` endpoints of regions and maps. */
export function regionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  mapRoutes(app, context);

  serve(app, context, regionEndpoints, {
    "GET /v1/regions": async ({ query, reply }) => {
      const result = await listRegions(db, query.parent ?? null);
      cacheForADay(reply);
      return { success: true, result };
    },
    "GET /v1/regions/search": async ({ query, reply }) => {
      const words = searchWords(query.name);
      const result = words.length === 0 ? [] : await searchRegions(db, words);
      cacheForADay(reply);
      return { success: true, result };
    },
  });
}
