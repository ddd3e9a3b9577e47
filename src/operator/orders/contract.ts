import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { changeResponse, id, resultResponse, rupiah, singleLine, timestamp } from "#lib/schema.ts";
import { orderStatusNames, type OrderStatus } from "#orders/rules.ts";
import { accountKinds } from "../rules.ts";
import { stopReasonLength, storyKindNames, type StoryKind } from "./rules.ts";

const params = z.object({ orderId: id });

export const orderStoryEndpoints = endpoints({
  "GET /v1/operator/orders/:orderId": {
    summary: "An order with everything that happened to it, oldest first",
    policy: "operator:orders.read",
    params,
    response: resultResponse(
      z.object({
        id,
        invoice: z.string(),
        status: z.enum(orderStatusNames as [OrderStatus, ...OrderStatus[]]),
        total: rupiah,
        created_at: timestamp,
        due_at: timestamp.nullable(),
        cod: z.boolean(),
        courier_name: z.string(),
        /** The name is masked; people and their data are opened with a reason. */
        buyer: z.object({ id, name: z.string() }),
        shop: z.object({ slug: z.string(), name: z.string() }),
        lines: z.array(z.object({ name: z.string(), variant: z.string(), quantity: z.int(), amount: rupiah })),
        /** What the buyer pays beside the goods: shipping, fees, and vouchers with a negative amount. */
        costs: z.array(z.object({ label: z.string(), amount: z.int() })),
        /** What refunds gave back, less what came again. */
        refunded: rupiah,
        /** How much of that were fees of the order, as part of a sentence; empty when none were. */
        fees_back: z.string(),
        complaint_id: id.nullable(),
        has_papers: z.boolean(),
        /** The actor may download the file for the authority. */
        has_file: z.boolean(),
        /** The actor may cancel the order now. */
        stops: z.boolean(),
        story: z.array(
          z.object({
            at: timestamp,
            kind: z.enum(storyKindNames as [StoryKind, ...StoryKind[]]),
            text: z.string(),
            detail: z.string(),
            amount: rupiah.nullable(),
            /** Of an event of the ledger: its signed entries. */
            movements: z.array(z.object({ account: z.enum(accountKinds), amount: z.int() })),
          }),
        ),
      }),
    ),
  },
  "GET /v1/operator/orders/:orderId/file.pdf": {
    summary: "All that is stored about an order as PDF for the consumer authority; each drawing is in the audit log",
    policy: "operator:legal.decide",
    params,
    response: z.any(),
    raw: true,
    limit: { max: 20, window: 60_000, by: "user" },
    refusals: [requestRefusals.notFound, serverRefusals.busy],
  },
  "POST /v1/operator/orders/:orderId/stop": {
    summary: "Cancels an order that is not shipped yet; its buyer gets everything back",
    policy: "operator:orders.stop",
    params,
    body: z.strictObject({ reason: singleLine(stopReasonLength.min, stopReasonLength.max) }),
    response: changeResponse(z.null()),
  },
});
export type OrderStoryApi = typeof orderStoryEndpoints;
