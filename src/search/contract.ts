import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { boundedText, resultResponse } from "#lib/schema.ts";

/** `seller` searches for shops; any other value, or none, for products (S052, S053). */
export const searchType = boundedText(100)
  .optional()
  .transform((type) => (type === "seller" ? "seller" : "product"));

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Counts in how many products each token is, and which phrases are suggested. */
    "search.count_terms": Record<string, never>;
    /** Deletes what nobody found long ago; runs every night. */
    "search.delete_empty_searches": Record<string, never>;
  }
}

export const searchEndpoints = endpoints({
  "GET /v1/products/keywords": {
    summary: "Suggestions while a user types (S148)",
    policy: "public",
    query: z.strictObject({ name: boundedText(1000).optional(), type: searchType }),
    response: resultResponse(z.array(z.object({ name: z.string() }))),
    limit: { max: 600, window: 60_000 },
  },
  "GET /v1/operator/empty-searches": {
    summary: "What was searched for and not found on several days, without persons",
    policy: "operator:searches.read",
    response: resultResponse(
      z.array(z.object({ query: z.string(), count: z.int(), days: z.int(), last_day: z.string() })),
    ),
  },
});
export type SearchApi = typeof searchEndpoints;
