import { fixedNumber, identifier, joinFixed, joinSql, sql, type Queryable, type Sql } from "#lib/database.ts";
import { lowStockThreshold } from "#catalog/rules.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { instantIds, type Driver } from "#shipping/instant-rules.ts";
import { normaliseTrackingNumber, type ScanSource, type TrackingStatus } from "#shipping/rules.ts";
import { expectedCourier, ordersUnderWay } from "#payments/settlement/expected-share.ts";
import type { RefundStatus, RefundWay } from "#payments/refunds/rules.ts";
import type { OrderAddress } from "../address-rules.ts";
import type { BookingState } from "../bookings/rules.ts";
import type { CorrectionKind } from "../corrections/rules.ts";
import type { FindingKind, ParcelContents, ParcelDirection, ParcelState } from "../parcels/rules.ts";
import { isPartArrived } from "../queries.ts";
import {
  maxExactLowStock,
  maxExactOrders,
  maxSearchedOrders,
  orderStatuses,
  orderStatusNames,
  statusesUnderWay,
  type OrderActor,
  type OrderStatus,
} from "../rules.ts";

export type LineRow = {
  id: string;
  product_id: string;
  variant_id: string;
  product_slug: string;
  name: string;
  variant_name: string;
  picture_key: string | null;
  price: Rupiah;
  quantity: number;
  note: string;
};

export type CardRow = {
  id: string;
  invoice: string;
  status: OrderStatus;
  total: Rupiah;
  promotion_cost: Rupiah;
  service_fee_share: Rupiah;
  sibling_count: number;
  created_at: Date;
  due_at: Date | null;
  extended: boolean;
  cancel_requested_at: Date | null;
  cancel_reason: string | null;
  courier: string;
  courier_name: string;
  tracking_number: string | null;
  scan_source: ScanSource | null;
  arrival_asked_at: Date | null;
  shop_name: string;
  shop_slug: string;
  buyer_name: string;
  payment_id: string | null;
  scanned: boolean;
  part_arrived: boolean;
  /** The courier brought a parcel back. */
  parcel_returned: boolean;
  cod: boolean;
  awaits_cash: boolean;
  eta: string;
  usual_days: { min: number; max: number } | null;
  shipped_at: Date | null;
  on_vacation: boolean;
  /** When an order that has a line to review was completed. */
  review_from: Date | null;
  line_count: number;
  lines: LineRow[];
};

const lineObject = sql`json_build_object('id', l.id, 'product_id', l.product_id, 'variant_id', l.variant_id, 'product_slug', l.product_slug, 'name', l.name,
  'variant_name', l.variant_name, 'picture_key', l.picture_key, 'price', l.price, 'quantity', l.quantity, 'note', l.note)`;

// What refunds took from the shop's prices.
const givenUp = sql`(o.shipping_refunded + (select coalesce(sum(l.refunded), 0) from order_lines l where l.order_id = o.id))::bigint`;
// What the seller gets before commission: goods and shipping after the shop's discounts and after refunds.
const revenue = sql`(o.total + o.promotion_cost - ${givenUp}
  - (select coalesce(sum(a.amount), 0) from order_adjustments a where a.order_id = o.id and a.amount > 0 and a.kind <> 'insurance'))::bigint`;

const serviceFeeShare = sql`(select coalesce(sum(a.amount), 0)::bigint from order_adjustments a where a.order_id = o.id and a.kind = 'service_fee')`;

const cardColumns = sql`o.id, o.invoice, o.status, o.total, o.promotion_cost, ${serviceFeeShare} as service_fee_share, o.created_at, o.due_at, o.extended, o.cancel_requested_at, o.cancel_reason,
  o.courier, o.courier_name, parcel.tracking_number, parcel.scan_source, o.arrival_asked_at, o.eta, o.shipped_at,
  case when o.usual_max_days is not null then json_build_object('min', o.usual_min_days, 'max', o.usual_max_days) end as usual_days, s.name as shop_name, s.slug as shop_slug, u.name as buyer_name, s.on_vacation,
  case when o.status = 'awaiting_payment' then p.id end as payment_id,
  o.cod, o.cod and o.paid_at is null and o.status <> 'cancelled' as awaits_cash,
  exists (select 1 from parcels x join tracking_scans t on t.parcel_id = x.id where x.order_id = o.id and x.direction = 'out' and t.source <> 'seller') as scanned,
  ${isPartArrived} as part_arrived,
  o.status = 'shipped' and exists (select 1 from parcels x where x.order_id = o.id and x.direction = 'out' and x.state = 'returned') as parcel_returned,
  case when o.status = 'completed' and exists (
    select from order_lines l left join reviews r on r.order_line_id = l.id
    where l.order_id = o.id
      and (l.refunded = 0 or l.refunded < l.price * l.quantity
        + (select coalesce(sum(a.amount), 0) from order_adjustments a where a.line_id = l.id and a.bearer = 'shop'))
      and (r.id is null or (r.state = 'removed' and r.hidden_at is null))) then o.completed_at end as review_from,
  (select count(*)::int - 1 from orders x where x.checkout_id = o.checkout_id) as sibling_count,
  (select count(*)::int from order_lines l where l.order_id = o.id) as line_count`;

const joined = sql`join shops s on s.id = o.shop_id join users u on u.id = o.buyer_id left join payments p on p.checkout_id = o.checkout_id
  left join lateral (select tracking_number, scan_source from parcels x where x.order_id = o.id and x.direction = 'out' and x.state <> 'cancelled' order by x.created_at, x.id limit 1) parcel on true`;

export type OrderListFilter = {
  status?: OrderStatus | undefined;
  /** Only orders with an unanswered request to cancel. */
  cancelRequested?: boolean;
  q?: string | undefined;
  after?: { at: Date; id: string } | undefined;
  limit: number;
};

/** Orders of a buyer, newest first, each with its first two lines. */
export function listOrdersOfBuyer(db: Queryable, buyerId: string, filter: OrderListFilter): Promise<CardRow[]> {
  return listCards(db, sql`o.buyer_id = ${buyerId}`, filter);
}

/**
 * Orders of a shop, newest first; `q` searches invoice, tracking number, buyer's name and product names of the newest
 * orders ({@link maxSearchedOrders}), and all whole invoice numbers.
 */
export function listOrdersOfShop(db: Queryable, shopId: string, filter: OrderListFilter): Promise<CardRow[]> {
  return listCards(db, sql`o.shop_id = ${shopId}`, filter);
}

function listCards(
  db: Queryable,
  owner: Sql,
  { status, cancelRequested, q, after, limit }: OrderListFilter,
): Promise<CardRow[]> {
  const conditions = [owner];
  if (cancelRequested) conditions.push(sql`o.cancel_requested_at is not null and o.status = 'processing'`);
  if (status) conditions.push(sql`o.status = ${status}`);
  if (after) conditions.push(sql`(o.created_at, o.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  const listed = q
    ? searchedOrders({ owner, conditions, q, limit })
    : sql`orders o where ${joinSql(conditions, sql` and `)}`;
  // The page is found first, so that everything else is read for its orders only.
  return db.rows(sql`
    with page as materialized (
      select o.id as page_id from ${listed} order by o.created_at desc, o.id desc limit ${limit})
    select ${cardColumns},
      (select coalesce(json_agg(${lineObject} order by l.id), '[]') from (select * from order_lines where order_id = o.id order by id limit 2) l) as lines
    from page join orders o on o.id = page.page_id ${joined}
    order by o.created_at desc, o.id desc`);
}

// The order with this invoice number, and those of the newest orders that contain the text. Older ones are not read.
function searchedOrders({
  owner,
  conditions,
  q,
  limit,
}: {
  owner: Sql;
  conditions: readonly Sql[];
  q: string;
  limit: number;
}): Sql {
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  // Upper case as PostgreSQL makes it, once for all orders.
  const like = sql`(select upper(${pattern}::text))`;
  const all = joinSql(conditions, sql` and `);
  // With `offset 0` each is asked about one order at a time; without it PostgreSQL may read whole tables first.
  const hasName = sql`o.search_text like ${like} or (o.search_text is null and (
    exists (select from users b where b.id = o.buyer_id and upper(b.name) like ${like} offset 0)
    or exists (select from order_lines l where l.order_id = o.id and upper(l.name) like ${like} offset 0)))`;
  // The numbers of courier companies have digits; those that a shop gives its own deliveries may have none.
  const hasNumber = /\d/.test(q)
    ? sql`or exists (select from parcels x where x.order_id = o.id and x.tracking_number like ${like} offset 0)`
    : sql``;
  const isNumber = sql`o.id in (select x.order_id from parcels x where x.tracking_number = ${normaliseTrackingNumber(q)})`;
  return sql`(
    (select o.id from orders o where ${all} and o.invoice = ${q.toUpperCase()})
    union
    (select o.id from (select * from orders o where ${owner} order by o.created_at desc, o.id desc limit ${fixedNumber(maxSearchedOrders)}) o
      where ${all} and (o.invoice like ${like} or ${hasName} ${hasNumber} or ${isNumber}) order by o.created_at desc, o.id desc limit ${limit})
  ) found join orders o on o.id = found.id`;
}

export type OrderRow = CardRow & {
  buyer_id: string;
  shop_id: string;
  goods_total: Rupiah;
  shipping_cost: Rupiah;
  service_fee: Rupiah;
  /** Discounts and fees other than the service fee. */
  adjustments: { kind: string; bearer: "buyer" | "shop" | "platform"; amount: Rupiah; line_id: string | null }[];
  /** `amount` is less what came again of the refund. A refund of which everything came again is left out. */
  refunds: {
    id: string;
    amount: Rupiah;
    status: RefundStatus;
    way: RefundWay;
    created_at: string;
    done_at: string | null;
  }[];
  /** What refunds gave back of the order's fees, less what came again. */
  fees_refunded: Rupiah;
  /** Booked corrections of the order's money by operators. */
  corrections: {
    kind: CorrectionKind;
    amount: Rupiah;
    reason: string;
    at: string;
    refund_status: RefundStatus | null;
  }[];
  earned: Rupiah;
  /** The last complaint about the order. */
  complaint_id: string | null;
  /** Until when somebody has to act in the open complaint. */
  complaint_due_at: Date | null;
  /** What refunds took from the shop's prices. */
  given_up: Rupiah;
  revenue: Rupiah;
  /** PPh 22 that was withheld, less what refunds gave back. */
  withheld: Rupiah;
  /** What is kept of the shipping for a courier that the marketplace pays. */
  courier_kept: Rupiah;
  settled_at: Date | null;
  method: string;
  commission: Rupiah;
  address: OrderAddress;
  sender_name: string | null;
  sender_phone: string | null;
  shop_province: string;
  shop_place: { street: string; postcode: string; city: string; note: string };
  paid_at: Date | null;
  accepted_at: Date | null;
  delivered_at: Date | null;
  completed_at: Date | null;
  events: { action: string; to: OrderStatus; actor: OrderActor; reason: string; at: string }[];
  findings: { kind: FindingKind; parcel_id: string | null }[];
  booking: {
    state: BookingState;
    price: Rupiah;
    failure: string | null;
    cancel_requested: boolean;
    driver: Driver | null;
  } | null;
  has_pickup_place: boolean;
  parcels: {
    id: string;
    direction: ParcelDirection;
    courier: string;
    tracking_number: string | null;
    state: ParcelState;
    scan_source: ScanSource | null;
    /** The courier was booked here. */
    is_booked: boolean;
    /** How often the seller replaced its number. */
    replaced: number;
    contents: ParcelContents | null;
    shipped_at: string | null;
    arrived_at: string | null;
  }[];
  scans: {
    id: string;
    parcel_id: string;
    status: TrackingStatus;
    place: string;
    note: string;
    by_seller: boolean;
    has_proof: boolean;
    at: string;
  }[];
};

/** One order, only for its buyer or its shop. */
export function findOrder(
  db: Queryable,
  orderId: string,
  owner: { buyerId: string } | { shopId: string },
): Promise<OrderRow | undefined> {
  const condition = "buyerId" in owner ? sql`o.buyer_id = ${owner.buyerId}` : sql`o.shop_id = ${owner.shopId}`;
  return db.row(sql`
    select ${cardColumns}, o.buyer_id, o.shop_id, o.goods_total, o.shipping_cost, o.commission,
      (select coalesce(sum(a.amount), 0)::bigint from orders x join order_adjustments a on a.order_id = x.id where x.checkout_id = o.checkout_id and a.kind = 'service_fee') as service_fee,
      (select coalesce(json_agg(json_build_object('kind', a.kind, 'bearer', a.bearer, 'amount', a.amount, 'line_id', a.line_id) order by a.id), '[]')
        from order_adjustments a where a.order_id = o.id and a.kind <> 'service_fee') as adjustments,
      (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount + r.returned, 'status', r.status, 'way', r.way, 'created_at', r.created_at, 'done_at', r.done_at)
          order by r.created_at, r.id), '[]') from (select f.*, (select coalesce(sum(b.amount), 0) from refunds b where b.returns = f.id) as returned
            from refunds f where f.order_id = o.id and f.returns is null) r where r.amount + r.returned > 0) as refunds,
      (select coalesce(json_agg(json_build_object('kind', k.kind, 'amount', k.amount, 'reason', k.reason, 'at', k.decided_at, 'refund_status', f.status) order by k.decided_at, k.id), '[]')
        from order_corrections k left join refunds f on f.id = k.refund_id where k.order_id = o.id and k.state = 'booked') as corrections,
      (select c.id from complaints c where c.order_id = o.id order by c.opened_at desc, c.id desc limit 1) as complaint_id,
      (select c.due_at from complaints c where c.order_id = o.id and c.state <> 'closed') as complaint_due_at,
      o.fees_refunded, o.earned, o.settled_at, ${givenUp} as given_up, ${revenue} as revenue,
      (select coalesce(sum(w.amount), 0)::bigint from withheld_taxes w where w.order_id = o.id) as withheld, ${expectedCourier}::bigint as courier_kept,
      coalesce((select t.method from payment_attempts t where t.payment_id = p.id order by (t.status = 'paid') desc, t.id desc limit 1), '') as method, o.address, o.sender_name, o.sender_phone,
      s.province_code as shop_province,
      json_build_object('street', s.street, 'postcode', coalesce(s.postcode, ''), 'city', s.city_name, 'note', s.pickup_note) as shop_place, o.paid_at, o.delivered_at, o.completed_at,
      (select max(e.created_at) from order_events e where e.order_id = o.id and e.action = 'accept') as accepted_at,
      (select coalesce(json_agg(${lineObject} order by l.id), '[]') from order_lines l where l.order_id = o.id) as lines,
      (select coalesce(json_agg(json_build_object('action', e.action, 'to', e.to_status, 'actor', e.actor, 'reason', e.reason, 'at', e.created_at) order by e.created_at, e.id), '[]')
        from order_events e where e.order_id = o.id) as events,
      (select coalesce(json_agg(json_build_object('kind', f.kind, 'parcel_id', f.parcel_id) order by f.created_at, f.id), '[]')
        from parcel_findings f where f.order_id = o.id) as findings,
      (select json_build_object('state', b.state, 'price', b.price, 'failure', b.failure, 'cancel_requested', b.cancel_requested_at is not null, 'driver', b.driver)
        from courier_bookings b where b.order_id = o.id order by b.created_at desc, b.id desc limit 1) as booking,
      s.street <> '' and s.postcode is not null and exists (select 1 from users w where w.id = s.owner_id and w.phone is not null)
        and (s.lat is not null or o.courier <> all(${instantIds}::text[])) as has_pickup_place,
      (select coalesce(json_agg(json_build_object('id', x.id, 'direction', x.direction, 'courier', x.courier, 'tracking_number', x.tracking_number, 'state', x.state,
          'scan_source', x.scan_source, 'is_booked', x.booked_with is not null,
          'replaced', (select count(*) from replaced_tracking_numbers n where n.parcel_id = x.id), 'contents', x.contents, 'shipped_at', x.shipped_at, 'arrived_at', x.arrived_at) order by x.created_at, x.id), '[]')
        from parcels x where x.order_id = o.id and x.direction = 'out' and x.state <> 'cancelled') as parcels,
      (select coalesce(json_agg(json_build_object('id', t.id, 'parcel_id', x.id, 'status', t.status, 'place', t.place, 'note', t.note, 'by_seller', t.source = 'seller',
          'has_proof', t.proof_key is not null, 'at', t.scanned_at) order by t.scanned_at, t.id), '[]')
        from parcels x join tracking_scans t on t.parcel_id = x.id where x.order_id = o.id and x.direction = 'out') as scans
    from orders o ${joined}
    where o.id = ${orderId} and ${condition}`);
}

/**
 * How many orders of a status a shop has. `o` are its orders under way, which are all counted. Orders of other statuses
 * are counted up to {@link maxExactOrders}.
 */
function countOfStatus(shopId: string, status: OrderStatus): Sql {
  const max = maxExactOrders[orderStatuses[status].final ? "ended" : "unpaid"];
  const count = statusesUnderWay.includes(status)
    ? sql`count(*) filter (where o.status = ${status})`
    : sql`(select count(*) from (select from orders where shop_id = ${shopId} and status = ${status} limit ${fixedNumber(max)}) counted)`;
  return sql`(${count})::int as ${identifier(status)}`;
}

/**
 * The numbers of the seller's start page. Each status has the number of the shop's orders. `urgent` counts orders due
 * before `urgentBefore`, and `low_stock` variants with little stock, up to one more than the page shows.
 */
export function findShopSummary(
  db: Queryable,
  shopId: string,
  urgentBefore: Date,
): Promise<
  | (Record<OrderStatus, number> & { cancel_requests: number; urgent: number; low_stock: number; pending: Rupiah })
  | undefined
> {
  // The orders under way are read once. For the urgent ones alone PostgreSQL would read the due orders of all shops.
  // `group by status` costs more than to compare the status of each order a few times.
  return db.row(sql`
    select ${joinFixed(
      orderStatusNames.map((status) => countOfStatus(shopId, status)),
      sql`, `,
    )},
      (count(*) filter (where o.status = 'processing' and o.cancel_requested_at is not null))::int as cancel_requests,
      (count(*) filter (where o.status in ('awaiting_confirmation', 'processing') and o.due_at < ${urgentBefore}))::int as urgent,
      coalesce(sum(o.share), 0)::bigint as pending,
      (select count(*)::int from (
        select from products p cross join lateral (
          select from variants v where v.product_id = p.id and v.is_active and v.stock <= ${lowStockThreshold} offset 0) v
        where p.shop_id = ${shopId} and p.status = 'active' limit ${fixedNumber(maxExactLowStock + 1)}) few) as low_stock
    from ${ordersUnderWay(shopId)} o`);
}

/** A shop as its owner sees it in the seller area. */
export function findOwnShop(
  db: Queryable,
  shopId: string,
): Promise<
  | {
      id: string;
      slug: string;
      name: string;
      tagline: string;
      description: string;
      city_name: string;
      province_code: string;
      couriers: string[];
      on_vacation: boolean;
      is_suspended: boolean;
      sold_count: number;
      product_count: number;
      rating_average: number;
      rating_count: number;
    }
  | undefined
> {
  return db.row(sql`
    select id, slug, name, tagline, description, city_name, province_code, couriers, on_vacation, suspended_at is not null as is_suspended, sold_count, product_count, rating_count,
      case when rating_count = 0 then 0 else rating_sum::float8 / rating_count end as rating_average
    from shops where id = ${shopId}`);
}

/**
 * How many orders were completed in the 24 hours from each of `starts` on, and their revenue, in the order of `starts`.
 * Each day is a range of the index: to compute the day of each order takes twice as long.
 */
export function listDailyRevenue(
  db: Queryable,
  shopId: string,
  starts: readonly Date[],
): Promise<{ orders: number; revenue: Rupiah }[]> {
  return db.rows(sql`
    select sold.* from unnest(${starts}::timestamptz[]) with ordinality as day (start, position)
    cross join lateral (
      select count(*)::int as orders, coalesce(sum(goods_total), 0)::bigint as revenue from orders
      where shop_id = ${shopId} and status = 'completed' and completed_at >= day.start and completed_at < day.start + interval '24 hours') sold
    order by day.position`);
}
