import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { settingOf } from "#lib/settings/setting.ts";
import { rememberEmptySearch } from "#search/remember-empty-search.ts";
import { codOfferedSetting } from "#shipping/rules.ts";
import { findDeliveryLimits } from "#shipping/delivery-limits.ts";
import { isCashCollected } from "#shipping/scan-sources.ts";
import { changeVariant } from "./selling/change-variant.ts";
import { catalogEndpoints, type ListingQuery } from "./contract.ts";
import { filterNames } from "./listing/filter-rules.ts";
import { findProducts } from "./listing/find-products.ts";
import { listCategories } from "./categories/queries.ts";
import { attributeRoutes } from "./attributes/routes.ts";
import { categoryRoutes } from "./categories/routes.ts";
import { listingPage } from "./rules.ts";
import { changeProduct, createProduct, unlistProduct } from "./selling/save-product.ts";
import { findOwnProduct, listOwnProducts } from "./selling/own-product-queries.ts";
import { productCardJson } from "./listing/product-card-json.ts";
import { span } from "#lib/time.ts";
import { listingReportRoutes } from "./reports/routes.ts";
import { findHoldOf } from "./screening/queries.ts";
import { screeningRoutes } from "./screening/routes.ts";
import { heldDuration, holdSentence, type HoldReason } from "./screening/rules.ts";
import { getProductPage, getRelatedProducts } from "./product/get-product-page.ts";

const narrowing: readonly string[] = ["category", "shop", "attr", "num1", "num2", "num3", "ship", ...filterNames];

/** Whether nothing matches the words alone. With a filter the words may have products that the filter leaves out. */
function isEmptySearch(query: ListingQuery, total: number): boolean {
  const chosen = Object.entries(query).filter(([name, value]) => narrowing.includes(name) && value !== undefined);
  return total === 0 && query.name !== undefined && chosen.flatMap(([, value]) => value).length === 0;
}

/** The `/v1` endpoints of the catalogue. */
export function catalogRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  attributeRoutes(app, context);
  categoryRoutes(app, context);
  screeningRoutes(app, context);
  listingReportRoutes(app, context);
  serve(app, context, catalogEndpoints, {
    "GET /v1/categories": async () => {
      const rows = await listCategories(db);
      const roots = rows.filter((row) => row.parent_id === null);
      return {
        success: true,
        result: roots.map((root) => ({
          name: root.name,
          slug: root.slug,
          icon: root.icon,
          isCustom: root.is_custom ? "1" : "0",
          url: root.url,
          categories: rows
            .filter((row) => row.parent_id === root.id)
            .map((child) => ({ name: child.name, slug: child.slug })),
        })),
      };
    },
    "GET /v1/products": async ({ query, now }) => {
      const listing = await findProducts(db, query, {
        hasCod: settingOf(codOfferedSetting) && isCashCollected(config),
        deliveryLimits: (to, max) => findDeliveryLimits(context, { to, max }, now),
      });
      if (isEmptySearch(query, listing.total)) await rememberEmptySearch(db, query.name ?? "", now);
      return { success: true, ...listing };
    },
    "GET /v1/products/:slug": async ({ params }) => ({ success: true, result: await getProductPage(db, params.slug) }),
    "GET /v1/products/:slug/related": async ({ params }) => ({
      success: true,
      result: await getRelatedProducts(db, params.slug),
    }),
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
