import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { Driver, MapPoint } from "#shipping/instant-rules.ts";
import type { ParcelItem } from "#shipping/rules.ts";
import type { OrderAddress } from "../address-rules.ts";
import type { ParcelContents } from "../parcels/rules.ts";
import type { OrderStatus } from "../rules.ts";
import { openBookingStates, type BookingState } from "./rules.ts";

export type BookingRow = {
  id: string;
  order_id: string;
  provider: "biteship";
  state: BookingState;
  draft_id: string | null;
  parcel_id: string | null;
  /** The platform's id of the order; null before it is booked. */
  external_id: string | null;
  insured: boolean;
  /** What the courier collects at delivery; 0 for an order that is paid. */
  cash: Rupiah;
  /** The pieces of a further parcel; null for the first one. */
  contents: ParcelContents | null;
  price: Rupiah;
  charges: number;
  drafts: number;
  failures: number;
  failure: string | null;
  /** Ordered in place of a driver who did not come. */
  by_system: boolean;
  requested_by: string;
  sent_at: Date | null;
  cancel_requested_at: Date | null;
  order_status: OrderStatus;
  /** The buyer asked to cancel the order and the seller has not answered. */
  order_cancel_requested: boolean;
};

const columns = sql`b.id, b.order_id, b.provider, b.state, b.draft_id, b.parcel_id, b.insured, b.cash, b.contents, b.price, b.charges, b.drafts, b.failures, b.failure, b.by_system, b.requested_by, b.sent_at,
  b.cancel_requested_at, (select external_id from parcels p where p.id = b.parcel_id) as external_id,
  (select o.status from orders o where o.id = b.order_id) as order_status,
  (select o.cancel_requested_at is not null from orders o where o.id = b.order_id) as order_cancel_requested`;

/**
 * Stores a request for a courier, due at once, and returns its id. Violates `courier_bookings_open` beside an open one.
 */
export async function insertBooking(
  tx: Tx,
  booking: {
    orderId: string;
    provider: "biteship";
    insured: boolean;
    cash: Rupiah;
    contents: ParcelContents | null;
    userId: string;
    /** In place of a driver who did not come. */
    bySystem?: boolean;
    now: Date;
  },
): Promise<string> {
  const { orderId, provider, insured, cash, contents, userId, bySystem = false, now } = booking;
  const row = await tx.row<{ id: string }>(sql`
    insert into courier_bookings (order_id, provider, state, insured, cash, contents, requested_by, by_system, poll_at, created_at, updated_at)
    values (${orderId}, ${provider}, 'requested', ${insured}, ${cash}, ${contents && JSON.stringify(contents)}::jsonb, ${userId}, ${bySystem}, ${now}, ${now}, ${now}) returning id`);
  if (!row) throw new Error("a booking was not stored");
  return row.id;
}

/** How often a courier was ordered for an order, how often by the system, and whether one is open. */
export async function countBookings(
  db: Queryable,
  orderId: string,
): Promise<{ all: number; bySystem: number; open: boolean }> {
  const row = await db.row<{ all: number; bySystem: number; open: boolean }>(sql`
    select count(*)::int as all, (count(*) filter (where by_system))::int as "bySystem", coalesce(bool_or(state = any(${openBookingStates}::text[])), false) as open from courier_bookings where order_id = ${orderId}`);
  return row ?? { all: 0, bySystem: 0, open: false };
}

/**
 * What a shop's couriers since a moment cost above the shipping that their orders keep: what the marketplace bears of
 * them. An order that was refunded keeps no shipping, and neither does a COD order that ended unpaid.
 */
export async function sumBorneCost(db: Queryable, shopId: string, since: Date): Promise<Rupiah> {
  const row = await db.row<{ borne: Rupiah }>(sql`
    select coalesce(sum(greatest(0, c.price - case when o.status = 'cancelled' and o.paid_at is null then 0 else o.shipping_cost - o.shipping_refunded + (
      select coalesce(sum(a.amount), 0) from order_adjustments a where a.order_id = o.id and a.line_id is null and a.bearer = 'shop') end)), 0)::bigint as borne
    from orders o
    cross join lateral (select sum(b.price) as price from courier_bookings b where b.order_id = o.id and b.created_at > ${since}) c
    where o.shop_id = ${shopId} and c.price > 0`);
  return row?.borne ?? 0;
}

/** Makes requests of one shop for couriers wait for each other, so that each counts those before it. */
export async function lockBookingsOf(tx: Tx, shopId: string): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended(${`bookings of ${shopId}`}, 0))`);
}

/** How many couriers of a shop may still come without a price that is known. */
export async function countUnpriced(db: Queryable, shopId: string): Promise<number> {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from courier_bookings b join orders o on o.id = b.order_id
    where o.shop_id = ${shopId} and b.price = 0 and b.state in ('requested', 'drafted')`);
  return row?.n ?? 0;
}

/** One booking, locked until the transaction ends. The caller holds the order's lock. */
export async function lockBooking(tx: Tx, bookingId: string): Promise<BookingRow | undefined> {
  await tx.row(sql`select id from courier_bookings where id = ${bookingId} for update`);
  return tx.row(sql`select ${columns} from courier_bookings b where b.id = ${bookingId}`);
}

/** Asks for the end of the open booking of an order that can still be cancelled. Returns its id. */
export async function requestCancel(tx: Tx, orderId: string, now: Date): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    update courier_bookings set cancel_requested_at = coalesce(cancel_requested_at, ${now}), failure = null, poll_at = ${now}, updated_at = ${now}
    where order_id = ${orderId} and state in ('requested', 'drafted', 'booked') returning id`);
  return row?.id;
}

/** Claims a booking that is due until a moment. Undefined when it is not due or claimed already. */
export async function claimBooking(
  db: Queryable,
  bookingId: string,
  now: Date,
  until: Date,
): Promise<BookingRow | undefined> {
  const claimed = await db.run(
    sql`update courier_bookings set poll_at = ${until} where id = ${bookingId} and poll_at <= ${now}`,
  );
  return claimed === 1 ? db.row(sql`select ${columns} from courier_bookings b where b.id = ${bookingId}`) : undefined;
}

/** The bookings that are due, the longest waiting first. */
export async function listDueBookings(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from courier_bookings where poll_at <= ${now} order by poll_at, id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Ends a turn that was claimed until `until`. A booking that became due meanwhile stays due. */
export async function recordTurn(
  db: Queryable,
  bookingId: string,
  { until, next, failed }: { until: Date; next: Date | null; failed: boolean },
): Promise<void> {
  await db.run(sql`
    update courier_bookings set poll_at = case when poll_at = ${until} then ${next}::timestamptz else poll_at end,
      failures = case when ${failed}::boolean then failures + 1 else 0 end
    where id = ${bookingId}`);
}

/** Makes the open bookings of an order due. */
export async function makeBookingDue(db: Queryable, orderId: string, now: Date): Promise<void> {
  await db.run(sql`
    update courier_bookings set poll_at = least(coalesce(poll_at, ${now}), ${now})
    where order_id = ${orderId} and state = any(${openBookingStates}::text[])`);
}

/** Makes the booking due whose order has this id at its platform. Returns its id. */
export async function makeExternalDue(db: Queryable, externalId: string, now: Date): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(sql`
    update courier_bookings b set poll_at = least(coalesce(b.poll_at, ${now}), ${now}) from parcels p
    where p.id = b.parcel_id and p.external_id = ${externalId} and b.state in ('booked', 'collected') returning b.id`);
  return row?.id;
}

/** Counts a draft before it is made, and returns its number. */
export async function countDraft(db: Queryable, bookingId: string): Promise<number> {
  const row = await db.row<{ drafts: number }>(
    sql`update courier_bookings set drafts = drafts + 1 where id = ${bookingId} returning drafts`,
  );
  return row?.drafts ?? 1;
}

/** Stores the draft of a booking that has none. False when it has moved on. */
export async function markDrafted(db: Queryable, bookingId: string, draftId: string, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      update courier_bookings set state = 'drafted', draft_id = ${draftId}, updated_at = ${now} where id = ${bookingId} and state = 'requested'`)) ===
    1
  );
}

/**
 * Marks a draft as confirmed at this moment, each time before its platform is asked. False when it was cancelled or has
 * moved on.
 */
export async function markSent(db: Queryable, bookingId: string, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      update courier_bookings set sent_at = ${now}, updated_at = ${now}
      where id = ${bookingId} and state = 'drafted' and cancel_requested_at is null`)) === 1
  );
}

/** Stores that the platform did not cancel a booking. */
export async function clearCancelRequest(db: Queryable, bookingId: string, failure: string, now: Date): Promise<void> {
  await db.run(sql`
    update courier_bookings set cancel_requested_at = null, failure = ${failure}, updated_at = ${now} where id = ${bookingId} and state in ('booked', 'collected')`);
}

/** Stores the state of a locked booking. */
export async function updateBooking(
  tx: Tx,
  bookingId: string,
  booking: {
    state: BookingState;
    parcelId: string | null;
    price: Rupiah;
    charges: number;
    failure: string | null;
    driver?: Driver | null;
  },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update courier_bookings set state = ${booking.state}, parcel_id = ${booking.parcelId}, price = ${booking.price}, charges = ${booking.charges},
      failure = ${booking.failure}, driver = ${booking.driver ? JSON.stringify(booking.driver) : null}::jsonb, updated_at = ${now}
    where id = ${bookingId}`);
}

/** Changes what the marketplace pays a courier for an order, until its money is settled. */
export async function addCourierCost(tx: Tx, orderId: string, amount: Rupiah): Promise<void> {
  await tx.run(
    sql`update orders set courier_cost = courier_cost + ${amount} where id = ${orderId} and settled_at is null`,
  );
}

/** Stores number, price and state of a booked parcel. A number that it has already stays. */
export async function updateBookedParcel(
  tx: Tx,
  parcelId: string,
  parcel: {
    trackingNumber: string | null;
    cost: Rupiah;
    state: "booked" | "shipped" | "cancelled" | null;
    scanSource: string | null;
    now: Date;
  },
): Promise<void> {
  await tx.run(sql`
    update parcels set tracking_number = coalesce(tracking_number, ${parcel.trackingNumber}), cost = ${parcel.cost},
      scan_source = case when state = 'booked' then ${parcel.scanSource} else scan_source end,
      shipped_at = case when ${parcel.state}::text = 'shipped' and state = 'booked' then ${parcel.now} else shipped_at end,
      state = case when state = 'booked' then coalesce(${parcel.state}::text, state) else state end
    where id = ${parcelId}`);
}

export type CourierRequestRow = {
  courier: string;
  courier_name: string;
  address: OrderAddress & { lat?: number | null; lng?: number | null };
  point: MapPoint | null;
  /** Where the shop was when the order was placed; null unless an instant courier brings it. */
  shop_point: MapPoint | null;
  shop_name: string;
  street: string;
  city: string;
  postcode: string | null;
  pickup_note: string;
  phone: string | null;
  insured: boolean;
  sender_name: string | null;
  sender_phone: string | null;
  items: (ParcelItem & { name: string; price: Rupiah })[];
};

/** What a courier must know of an order, with all of its pieces or those of one parcel. */
export function findCourierRequest(
  db: Queryable,
  orderId: string,
  contents: ParcelContents | null,
): Promise<CourierRequestRow | undefined> {
  return db.row(sql`
    select o.courier, o.courier_name, o.sender_name, o.sender_phone, o.address, o.shop_point, s.name as shop_name, s.street, s.city_name as city, s.postcode, s.pickup_note, u.phone,
      case when s.lat is not null then json_build_object('lat', s.lat, 'lng', s.lng) end as point,
      exists (select 1 from order_adjustments a where a.order_id = o.id and a.kind = 'insurance') as insured,
      (select json_agg(json_build_object('name', l.name, 'price', l.price, 'quantity', coalesce(c.quantity, l.quantity), 'weightG', l.weight_g, 'lengthCm', p.length_cm,
          'widthCm', p.width_cm, 'heightCm', p.height_cm) order by l.id)
        from order_lines l join products p on p.id = l.product_id
        left join jsonb_to_recordset(${contents && JSON.stringify(contents)}::jsonb) as c (line_id uuid, quantity int) on c.line_id = l.id
        where l.order_id = o.id and (c.quantity is not null or ${contents === null}::boolean)) as items
    from orders o join shops s on s.id = o.shop_id join users u on u.id = s.owner_id where o.id = ${orderId}`);
}

/** The state of the last booking of an order that has one. */
export async function findLastState(db: Queryable, orderId: string): Promise<BookingState> {
  const row = await db.row<{ state: BookingState }>(
    sql`select state from courier_bookings where order_id = ${orderId} order by created_at desc, id desc limit 1`,
  );
  if (!row) throw new Error(`order ${orderId} has no booking`);
  return row.state;
}
