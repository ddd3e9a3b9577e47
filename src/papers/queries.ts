import { sql, type Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { OrderAddress } from "#orders/address-rules.ts";
import type { CorrectionKind } from "#orders/corrections/rules.ts";
import type { OrderStatus } from "#orders/rules.ts";
import type { PaperAdjustment, PaperLine, PaperRefund } from "./order-record.ts";

/** Who reads papers of an order: its buyer, the seller of its shop, or an operator. */
export type PaperReader = { buyerId: string } | { shopId: string } | "operator";

export type OrderRecordRow = {
  id: string;
  checkoutId: string;
  invoice: string;
  status: OrderStatus;
  createdAt: Date;
  paidAt: Date;
  completedAt: Date | null;
  courierName: string;
  goodsTotal: Rupiah;
  shippingCost: Rupiah;
  total: Rupiah;
  shippingRefunded: Rupiah;
  courierCost: Rupiah;
  feesRefunded: Rupiah;
  address: OrderAddress;
  buyerName: string;
  shopName: string;
  shopPlace: string;
  lines: PaperLine[];
  adjustments: PaperAdjustment[];
  /** The moments are texts, because they come inside JSON. */
  refunds: (Omit<PaperRefund, "at" | "number"> & { at: string })[];
  corrections: { kind: CorrectionKind; amount: Rupiah }[];
  payment: { id: string; method: string; reference: string; paid: Rupiah };
  checkout: { invoice: string; shopName: string; total: Rupiah }[];
};

/** What the papers of a paid order say; undefined for an order that is unpaid or that this reader may not see. */
export function findOrderRecord(
  db: Queryable,
  orderId: string,
  reader: PaperReader,
): Promise<OrderRecordRow | undefined> {
  const isOwn =
    reader === "operator"
      ? sql`true`
      : "buyerId" in reader
        ? sql`o.buyer_id = ${reader.buyerId}`
        : sql`o.shop_id = ${reader.shopId}`;
  return db.row(sql`
    select o.id, o.checkout_id as "checkoutId", o.invoice, o.status, o.created_at as "createdAt", o.paid_at as "paidAt", o.completed_at as "completedAt",
      o.courier_name as "courierName", o.goods_total as "goodsTotal", o.shipping_cost as "shippingCost", o.total,
      o.shipping_refunded as "shippingRefunded", o.courier_cost as "courierCost", o.fees_refunded as "feesRefunded", o.address, u.name as "buyerName", s.name as "shopName",
      s.city_name || ', ' || r.name as "shopPlace",
      (select json_agg(json_build_object('id', l.id, 'name', l.name, 'variantName', l.variant_name, 'price', l.price, 'quantity', l.quantity,
          'vatPerMille', l.vat_per_mille, 'taxPerMille', l.tax_per_mille, 'taxExemption', l.tax_exemption, 'refunded', l.refunded,
          'commission', json_build_object('perMille', l.commission_per_mille, 'cap', l.commission_cap, 'flat', l.commission_flat)) order by l.id)
        from order_lines l where l.order_id = o.id) as lines,
      (select coalesce(json_agg(json_build_object('lineId', a.line_id, 'kind', a.kind, 'bearer', a.bearer, 'amount', a.amount,
          'code', case when v.is_listed then v.code end) order by a.id), '[]')
        from order_adjustments a left join vouchers v on v.id::text = a.source where a.order_id = o.id) as adjustments,
      (select coalesce(json_agg(json_build_object('id', f.id, 'reason', f.reason, 'returns', f.returns, 'amount', f.amount, 'at', f.created_at,
          'sellerReason', case when f.reason = 'order_part_refunded' and f.returns is null then (select e.reason from order_events e
            where e.order_id = f.order_id and e.action = 'refund_part' and e.created_at >= f.created_at order by e.created_at, e.id limit 1) end, 'parts',
          (select coalesce(json_agg(json_build_object('part', p.part, 'lineId', p.line_id, 'amount', p.amount, 'givenUp', p.given_up)
              order by array_position(array['goods', 'shipping', 'fees'], p.part), p.line_id), '[]') from refund_parts p where p.refund_id = f.id)) order by f.created_at, f.id), '[]')
        from refunds f where f.order_id = o.id and exists (select from refund_parts p where p.refund_id = f.id)) as refunds,
      (select coalesce(json_agg(json_build_object('kind', k.kind, 'amount', k.amount) order by k.decided_at, k.id), '[]')
        from order_corrections k where k.order_id = o.id and k.state = 'booked') as corrections,
      json_build_object('id', p.id, 'method', t.method, 'reference', t.reference, 'paid', t.settled) as payment,
      (select json_agg(json_build_object('invoice', x.invoice, 'shopName', n.name, 'total', x.total) order by n.name, x.id)
        from orders x join shops n on n.id = x.shop_id where x.checkout_id = o.checkout_id) as checkout
    from orders o
    join users u on u.id = o.buyer_id
    join shops s on s.id = o.shop_id
    join regions r on r.code = s.province_code
    join payments p on p.checkout_id = o.checkout_id
    join payment_attempts t on t.payment_id = p.id and t.status = 'paid'
    where o.id = ${orderId} and o.paid_at is not null and ${isOwn}`);
}

/** The stored numbers of these subjects, by subject. */
export async function findNumbers(
  db: Queryable,
  kind: string,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ subject: string; number: string }>(
    sql`select subject, number from papers where kind = ${kind} and subject = any(${subjects}::text[])`,
  );
  return new Map(rows.map(({ subject, number }) => [subject, number]));
}

/** Stores the number of a paper, unless it has one or the number belongs to another paper. */
export async function insertNumber(
  db: Queryable,
  paper: { kind: string; subject: string; number: string; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into papers (kind, subject, number, created_at) values (${paper.kind}, ${paper.subject}, ${paper.number}, ${paper.now})
    on conflict do nothing`);
}

/** Where a shop is, for its statements. */
export async function findShopPlace(db: Queryable, shopId: string): Promise<string> {
  const row = await db.row<{ place: string }>(sql`
    select s.city_name || ', ' || r.name as place from shops s join regions r on r.code = s.province_code where s.id = ${shopId}`);
  return row?.place ?? "";
}
