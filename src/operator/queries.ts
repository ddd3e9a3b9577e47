import { sql, type Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { OrderStatus } from "#orders/rules.ts";

/** Latest payments of everybody, without people: for the simulator page of a demo marketplace. */
export function listRecentPayments(
  db: Queryable,
  limit: number,
): Promise<{ id: string; reference: string; method: string; amount: Rupiah; status: string; created_at: Date }[]> {
  return db.rows(sql`
    select id, provider_reference as reference, method, amount, status, created_at
    from payments order by created_at desc, id desc limit ${limit}`);
}

/** Orders of everybody that changed last, without people: for the simulator page of a demo marketplace. */
export function listRecentOrders(
  db: Queryable,
  limit: number,
): Promise<
  {
    id: string;
    invoice: string;
    status: OrderStatus;
    shop_name: string;
    courier: string;
    courier_name: string;
    total: Rupiah;
    due_at: Date | null;
    cancel_requested_at: Date | null;
    scans: string[];
  }[]
> {
  return db.rows(sql`
    select o.id, o.invoice, o.status, s.name as shop_name, o.courier, o.courier_name, o.total, o.due_at, o.cancel_requested_at,
      array(select t.status from tracking_scans t where t.order_id = o.id order by t.scanned_at, t.id) as scans
    from orders o join shops s on s.id = o.shop_id
    where o.status not in ('cancelled', 'refunded')
    order by (o.status = 'completed'), o.updated_at desc, o.id desc limit ${limit}`);
}

/** Whose an order is to accept and to ship. */
export function findSellerOfOrder(
  db: Queryable,
  orderId: string,
): Promise<{ status: OrderStatus; courier: string; shop_id: string; owner_id: string } | undefined> {
  return db.row(sql`
    select o.status, o.courier, o.shop_id, s.owner_id from orders o join shops s on s.id = o.shop_id where o.id = ${orderId}`);
}

/** Moves the business clock of a demo marketplace forward by some milliseconds. */
export async function moveClock(db: Queryable, ms: number): Promise<void> {
  await db.run(sql`update jobs_clock set offset_ms = offset_ms + ${ms}`);
}
