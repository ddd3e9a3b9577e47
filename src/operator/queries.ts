import type { OpenState } from "#complaints/rules.ts";
import { sql, type Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { OrderStatus } from "#orders/rules.ts";

export type SimulatorOrderRow = {
  id: string;
  invoice: string;
  status: OrderStatus;
  created_at: Date;
  shop_name: string;
  first_line: string;
  line_count: number;
  courier: string;
  courier_name: string;
  total: Rupiah;
  due_at: Date | null;
  cancel_requested_at: Date | null;
  extended: boolean;
  scan_source: string | null;
  arrival_asked_at: Date | null;
  awaits_cash: boolean;
  part_arrived: boolean;
  /**
   * Of the parcel that a case waits for. Otherwise of the first parcel to the buyer that is under way, or of the first
   * one when none is.
   */
  scans: string[];
  /** That parcel is under way. */
  under_way: boolean;
  /** The open case of the order. */
  case_id: string | null;
  case_state: OpenState | null;
  case_due_at: Date | null;
  /** Whether the shop has an address, to which goods can be sent back. */
  has_address: boolean;
  reference: string;
  method: string;
  amount: Rupiah;
  payment_status: string;
  order_count: number;
  escrow: Rupiah;
  seller: Rupiah;
  marketplace: Rupiah;
  /** Withheld PPh 22. */
  tax: Rupiah;
  refunded: Rupiah;
};

/**
 * Orders of a demo marketplace without personal data, each with its bill and with where the ledger has its money.
 * Newest first, completed ones last. Cancelled and refunded orders are left out, except `followed`, which is always the
 * first.
 */
export function listRecentOrders(db: Queryable, followed: string | null, limit: number): Promise<SimulatorOrderRow[]> {
  return db.rows(sql`
    with o as (
      select * from orders where id = ${followed}::uuid or status not in ('cancelled', 'refunded')
      order by (id = ${followed}::uuid) desc nulls last, (status = 'completed'), created_at desc, id desc limit ${limit}
    )
    select o.id, o.invoice, o.status, o.created_at, s.name as shop_name, o.courier, o.courier_name, o.cod and o.paid_at is null as awaits_cash, o.total, o.due_at, o.cancel_requested_at, o.extended, o.arrival_asked_at,
      (select x.scan_source from parcels x where x.order_id = o.id and x.direction = 'out' order by x.created_at, x.id limit 1) as scan_source,
      (select l.name from order_lines l where l.order_id = o.id order by l.id limit 1) as first_line,
      (select count(*)::int from order_lines l where l.order_id = o.id) as line_count,
      (select bool_or(x.state = 'arrived') and bool_or(x.state in ('booked', 'shipped', 'returned')) from parcels x where x.order_id = o.id and x.direction = 'out') is true as part_arrived,
      array(select t.status from tracking_scans t where t.parcel_id = parcel.id order by t.scanned_at, t.id) as scans, parcel.state is not distinct from 'shipped' as under_way,
      k.id as case_id, k.state as case_state, k.due_at as case_due_at, s.street <> '' as has_address,
      t.reference, t.method, p.amount, p.status as payment_status,
      (select count(*)::int from orders x where x.checkout_id = o.checkout_id) as order_count,
      coalesce((select balance from ledger_accounts where kind = 'escrow' and owner = o.id::text), 0)::bigint as escrow,
      m.seller, m.marketplace, m.tax,
      coalesce((select sum(amount) from refunds where order_id = o.id), 0)::bigint as refunded
    from o
    join shops s on s.id = o.shop_id
    join payments p on p.checkout_id = o.checkout_id
    left join complaints k on k.order_id = o.id and k.state <> 'closed'
    left join lateral (
      select x.id, x.state from parcels x
      where x.order_id = o.id and (x.direction = 'out' or x.id = k.parcel_id and k.state in ('return_shipped', 'replacement_shipped'))
      order by (x.direction <> 'out') desc, (x.state = 'shipped') desc, x.created_at, x.id limit 1
    ) parcel on true
    cross join lateral (select * from payment_attempts x where x.payment_id = p.id order by (x.status = 'paid') desc, x.id desc limit 1) t
    cross join lateral (
      select coalesce(sum(e.amount) filter (where a.kind = 'seller_balance'), 0)::bigint as seller,
        coalesce(sum(e.amount) filter (where a.kind in ('commission', 'service_fee')), 0)::bigint as marketplace,
        coalesce(sum(e.amount) filter (where a.kind = 'tax_withheld'), 0)::bigint as tax
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.kind in ('order_released', 'order_settled') and t.reference = o.id::text
    ) m
    order by (o.id = ${followed}::uuid) desc nulls last, (o.status = 'completed'), o.created_at desc, o.id desc`);
}

/** An order as those who are simulated need it. */
export type SimulatedOrder = {
  status: OrderStatus;
  courier: string;
  shop_id: string;
  owner_id: string;
  buyer_id: string;
  /** The open case, and the offer in it that can be accepted. */
  case_id: string | null;
  case_state: OpenState | null;
  offer_id: string | null;
};

/** Status, courier and open case of an order, and who buys and sells. */
export function findPeopleOfOrder(db: Queryable, orderId: string): Promise<SimulatedOrder | undefined> {
  return db.row(sql`
    select o.status, o.courier, o.shop_id, s.owner_id, o.buyer_id, k.id as case_id, k.state as case_state, k.offer_id
    from orders o join shops s on s.id = o.shop_id left join complaints k on k.order_id = o.id and k.state <> 'closed'
    where o.id = ${orderId}`);
}

/** Moves the business clock of a demo marketplace forward by some milliseconds. */
export async function moveClock(db: Queryable, ms: number): Promise<void> {
  await db.run(sql`update business_clock set offset_ms = offset_ms + ${ms}`);
}
