import type { FastifyInstance, FastifyRequest } from "fastify";
import { maskName } from "#accounts/operators/mask.ts";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { readFileBytes, readParts } from "#lib/http/multipart.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { mediaRefusals } from "#media/contract.ts";
import { pictureLimits } from "#media/rules.ts";
import { dismissReports, readReportDocument } from "./close-reports.ts";
import { listingReportEndpoints, type OwnListingReport } from "./contract.ts";
import { listListingReports, listOwnListingReports, type ListingReportRow } from "./queries.ts";
import { addReportDocument, assertAwaitsDocument, reportListing } from "./report-listing.ts";
import { listedOwnReports, reportPageSize } from "./rules.ts";

/** `/v1` endpoints of reports about products and shops. */
export function listingReportRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, listingReportEndpoints, {
    "GET /v1/listing-reports": async ({ actor }) => ({
      success: true,
      result: (await listOwnListingReports(db, actor.userId, listedOwnReports)).map(reportJson),
    }),
    "POST /v1/listing-reports": async ({ actor, body, now }) => {
      const { product = null, shop = null, kind, text } = body;
      const id = await reportListing(context, actor.userId, { product, shop, kind, text }, now);
      return { success: true, message: "Laporan Anda terkirim. Hasilnya kami kabarkan.", data: { id } };
    },
    "POST /v1/listing-reports/:reportId/document": async ({ actor, params, request }) => {
      const of = { reportId: params.reportId, userId: actor.userId };
      // Before the body is read, so that a refused upload stores nothing.
      await assertAwaitsDocument(context, of);
      await addReportDocument(context, of, await readDocument(request));
      return { success: true, message: "Dokumen tersimpan.", data: null };
    },
    "GET /v1/operator/listing-reports": async ({ actor, query, now }) => {
      const rows = await listListingReports(db, query.view ?? "open", query.after ?? null, reportPageSize + 1);
      const shown = rows.slice(0, reportPageSize);
      return {
        success: true,
        result: {
          rows: shown.map((row) => ({
            ...reportJson(row),
            others: row.others,
            is_overdue: row.state === "open" && row.due_at < now,
            goods: row.goods,
            shop_facts: {
              is_verified: row.is_verified,
              opened_at: row.opened_at.toISOString(),
              measures: row.measures,
            },
            reporter: { name: maskName(row.reporter), acted: row.acted, dismissed: row.dismissed },
            decided:
              row.decided_by !== null && row.closed_at ? { by: row.decided_by, at: row.closed_at.toISOString() } : null,
          })),
          next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
          acts: isPermitted(actor.operatorRole, "products.moderate"),
        },
      };
    },
    "GET /v1/operator/listing-reports/:reportId/document": async ({ actor, params, reply }) => {
      const { bytes, type } = await readReportDocument(context, actor, params.reportId);
      const isPdf = type === "application/pdf";
      return reply
        .headers({
          "cache-control": "private, no-store",
          "content-security-policy": "default-src 'none'; sandbox",
          "content-disposition": `${isPdf ? "attachment" : "inline"}; filename="dokumen.${isPdf ? "pdf" : "webp"}"`,
        })
        .type(type)
        .send(bytes);
    },
    "POST /v1/operator/listing-reports/:reportId/dismiss": async ({ actor, params, body, now }) => {
      await dismissReports(context, actor, params.reportId, body.answer, now);
      return { success: true, message: "Laporan ditutup. Pelapor diberi tahu.", data: null };
    },
  });
}

async function readDocument(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
  let bytes: Buffer | undefined;
  const limits = { files: 1, fields: 1, fileSize: pictureLimits.bytes };
  for await (const part of readParts(request, { limits }))
    if (part.type === "file") bytes = await readFileBytes(request, part);
  if (!bytes?.length) throw new Refusal(mediaRefusals.missing, { document: ["Pilih satu berkas."] });
  return bytes;
}

function reportJson({
  id,
  product,
  shop,
  kind,
  text,
  state,
  has_document,
  answer,
  created_at,
  due_at,
}: ListingReportRow): OwnListingReport {
  return {
    id,
    product,
    shop,
    kind,
    text,
    state,
    has_document,
    answer,
    created_at: created_at.toISOString(),
    due_at: due_at.toISOString(),
  };
}
