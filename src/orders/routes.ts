import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { cursorAfter } from "#lib/cursor.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { span, zoneOfProvince } from "#lib/time.ts";
import { acceptOrder, acceptOrders, rejectOrder } from "./accept-order.ts";
import { auditRoutes } from "./audit/routes.ts";
import { bookingRoutes } from "./bookings/routes.ts";
import { buyAgain } from "./buy-again.ts";
import { answerCancel, cancelOrder, requestCancel, withdrawCancel } from "./cancel-order.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { correctionRoutes } from "./corrections/routes.ts";
import { orderEndpoints, sellerOrderEndpoints } from "./contract.ts";
import { autoCompleteDuration, extensionDuration } from "./deadlines/rules.ts";
import { holidayRoutes } from "./holidays/routes.ts";
import { orderCardJson, orderJson } from "./order-view/order-json.ts";
import { findOrder, listOrdersOfBuyer, listOrdersOfShop, type CardRow, type OrderRow } from "./order-view/queries.ts";
import { addParcel } from "./parcels/add-parcel.ts";
import { handOverOrder } from "./parcels/hand-over-order.ts";
import { replaceTrackingNumber } from "./parcels/replace-tracking-number.ts";
import { parcelRoutes } from "./parcels/routes.ts";
import { confirmArrival, extendOrder, receiveOrder } from "./receive-order.ts";
import { moneyOfSeller, refundPart } from "./settlement/refund-part.ts";
import { refuseParcel } from "./refuse-parcel.ts";
import type { OrderStatus } from "./rules.ts";
import { sellerSummary } from "./seller-statistics.ts";
import { shipOrder } from "./ship-order.ts";

const perPage = 20;

function nextOf(rows: readonly CardRow[]): string | null {
  const last = rows.length > perPage ? rows[perPage - 1] : undefined;
  return last ? cursorAfter(last.created_at, last.id) : null;
}

/** `/v1` endpoints of orders for buyers and sellers, and of the checkout. */
export function orderRoutes(app: FastifyInstance, context: Context): void {
  checkoutRoutes(app, context);
  auditRoutes(app, context);
  parcelRoutes(app, context);
  holidayRoutes(app, context);
  bookingRoutes(app, context);
  correctionRoutes(app, context);
  const done = (message: string, id: string, status: OrderStatus) => ({
    success: true as const,
    message,
    data: { id, status },
  });

  async function statusOf(orderId: string, owner: { buyerId: string } | { shopId: string }): Promise<OrderStatus> {
    return (await found(orderId, owner)).status;
  }
  async function found(orderId: string, owner: { buyerId: string } | { shopId: string }): Promise<OrderRow> {
    const row = await findOrder(context.db, orderId, owner);
    if (!row) throw new Refusal(requestRefusals.notFound);
    return row;
  }

  serve(app, context, orderEndpoints, {
    "GET /v1/orders": async ({ query, actor, now }) => {
      const rows = await listOrdersOfBuyer(context.db, actor.userId, {
        status: query.status,
        after: query.cursor,
        limit: perPage + 1,
      });
      return {
        success: true,
        result: rows.slice(0, perPage).map((row) => orderCardJson(context, row, "buyer")),
        next: nextOf(rows),
        now: now.toISOString(),
        zone: zoneOfProvince(actor.provinceCode),
      };
    },
    "GET /v1/orders/:orderId": async ({ params, actor, now }) => {
      const row = await found(params.orderId, { buyerId: actor.userId });
      return {
        success: true,
        result: orderJson(context, row, "buyer", now, zoneOfProvince(actor.provinceCode ?? row.address.provinceCode)),
      };
    },
    "POST /v1/orders/:orderId/cancel": async ({ params: { orderId }, body, actor, now }) => {
      await cancelOrder(context, { orderId, buyerId: actor.userId, reason: body.reason }, now);
      return done("Pesanan dibatalkan.", orderId, "cancelled");
    },
    "POST /v1/orders/:orderId/request-cancel": async ({ params: { orderId }, body, actor, now }) => {
      await requestCancel(context, { orderId, buyerId: actor.userId, reason: body.reason }, now);
      return done("Permintaan pembatalan dikirim ke penjual.", orderId, "processing");
    },
    "POST /v1/orders/:orderId/withdraw-cancel": async ({ params: { orderId }, actor, now }) => {
      await withdrawCancel(context, { orderId, buyerId: actor.userId }, now);
      return done("Permintaan pembatalan ditarik.", orderId, "processing");
    },
    "POST /v1/orders/:orderId/receive": async ({ params: { orderId }, actor, now }) => {
      await receiveOrder(context, { orderId, buyerId: actor.userId }, now);
      return done("Pesanan selesai.", orderId, "completed");
    },
    "POST /v1/orders/:orderId/arrived": async ({ params: { orderId }, actor, now }) => {
      await confirmArrival(context, { orderId, buyerId: actor.userId }, now);
      return done(`Paket sudah tiba. Periksa isinya dalam ${span(autoCompleteDuration())}.`, orderId, "delivered");
    },
    "POST /v1/orders/:orderId/extend": async ({ params: { orderId }, actor, now }) => {
      await extendOrder(context, { orderId, buyerId: actor.userId }, now);
      return done(`Waktu periksa bertambah ${span(extensionDuration())}.`, orderId, "delivered");
    },
    "POST /v1/orders/:orderId/buy-again": async ({ params: { orderId }, actor, now }) => {
      const { message, lines } = await buyAgain(context.db, { orderId, buyerId: actor.userId }, now);
      return { success: true, message, data: { lines } };
    },
  });

  serve(app, context, sellerOrderEndpoints, {
    "GET /v1/seller/orders": async ({ query, actor, now }) => {
      const rows = await listOrdersOfShop(context.db, actor.shopId, {
        status: query.status,
        cancelRequested: query.cancel === "1",
        q: query.q || undefined,
        after: query.cursor,
        limit: perPage + 1,
      });
      return {
        success: true,
        result: rows.slice(0, perPage).map((row) => orderCardJson(context, row, "seller")),
        next: nextOf(rows),
        now: now.toISOString(),
        zone: zoneOfProvince(actor.provinceCode),
      };
    },
    "POST /v1/seller/orders/accept": async ({ body, actor, now }) => {
      const answer = await acceptOrders(context, { ids: body.ids, shopId: actor.shopId, userId: actor.userId }, now);
      const refused =
        answer.refused.length > 0
          ? ` ${answer.refused.length} tidak bisa diterima karena statusnya sudah berubah.`
          : "";
      return { success: true, message: `${answer.accepted.length} pesanan diterima.${refused}`, data: answer };
    },
    "GET /v1/seller/orders/:orderId": async ({ params, actor, now }) => {
      const row = await found(params.orderId, { shopId: actor.shopId });
      return {
        success: true,
        result: orderJson(
          context,
          row,
          "seller",
          now,
          zoneOfProvince(actor.provinceCode ?? row.shop_province),
          await moneyOfSeller(context.db, row, now),
        ),
      };
    },
    "POST /v1/seller/orders/:orderId/accept": async ({ params: { orderId }, actor, now }) => {
      await acceptOrder(context, { orderId, shopId: actor.shopId, userId: actor.userId }, now);
      return done("Pesanan diterima.", orderId, "processing");
    },
    "POST /v1/seller/orders/:orderId/reject": async ({ params: { orderId }, body, actor, now }) => {
      await rejectOrder(context, { orderId, shopId: actor.shopId, userId: actor.userId, reason: body.reason }, now);
      return done("Pesanan ditolak. Uang yang sudah dibayar kembali ke pembeli.", orderId, "cancelled");
    },
    "POST /v1/seller/orders/:orderId/refunds": async ({ params: { orderId }, body, actor, idempotencyKey, now }) => {
      const { shopId, userId } = actor;
      const data = await refundPart(context, { orderId, shopId, userId, idempotencyKey, ...body }, now);
      const sum = formatRupiah(data.amount);
      const message = body.preview
        ? `Kembalikan ${sum} kepada pembeli? Ini tidak bisa dibatalkan.`
        : `${sum} dikembalikan kepada pembeli.`;
      return { success: true, message, data };
    },
    "POST /v1/seller/orders/:orderId/ship": async ({ params: { orderId }, body, actor, now }) => {
      await shipOrder(context, { orderId, shopId: actor.shopId, userId: actor.userId, trackingNumber: body.resi }, now);
      return done("Pesanan dikirim.", orderId, "shipped");
    },
    "POST /v1/seller/orders/:orderId/parcels": async ({ params: { orderId }, body, actor, now }) => {
      const seller = { orderId, shopId: actor.shopId, userId: actor.userId };
      await addParcel(context, { ...seller, trackingNumber: body.resi, contents: body.contents }, now);
      return done("Paket tambahan dicatat.", orderId, "shipped");
    },
    "POST /v1/seller/orders/:orderId/parcels/:parcelId/tracking-number": async ({ params, body, actor, now }) => {
      const parcel = { ...params, shopId: actor.shopId, userId: actor.userId };
      await replaceTrackingNumber(context, { ...parcel, replaces: body.replaces, trackingNumber: body.resi }, now);
      return done("Nomor resi diubah. Pembeli kami beri tahu.", params.orderId, "shipped");
    },
    "POST /v1/seller/orders/:orderId/hand-over": async ({ params: { orderId }, body, actor, now }) => {
      const seller = { orderId, shopId: actor.shopId, userId: actor.userId };
      await handOverOrder(context, { ...seller, code: body.code.replace(/\s/g, "") }, now);
      return done("Pesanan sudah diserahkan.", orderId, "delivered");
    },
    "POST /v1/seller/orders/:orderId/refuse-parcel": async ({ params: { orderId }, body, actor, now }) => {
      await refuseParcel(context, { orderId, shopId: actor.shopId, userId: actor.userId, reason: body.reason }, now);
      return done("Pesanan COD dibatalkan, stok kembali.", orderId, "cancelled");
    },
    "POST /v1/seller/orders/:orderId/approve-cancel": async ({ params: { orderId }, actor, now }) => {
      await answerCancel(context, { orderId, shopId: actor.shopId, userId: actor.userId, agreed: true }, now);
      return done("Pesanan dibatalkan. Uang yang sudah dibayar kembali ke pembeli.", orderId, "cancelled");
    },
    "POST /v1/seller/orders/:orderId/refuse-cancel": async ({ params: { orderId }, body, actor, now }) => {
      await answerCancel(
        context,
        { orderId, shopId: actor.shopId, userId: actor.userId, agreed: false, reason: body.reason },
        now,
      );
      return done("Permintaan pembatalan ditolak.", orderId, await statusOf(orderId, { shopId: actor.shopId }));
    },
    "GET /v1/seller/summary": async ({ actor, now }) => ({
      success: true,
      result: await sellerSummary(context.db, actor.shopId, now),
    }),
  });
}
