import type { Rupiah } from "#lib/rupiah.ts";
import { adjustmentLabel, adjustmentName, refundedFeesText } from "../adjustment-rules.ts";
import type { OrderView } from "../order-view/contract.ts";

/** A line of an order's costs. A `sum` is the sum of all other lines before it. */
export type CostRow = { label: string; amount: Rupiah; isSum: boolean };

/** What the order's insurance costs; 0 for an order without it. */
export function premiumOf({ adjustments }: Pick<OrderView, "adjustments">): Rupiah {
  return adjustments.find(({ kind }) => kind === "insurance")?.amount ?? 0;
}

/** `termasuk biaya layanan Rp1.000`: what of the refunds gave fees back; empty when none did. */
export function feesBackText({
  fees_refunded: refunded,
  service_fee_share: share,
  adjustments,
}: Pick<OrderView, "fees_refunded" | "service_fee_share" | "adjustments">): string {
  return refundedFeesText(refunded, [{ kind: "service_fee", amount: share }, ...adjustments]);
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
  if (order.payout !== null) {
    const given = order.given_up ?? 0;
    if (given > 0) add(order.paid_at === null ? "Batal sebelum dibayar" : "Pengembalian dana", -given);
    if (order.commission) add("Komisi", -order.commission);
    if (order.withheld_tax) add("PPh 22 dipungut", -order.withheld_tax);
    if (order.courier_kept) add("Kurir yang dibayar lewat kami", -order.courier_kept);
    addSum("Anda terima", order.payout);
    for (const { label, amount } of order.corrections) add(label, amount);
    const corrected = order.corrections.reduce((sum, { amount }) => sum + amount, 0);
    if (order.corrections.length > 0) addSum("Setelah koreksi", order.payout + corrected);
    return rows;
  }
  const refunded = order.refunds.reduce((sum, { amount }) => sum + amount, 0);
  const isAlone = order.sibling_count === 0;
  const hasFee = isAlone || order.fees_refunded > 0;
  const total = hasFee ? order.total : order.total - order.service_fee_share;
  if (hasFee) add(isAlone ? "Biaya layanan" : "Biaya layanan, bagian pesanan ini", order.service_fee_share);
  addSum(isAlone ? "Total" : "Total pesanan ini", total);
  if (refunded > 0) {
    add("Pengembalian dana", -refunded);
    addSum("Setelah pengembalian", total - refunded);
  }
  return rows;
}
