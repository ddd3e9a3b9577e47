import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { partRefundCause } from "#payments/refunds/rules.ts";
import { computedShare } from "#payments/settlement/expected-share.ts";
import type { SettlementOrder } from "#payments/settlement/rules.ts";
import type { ShopPickup } from "#shipping/instant-rules.ts";
import { shopPickup } from "#shipping/shop-pickup.ts";
import type { ScanSource } from "#shipping/rules.ts";
import { statusesUnderWay, type OrderAction, type OrderActor, type OrderStatus } from "./rules.ts";

/** The owner that the order must have. An order of another owner is treated as missing. */
export type OrderOwner = { buyerId: string } | { shopId: string } | "anyone";

/** An order whose row is locked until the transaction ends. */
export type LockedOrder = {
  id: string;
  checkout_id: string;
  buyer_id: string;
  shop_id: string;
  seller_id: string;
  shop_name: string;
  buyer_name: string;
  invoice: string;
  status: OrderStatus;
  /** Paid in cash at delivery. */
  cod: boolean;
  goods_total: Rupiah;
  shipping_cost: Rupiah;
  total: Rupiah;
  commission: Rupiah;
  courier: string;
  courier_name: string;
  /** Of the first parcel to the buyer; null before it is sent, and without a tracking number or source of scans. */
  tracking_number: string | null;
  scan_source: ScanSource | null;
  /** The platform at which its courier was ordered; it owes the cash that the courier collects. */
  booked_with: "biteship" | null;
  /** When the last parcel to the buyer left. */
  last_shipped_at: Date | null;
  /** A parcel to the buyer arrived, and another one is under way. */
  part_arrived: boolean;
  due_at: Date | null;
  extended: boolean;
  cancel_requested_at: Date | null;
  cancel_reason: string | null;
  ship_due_at: Date | null;
  stock_released: boolean;
  paid_at: Date | null;
  settled_at: Date | null;
  shipped_at: Date | null;
  /** The courier's delivery time as people read it. */
  eta: string;
  arrival_asked_at: Date | null;
  delivered_at: Date | null;
  completed_at: Date | null;
  accepted_at: Date | null;
  preorder_days: number | null;
  scanned: boolean;
  updated_at: Date;
  resumed_vacation_since: Date | null;
  on_vacation: boolean;
  vacation_since: Date | null;
  vacation_until: Date | null;
  first_name: string;
  picture_key: string | null;
  /** Province codes of the buyer's address and of the shop. They decide in which time zone each side reads times. */
  buyer_province: string;
  shop_province: string;
  shop_pickup: ShopPickup;
};

/** Whether a parcel of order `o` to the buyer arrived and another one is under way or came back. */
export const isPartArrived = sql`(exists (select 1 from parcels x where x.order_id = o.id and x.direction = 'out' and x.state = 'arrived')
  and exists (select 1 from parcels x where x.order_id = o.id and x.direction = 'out' and x.state in ('booked', 'shipped', 'returned')))`;

function owned(owner: OrderOwner) {
  if (owner === "anyone") return sql`true`;
  return "buyerId" in owner ? sql`buyer_id = ${owner.buyerId}` : sql`shop_id = ${owner.shopId}`;
}

/** Status and checkout of an order, without a lock, to decide which rows to lock. */
export function findOrderToLock(
  db: Queryable,
  orderId: string,
  owner: OrderOwner,
): Promise<{ checkout_id: string; status: OrderStatus } | undefined> {
  return db.row(sql`select checkout_id, status from orders where id = ${orderId} and ${owned(owner)}`);
}

/** Locks one order. False when this owner has no such order. */
export async function lockOrderRow(tx: Tx, orderId: string, owner: OrderOwner): Promise<boolean> {
  return (await tx.row(sql`select id from orders where id = ${orderId} and ${owned(owner)} for update`)) !== undefined;
}

/** Locks all orders of a checkout, by ascending id. */
export async function lockOrderRowsOfCheckout(tx: Tx, checkoutId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from orders where checkout_id = ${checkoutId} order by id for update`,
  );
  return rows.map((row) => row.id);
}

/**
 * Reads orders whose rows are already locked. It is a separate statement, so that it sees what was committed before the
 * lock.
 */
export function readLockedOrders(tx: Tx, orderIds: readonly string[]): Promise<LockedOrder[]> {
  return tx.rows(sql`
    select o.id, o.checkout_id, o.buyer_id, o.shop_id, s.owner_id as seller_id, s.name as shop_name, u.name as buyer_name,
      o.invoice, o.status, o.cod, o.goods_total, o.shipping_cost, o.total, o.commission, o.courier, o.courier_name, parcel.tracking_number, parcel.scan_source, parcel.booked_with,
      o.due_at, o.extended, o.cancel_requested_at, o.cancel_reason, o.ship_due_at, o.stock_released, o.paid_at, o.settled_at, o.shipped_at, o.eta, o.arrival_asked_at, o.delivered_at, o.completed_at,
      o.updated_at, o.preorder_days, o.resumed_vacation_since, s.on_vacation, s.vacation_since, s.vacation_until,
      (select max(e.created_at) from order_events e where e.order_id = o.id and e.action = 'accept') as accepted_at,
      exists (select 1 from parcels x join tracking_scans t on t.parcel_id = x.id where x.order_id = o.id and x.direction = 'out' and t.source <> 'seller') as scanned,
      (select max(x.shipped_at) from parcels x where x.order_id = o.id and x.direction = 'out') as last_shipped_at,
      ${isPartArrived} as part_arrived,
      first.name as first_name, first.picture_key, o.address->>'provinceCode' as buyer_province, s.province_code as shop_province,
      ${shopPickup} as shop_pickup
    from orders o
    join shops s on s.id = o.shop_id
    join users u on u.id = o.buyer_id
    cross join lateral (select name, picture_key from order_lines where order_id = o.id order by id limit 1) first
    left join lateral (select tracking_number, scan_source, booked_with from parcels x where x.order_id = o.id and x.direction = 'out' and x.state <> 'cancelled' order by x.created_at, x.id limit 1) parcel on true
    where o.id = any(${orderIds}::uuid[])
    order by o.id`);
}

/**
 * Stores the changed order if its status is still one of `statuses` and its request to cancel is as open as when it was
 * read. False when the order has changed since.
 */
export async function updateOrder(
  tx: Tx,
  after: LockedOrder,
  from: { statuses: readonly OrderStatus[]; cancelRequested: boolean },
  now: Date,
): Promise<boolean> {
  const isUnderWay = statusesUnderWay.includes(after.status);
  const touched = await tx.run(sql`
    update orders o set status = ${after.status}, due_at = ${after.due_at}, extended = ${after.extended},
      cancel_requested_at = ${after.cancel_requested_at}, cancel_reason = ${after.cancel_reason}, ship_due_at = ${after.ship_due_at}, stock_released = ${after.stock_released},
      paid_at = ${after.paid_at}, shipped_at = ${after.shipped_at}, arrival_asked_at = ${after.arrival_asked_at}, delivered_at = ${after.delivered_at}, completed_at = ${after.completed_at}, updated_at = ${now},
      expected_share = ${isUnderWay ? computedShare : sql`null`}
    where o.id = ${after.id} and o.status = any(${from.statuses}::text[]) and (o.cancel_requested_at is not null) = ${from.cancelRequested}`);
  return touched === 1;
}

/** What the settlement of an order needs: its prices, who bears their discounts, and what was refunded so far. */
export async function readSettlementOrder(db: Queryable, orderId: string): Promise<SettlementOrder> {
  const order = await db.row<SettlementOrder>(sql`
    with adjustment as (select line_id, kind, bearer, amount from order_adjustments where order_id = ${orderId})
    select
      (select json_agg(json_build_object('id', l.id, 'price', l.price * l.quantity, 'refunded', l.refunded,
          'byShop', (select coalesce(-sum(amount), 0) from adjustment a where a.line_id = l.id and a.bearer = 'shop'),
          'byPlatform', (select coalesce(-sum(amount), 0) from adjustment a where a.line_id = l.id and a.bearer = 'platform'),
          'commission', json_build_object('perMille', l.commission_per_mille, 'cap', l.commission_cap, 'flat', l.commission_flat),
          'vatPerMille', l.vat_per_mille, 'taxPerMille', l.tax_per_mille, 'taxExemption', l.tax_exemption) order by l.id)
        from order_lines l where l.order_id = o.id) as lines,
      json_build_object('price', o.shipping_cost + (select coalesce(sum(amount), 0) from adjustment where kind = 'insurance'), 'refunded', o.shipping_refunded,
        'byShop', (select coalesce(-sum(amount), 0) from adjustment where line_id is null and amount < 0 and bearer = 'shop'),
        'byPlatform', (select coalesce(-sum(amount), 0) from adjustment where line_id is null and amount < 0 and bearer = 'platform')) as shipping,
      json_build_object('refunded', o.fees_refunded,
        'amount', (select coalesce(sum(amount), 0) from adjustment where amount > 0 and kind <> 'insurance')) as fees,
      o.courier_cost as courier
    from orders o where o.id = ${orderId}`);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  return order;
}

/** Stores what was refunded of an order, and what it earned the shop once its escrow is emptied. */
export async function updateSettlement(
  tx: Tx,
  orderId: string,
  { lines, shipping, fees }: SettlementOrder,
  settled: { earned: Rupiah; now: Date } | null,
): Promise<void> {
  await tx.run(sql`
    update orders set shipping_refunded = ${shipping.refunded}, fees_refunded = ${fees.refunded},
      earned = ${settled?.earned ?? 0}, settled_at = coalesce(settled_at, ${settled?.now ?? null}::timestamptz)
    where id = ${orderId}`);
  await tx.run(sql`
    update order_lines l set refunded = changed.refunded
    from unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.refunded)}::bigint[]) as changed (id, refunded)
    where l.id = changed.id and l.refunded <> changed.refunded`);
}

/** The checkout that an attempt pays. */
export async function findCheckoutOfAttempt(db: Queryable, attemptId: string): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(
    sql`select p.checkout_id as id from payment_attempts a join payments p on p.id = a.payment_id where a.id = ${attemptId}`,
  );
  return row?.id;
}

/** The checkout whose payment a refund returns. */
export async function findCheckoutOfRefund(db: Queryable, refundId: string): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(
    sql`select p.checkout_id as id from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId}`,
  );
  return row?.id;
}

/** Stores another deadline without a change of status. */
export async function updateDue(tx: Tx, orderId: string, dueAt: Date): Promise<void> {
  await tx.run(sql`update orders set due_at = ${dueAt} where id = ${orderId}`);
}

/** Stores the deadline of an order that resumes after the shop's vacation that began at `since`. */
export async function updateResumed(tx: Tx, orderId: string, dueAt: Date, since: Date): Promise<void> {
  await tx.run(sql`update orders set due_at = ${dueAt}, resumed_vacation_since = ${since} where id = ${orderId}`);
}

/** Orders of a shop whose seller has to act. */
export async function listRunningOrders(db: Queryable, shopId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from orders where shop_id = ${shopId} and status in ('awaiting_confirmation', 'processing') and due_at is not null order by id`);
  return rows.map((row) => row.id);
}

/**
 * Stores an event and returns its id. An event is never dated before the one that it follows, even when two processes
 * have clocks some milliseconds apart: the caller holds the order's lock, so the latest event is known.
 */
export async function insertOrderEvent(
  tx: Tx,
  event: {
    orderId: string;
    action: OrderAction | "refund_part" | "add_parcel" | "replace_number";
    from: OrderStatus;
    to: OrderStatus;
    actor: OrderActor;
    actorId: string | null;
    reason: string;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into order_events (order_id, action, from_status, to_status, actor, actor_id, reason, created_at)
    values (${event.orderId}, ${event.action}, ${event.from}, ${event.to}, ${event.actor}, ${event.actorId}, ${event.reason},
      greatest(${event.now}::timestamptz, (select max(created_at) from order_events where order_id = ${event.orderId})))
    returning id`);
  if (!row) throw new Error("an order event was not stored");
  return row.id;
}

/** The goods of these orders, summed by variant, by ascending variant id. */
export async function findOrderItems(
  db: Queryable,
  orderIds: readonly string[],
): Promise<{ variantId: string; productId: string; shopId: string; quantity: number }[]> {
  return db.rows(sql`
    select variant_id as "variantId", product_id as "productId", shop_id as "shopId", sum(quantity)::int as quantity
    from order_lines where order_id = any(${orderIds}::uuid[])
    group by variant_id, product_id, shop_id order by variant_id`);
}

/** An order and its deadline with the full precision of the database: a cursor over the due orders. */
export type DueOrder = { id: string; due: string };

/** Orders whose deadline has passed, oldest deadline first, those after `last` if given. */
export function findDueOrders(db: Queryable, now: Date, limit: number, last?: DueOrder): Promise<DueOrder[]> {
  const after = last ? sql`and (o.due_at, o.id) > (${last.due}::timestamptz, ${last.id}::uuid)` : sql``;
  return db.rows(
    // Orders that a vacation pauses must not fill the batch.
    sql`select o.id, o.due_at::text as due from orders o join shops s on s.id = o.shop_id
        where o.due_at <= ${now} ${after} and not (s.on_vacation and (o.status = 'awaiting_confirmation' or (o.status = 'processing' and o.cancel_requested_at is null)))
        order by o.due_at, o.id limit ${limit}`,
  );
}

/** A refund as its notification needs it. */
export function findRefundToNotify(
  db: Queryable,
  refundId: string,
): Promise<{ buyer_id: string; order_id: string | null; amount: Rupiah; status: string } | undefined> {
  return db.row(sql`select buyer_id, order_id, amount, status from refunds where id = ${refundId}`);
}

/** How often the seller refunded a part of an order. */
export async function countPartRefunds(db: Queryable, orderId: string): Promise<number> {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from refunds where order_id = ${orderId} and starts_with(cause, ${partRefundCause})`);
  return row?.n ?? 0;
}
