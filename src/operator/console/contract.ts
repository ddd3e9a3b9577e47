import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { id, singleLine, timestamp, queryInt, resultResponse, rupiah } from "#lib/schema.ts";
import { orderStatusNames, type OrderActor, type OrderStatus } from "#orders/rules.ts";
import { paymentStatusLabels, type PaymentStatus } from "#payments/rules.ts";
import { accountKinds, consolePages } from "../rules.ts";

const status = z.enum(orderStatusNames as [OrderStatus, ...OrderStatus[]]);
const paymentStatus = z.enum(Object.keys(paymentStatusLabels) as [PaymentStatus, ...PaymentStatus[]]);
const page = queryInt(1, consolePages.maxPage).optional();
const listed = <T extends z.core.$ZodType>(item: T) =>
  resultResponse(z.object({ rows: z.array(item), more: z.boolean() }));

const refundSum = z.object({ count: z.int(), amount: rupiah });

export const consoleEndpoints = endpoints({
  "GET /v1/operator/overview": {
    summary: "Orders by status, and the balances of the ledger",
    policy: "operator:ledger.read",
    response: resultResponse(
      z.object({
        /** Up to one more than `maxCountedOrders`; `overdue` up to one more than `maxCountedLate`. */
        orders: z.record(z.string(), z.int()),
        /** Signed: cash mirrors what providers hold for the marketplace. */
        accounts: z.array(z.object({ kind: z.enum(accountKinds), balance: z.int(), owners: z.int() })),
        /** When the accounts of a large ledger were summed; null when they are of this moment. */
        summed_at: timestamp.nullable(),
        overdue: z.int(),
        /**
         * The providers that charge new payments, each with the names of its methods. `paused`: this process does not
         * call it for a moment, because it did not answer.
         */
        providers: z.array(z.object({ id: z.string(), methods: z.array(z.string()), paused: z.boolean() })),
        /** Money that went back to buyers, mostly of orders that were cancelled after they were paid. */
        refunds: z.object({ paid: refundSum, waiting: refundSum }),
      }),
    ),
  },
  "GET /v1/operator/orders": {
    summary: "All orders, newest first, each with its history",
    policy: "operator:orders.read",
    query: z.strictObject({ status: status.optional(), q: singleLine(0, 80).optional(), page }),
    response: listed(
      z.object({
        id,
        invoice: z.string(),
        status,
        shop_name: z.string(),
        shop_slug: z.string(),
        buyer_name: z.string(),
        courier_name: z.string(),
        resi: z.string().nullable(),
        total: rupiah,
        due_at: timestamp.nullable(),
        /** It was paid, so it has an invoice and other papers. */
        has_papers: z.boolean(),
        created_at: timestamp,
        events: z.array(
          z.object({ label: z.string(), actor: z.custom<OrderActor>(), reason: z.string(), at: timestamp }),
        ),
      }),
    ),
  },
  "GET /v1/operator/payments": {
    summary: "All payments, newest first",
    policy: "operator:payments.read",
    query: z.strictObject({ status: paymentStatus.optional(), page }),
    response: listed(
      z.object({
        id,
        reference: z.string(),
        provider: z.string(),
        method_name: z.string(),
        amount: rupiah,
        received: rupiah,
        refunded: rupiah,
        status: paymentStatus,
        buyer_name: z.string(),
        invoices: z.array(z.string()),
        created_at: timestamp,
        due_at: timestamp,
      }),
    ),
  },
  "GET /v1/operator/ledger": {
    summary: "Events of the ledger with their entries, newest first",
    policy: "operator:ledger.read",
    query: z.strictObject({ page }),
    response: listed(
      z.object({
        id,
        kind: z.string(),
        invoices: z.array(z.string()),
        at: timestamp,
        movements: z.array(z.object({ account: z.enum(accountKinds), shop: z.string().nullable(), amount: z.int() })),
      }),
    ),
  },
});
export type ConsoleApi = typeof consoleEndpoints;
