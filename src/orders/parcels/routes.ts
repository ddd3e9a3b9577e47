import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/endpoint.ts";
import { parcelEndpoints } from "./contract.ts";
import { listFindings } from "./queries.ts";
import { findingPages, findingTexts } from "./rules.ts";

/** `/v1` endpoints of parcels for operators. */
export function parcelRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, parcelEndpoints, {
    "GET /v1/operator/parcels": async ({ query }) => {
      const { size } = findingPages;
      const rows = await listFindings(db, size + 1, ((query.page ?? 1) - 1) * size);
      return {
        success: true,
        result: {
          rows: rows.slice(0, size).map(({ tracking_number, created_at, ...row }) => ({
            ...row,
            label: findingTexts[row.kind].label,
            resi: tracking_number,
            created_at: created_at.toISOString(),
          })),
          more: rows.length > size,
        },
      };
    },
  });
}
