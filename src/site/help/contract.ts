import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { boundedText, resultResponse } from "#lib/schema.ts";

const pieces = z.array(z.object({ text: z.string(), match: z.boolean() }));

export const helpEndpoints = endpoints({
  "GET /v1/help": {
    summary: "Search of the help: guide and questions, the text that says most first",
    policy: "public",
    query: z.strictObject({ q: boundedText(1000).optional() }),
    response: resultResponse(
      z.array(z.object({ href: z.string(), topic: z.string(), title: pieces, excerpt: pieces })),
    ),
    limit: { max: 300, window: 60_000 },
  },
});
export type HelpApi = typeof helpEndpoints;
