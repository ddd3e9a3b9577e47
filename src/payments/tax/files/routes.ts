import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { monthBounds, monthLabel } from "../../payouts/statement/rules.ts";
import { findIsPkp, insertReading } from "../sellers/queries.ts";
import { yearBounds } from "../sellers/tax-of-seller.ts";
import { taxFileEndpoints, type TaxMonth } from "./contract.ts";
import { listTaxMonths, payTax } from "./pay-tax.ts";
import { listSellerMonths, listVatOrders, listWithheld, listWithheldYears } from "./queries.ts";
import { latestMonths, offeredVatMonths } from "./rules.ts";
import { sellersCsv, vatCsv, withheldCsv } from "./tax-csv.ts";

/** `/v1` endpoints of tax files, and of what was paid to the state. */
export function taxFileRoutes(app: FastifyInstance, context: Context): void {
  const { db, secret } = context;
  async function taxMonthOf(month: string, now: Date): Promise<TaxMonth> {
    const found = (await listTaxMonths(db, now)).find((one) => one.month === month);
    if (!found) throw new Error(`the tax of ${month} was paid and is not listed`);
    return found;
  }
  serve(app, context, taxFileEndpoints, {
    "GET /v1/operator/tax/months": async ({ now }) => ({ success: true, result: await listTaxMonths(db, now) }),
    "POST /v1/operator/tax/months/:month/pay": async ({ actor, params, body, now }) => {
      const { amount, reference, paid_on: paidOn } = body;
      await payTax(context, actor, { month: params.month, amount, reference, paidOn }, now);
      return {
        success: true,
        message: `Setoran PPh 22 ${monthLabel(params.month)} dicatat.`,
        data: await taxMonthOf(params.month, now),
      };
    },
    "GET /v1/operator/tax/withheld/:month/file.csv": async ({ actor, params: { month }, reply, now }) => {
      const file = withheldCsv(await listWithheld(db, monthBounds(month)), secret);
      await insertReading(db, { userId: actor.userId, file: "withheld", month, now });
      return sendFile(reply, `pph22-${month}.csv`, file);
    },
    "GET /v1/operator/tax/vat/:month/file.csv": async ({ actor, params: { month }, reply, now }) => {
      const bounds = monthBounds(month);
      const file = vatCsv(await listVatOrders(db, bounds), bounds, secret);
      await insertReading(db, { userId: actor.userId, file: "vat", month, now });
      return sendFile(reply, `ppn-${month}.csv`, file);
    },
    "GET /v1/operator/tax/pmse/:month/file.csv": async ({ actor, params: { month }, reply, now }) => {
      const file = sellersCsv(await listSellerMonths(db, monthBounds(month)), month, secret);
      await insertReading(db, { userId: actor.userId, file: "pmse", month, now });
      return sendFile(reply, `pmse-${month}.csv`, file);
    },
    "GET /v1/seller/tax/files": async ({ actor, now }) => {
      const [years, isPkp] = await Promise.all([listWithheldYears(db, actor.shopId), findIsPkp(db, actor.shopId)]);
      const months = isPkp ? latestMonths(now, offeredVatMonths) : [];
      return {
        success: true,
        result: { years, vat_months: months.map((month) => ({ month, label: monthLabel(month) })) },
      };
    },
    "GET /v1/seller/tax/withheld/:year/file.csv": async ({ actor, params: { year }, reply }) => {
      const rows = await listWithheld(db, { ...yearBounds(Number(year)), shopId: actor.shopId });
      return sendFile(reply, `pph22-${year}.csv`, withheldCsv(rows, null));
    },
    "GET /v1/seller/tax/vat/:month/file.csv": async ({ actor, params: { month }, reply }) => {
      const bounds = monthBounds(month);
      const orders = await listVatOrders(db, { ...bounds, shopId: actor.shopId });
      return sendFile(reply, `ppn-${month}.csv`, vatCsv(orders, bounds, null));
    },
  });
}

function sendFile(reply: FastifyReply, name: string, file: string): string {
  void reply
    .type("text/csv; charset=utf-8")
    .header("cache-control", "private, no-store")
    .header("content-disposition", `attachment; filename="${name}"`);
  return file;
}
