import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { jakartaDay } from "#lib/time.ts";
import { monthBounds, monthLabel } from "#payments/payouts/statement/rules.ts";
import { unsealTaxNumber } from "#payments/tax/sellers/seal-tax-number.ts";
import { numberPapers } from "../number-papers.ts";
import { taxInvoiceRefusals } from "./contract.ts";
import {
  findSealedTaxNumber,
  listTaxedOrders,
  listTaxedRefunds,
  sumTaxedOrders,
  type TaxedOrderRow,
} from "./queries.ts";
import { isMonthOver, maxInvoicesPerFile, maxListedCorrections, retailAmounts } from "./rules.ts";
import { retailXml, taxInvoiceXml, type TaxedOrder } from "./write-tax-invoices.ts";

export type TaxFileKind = "invoices" | "retail";

/**
 * What a month's files contain, and the corrections that no file contains. Refuses with `request.not_found` before the
 * month is over.
 */
export async function findTaxMonth({ db }: Pick<Context, "db">, shopId: string, month: string, now: Date) {
  if (!isMonthOver(month, now)) throw new Refusal(requestRefusals.notFound);
  const bounds = monthBounds(month);
  const [sums, refunds] = await Promise.all([
    sumTaxedOrders(db, shopId, bounds),
    listTaxedRefunds(db, shopId, bounds, maxListedCorrections),
  ]);
  const byRefund = [...Map.groupBy(refunds, ({ refundId }) => refundId)];
  const subjects = byRefund.flatMap(([subject, [first]]) => (first ? [{ subject, at: first.at }] : []));
  const numberOf = await numberPapers(db, "correction", subjects, now);
  const corrections = byRefund.flatMap(([refundId, parts]) => {
    const [first] = parts;
    if (!first) return [];
    const lost = parts.map(({ before, after, vatPerMille }) => {
      const [old, left] = [retailAmounts(before, vatPerMille), retailAmounts(after, vatPerMille)];
      return { base: old.base - left.base, vat: old.vat - left.vat };
    });
    return [
      {
        number: numberOf(refundId),
        invoice: first.invoice,
        at: first.at.toISOString(),
        base: lost.reduce((sum, { base }) => sum + base, 0),
        vat: lost.reduce((sum, { vat }) => sum + vat, 0),
      },
    ];
  });
  return { month, label: monthLabel(month), ...sums, parts: Math.ceil(sums.count / maxInvoicesPerFile), corrections };
}

/**
 * One of a month's files for Coretax. Refuses with `request.not_found` before the month is over and for a part without
 * tax invoices, with `papers.tax_number_needed` while the shop's tax number is unknown.
 */
export async function findTaxFile(
  { db, secret }: Pick<Context, "db" | "secret">,
  shopId: string,
  { month, kind, part }: { month: string; kind: TaxFileKind; part: number },
  now: Date,
): Promise<string> {
  if (!isMonthOver(month, now)) throw new Refusal(requestRefusals.notFound);
  const page = { limit: maxInvoicesPerFile, offset: (part - 1) * maxInvoicesPerFile };
  const rows = await listTaxedOrders(db, shopId, monthBounds(month), page);
  if (rows.length === 0) throw new Refusal(requestRefusals.notFound);
  const sealed = await findSealedTaxNumber(db, shopId);
  if (!sealed) throw new Refusal(taxInvoiceRefusals.numberNeeded);
  const taxNumber = unsealTaxNumber(secret, shopId, sealed);
  const orders = rows.map(taxedOrder);
  return kind === "retail" ? retailXml(taxNumber, month, orders) : taxInvoiceXml(taxNumber, orders);
}

function taxedOrder({ invoice, paidAt, vatPerMille, buyerName, address, lines }: TaxedOrderRow): TaxedOrder {
  // As much of the address as a seller may see at any time, so the file is the same whenever it is downloaded.
  const place = [address.regency, address.province].filter(Boolean).join(", ");
  return { invoice, day: jakartaDay(paidAt), vatPerMille, buyer: { name: buyerName, address: place }, lines };
}
