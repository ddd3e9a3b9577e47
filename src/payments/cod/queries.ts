import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { RemittanceDifference } from "./contract.ts";
import type { CodDecisionKind, CodDecisionState } from "./rules.ts";

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
    select p.tracking_number as "trackingNumber", p.order_id as "orderId", c.amount - c.settled as owed, c.remittance_id is not null or c.settled = c.amount as "isRemitted"
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
    select order_id as "orderId", amount - settled as amount from cod_collections
    where courier = ${courier} and order_id = any(${orderIds}::uuid[]) and remittance_id is null and settled < amount order by order_id for update`);
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
    select courier, count(*)::int as orders, sum(amount - settled)::bigint as amount,
      count(*) filter (where collected_at < ${overdue})::int as "overdueOrders",
      coalesce(sum(amount - settled) filter (where collected_at < ${overdue}), 0)::bigint as "overdueAmount"
    from cod_collections where remittance_id is null and settled < amount group by courier order by courier`);
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
    select c.order_id, o.invoice, c.courier, c.amount - c.settled as amount, c.collected_at,
      (select p.tracking_number from parcels p where p.order_id = o.id and p.direction = 'out' order by p.created_at, p.id limit 1) as tracking_number
    from cod_collections c join orders o on o.id = c.order_id
    where c.remittance_id is null and c.settled < c.amount order by c.collected_at, c.order_id limit ${limit}`);
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

export type LockedCash = {
  courier: string;
  /** What the courier still owes; 0 when it handed everything over. */
  owed: Rupiah;
  /** What was written off and has not come in after all. */
  writtenOff: Rupiah;
  /** The buyer and the seller of the order. */
  parties: string[];
};

/** Locks the cash of an order. Undefined when none was collected for it. */
export async function lockCash(tx: Tx, orderId: string): Promise<LockedCash | undefined> {
  await tx.row(sql`select order_id from cod_collections where order_id = ${orderId} for update`);
  return tx.row(sql`
    select c.courier, case when c.remittance_id is null then c.amount - c.settled else 0 end as owed,
      (select coalesce(sum(case d.kind when 'written_off' then d.amount else -d.amount end), 0)::bigint from cod_decisions d
        where d.order_id = c.order_id and d.state = 'booked' and d.kind in ('written_off', 'recovered')) as "writtenOff",
      array[o.buyer_id, s.owner_id] as parties
    from cod_collections c join orders o on o.id = c.order_id join shops s on s.id = o.shop_id where c.order_id = ${orderId}`);
}

/** What an operator alone wrote off, or proposed to, since a moment. Locks the operator's write-offs. */
export async function sumWriteOffs(tx: Tx, operatorId: string, since: Date): Promise<Rupiah> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`cod write-offs ${operatorId}`}, 0))`);
  const row = await tx.row<{ amount: Rupiah }>(sql`
    select coalesce(sum(amount), 0)::bigint as amount from cod_decisions
    where decided_by = ${operatorId} and kind = 'written_off' and state <> 'refused' and created_at > ${since}`);
  return row?.amount ?? 0;
}

/** Stores a decision. Violates `cod_decisions_once` when the order has one of this kind with this reference. */
export async function insertDecision(
  tx: Tx,
  one: {
    orderId: string;
    kind: CodDecisionKind;
    amount: Rupiah;
    reference: string;
    reason: string;
    needsSecond: boolean;
    operatorId: string;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into cod_decisions (order_id, kind, amount, reference, reason, state, needs_second, decided_by, created_at)
    values (${one.orderId}, ${one.kind}, ${one.amount}, ${one.reference}, ${one.reason}, ${one.needsSecond ? "proposed" : "booked"}, ${one.needsSecond},
      ${one.operatorId}, ${one.now}) returning id`);
  if (!row) throw new Error("a decision was not stored");
  return row.id;
}

export type CodDecisionRow = {
  id: string;
  order_id: string;
  kind: CodDecisionKind;
  amount: Rupiah;
  state: CodDecisionState;
  decided_by: string;
};

/** The order of a decision, without a lock, to know what to lock. */
export async function findDecidedOrder(db: Queryable, decisionId: string): Promise<string | undefined> {
  return (await db.row<{ order_id: string }>(sql`select order_id from cod_decisions where id = ${decisionId}`))
    ?.order_id;
}

/** Locks a decision. The caller holds the lock of its order's cash. */
export function lockDecision(tx: Tx, decisionId: string): Promise<CodDecisionRow | undefined> {
  return tx.row(sql`
    select id, order_id, kind, amount, state, decided_by from cod_decisions where id = ${decisionId} for update`);
}

/** Stores what the second operator said about a locked proposal. */
export async function updateDecision(
  tx: Tx,
  decisionId: string,
  { state, operatorId, now }: { state: "booked" | "refused"; operatorId: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update cod_decisions set state = ${state}, approved_by = ${operatorId}, approved_at = ${now} where id = ${decisionId}`);
}

/** Takes a sum off what the courier owes for a locked order. */
export async function addSettled(tx: Tx, orderId: string, amount: Rupiah): Promise<void> {
  await tx.run(sql`update cod_collections set settled = settled + ${amount} where order_id = ${orderId}`);
}

/** Decisions, those that wait for a second operator first, then the newest. */
export function listDecisions(
  db: Queryable,
  limit: number,
): Promise<
  (Omit<CodDecisionRow, "decided_by"> & {
    invoice: string;
    courier: string;
    reference: string;
    reason: string;
    decider_id: string;
    decided_by: string;
    approved_by: string | null;
    created_at: Date;
    parties: string[];
  })[]
> {
  return db.rows(sql`
    select d.id, d.order_id, d.kind, d.amount, d.state, d.reference, d.reason, d.created_at, o.invoice, c.courier, d.decided_by as decider_id,
      u.name as decided_by, (select name from users a where a.id = d.approved_by) as approved_by, array[o.buyer_id, s.owner_id] as parties
    from cod_decisions d join cod_collections c on c.order_id = d.order_id join orders o on o.id = d.order_id join shops s on s.id = o.shop_id
    join users u on u.id = d.decided_by
    order by (d.state = 'proposed') desc, d.created_at desc, d.id desc limit ${limit}`);
}
