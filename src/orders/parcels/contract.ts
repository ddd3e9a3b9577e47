import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { id, queryInt, resultResponse, timestamp } from "#lib/schema.ts";
import { findingKinds, findingPages, type FindingKind } from "./rules.ts";

export const parcelEndpoints = endpoints({
  "GET /v1/operator/parcels": {
    summary: "What is implausible about tracking numbers and scans, newest first",
    policy: "operator",
    query: z.strictObject({ page: queryInt(1, findingPages.max).optional() }),
    response: resultResponse(
      z.object({
        rows: z.array(
          z.object({
            id,
            kind: z.enum(findingKinds as [FindingKind, ...FindingKind[]]),
            label: z.string(),
            detail: z.string(),
            created_at: timestamp,
            order_id: id,
            invoice: z.string(),
            shop_name: z.string(),
            shop_slug: z.string(),
            courier_name: z.string(),
            resi: z.string().nullable(),
          }),
        ),
        more: z.boolean(),
      }),
    ),
  },
});
export type ParcelApi = typeof parcelEndpoints;
