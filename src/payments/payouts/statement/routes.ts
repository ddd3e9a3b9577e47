import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { zoneOfProvince } from "#lib/time.ts";
import { balanceEndpoints } from "./contract.ts";
import { findFunds, listBalanceEntries, listMonths, type EntryRow } from "./queries.ts";
import { readStatement } from "./read-statement.ts";
import { balanceEntryLabel, entriesPerPage, listedMonths, monthBounds, monthLabel } from "./rules.ts";
import { statementCsv } from "./statement-csv.ts";

/** `/v1` calls about a shop's balance and its statements. */
export function balanceRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, balanceEndpoints, {
    "GET /v1/seller/balance": async ({ actor, query }) => {
      const page = query.page ?? 1;
      const [funds, rows] = await Promise.all([
        findFunds(db, actor.shopId),
        listBalanceEntries(db, actor.shopId, entriesPerPage + 1, (page - 1) * entriesPerPage),
      ]);
      const entries = rows.slice(0, entriesPerPage).map(entryJson);
      const zone = zoneOfProvince(actor.provinceCode);
      return { success: true, result: { ...funds, entries, page, more: rows.length > entriesPerPage, zone } };
    },
    "GET /v1/seller/statements": async ({ actor, now }) => {
      const months = await listMonths(db, actor.shopId, listedMonths);
      const result = months.map(({ month, income, outgo, closing }) => ({
        month,
        label: monthLabel(month),
        is_over: monthBounds(month).to <= now,
        opening: closing - income + outgo,
        income,
        outgo,
        closing,
      }));
      return { success: true, result };
    },
    "GET /v1/seller/statements/:month/file.csv": async ({ actor, params, reply }) => {
      const file = statementCsv(await readStatement(db, actor.shopId, params.month));
      void reply
        .type("text/csv; charset=utf-8")
        .header("cache-control", "private, no-store")
        .header("content-disposition", `attachment; filename="mutasi-saldo-${params.month}.csv"`);
      return file;
    },
  });
}

function entryJson({ kind, at, amount, order_id, invoice, payout_id, payout }: EntryRow) {
  const label = balanceEntryLabel(kind);
  return { at: at.toISOString(), amount, kind, label, order_id, invoice, payout_id, payout };
}
