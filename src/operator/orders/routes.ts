import type { FastifyInstance } from "fastify";
import { maskName } from "#accounts/operators/mask.ts";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { adjustmentLabel, refundedFeesText } from "#orders/adjustment-rules.ts";
import { stopOrder } from "#orders/cancel-order.ts";
import { canOrder } from "#orders/rules.ts";
import { orderStoryEndpoints } from "./contract.ts";
import { drawOrderFile } from "./draw-order-file.ts";
import { findStoryOrder, listStory } from "./queries.ts";
import { describeStory } from "./describe-story.ts";

/** `/v1/operator/orders/:orderId` endpoints: the story of one order, and its cancellation by an operator. */
export function orderStoryRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, orderStoryEndpoints, {
    "GET /v1/operator/orders/:orderId": async ({ actor, params: { orderId } }) => {
      const order = await findStoryOrder(db, orderId);
      if (!order) throw new Refusal(requestRefusals.notFound);
      const {
        buyer_id,
        buyer_name,
        shop_slug,
        shop_name,
        checkout_id: checkoutId,
        shipping_cost,
        adjustments,
        fees_refunded,
        ...shown
      } = order;
      const story = describeStory(await listStory(db, { orderId, checkoutId }), order);
      return {
        success: true,
        result: {
          ...shown,
          costs: [
            { label: "Ongkos kirim", amount: shipping_cost },
            ...adjustments.map((one) => ({ label: adjustmentLabel(one, shop_name), amount: one.amount })),
          ],
          fees_back: refundedFeesText(fees_refunded, adjustments),
          created_at: shown.created_at.toISOString(),
          due_at: shown.due_at?.toISOString() ?? null,
          buyer: { id: buyer_id, name: maskName(buyer_name) },
          shop: { slug: shop_slug, name: shop_name },
          has_file: isPermitted(actor.operatorRole, "legal.decide"),
          stops:
            isPermitted(actor.operatorRole, "orders.stop") &&
            buyer_id !== actor.userId &&
            canOrder("stop", shown.status, "operator"),
          story: story.toReversed(),
        },
      };
    },
    "GET /v1/operator/orders/:orderId/file.pdf": async ({ actor, params, reply, now }) => {
      const { invoice, pdf } = await drawOrderFile(context, actor, params.orderId, now);
      return reply
        .headers({
          "content-disposition": `attachment; filename="berkas-${invoice.replaceAll("/", "-")}.pdf"`,
          "cache-control": "private, no-store",
        })
        .type("application/pdf")
        .send(pdf);
    },
    "POST /v1/operator/orders/:orderId/stop": async ({ actor, params, body, now }) => {
      await stopOrder(context, actor, { orderId: params.orderId, reason: body.reason }, now);
      return { success: true, message: "Pesanan dibatalkan. Pembeli dan penjual diberi tahu.", data: null };
    },
  });
}
