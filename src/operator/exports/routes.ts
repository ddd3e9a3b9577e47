import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { addDuration } from "#lib/time.ts";
import { exportEndpoints, type ListedExport } from "./contract.ts";
import { downloadExport, requestExport } from "./make-export.ts";
import { listExports, type ExportRow } from "./queries.ts";
import { exportTtl, listedExports } from "./rules.ts";

/** `/v1/operator/exports` endpoints: files that operators take out of the console. */
export function exportRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, exportEndpoints, {
    "GET /v1/operator/exports": async () => ({
      success: true,
      result: (await listExports(context.db, listedExports)).map(listedJson),
    }),
    "POST /v1/operator/exports": async ({ actor, body, now }) => {
      const { kind, first_day: firstDay, last_day: lastDay } = body;
      const id = await requestExport(context, actor, { kind, firstDay, lastDay }, now);
      return { success: true, message: "Berkas sedang dibuat.", data: { id } };
    },
    "GET /v1/operator/exports/:exportId/file": async ({ actor, params, reply }) => {
      const { name, bytes } = await downloadExport(context, actor, params.exportId);
      return reply
        .headers({ "cache-control": "private, no-store", "content-disposition": `attachment; filename="${name}"` })
        .type("text/csv; charset=utf-8")
        .send(bytes);
    },
  });
}

function listedJson({ requested_at: requested, finished_at: finished, ...row }: ExportRow): ListedExport {
  const expires = row.state === "ready" && finished ? addDuration(finished, exportTtl).toISOString() : null;
  return { ...row, requested_at: requested.toISOString(), expires_at: expires };
}
