import fc from "fast-check";
import { sql } from "#lib/database.ts";
import type { ComplaintState } from "#complaints/rules.ts";
import type { BookingState } from "#orders/bookings/rules.ts";
import type { OrderStatus } from "#orders/rules.ts";
import type { SaleWorld, Shop } from "./make/sale.ts";

type Parcel = ReturnType<SaleWorld["biteship"]["setParcel"]>;

/** An order as the database has it, with its latest parcel, booking, case and decision about cash. */
export type Stored = {
  id: string;
  shop_id: string;
  payment_id: string;
  variant_id: string;
  line_id: string;
  quantity: number;
  status: OrderStatus;
  courier: string;
  due_at: Date | null;
  cancel_requested: boolean;
  cod: boolean;
  total: number;
  refunded: number;
  parcel_state: string | null;
  parcel_id: string | null;
  /** The tracking numbers of all its parcels, the newest first. */
  numbers: string[];
  direction: string | null;
  source: string | null;
  case_id: string | null;
  case_state: ComplaintState | null;
  case_due: Date | null;
  offer_id: string | null;
  insured: boolean;
  /** The latest case says that goods did not arrive. */
  is_lost: boolean;
  booking_id: string | null;
  booking_state: BookingState | null;
  /** Biteship's id of the latest courier that was ordered there. */
  booked_as: string | null;
  claim_state: string | null;
  /** When operators are next reminded of a claim that its courier has not answered. */
  claim_reminder: Date | null;
  /** The cash that its courier still owes. */
  owed: number;
  decision_id: string | null;
  decision_state: string | null;
};

/** One random history: its people and goods, and what has happened. */
export type Sale = {
  world: SaleWorld;
  now: Date;
  buyer: Awaited<ReturnType<SaleWorld["makeBuyer"]>>;
  /** Variants by shop, and how many pieces were bought of each in orders that still count. */
  goods: { shop: Shop; variantId: string }[];
  shops: Shop[];
  operators: Awaited<ReturnType<SaleWorld["makeOperators"]>>;
  /** The orders after the last step. */
  seen: Stored[];
  /** What Biteship knows of each parcel, by tracking number. */
  known: Map<string, Parcel>;
};

/** All orders of a sale's buyer with their latest parcel and case, oldest first. */
export const readOrders = ({ world, buyer }: Sale) =>
  world.context.db.rows<Stored>(sql`
    select o.id, o.shop_id, y.id as payment_id, l.variant_id, l.id as line_id, l.quantity, o.status, o.courier, o.due_at,
      o.cancel_requested_at is not null as cancel_requested, o.cod, o.total,
      (select coalesce(sum(r.amount), 0)::bigint from refunds r where r.order_id = o.id) as refunded,
      p.state as parcel_state, p.id as parcel_id, array(select x.tracking_number from parcels x where x.order_id = o.id and x.tracking_number is not null order by x.created_at desc, x.id desc) as numbers, p.direction, p.scan_source as source,
      c.id as case_id, c.state as case_state, c.due_at as case_due, c.offer_id,
      exists (select from order_adjustments a where a.order_id = o.id and a.kind = 'insurance') as insured,
      exists (select from complaint_lines k where k.complaint_id = c.id and k.problem = 'not_arrived') as is_lost,
      b.id as booking_id, b.state as booking_state, (select x.external_id from parcels x where x.id = b.parcel_id) as booked_as,
      (select i.state from insurance_claims i where i.complaint_id = c.id) as claim_state,
      (select i.remind_at from insurance_claims i where i.complaint_id = c.id and i.state = 'asked') as claim_reminder,
      coalesce((select l.amount - l.settled from cod_collections l where l.order_id = o.id and l.remittance_id is null), 0)::bigint as owed,
      d.id as decision_id, d.state as decision_state
    from orders o join order_lines l on l.order_id = o.id join payments y on y.checkout_id = o.checkout_id
    left join lateral (select * from parcels x where x.order_id = o.id order by x.created_at desc, x.id desc limit 1) p on true
    left join lateral (select * from complaints x where x.order_id = o.id order by x.opened_at desc, x.id desc limit 1) c on true
    left join lateral (select * from courier_bookings x where x.order_id = o.id order by x.created_at desc, x.id desc limit 1) b on true
    left join lateral (select * from cod_decisions x where x.order_id = o.id order by x.created_at desc, x.id desc limit 1) d on true
    where o.buyer_id = ${buyer.userId} order by o.id`);

/** The numbers that decide what a step does. */
export type Draw = { which: number; side: boolean; kind: number; amount: number };
export const draw: fc.Arbitrary<Draw> = fc.record({
  which: fc.nat(3),
  side: fc.boolean(),
  kind: fc.nat(99),
  amount: fc.nat(60_000),
});

/** The rows that only an allowed step changes, without times of polls. */
export const frozen = (orders: readonly Stored[]) => orders.map(({ offer_id: _offer, ...rest }) => rest);
