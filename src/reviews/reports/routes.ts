import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { addDuration } from "#lib/time.ts";
import { reportEndpoints, type OwnHiding, type OwnReport } from "./contract.ts";
import { queuedItemsJson } from "./item-json.ts";
import { dismissReports, hideItem, restoreItem, upholdHiding } from "./moderate-item.ts";
import { objectToHiding } from "./object-to-hiding.ts";
import {
  countQueue,
  listOwnHidings,
  listOwnReports,
  listQueue,
  type OwnHidingRow,
  type OwnReportRow,
} from "./queries.ts";
import { readReviewPicture } from "./read-picture.ts";
import { reportItem } from "./report-item.ts";
import { mayModerate, objectionUntil, queuePage, reportDuration } from "./rules.ts";

function ownHidingJson({ product_name, product_slug, ...row }: OwnHidingRow, now: Date): OwnHiding {
  return {
    ...row,
    product: { name: product_name, slug: product_slug },
    hidden_at: row.hidden_at.toISOString(),
    objection_until: objectionUntil(row, now)?.toISOString() ?? null,
  };
}

function ownReportJson({ product_name, product_slug, ...row }: OwnReportRow): OwnReport {
  return {
    ...row,
    product: { name: product_name, slug: product_slug },
    created_at: row.created_at.toISOString(),
  };
}

/** `/v1` endpoints of reports: people report what others wrote, operators hide it or leave it, authors object. */
export function reportRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, reportEndpoints, {
    "GET /v1/reports": async ({ actor, now }) => {
      const [hidings, reports] = await Promise.all([
        listOwnHidings(db, actor.userId),
        listOwnReports(db, actor.userId),
      ]);
      return {
        success: true,
        result: { hidings: hidings.map((row) => ownHidingJson(row, now)), reports: reports.map(ownReportJson) },
      };
    },
    "POST /v1/reports": async ({ body, actor, now }) => {
      const { id: itemId, ...report } = body;
      await reportItem(context, { ...report, itemId, userId: actor.userId }, now);
      return { success: true, message: "Laporan terkirim.", data: null };
    },
    "POST /v1/hidings/:hidingId/objection": async ({ params, body, actor, now }) => {
      await objectToHiding(context, { ...params, ...body, authorId: actor.userId }, now);
      return { success: true, message: "Keberatan terkirim.", data: null };
    },
    "GET /v1/operator/reviews": async ({ query, actor, now }) => {
      const { size } = queuePage;
      const [rows, waiting] = await Promise.all([
        listQueue(db, query.view ?? "reported", {
          overdue: addDuration(now, -reportDuration),
          limit: size + 1,
          offset: ((query.page ?? 1) - 1) * size,
        }),
        countQueue(db),
      ]);
      return {
        success: true,
        result: {
          items: await queuedItemsJson(db, rows.slice(0, size), actor, now),
          more: rows.length > size,
          waiting,
          decides: mayModerate(actor.operatorRole),
        },
      };
    },
    "GET /v1/operator/review-pictures/:pictureId": async ({ params, actor, reply }) => {
      const bytes = await readReviewPicture(context, actor, params.pictureId);
      return reply
        .headers({
          "cache-control": "private, no-store",
          "content-security-policy": "default-src 'none'; sandbox",
          "content-disposition": 'inline; filename="foto.webp"',
        })
        .type("image/webp")
        .send(bytes);
    },
    "POST /v1/operator/reviews/:kind/:itemId/hide": async ({ params, body, actor, now }) => {
      await hideItem(context, params, { by: actor, reason: body.reason }, now);
      return { success: true, message: "Tulisan disembunyikan.", data: null };
    },
    "POST /v1/operator/reviews/:kind/:itemId/restore": async ({ params, actor, now }) => {
      await restoreItem(context, params, actor, now);
      return { success: true, message: "Tulisan tampil lagi.", data: null };
    },
    "POST /v1/operator/reviews/:kind/:itemId/uphold": async ({ params, body, actor, now }) => {
      await upholdHiding(context, params, { by: actor, reason: body.reason }, now);
      return { success: true, message: "Tulisan tetap disembunyikan.", data: null };
    },
    "POST /v1/operator/reviews/:kind/:itemId/dismiss": async ({ params, actor, now }) => {
      await dismissReports(context, params, actor, now);
      return { success: true, message: "Laporan ditutup.", data: null };
    },
  });
}
