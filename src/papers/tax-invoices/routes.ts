import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { jakartaDay } from "#lib/time.ts";
import { monthBounds, monthLabel } from "#payments/payouts/statement/rules.ts";
import { taxInvoiceEndpoints } from "./contract.ts";
import { findTaxFile, findTaxMonth } from "./find-tax-invoices.ts";
import { findSealedTaxNumber, listTaxedMonths } from "./queries.ts";
import { listedTaxMonths } from "./rules.ts";

/** `/v1` calls of a seller's tax invoices. */
export function taxInvoiceRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, taxInvoiceEndpoints, {
    "GET /v1/seller/tax-invoices": async ({ actor, now }) => {
      const thisMonth = monthBounds(jakartaDay(now).slice(0, 7)).from;
      const [sealed, months] = await Promise.all([
        findSealedTaxNumber(db, actor.shopId),
        listTaxedMonths(db, actor.shopId, thisMonth, listedTaxMonths),
      ]);
      const result = months.map((month) => ({ month, label: monthLabel(month) }));
      return { success: true, result: { has_number: sealed !== undefined, months: result } };
    },
    "GET /v1/seller/tax-invoices/:month": async ({ actor, params, now }) => ({
      success: true,
      result: await findTaxMonth(context, actor.shopId, params.month, now),
    }),
    "GET /v1/seller/tax-invoices/:month/:kind": async ({ actor, params, query, reply, now }) => {
      const { month, kind } = params;
      const part = query.part ?? 1;
      const file = await findTaxFile(context, actor.shopId, { month, kind, part }, now);
      const name = kind === "retail" ? "faktur-pajak-digunggung" : "faktur-pajak";
      void reply
        .type("application/xml; charset=utf-8")
        .header("cache-control", "private, no-store")
        .header("content-disposition", `attachment; filename="${name}-${month}-${part}.xml"`);
      return file;
    },
  });
}
