import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { findDeadLinks } from "#settings/dead-links.ts";
import { categoryEndpoints } from "./contract.ts";
import { addCategory, changeCategory, placeCategory, removeLink, stepCategory } from "./edit-category.ts";
import { mergeCategory, previewMerge } from "./merge-category.ts";
import { listTree } from "./queries.ts";
import { changedMindDaysOf, maxCountedProducts, productsOf } from "./rules.ts";

/** `/v1` endpoints of the tree of categories that operators edit. */
export function categoryRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, categoryEndpoints, {
    "GET /v1/operator/categories": async ({ actor, now }) => {
      const rows = await listTree(db, maxCountedProducts);
      const dead = await findDeadLinks(
        db,
        rows.flatMap(({ url }) => (url === null ? [] : [url])),
        now,
      );
      return {
        success: true,
        result: {
          changes: isPermitted(actor.operatorRole, "categories.change"),
          rows: rows.map((row) => ({
            ...row,
            products: productsOf(rows, row),
            is_dead: row.url !== null && dead.has(row.url),
            changed_mind_days: changedMindDaysOf(rows, row),
          })),
        },
      };
    },
    "POST /v1/operator/categories": async ({ actor, body, now }) => ({
      success: true,
      message: "Ditambahkan di akhir tingkatnya.",
      data: { id: await addCategory(context, actor, body, now) },
    }),
    "PUT /v1/operator/categories/:categoryId": async ({ actor, params: { categoryId }, body, now }) => {
      await changeCategory(context, actor, categoryId, body, now);
      return { success: true, message: "Kategori disimpan.", data: { id: categoryId } };
    },
    "POST /v1/operator/categories/:categoryId/step": async ({ actor, params: { categoryId }, body }) => {
      await stepCategory(context, actor, categoryId, body);
      return { success: true, message: "Urutan disimpan.", data: { id: categoryId } };
    },
    "POST /v1/operator/categories/:categoryId/place": async ({ actor, params: { categoryId }, body, now }) => {
      await placeCategory(context, actor, categoryId, body, now);
      return { success: true, message: "Kategori dipindahkan.", data: { id: categoryId } };
    },
    "POST /v1/operator/categories/:categoryId/merge/preview": async ({ params, body, now }) => ({
      success: true,
      result: await previewMerge(db, { ...params, ...body }, now),
    }),
    "POST /v1/operator/categories/:categoryId/merge": async ({ actor, params: { categoryId }, body, now }) => {
      await mergeCategory(context, actor, categoryId, body, now);
      return { success: true, message: "Kategori digabungkan.", data: { id: body.into } };
    },
    "POST /v1/operator/categories/:categoryId/remove": async ({ actor, params: { categoryId }, body }) => {
      await removeLink(context, actor, categoryId, body.version);
      return { success: true, message: "Tautan dihapus.", data: { id: categoryId } };
    },
  });
}
