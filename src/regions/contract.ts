import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { singleLine, resultResponse } from "#lib/schema.ts";

export const region = z.object({ code: z.string(), name: z.string() });
export type Region = z.output<typeof region>;

/** A region and its position, or that of the nearest region around it that has one. */
const located = region.extend({ lat: z.number().nullable(), lng: z.number().nullable() });
export type LocatedRegion = z.output<typeof located>;

export const regionEndpoints = endpoints({
  "GET /v1/regions": {
    summary: "Regions inside a region, by name; provinces without a parent",
    policy: "public",
    query: z.strictObject({
      parent: z
        .string()
        .regex(/^\d{2}(\.\d{2}){0,2}$/)
        .optional(),
    }),
    response: resultResponse(z.array(located)),
  },
  "GET /v1/regions/search": {
    summary:
      'Regencies and cities, districts and villages by their name and the names around them ("Coblong, Bandung")',
    policy: "public",
    query: z.strictObject({ name: singleLine(2, 60) }),
    response: resultResponse(z.array(located.extend({ level: z.int(), within: z.string() }))),
    limit: { max: 120, window: 60_000 },
  },
});
export type RegionApi = typeof regionEndpoints;
