import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { shippingEndpoints } from "./contract.ts";
import { tariffRoutes } from "./tariffs/routes.ts";
import { findLowestPrices } from "./lowest-prices.ts";
import { quoteForShop } from "./quote-shipping.ts";

/** `/v1` endpoints of shipping. */
export function shippingRoutes(app: FastifyInstance, context: Context): void {
  tariffRoutes(app, context);
  serve(app, context, shippingEndpoints, {
    "GET /v1/shipping/quotes": async ({ query, actor, now }) => ({
      success: true,
      result: await quoteForShop(
        context,
        {
          shopId: query.shop_id,
          addressId: query.address_id,
          regencyCode: query.regency,
          productSlug: query.product,
          weightG: query.weight_g,
          quantity: query.quantity ?? 1,
        },
        actor?.userId ?? null,
        now,
      ),
    }),
    "GET /v1/shipping/lowest": async ({ query, now }) => ({
      success: true,
      ...(await findLowestPrices(context, { to: query.to, productIds: query.product }, now)),
    }),
  });
}
