import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { span } from "#lib/time.ts";
import { productCardJson } from "../listing/product-card-json.ts";
import { listingPage } from "../rules.ts";
import { findHoldOf } from "../screening/queries.ts";
import { heldDuration, holdSentence, type HoldReason } from "../screening/rules.ts";
import { changeVariant } from "./change-variant.ts";
import { sellingEndpoints } from "./contract.ts";
import { findOwnProduct, listOwnProducts } from "./own-product-queries.ts";
import { changeProduct, createProduct, unlistProduct } from "./save-product.ts";

/** The `/v1` endpoints of a seller's own products. */
export function sellingRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, sellingEndpoints, {
    "GET /v1/seller/products": async ({ query, actor }) => {
      const limit = query.limit ?? listingPage.size;
      const rows = await listOwnProducts(db, actor.shopId, {
        name: (query.name ?? "").trim(),
        view: query.view ?? null,
        after: query.cursor ?? null,
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      return {
        success: true,
        result: page.map((row) => ({
          ...productCardJson(row),
          status: row.status,
          is_taken_down: row.is_taken_down,
          is_held: row.is_held,
          variants: row.variants ?? [],
        })),
        next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      };
    },
    "GET /v1/seller/products/:id": async ({ params, actor }) => {
      const product = await findOwnProduct(db, params.id, actor.shopId);
      if (!product) throw new Refusal(requestRefusals.notFound);
      const held = (await findHoldOf(db, params.id)) ?? [];
      return { success: true, result: { ...product, held: sentencesOf(held) } };
    },
    "POST /v1/seller/products": async ({ body, actor, now }) => {
      const { held, ...data } = await createProduct(context, actor, body, now);
      const stored = body.status === "hidden" ? "Produk tersimpan, belum tayang." : "Produk sudah tayang.";
      return { success: true, message: held.length > 0 ? heldMessage(held) : stored, data };
    },
    "PUT /v1/seller/products/:id": async ({ params, body, actor, now }) => {
      const { held, ...data } = await changeProduct(context, actor, params.id, body, now);
      return { success: true, message: held.length > 0 ? heldMessage(held) : "Perubahan tersimpan.", data };
    },
    "DELETE /v1/seller/products/:id": async ({ params, actor, now }) => {
      await unlistProduct(context, actor, params.id, now);
      return { success: true, message: "Produk tidak dijual lagi.", data: null };
    },
    "PUT /v1/seller/variants/:id": async ({ params, body, actor, now }) => ({
      success: true,
      message: "Perubahan tersimpan.",
      data: await changeVariant(context, actor.shopId, params.id, body, now),
    }),
  });
}

/** Two words of one rule are one sentence. */
const sentencesOf = (held: readonly HoldReason[]) => [...new Set(held.map(holdSentence))];

function heldMessage(held: readonly HoldReason[]): string {
  const sentences = sentencesOf(held).join(" ");
  return `Produk tersimpan dan tayang setelah kami periksa, paling lama ${span(heldDuration)}. ${sentences}`;
}
