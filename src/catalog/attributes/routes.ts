import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { changeAttributes } from "./change-attributes.ts";
import { attributeEndpoints } from "./contract.ts";
import { listAttributeSets } from "./queries.ts";

/** `/v1` endpoints of what sellers are asked about products of a category. */
export function attributeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, attributeEndpoints, {
    "GET /v1/categories/attributes": async () => ({ success: true, result: await listAttributeSets(context.db) }),
    "PUT /v1/operator/categories/:categoryId/attributes": async ({ actor, params: { categoryId }, body }) => {
      await changeAttributes(context, actor, categoryId, body);
      return { success: true, message: "Rincian kategori disimpan.", data: { id: categoryId } };
    },
  });
}
