import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addressJson } from "#orders/order-view/order-json.ts";
import { corrections } from "#orders/corrections/rules.ts";
import { addressVisible } from "#orders/address-rules.ts";
import { balanceEntryLabel } from "#payments/payouts/statement/rules.ts";
import { paymentMethod } from "#payments/rules.ts";
import { numberPapers } from "./number-papers.ts";
import { correctionPaper } from "./correction-paper.ts";
import { invoicePaper, receiptPaper, summaryPaper } from "./order-papers.ts";
import type { OrderRecord } from "./order-record.ts";
import { findOrderRecord, type OrderRecordRow, type PaperReader } from "./queries.ts";
import type { Paper } from "./rules.ts";

type Role = "buyer" | "seller" | "operator";

/**
 * All papers of a paid order for its buyer, its seller or an operator, and which of them reads. Everyone else gets the
 * same refusal as for an order that does not exist, and so does everyone before the payment.
 */
export async function findOrderPapers(
  { db }: Pick<Context, "db">,
  orderId: string,
  actor: Pick<Actor, "userId" | "shopId" | "secondFactor" | "operatorRole">,
  now: Date,
): Promise<{ reader: Role; papers: { id: string; paper: Paper }[] }> {
  const readers: [Role, PaperReader][] = [
    ["buyer", { buyerId: actor.userId }],
    ...(actor.shopId === null ? [] : ([["seller", { shopId: actor.shopId }]] as [Role, PaperReader][])),
    ...(isPermitted(actor.operatorRole, "orders.read") && actor.secondFactor
      ? ([["operator", "operator"]] as [Role, PaperReader][])
      : []),
  ];
  for (const [role, reader] of readers) {
    const row = await findOrderRecord(db, orderId, reader);
    if (!row) continue;
    const refunds = row.refunds.map((refund) => ({ ...refund, at: new Date(refund.at) }));
    const [receipt, correction] = await Promise.all([
      numberPapers(db, "receipt", [{ subject: row.payment.id, at: row.paidAt }], now),
      numberPapers(
        db,
        "correction",
        refunds.map(({ id, at }) => ({ subject: id, at })),
        now,
      ),
    ]);
    const record: OrderRecord = {
      ...row,
      ...partiesOf(row, role, now),
      corrections: row.corrections
        .filter(({ kind }) => corrections[kind].reader === "seller")
        .map(({ kind, amount }) => ({ label: balanceEntryLabel(kind), amount: amount * corrections[kind].sign })),
      refunds: refunds.map((refund) => ({ ...refund, number: correction(refund.id) })),
      payment: {
        methodName: paymentMethod(row.payment.method)?.name ?? row.payment.method,
        reference: row.payment.reference,
        receipt: receipt(row.payment.id),
        paid: row.payment.paid,
      },
    };
    return { reader: role, papers: papersFor(record, role) };
  }
  throw new Refusal(requestRefusals.notFound);
}

function papersFor(record: OrderRecord, role: Role): { id: string; paper: Paper }[] {
  return [
    { id: "invoice", paper: invoicePaper(record) },
    ...(role === "seller" ? [] : [{ id: "receipt", paper: receiptPaper(record) }]),
    ...(role === "buyer" ? [] : [{ id: "summary", paper: summaryPaper(record) }]),
    ...record.refunds.map((refund) => ({ id: refund.id, paper: correctionPaper(record, refund) })),
  ];
}

/** Seller and buyer. Operators, and sellers who no longer need it, see no postal address. */
function partiesOf(row: OrderRecordRow, role: Role, now: Date): Pick<OrderRecord, "shop" | "buyer"> {
  const isMasked = role === "operator" || (role === "seller" && !addressVisible(row.status, row.completedAt, now));
  const { recipient, street, place, postcode } = addressJson(row.address, isMasked);
  return {
    shop: { name: row.shopName, lines: [row.shopPlace] },
    buyer: {
      name: row.buyerName,
      lines: [
        isMasked || recipient === row.buyerName ? "" : recipient,
        isMasked ? "" : street,
        [place, postcode].filter(Boolean).join(" "),
      ].filter(Boolean),
    },
  };
}
