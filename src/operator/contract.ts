import { z } from "zod";
import { complaintStateName } from "#complaints/case-view/contract.ts";
import { complaintRefusals } from "#complaints/contract.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals } from "#lib/refusal.ts";
import { id, timestamp, resultResponse, rupiah, changeResponse } from "#lib/schema.ts";
import { orderRefusals } from "#orders/contract.ts";
import { orderStatusNames, type OrderStatus } from "#orders/rules.ts";
import { trackingStatuses } from "#shipping/rules.ts";
import { caseStepNames } from "./rules.ts";

const sellerStep = z.enum(["accept", "ship", ...caseStepNames]);
const buyerStep = z.enum(["receive", ...caseStepNames]);
const status = z.enum(orderStatusNames as [OrderStatus, ...OrderStatus[]]);

export const simulatorEndpoints = endpoints({
  "GET /v1/simulator": {
    summary: "Recent orders of the demo marketplace with their money, without personal data; `order` is listed first",
    policy: "demo",
    query: z.strictObject({ order: id.optional() }),
    response: resultResponse(
      z.object({
        now: timestamp,
        offset_ms: z.int(),
        orders: z.array(
          z.object({
            id,
            invoice: z.string(),
            status,
            created_at: timestamp,
            shop_name: z.string(),
            first_line: z.string(),
            line_count: z.int(),
            /** The bill of the whole checkout. */
            bill: z.object({
              reference: z.string(),
              method_name: z.string(),
              amount: rupiah,
              status: z.string(),
              order_count: z.int(),
            }),
            /** Where the order's money is, according to the ledger. */
            money: z.object({ escrow: rupiah, seller: rupiah, marketplace: rupiah, tax: rupiah, refunded: rupiah }),
            courier_name: z.string(),
            total: rupiah,
            due_at: timestamp.nullable(),
            next_scan: z.string().nullable(),
            /** The order's open case, with the whole hours until its deadline. */
            complaint: z
              .object({
                id,
                state: complaintStateName,
                due_at: timestamp,
                hours_left: z.int(),
                /** Goods are to be sent back, and the shop has no address to send them to. */
                awaits_address: z.boolean(),
                /** What happens then if nobody acts, for each reader; only of the first order. */
                if_nobody: z.object({ buyer: z.string(), seller: z.string(), mediator: z.string() }).nullable(),
              })
              .nullable(),
            /** What the simulated seller can do next. */
            next_of_seller: sellerStep.nullable(),
            next_of_buyer: buyerStep.nullable(),
            facts: z.object({
              cancelRequested: z.boolean(),
              extended: z.boolean(),
              tracked: z.boolean(),
              unfollowed: z.boolean(),
              arrivalAsked: z.boolean(),
              scanned: z.boolean(),
              pickup: z.boolean(),
              awaitsCash: z.boolean(),
            }),
          }),
        ),
      }),
    ),
  },
  "POST /v1/simulator/orders/:orderId/scan": {
    summary: "Simulate the courier: the parcel moves one step, also that of a complaint",
    policy: "demo",
    params: z.strictObject({ orderId: id }),
    response: changeResponse(z.object({ scan: z.enum(trackingStatuses) })),
    refusals: [orderRefusals.notAllowed, requestRefusals.notFound],
  },
  "POST /v1/simulator/orders/:orderId/seller": {
    summary: "Simulate the seller: accept the order or ship it; in a complaint agree, inspect a return, or send again",
    policy: "demo",
    params: z.strictObject({ orderId: id }),
    response: changeResponse(z.object({ done: sellerStep })),
    refusals: [orderRefusals.notAllowed, complaintRefusals.notAllowed, requestRefusals.notFound],
  },
  "POST /v1/simulator/orders/:orderId/buyer": {
    summary:
      "Simulate the buyer: the goods are received; in a complaint agree, send back, or confirm what was sent again",
    policy: "demo",
    params: z.strictObject({ orderId: id }),
    response: changeResponse(z.object({ done: buyerStep })),
    refusals: [orderRefusals.notAllowed, complaintRefusals.notAllowed, requestRefusals.notFound],
  },
  "POST /v1/simulator/clock": {
    summary: "Move the business clock forward and fire the deadlines that have passed",
    policy: "demo",
    body: z.strictObject({
      hours: z
        .int()
        .min(1)
        .max(24 * 60),
    }),
    response: changeResponse(z.object({ now: timestamp, fired: z.int() })),
  },
});
export type SimulatorApi = typeof simulatorEndpoints;
