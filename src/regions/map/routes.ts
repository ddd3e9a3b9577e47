import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { findPlaces } from "./find-places.ts";
import { mapEndpoints } from "./contract.ts";
import { findNearest, listLabels } from "./queries.ts";

/** `/v1` endpoints of maps: how they are drawn, their labels, and search by name or point. */
export function mapRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context;

  serve(app, context, mapEndpoints, {
    "GET /v1/map": async () => {
      const { tiles } = config.map;
      return { success: true, result: { tiles: tiles ? { url: tiles.url, credit: tiles.credit } : null } };
    },
    "GET /v1/map/labels": async ({ query: { level, ...box }, reply }) => {
      cacheForADay(reply);
      return { success: true, result: await listLabels(db, box, level) };
    },
    "GET /v1/map/search": async ({ query }) => ({ success: true, result: await findPlaces(context, query.name) }),
    "GET /v1/map/near": async ({ query, reply }) => {
      cacheForADay(reply);
      return { success: true, result: (await findNearest(db, query.lat, query.lng)) ?? null };
    },
  });
}

/** Regions change about once a year and are the same for every user. */
export function cacheForADay(reply: FastifyReply): void {
  void reply.header("cache-control", "public, max-age=86400");
}
