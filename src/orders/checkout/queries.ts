import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { CheckoutLine } from "./rules.ts";
import type { OrderAddress } from "../rules.ts";

/** Serialises purchases of one buyer, so that limits hold. */
export async function lockBuyer(tx: Tx, buyerId: string): Promise<void> {
  await tx.row(sql`select 1 as one from users where id = ${buyerId} for no key update`);
}

/** Locks the buyer's cart until the transaction ends: every change of its lines locks it too. */
export async function lockBuyerCart(tx: Tx, buyerId: string): Promise<void> {
  await tx.row(sql`select from carts where user_id = ${buyerId} for update`);
}

/** One product that is bought without the cart. */
export type BuyNow = { variantId: string; quantity: number };

/**
 * The lines to buy with current price, stock and parcel: the buyer's selected cart lines, or one product, whose line
 * has the id of its variant. Sorted by shop name, then oldest line first.
 */
export async function listCheckoutLines(
  db: Queryable,
  buyerId: string,
  buy: BuyNow | undefined,
): Promise<CheckoutLine[]> {
  const wanted = buy
    ? sql`(select ${buy.variantId}::uuid as id, ${buy.variantId}::uuid as variant_id, ${buy.quantity}::int as quantity, '' as note,
        ${buyerId}::uuid as user_id, true as selected, now() as created_at)`
    : sql`(select l.*, k.user_id from carts k join cart_lines l on l.cart_id = k.id)`;
  return db.rows<CheckoutLine>(sql`
    select c.id as "lineId", c.variant_id as "variantId", p.id as "productId", p.slug as "productSlug", p.name,
      concat_ws(' / ', v.option1, v.option2) as "variantName", pic.storage_key as "pictureKey", pic.color as "pictureColor",
      v.price, c.quantity, v.stock, p.min_order as "minOrder", c.note,
      v.is_active and p.status = 'active' as "onSale", s.owner_id = c.user_id as own,
      p.weight_g as "weightG", p.length_cm as "lengthCm", p.width_cm as "widthCm", p.height_cm as "heightCm",
      s.id as "shopId", s.slug as "shopSlug", s.name as "shopName", s.city_name as "cityName", s.on_vacation as "onVacation",
      s.regency_code as "originRegency", s.couriers
    from ${wanted} c
    join variants v on v.id = c.variant_id
    join products p on p.id = v.product_id
    join shops s on s.id = p.shop_id
    left join pictures pic on pic.id = coalesce(v.picture_id, p.cover_picture_id)
    where c.user_id = ${buyerId} and c.selected
    order by s.name, s.id, c.created_at, c.id`);
}

/** An address of the buyer. Orders store it without its id. */
export type BuyerAddress = OrderAddress & { id: string; regencyCode: string; lat: number | null; lng: number | null };

/** The buyer's address with this id; without an id the main address, otherwise the newest. */
export async function findBuyerAddress(
  db: Queryable,
  buyerId: string,
  addressId: string | undefined,
): Promise<BuyerAddress | undefined> {
  return db.row<BuyerAddress>(sql`
    select a.id, a.label, a.recipient, a.phone, a.street, a.note, v.name as village, d.name as district, r.name as regency, p.name as province,
      a.regency_code as "regencyCode", a.province_code as "provinceCode", a.postcode, a.lat, a.lng
    from addresses a
    join regions v on v.code = a.village_code
    join regions d on d.code = a.district_code
    join regions r on r.code = a.regency_code
    join regions p on p.code = a.province_code
    where a.user_id = ${buyerId} and a.deleted_at is null and (${addressId ?? null}::uuid is null or a.id = ${addressId ?? null}::uuid)
    order by a.is_main desc, a.id desc limit 1`);
}

/** The number of unpaid orders of the buyer. */
export async function countUnpaid(tx: Tx, buyerId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from orders where buyer_id = ${buyerId} and status = 'awaiting_payment'`,
  );
  return row?.count ?? 0;
}

/** Stores a checkout and returns its id. */
export async function insertCheckout(
  tx: Tx,
  checkout: {
    buyerId: string;
    goodsTotal: Rupiah;
    shippingTotal: Rupiah;
    serviceFee: Rupiah;
    total: Rupiah;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into checkouts (buyer_id, goods_total, shipping_total, service_fee, total, created_at)
    values (${checkout.buyerId}, ${checkout.goodsTotal}, ${checkout.shippingTotal}, ${checkout.serviceFee}, ${checkout.total}, ${checkout.now})
    returning id`);
  if (!row) throw new Error("a checkout was not stored");
  return row.id;
}

export type NewOrder = {
  checkoutId: string;
  buyerId: string;
  shopId: string;
  invoice: string;
  goodsTotal: Rupiah;
  shippingCost: Rupiah;
  serviceFeeShare: Rupiah;
  commission: Rupiah;
  courier: string;
  courierName: string;
  eta: string;
  address: Omit<BuyerAddress, "id">;
  dueAt: Date;
  now: Date;
};

/** Stores an unpaid order with its first event and returns its id. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    with placed as (
      insert into orders (checkout_id, buyer_id, shop_id, invoice, status, goods_total, shipping_cost, service_fee_share, total,
        commission, courier, courier_name, eta, address, due_at, created_at, updated_at)
      values (${order.checkoutId}, ${order.buyerId}, ${order.shopId}, ${order.invoice}, 'awaiting_payment', ${order.goodsTotal}, ${order.shippingCost},
        ${order.serviceFeeShare}, ${order.goodsTotal + order.shippingCost + order.serviceFeeShare}, ${order.commission}, ${order.courier},
        ${order.courierName}, ${order.eta}, ${JSON.stringify(order.address)}::jsonb, ${order.dueAt}, ${order.now}, ${order.now})
      returning id
    ), event as (
      insert into order_events (order_id, action, to_status, actor, actor_id, created_at)
      select id, 'place', 'awaiting_payment', 'buyer', ${order.buyerId}, ${order.now} from placed
    )
    select id from placed`);
  if (!row) throw new Error("an order was not stored");
  return row.id;
}

/** Stores a copy of the lines as they are today. */
export async function insertOrderLines(
  tx: Tx,
  orderId: string,
  lines: readonly (CheckoutLine & { commission: Rupiah })[],
): Promise<void> {
  await tx.run(sql`
    insert into order_lines (order_id, shop_id, variant_id, product_id, product_slug, name, variant_name, picture_key, price, quantity, weight_g, commission, note)
    select ${orderId}, * from unnest(
      ${lines.map((line) => line.shopId)}::uuid[], ${lines.map((line) => line.variantId)}::uuid[], ${lines.map((line) => line.productId)}::uuid[],
      ${lines.map((line) => line.productSlug)}::text[], ${lines.map((line) => line.name)}::text[], ${lines.map((line) => line.variantName)}::text[],
      ${lines.map((line) => line.pictureKey)}::text[], ${lines.map((line) => line.price)}::bigint[], ${lines.map((line) => line.quantity)}::int[],
      ${lines.map((line) => line.weightG)}::int[], ${lines.map((line) => line.commission)}::bigint[], ${lines.map((line) => line.note)}::text[])`);
}
