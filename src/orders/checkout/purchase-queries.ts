/** All that a purchase stores of its orders: the checkout, its orders, their lines and what changes their price. */
import { identifier, joinFixed, sql, type Sql, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { FeeTerms } from "#payments/rules.ts";
import type { LineTax } from "#payments/tax/rules.ts";
import { instantIds } from "#shipping/instant-rules.ts";
import type { BuyerAddress } from "./queries.ts";
import type { Adjustment, CheckoutLine } from "./rules.ts";

export type NewOrderLine = CheckoutLine & { commission: Rupiah; commissionTerms: FeeTerms; tax: LineTax };

export type NewOrder = {
  id: string;
  shopId: string;
  invoice: string;
  goodsTotal: Rupiah;
  shippingCost: Rupiah;
  commission: Rupiah;
  courier: string;
  courierName: string;
  /** The province code of the shop. */
  originProvince: string;
  eta: string;
  lines: readonly NewOrderLine[];
  adjustments: readonly Adjustment[];
};

/** A buyer's own sender; the phone in E.164. */
export type Sender = { name: string; phone: string | null };

export type NewCheckout = {
  id: string;
  buyerId: string;
  /** What it buys (`purchaseName`), and the checkout that bought the same before. */
  purchase: string;
  repeatOf: string | null;
  goodsTotal: Rupiah;
  shippingTotal: Rupiah;
  adjustmentsTotal: Rupiah;
  address: Omit<BuyerAddress, "id">;
  /** Paid in cash at delivery. */
  cod: boolean;
  sender: Sender | null;
  dueAt: Date;
  now: Date;
  orders: readonly NewOrder[];
};

/** Stores a checkout with its unpaid orders, their first events, and a copy of their lines as they are today. */
export async function insertCheckout(tx: Tx, checkout: NewCheckout): Promise<void> {
  await tx.run(checkoutInserted(checkout));
}

/** The same together with the commit. */
export function insertCheckoutAtCommit(tx: Tx, checkout: NewCheckout): void {
  void tx.atCommit(checkoutInserted(checkout));
}

/** The columns of a record in JSON that stores a line. */
const lineFields = sql`id uuid, variant uuid, product uuid, slug text, name text, variant_name text, picture text, price bigint,
  quantity int, weight int, commission bigint, per_mille int, cap bigint, flat bigint, vat int, tax int, exempt text, category uuid, note text`;

/**
 * One statement, because each costs time while the buyer's row is locked. Its text depends only on how many orders
 * there are, which is limited. What belongs to an order is a parameter: a table of the orders, which lines and events
 * join, costs PostgreSQL more than all the lines. Lines have their ids already, so their discounts need no search.
 */
function checkoutInserted(checkout: NewCheckout): Sql {
  const { id, buyerId, goodsTotal, shippingTotal, adjustmentsTotal, now, orders } = checkout;
  const parts = orders.map((order, at) =>
    joinFixed([orderInserted(checkout, order, at), linesInserted(order, at), adjustmentsInserted(order, at)], sql`, `),
  );
  return sql`
    with ${joinFixed(parts, sql`, `)}
    insert into checkouts (id, buyer_id, goods_total, shipping_total, adjustments_total, total, purchase, repeat_of, created_at)
    values (${id}, ${buyerId}, ${goodsTotal}, ${shippingTotal}, ${adjustmentsTotal}, ${goodsTotal + shippingTotal + adjustmentsTotal},
      ${checkout.purchase}, ${checkout.repeatOf}, ${now})`;
}

/** The order and its first event. */
function orderInserted(checkout: NewCheckout, order: NewOrder, at: number): Sql {
  const { buyerId, address, cod, sender, dueAt, now } = checkout;
  const { id, shopId, goodsTotal, shippingCost, courier, adjustments, lines } = order;
  const adjusted = adjustments.reduce((sum, { amount }) => sum + amount, 0);
  const promotion = -adjustments.reduce(
    (sum, { bearer, amount }) => sum + (bearer === "platform" ? Math.min(amount, 0) : 0),
    0,
  );
  const goods = lines.map(({ name }) => name).join("\n");
  const preorder = lines.reduce((days, line) => Math.max(days, line.preorderDays ?? 0), 0) || null;
  return sql`
    ${identifier(`order_${at}`)} as (
      insert into orders (id, checkout_id, buyer_id, shop_id, invoice, status, goods_total, shipping_cost, adjustments_total, promotion_cost, total,
        commission, courier, courier_name, eta, preorder_days, usual_min_days, usual_max_days, address, shop_point, cod, sender_name, sender_phone, search_text, due_at, created_at, updated_at)
      select ${id}::uuid, ${checkout.id}::uuid, ${buyerId}::uuid, ${shopId}::uuid, ${order.invoice}, 'awaiting_payment', ${goodsTotal}::bigint,
        ${shippingCost}::bigint, ${adjusted}::bigint, ${promotion}::bigint, ${goodsTotal + shippingCost + adjusted}::bigint, ${order.commission}::bigint,
        ${courier}, ${order.courierName}, ${order.eta}, ${preorder}::int, u.min_days, u.max_days, ${JSON.stringify(address)}::jsonb,
        (select json_build_object('lat', s.lat, 'lng', s.lng)::jsonb from shops s where s.id = ${instantIds.includes(courier) ? shopId : null}::uuid and s.lat is not null),
        ${cod}::boolean, ${sender?.name ?? null}::text, ${sender?.phone ?? null}::text,
        (select order_search_text(b.name, ${goods}::text) from users b where b.id = ${buyerId}), ${dueAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from (select) one left join lane_statistics u
        on u.origin_province = ${order.originProvince} and u.destination_province = ${address.provinceCode} and u.courier = ${courier}
    ), ${identifier(`event_${at}`)} as (
      insert into order_events (order_id, action, to_status, actor, actor_id, created_at)
      values (${id}, 'place', 'awaiting_payment', 'buyer', ${buyerId}, ${now})
    )`;
}

function linesInserted({ id, shopId, lines }: NewOrder, at: number): Sql {
  const records = JSON.stringify(
    lines.map((line) => ({
      id: line.orderLineId,
      variant: line.variantId,
      product: line.productId,
      slug: line.productSlug,
      name: line.name,
      variant_name: line.variantName,
      picture: line.pictureKey,
      price: line.price,
      quantity: line.quantity,
      weight: line.weightG,
      commission: line.commission,
      per_mille: line.commissionTerms.perMille,
      cap: line.commissionTerms.cap,
      flat: line.commissionTerms.flat,
      vat: line.tax.vatPerMille,
      tax: line.tax.taxPerMille,
      exempt: line.tax.taxExemption,
      category: line.categoryIds.at(-1) ?? null,
      note: line.note,
    })),
  );
  return sql`
    ${identifier(`line_${at}`)} as (
      insert into order_lines (id, order_id, shop_id, variant_id, product_id, product_slug, name, variant_name, picture_key, price, quantity, weight_g,
        commission, commission_per_mille, commission_cap, commission_flat, vat_per_mille, tax_per_mille, tax_exemption, root_category_id,
        changed_mind_days, note)
      select l.id, ${id}::uuid, ${shopId}::uuid, l.variant, l.product, l.slug, l.name, l.variant_name, l.picture, l.price, l.quantity, l.weight,
        l.commission, l.per_mille, l.cap, l.flat, l.vat, l.tax, l.exempt, l.category,
        (select coalesce(c.changed_mind_days, r.changed_mind_days) from products p join categories c on c.id = p.category_id
          left join categories r on r.id = c.parent_id where p.id = l.product), l.note
      from jsonb_to_recordset(${records}::jsonb) as l (${lineFields})
    )`;
}

function adjustmentsInserted({ id, lines, adjustments }: NewOrder, at: number): Sql {
  const idOfLine = new Map(lines.map(({ lineId, orderLineId }) => [lineId, orderLineId]));
  const records = JSON.stringify(
    adjustments.map(({ lineId, kind, bearer, amount, source }) => ({
      line: lineId === null ? null : idOfLine.get(lineId),
      kind,
      bearer,
      amount,
      source,
    })),
  );
  return sql`
    ${identifier(`adjustment_${at}`)} as (
      insert into order_adjustments (order_id, line_id, kind, bearer, amount, source)
      select ${id}::uuid, a.line, a.kind, a.bearer, a.amount, a.source
      from jsonb_to_recordset(${records}::jsonb) as a (line uuid, kind text, bearer text, amount bigint, source text)
    )`;
}
