import { z } from "zod";
import { endpoints } from "#lib/endpoint.ts";
import { id, moment, read, rupiah, written } from "#lib/schema.ts";
import { orderStatusNames, type OrderStatus } from "#orders/rules.ts";
import { trackingStatuses } from "#shipping/rules.ts";

const status = z.enum(orderStatusNames as [OrderStatus, ...OrderStatus[]]);

export const simulatorEndpoints = endpoints({
  "GET /v1/simulator": {
    summary: "Recent payments and orders of the demo marketplace, without personal data",
    policy: "demo",
    answer: read(
      z.object({
        now: moment,
        offset_ms: z.int(),
        payments: z.array(
          z.object({
            id,
            reference: z.string(),
            method_name: z.string(),
            amount: rupiah,
            status: z.string(),
            created_at: moment,
          }),
        ),
        orders: z.array(
          z.object({
            id,
            invoice: z.string(),
            status,
            shop_name: z.string(),
            courier_name: z.string(),
            total: rupiah,
            due_at: moment.nullable(),
            next_scan: z.string().nullable(),
            /** What the seller can be played to do. */
            next_of_seller: z.enum(["accept", "ship"]).nullable(),
            facts: z.object({ cancelRequested: z.boolean(), tracked: z.boolean(), scanned: z.boolean() }),
          }),
        ),
      }),
    ),
  },
  "POST /v1/simulator/orders/:orderId/scan": {
    summary: "Play the courier: the parcel moves one step",
    policy: "demo",
    params: z.strictObject({ orderId: id }),
    answer: written(z.object({ scan: z.enum(trackingStatuses) })),
    refusals: ["orders.not_allowed", "request.not_found"],
  },
  "POST /v1/simulator/orders/:orderId/seller": {
    summary: "Play the seller: accept the order, or ship it with a new resi",
    policy: "demo",
    params: z.strictObject({ orderId: id }),
    answer: written(z.object({ done: z.enum(["accept", "ship"]) })),
    refusals: ["orders.not_allowed", "request.not_found"],
  },
  "POST /v1/simulator/clock": {
    summary: "Move the business clock forward and fire what has become due",
    policy: "demo",
    body: z.strictObject({
      hours: z
        .int()
        .min(1)
        .max(24 * 60),
    }),
    answer: written(z.object({ now: moment, fired: z.int() })),
  },
});
export type SimulatorApi = typeof simulatorEndpoints;
