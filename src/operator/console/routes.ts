import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { addDuration, minute } from "#lib/time.ts";
import { eventLabel } from "#orders/rules.ts";
import { readAccountSums } from "#payments/ledger/sum-accounts.ts";
import { isPaused } from "#payments/providers/call-provider.ts";
import { offeredMethods, providerOfMethod } from "#payments/providers/find-provider.ts";
import { paymentMethod } from "#payments/rules.ts";
import { consoleEndpoints } from "./contract.ts";
import { countOrders, countOverdue, listAllOrders, listAllPayments, listLedger, sumRefunds } from "./queries.ts";
import { accountKinds, consolePages } from "../rules.ts";

/** `/v1/operator` endpoints: read-only views of orders, payments and the ledger. */
export function consoleRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, consoleEndpoints, {
    "GET /v1/operator/overview": async ({ now }) => {
      const [counts, { sums, summedAt }, overdue, refunds] = await Promise.all([
        countOrders(db),
        readAccountSums(db, now),
        countOverdue(db, addDuration(now, -minute)),
        sumRefunds(db),
      ]);
      return {
        success: true,
        result: {
          orders: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
          accounts: accountKinds.map((kind) => {
            const { balance = 0, owners = 0 } = sums.find((one) => one.kind === kind) ?? {};
            return { kind, balance, owners };
          }),
          summed_at: summedAt?.toISOString() ?? null,
          overdue,
          providers: listProviders(context),
          refunds,
        },
      };
    },
    "GET /v1/operator/orders": async ({ query }) => {
      const filter = { status: query.status, q: query.q ?? "", page: query.page ?? 1 };
      return listed(await listAllOrders(db, filter), ({ tracking_number, ...row }) => ({
        ...row,
        resi: tracking_number,
        due_at: row.due_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
        events: row.events.map(({ action, to, actor, reason, at }) => ({
          label: eventLabel(action, to),
          actor,
          reason,
          at: new Date(at).toISOString(),
        })),
      }));
    },
    "GET /v1/operator/payments": async ({ query }) =>
      listed(await listAllPayments(db, { status: query.status, page: query.page ?? 1 }), ({ method, ...row }) => ({
        ...row,
        method_name: paymentMethod(method)?.name ?? method,
        created_at: row.created_at.toISOString(),
        due_at: row.due_at.toISOString(),
      })),
    "GET /v1/operator/ledger": async ({ query }) =>
      listed(await listLedger(db, query.page ?? 1), (row) => ({ ...row, at: row.at.toISOString() })),
  });
}

function listProviders(context: Context) {
  const byProvider = Map.groupBy(offeredMethods(context), ({ id }) => providerOfMethod(context, id)?.id);
  return context.config.payments.providers.map((id) => ({
    id,
    methods: (byProvider.get(id) ?? []).map(({ name }) => name),
    paused: isPaused(context, id),
  }));
}

function listed<Row, Shown>(rows: readonly Row[], show: (row: Row) => Shown) {
  return {
    success: true as const,
    result: { rows: rows.slice(0, consolePages.size).map(show), more: rows.length > consolePages.size },
  };
}
