import type { Rupiah } from "#lib/rupiah.ts";
import { adjustmentLabel, adjustmentName, givenUpLines, isFee, refundedFeesText } from "../adjustment-rules.ts";
import type { OrderView } from "../order-view/contract.ts";

/** A line of an order's costs. A `sum` is the sum of all other lines before it. */
export type CostRow = { label: string; amount: Rupiah; isSum: boolean };

/** What the order's insurance costs; 0 for an order without it. */
export function premiumOf({ adjustments }: Pick<OrderView, "adjustments">): Rupiah {
  return adjustments.find(({ kind }) => kind === "insurance")?.amount ?? 0;
}

type Fees = Pick<OrderView, "service_fee_share" | "adjustments">;

const withServiceFee = ({ service_fee_share: share, adjustments }: Fees) => [
  { kind: "service_fee", amount: share },
  ...adjustments,
];

/** `termasuk biaya layanan Rp1.000`: what of the refunds gave fees back; empty when none did. */
export function feesBackText(order: Fees & Pick<OrderView, "fees_refunded">): string {
  return refundedFeesText(order.fees_refunded, withServiceFee(order));
}

/** What refunds took of an order's price for everybody who knows what the buyer paid; none without a refund. */
export function refundRows(total: Rupiah, refunded: Rupiah): CostRow[] {
  if (refunded === 0) return [];
  return [
    { label: "Pengembalian dana", amount: -refunded, isSum: false },
    { label: "Setelah pengembalian", amount: total - refunded, isSum: true },
  ];
}

/** What the seller gave up, so that the rows lead to what the seller gets. */
function givenUpRows(order: OrderView, refunded: Rupiah): CostRow[] {
  const givenUp = order.given_up ?? 0;
  const fees = order.fees_refunded;
  const toBuyer = refunded - fees;
  const lines =
    order.paid_at === null
      ? [{ label: "Batal sebelum dibayar", amount: -givenUp }].filter(({ amount }) => amount < 0)
      : givenUpLines({ toBuyer, promotions: givenUp - toBuyer, fees }, withServiceFee(order));
  return lines.map((line) => ({ ...line, isSum: false }));
}

/**
 * The costs of an order for its buyer or seller, line by line. The service fee belongs to the checkout, so with several
 * orders it is no line, unless this order's share of it was refunded.
 */
export function costRows(order: OrderView, reader: "buyer" | "seller"): CostRow[] {
  const rows: CostRow[] = [];
  const add = (label: string, amount: Rupiah) => rows.push({ label, amount, isSum: false });
  const addSum = (label: string, amount: Rupiah) => rows.push({ label, amount, isSum: true });
  add("Harga barang", order.goods_total);
  add(`Ongkos kirim (${order.courier_name})`, order.shipping_cost);
  const premium = premiumOf(order);
  if (premium > 0) add("Asuransi pengiriman", premium);
  for (const { kind, bearer, amount } of order.discounts) {
    if (reader === "seller" && bearer !== "shop") continue;
    add(reader === "buyer" ? adjustmentLabel({ kind, bearer, amount }, order.shop.name) : adjustmentName(kind), amount);
  }
  const refunded = order.refunds.reduce((sum, { amount }) => sum + amount, 0);
  if (order.payout !== null) {
    rows.push(...givenUpRows(order, refunded));
    if (order.commission) add("Komisi", -order.commission);
    if (order.withheld_tax) add("PPh 22 dipungut", -order.withheld_tax);
    if (order.courier_kept) add("Kurir yang dibayar lewat kami", -order.courier_kept);
    addSum("Anda terima", order.payout);
    for (const { label, amount } of order.corrections) add(label, amount);
    const corrected = order.corrections.reduce((sum, { amount }) => sum + amount, 0);
    if (order.corrections.length > 0) addSum("Setelah koreksi", order.payout + corrected);
    return rows;
  }
  for (const fee of order.adjustments.filter(isFee)) add(adjustmentName(fee.kind), fee.amount);
  const isAlone = order.sibling_count === 0;
  const hasFee = isAlone || order.fees_refunded > 0;
  const total = hasFee ? order.total : order.total - order.service_fee_share;
  if (hasFee) add(isAlone ? "Biaya layanan" : "Biaya layanan, bagian pesanan ini", order.service_fee_share);
  addSum(isAlone ? "Total" : "Total pesanan ini", total);
  return [...rows, ...refundRows(total, refunded)];
}
