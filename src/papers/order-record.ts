/** An order as its papers read it. */
import type { Rupiah } from "#lib/rupiah.ts";
import { isFee } from "#orders/adjustment-rules.ts";
import type { OrderStatus } from "#orders/rules.ts";
import type { RefundReason } from "#payments/refunds/rules.ts";
import type { FeeTerms } from "#payments/rules.ts";
import { sellerPrice, type SettlementOrder } from "#payments/settlement/rules.ts";
import { type IncomeTaxExemption, vatOf } from "#payments/tax/rules.ts";

export type PaperLine = {
  id: string;
  name: string;
  variantName: string;
  price: Rupiah;
  quantity: number;
  vatPerMille: number;
  taxPerMille: number;
  /** Why no PPh 22 is withheld, although it would be from other goods of the shop. */
  taxExemption: IncomeTaxExemption | null;
  commission: FeeTerms;
  /** How much of the line the seller has given up in refunds so far. */
  refunded: Rupiah;
};

export type PaperAdjustment = {
  lineId: string | null;
  kind: string;
  bearer: "buyer" | "shop" | "platform";
  amount: Rupiah;
  /** The voucher's code; null for other adjustments and for codes that buyers never saw. */
  code: string | null;
};

export type PaperRefund = {
  id: string;
  /** The number of its correction. */
  number: string;
  reason: RefundReason;
  /** The refund that this one takes back, because its money came again: all amounts are negative. Null otherwise. */
  returns: string | null;
  /** What the seller wrote about a partial refund; null for other refunds. */
  sellerReason: string | null;
  amount: Rupiah;
  at: Date;
  parts: { part: "goods" | "shipping" | "fees"; lineId: string | null; amount: Rupiah; givenUp: Rupiah }[];
};

/** Everything that papers say about an order. What the reader may not see is masked already. */
export type OrderRecord = {
  invoice: string;
  status: OrderStatus;
  createdAt: Date;
  paidAt: Date;
  courierName: string;
  goodsTotal: Rupiah;
  shippingCost: Rupiah;
  total: Rupiah;
  shippingRefunded: Rupiah;
  /** What the marketplace pays a courier for the order. */
  courierCost: Rupiah;
  feesRefunded: Rupiah;
  shop: { name: string; lines: string[] };
  buyer: { name: string; lines: string[] };
  lines: PaperLine[];
  adjustments: PaperAdjustment[];
  /** Refunds of this order, the oldest first. */
  refunds: PaperRefund[];
  /** What operators corrected of the shop's money, the oldest first: positive when the shop got it. */
  corrections: { label: string; amount: Rupiah }[];
  payment: { methodName: string; reference: string; receipt: string; paid: Rupiah };
  /** All orders of the checkout, this one included. */
  checkout: { invoice: string; shopName: string; total: Rupiah }[];
};

export function insuranceOf({ adjustments }: OrderRecord): Rupiah {
  return sumOf(
    adjustments.filter(({ kind }) => kind === "insurance"),
    ({ amount }) => amount,
  );
}

/** The order as the settlement counts it; `refunded` says what was given up of a line, of shipping and of fees. */
export function settlementOrderOf(
  record: OrderRecord,
  refunded: { line: (line: PaperLine) => Rupiah; shipping: Rupiah; fees: Rupiah },
): SettlementOrder {
  const borne = (lineId: string | null, bearer: "shop" | "platform") =>
    -sumOf(
      record.adjustments.filter((one) => one.lineId === lineId && one.bearer === bearer && one.amount < 0),
      ({ amount }) => amount,
    );
  return {
    lines: record.lines.map((line) => ({
      id: line.id,
      price: line.price * line.quantity,
      byShop: borne(line.id, "shop"),
      byPlatform: borne(line.id, "platform"),
      refunded: refunded.line(line),
      commission: line.commission,
      vatPerMille: line.vatPerMille,
      taxPerMille: line.taxPerMille,
    })),
    shipping: {
      price: record.shippingCost + insuranceOf(record),
      byShop: borne(null, "shop"),
      byPlatform: borne(null, "platform"),
      refunded: refunded.shipping,
    },
    fees: {
      amount: sumOf(record.adjustments.filter(isFee), ({ amount }) => amount),
      refunded: refunded.fees,
    },
    courier: record.courierCost,
  };
}

/** The sum of an amount of each thing, in rupiah. */
export const sumOf = <T>(list: readonly T[], amount: (one: T) => Rupiah): Rupiah =>
  list.reduce((sum, one) => sum + amount(one), 0);

/** That nothing was refunded. */
export const nothingRefunded = { line: () => 0, shipping: 0, fees: 0 };

/** PPN and its base in what the seller keeps of the goods. */
export function vatOfOrder({ lines }: SettlementOrder): { base: Rupiah; vat: Rupiah } {
  const taxed = lines.filter(({ vatPerMille }) => vatPerMille > 0);
  const vat = sumOf(taxed, (line) => vatOf(sellerPrice(line) - line.refunded, line.vatPerMille));
  return { base: sumOf(taxed, (line) => sellerPrice(line) - line.refunded) - vat, vat };
}

/** Whether PPN is part of a price of the order. */
export function isTaxed({ lines }: OrderRecord): boolean {
  return lines.some(({ vatPerMille }) => vatPerMille > 0);
}
