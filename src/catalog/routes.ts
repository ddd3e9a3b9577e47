import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { settingOf } from "#lib/settings/setting.ts";
import { rememberEmptySearch } from "#search/remember-empty-search.ts";
import { codOfferedSetting } from "#shipping/rules.ts";
import { findDeliveryLimits } from "#shipping/delivery-limits.ts";
import { isCashCollected } from "#shipping/scan-sources.ts";
import { catalogEndpoints, type ListingQuery } from "./contract.ts";
import { filterNames } from "./listing/filter-rules.ts";
import { findProducts } from "./listing/find-products.ts";
import { listCategories } from "./categories/queries.ts";
import { attributeRoutes } from "./attributes/routes.ts";
import { categoryRoutes } from "./categories/routes.ts";
import { sellingRoutes } from "./selling/routes.ts";
import { listingReportRoutes } from "./reports/routes.ts";
import { screeningRoutes } from "./screening/routes.ts";
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
  sellingRoutes(app, context);
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
  });
}
