import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { RemittanceDifference } from "./contract.ts";

/** Stores that a courier's company owes the cash of an order. */
export async function insertCollection(
  tx: Tx,
  one: { orderId: string; attemptId: string; courier: string; amount: Rupiah; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into cod_collections (order_id, attempt_id, courier, amount, collected_at)
    values (${one.orderId}, ${one.attemptId}, ${one.courier}, ${one.amount}, ${one.now})`);
}

/** A parcel to a buyer that a line of a list may mean. `owed` is null when no cash was collected for its order. */
export type CodParcel = { trackingNumber: string; orderId: string; owed: Rupiah | null; isRemitted: boolean };

/** The parcels of a courier's company, or of couriers ordered at a platform, with these tracking numbers. */
export function listCodParcels(tx: Tx, courier: string, trackingNumbers: readonly string[]): Promise<CodParcel[]> {
  return tx.rows(sql`
    select p.tracking_number as "trackingNumber", p.order_id as "orderId", c.amount as owed, c.remittance_id is not null as "isRemitted"
    from parcels p left join cod_collections c on c.order_id = p.order_id and c.courier = ${courier}
    where p.direction = 'out' and coalesce(p.booked_with, split_part(p.courier, '-', 1)) = ${courier} and p.tracking_number = any(${trackingNumbers}::text[])`);
}

/** Locks what these orders owe a remittance of this courier, by ascending order id. */
export function lockOwed(
  tx: Tx,
  courier: string,
  orderIds: readonly string[],
): Promise<{ orderId: string; amount: Rupiah }[]> {
  return tx.rows(sql`
    select order_id as "orderId", amount from cod_collections
    where courier = ${courier} and order_id = any(${orderIds}::uuid[]) and remittance_id is null order by order_id for update`);
}

/** Stores a remittance and returns its id; undefined when its courier and reference were stored before. */
export async function insertRemittance(
  tx: Tx,
  one: {
    courier: string;
    reference: string;
    fileName: string | null;
    lines: number;
    matched: number;
    amount: Rupiah;
    fee: Rupiah;
    differences: readonly RemittanceDifference[];
    operatorId: string;
    now: Date;
  },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into cod_remittances (courier, reference, file_name, line_count, matched_count, amount, fee, found, differences, created_by, created_at)
    values (${one.courier}, ${one.reference}, ${one.fileName}, ${one.lines}, ${one.matched}, ${one.amount}, ${one.fee}, ${one.differences.length},
      ${JSON.stringify(one.differences)}::jsonb, ${one.operatorId}, ${one.now})
    on conflict (courier, reference) do nothing returning id`);
  return row?.id;
}

/** Marks locked collections as handed over. Returns how many. */
export function markRemitted(tx: Tx, remittanceId: string, orderIds: readonly string[]): Promise<number> {
  return tx.run(sql`
    update cod_collections set remittance_id = ${remittanceId} where order_id = any(${orderIds}::uuid[]) and remittance_id is null`);
}

/** What each courier's company owes, and what of it was collected before `overdue`. */
export function sumOwed(
  db: Queryable,
  overdue: Date,
): Promise<{ courier: string; orders: number; amount: Rupiah; overdueOrders: number; overdueAmount: Rupiah }[]> {
  return db.rows(sql`
    select courier, count(*)::int as orders, sum(amount)::bigint as amount,
      count(*) filter (where collected_at < ${overdue})::int as "overdueOrders",
      coalesce(sum(amount) filter (where collected_at < ${overdue}), 0)::bigint as "overdueAmount"
    from cod_collections where remittance_id is null group by courier order by courier`);
}

export type OwedRow = {
  order_id: string;
  invoice: string;
  courier: string;
  tracking_number: string | null;
  amount: Rupiah;
  collected_at: Date;
};

/** Orders whose cash a courier still has, longest first. */
export function listOwed(db: Queryable, limit: number): Promise<OwedRow[]> {
  return db.rows(sql`
    select c.order_id, o.invoice, c.courier, c.amount, c.collected_at,
      (select p.tracking_number from parcels p where p.order_id = o.id and p.direction = 'out' order by p.created_at, p.id limit 1) as tracking_number
    from cod_collections c join orders o on o.id = c.order_id
    where c.remittance_id is null order by c.collected_at, c.order_id limit ${limit}`);
}

export type RemittanceRow = {
  id: string;
  courier: string;
  reference: string;
  file_name: string | null;
  line_count: number;
  matched_count: number;
  amount: Rupiah;
  fee: Rupiah;
  found: number;
  differences: RemittanceDifference[];
  created_by: string;
  created_at: Date;
};

/** Remittances, newest first. */
export function listRemittances(db: Queryable, limit: number): Promise<RemittanceRow[]> {
  return db.rows(sql`
    select r.id, r.courier, r.reference, r.file_name, r.line_count, r.matched_count, r.amount, r.fee, r.found, r.differences, u.name as created_by, r.created_at
    from cod_remittances r join users u on u.id = r.created_by order by r.created_at desc, r.id desc limit ${limit}`);
}
