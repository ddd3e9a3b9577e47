import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/endpoint.ts";
import { hour } from "#lib/time.ts";
import { paymentMethod } from "#payments/rules.ts";
import { courierOf, trackingLabels } from "#shipping/rules.ts";
import { simulatorEndpoints } from "./contract.ts";
import { sweepDeadlines } from "#orders/deadlines.ts";
import { listRecentOrders, listRecentPayments, moveClock } from "./queries.ts";
import { playSeller } from "./play-seller.ts";
import { moveParcel } from "#orders/record-scan.ts";
import { canOrder, usualScans } from "#orders/rules.ts";

/** `/v1/simulator` calls: courier and clock of a demo marketplace. */
export function operatorRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, simulatorEndpoints, {
    "GET /v1/simulator": async ({ now }) => {
      const [payments, orders] = await Promise.all([
        listRecentPayments(context.db, 12),
        listRecentOrders(context.db, 12),
      ]);
      return {
        success: true,
        result: {
          now: now.toISOString(),
          offset_ms: context.clock.offset(),
          payments: payments.map(({ method, created_at, ...payment }) => ({
            ...payment,
            method_name: paymentMethod(method)?.name ?? method,
            created_at: created_at.toISOString(),
          })),
          orders: orders.map(({ scans, due_at, cancel_requested_at, courier, ...order }) => {
            const next = order.status === "shipped" ? usualScans.find((status) => !scans.includes(status)) : undefined;
            const facts = {
              cancelRequested: cancel_requested_at !== null,
              tracked: courierOf(courier)?.tracked ?? true,
              scanned: scans.length > 0,
            };
            return {
              ...order,
              due_at: due_at?.toISOString() ?? null,
              next_scan: next ? trackingLabels[next] : null,
              next_of_seller: canOrder("accept", order.status, "seller")
                ? ("accept" as const)
                : order.status === "processing" && !facts.cancelRequested
                  ? ("ship" as const)
                  : null,
              facts,
            };
          }),
        },
      };
    },
    "POST /v1/simulator/orders/:orderId/scan": async ({ params, now }) => {
      const scan = await moveParcel(context, params.orderId, now);
      return { success: true, message: `${trackingLabels[scan]}.`, data: { scan } };
    },
    "POST /v1/simulator/orders/:orderId/seller": async ({ params, now }) => {
      const done = await playSeller(context, params.orderId, now);
      return { success: true, message: done === "ship" ? "Pesanan dikirim." : "Pesanan diterima.", data: { done } };
    },
    "POST /v1/simulator/clock": async ({ body }) => {
      await moveClock(context.db, body.hours * hour);
      await context.clock.refresh();
      const now = context.clock.now();
      const fired = await sweepDeadlines(context, now);
      return {
        success: true,
        message: `Jam dimajukan ${body.hours} jam, ${fired} tenggat dijalankan.`,
        data: { now: now.toISOString(), fired },
      };
    },
  });
}
