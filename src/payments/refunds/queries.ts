import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import {
  maxListedRefunds,
  partRefundCause,
  restCause,
  type RefundPart,
  type RefundReason,
  type RefundStatus,
  type RefundWay,
} from "./rules.ts";

export type NewRefund = {
  paymentId: string;
  attemptId: string;
  buyerId: string;
  orderId: string | null;
  reason: RefundReason;
  /** Identifies the event, so that it owes the money once. */
  cause: string;
  amount: Rupiah;
  way: RefundWay;
  status: RefundStatus;
  parts: readonly RefundPart[];
  /** The refund that this row takes back, with negative amounts. */
  returns?: string;
  now: Date;
};

/**
 * Stores a refund with its parts and returns its id. A row that takes a refund back is never older than that refund.
 * Throws when its cause was stored before.
 */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<string> {
  const { parts } = refund;
  const row = await tx.row<{ id: string }>(sql`
    with refund as (
      insert into refunds (payment_id, attempt_id, buyer_id, order_id, reason, cause, amount, way, status, returns, created_at, done_at)
      select ${refund.paymentId}::uuid, ${refund.attemptId}::uuid, ${refund.buyerId}::uuid, ${refund.orderId}::uuid, ${refund.reason}::text, ${refund.cause}::text, ${refund.amount}::bigint,
        ${refund.way}::text, ${refund.status}::text, ${refund.returns ?? null}::uuid, at, case when ${refund.status} = 'done' then at end
      from (select greatest(${refund.now}::timestamptz, (select created_at from refunds where id = ${refund.returns ?? null}::uuid)) as at) moment
      returning id
    ), part as (
      insert into refund_parts (refund_id, part, line_id, amount, given_up)
      select refund.id, part, line_id, amount, given_up from refund, unnest(${parts.map(({ part }) => part)}::text[],
        ${parts.map(({ lineId }) => lineId)}::uuid[], ${parts.map(({ amount }) => amount)}::bigint[],
        ${parts.map(({ givenUp }) => givenUp)}::bigint[]) as part (part, line_id, amount, given_up)
    )
    select id from refund`);
  if (!row) throw new Error("a refund was not stored");
  return row.id;
}

export type RefundRow = {
  id: string;
  attempt_id: string;
  buyer_id: string;
  order_id: string | null;
  reason: RefundReason;
  amount: Rupiah;
  way: RefundWay;
  status: RefundStatus;
  bank_account_id: string | null;
  created_at: Date;
};

const refundColumns = sql`id, attempt_id, buyer_id, order_id, reason, amount, way, status, bank_account_id, created_at`;

/** A refund by id. */
export function findRefund(db: Queryable, refundId: string): Promise<RefundRow | undefined> {
  return db.row(sql`select ${refundColumns} from refunds where id = ${refundId}`);
}

/** A refund by id, locked until the transaction ends. */
export function lockRefund(tx: Tx, refundId: string): Promise<RefundRow | undefined> {
  return tx.row(sql`select ${refundColumns} from refunds where id = ${refundId} for update`);
}

/** needs_account → pending, with the bank account that the buyer named, of a locked refund. */
export async function markAccountChosen(tx: Tx, refundId: string, accountId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update refunds set status = 'pending', bank_account_id = ${accountId}, queued_at = ${now} where id = ${refundId} and status = 'needs_account'`);
}

/**
 * Refunds of an attempt to a bank account that have no payout yet, oldest first, locked until the transaction ends.
 * Compensations of the marketplace are left out: they are not money of the attempt.
 */
export function lockOpenRefunds(tx: Tx, attemptId: string): Promise<RefundRow[]> {
  return tx.rows(sql`
    select ${refundColumns} from refunds
    where attempt_id = ${attemptId} and reason <> 'goodwill' and way = 'bank_account' and status in ('needs_account', 'pending') order by id for update`);
}

/** The buyer's bank has taken a locked refund's money back: nothing is sent. */
export async function markChargedBack(tx: Tx, refundId: string, now: Date): Promise<void> {
  await tx.run(
    sql`update refunds set status = 'done', way = 'chargeback', done_at = greatest(${now}::timestamptz, created_at) where id = ${refundId}`,
  );
}

/**
 * A refund whose money the buyer's bank took back. `amount` and `parts` are what the bank took and has not returned
 * since. A refund that was owed once more (owe-again.ts) has no parts.
 */
export type ChargedBackRefund = RefundRow & { payment_id: string; parts: Omit<RefundPart, "givenUp">[] };

/**
 * Refunds of an attempt whose money its buyer's bank took back and has not wholly returned, oldest first, locked until
 * the transaction ends.
 */
export async function lockChargedBackRefunds(tx: Tx, attemptId: string): Promise<ChargedBackRefund[]> {
  const rows = await tx.rows<ChargedBackRefund>(sql`
    select id, attempt_id, buyer_id, order_id, reason, way, status, bank_account_id, created_at, payment_id,
      (amount + (select coalesce(sum(b.amount), 0) from refunds b where b.returns = refunds.id))::bigint as amount, (
      select coalesce(json_agg(json_build_object('part', p.part, 'lineId', p.line_id, 'amount', p.amount + (
          select coalesce(sum(q.amount), 0) from refunds b join refund_parts q on q.refund_id = b.id
          where b.returns = refunds.id and q.part = p.part and q.line_id is not distinct from p.line_id)) order by p.part, p.line_id), '[]')
      from refund_parts p where p.refund_id = refunds.id) as parts
    from refunds where attempt_id = ${attemptId} and way = 'chargeback' and returns is null order by id for update`);
  return rows.filter(({ amount }) => amount > 0);
}

/** Since when the money of a refund is owed: the rest of a divided refund is as old as that refund. */
export async function findOwedSince(
  db: Queryable,
  { id, attempt_id: attemptId }: Pick<RefundRow, "id" | "attempt_id">,
): Promise<Date> {
  const row = await db.row<{ since: Date }>(sql`
    with recursive older as (
      select cause, created_at from refunds where id = ${id}
      union all
      select r.cause, r.created_at from older o
      join refunds r on r.attempt_id = ${attemptId} and o.cause = ${restCause} || r.id::text
    )
    select min(created_at) as since from older`);
  if (!row) throw new Error(`there is no refund ${id}`);
  return row.since;
}

/** Whether orders that go on or are completed bear a part of a chargeback that came after this refund was owed. */
export async function isLaterChargebackBorneByOrders(
  db: Queryable,
  refund: Pick<RefundRow, "id" | "attempt_id">,
): Promise<boolean> {
  const since = await findOwedSince(db, refund);
  const row = await db.row(sql`
    select from refunds r join orders o on o.id = r.order_id
    where r.attempt_id = ${refund.attempt_id} and r.way = 'chargeback' and r.reason = 'chargeback' and r.returns is null
      and r.created_at >= ${since} and o.status not in ('cancelled', 'refunded')
      and r.amount + (select coalesce(sum(b.amount), 0) from refunds b where b.returns = r.id) > 0 limit 1`);
  return row !== undefined;
}

/** When the newest refund of an attempt was made. */
export async function findNewestRefundTime(db: Queryable, attemptId: string): Promise<Date | undefined> {
  const row = await db.row<{ at: Date }>(sql`
    select created_at as at from refunds where attempt_id = ${attemptId} order by created_at desc limit 1`);
  return row?.at;
}

/** What of an attempt's chargebacks is covered by refunds, less what the bank returned, in rupiah. */
export async function sumChargedBackRefunds(db: Queryable, attemptId: string): Promise<Rupiah> {
  const row = await db.row<{ sum: Rupiah }>(sql`
    select coalesce(sum(amount), 0)::bigint as sum from refunds where attempt_id = ${attemptId} and way = 'chargeback'`);
  return row?.sum ?? 0;
}

/** What orders bear of an attempt's chargebacks, less what came again, in rupiah. */
export async function sumBorneByOrders(db: Queryable, attemptId: string): Promise<Rupiah> {
  const row = await db.row<{ sum: Rupiah }>(sql`
    select coalesce(sum(amount), 0)::bigint as sum from refunds
    where attempt_id = ${attemptId} and way = 'chargeback' and order_id is not null`);
  return row?.sum ?? 0;
}

export type ListedRefund = RefundRow & {
  invoice: string | null;
  seller_reason: string;
  correction_reason: string;
  method: string;
  bank_code: string | null;
  last4: string | null;
  usable_from: Date | null;
  done_at: Date | null;
  refused_at: Date | null;
  sent_at: Date | null;
  /** Its payout waits for an operator's approval. */
  waits_for_approval: boolean;
  /** When the payout was approved, by an operator or because it needed none. */
  approved_at: Date | null;
};

/**
 * The newest refunds of a buyer that move money, at most 100, each less what came again of it. The account is that of
 * the payout, or the named one. The seller's reason is that of the event which returned the money; both have the same
 * moment. It is shown for an order that the seller refused and for a part that the seller gave back. How a complaint
 * ended is not the seller's reason.
 */
export function listRefundsOfBuyer(db: Queryable, buyerId: string): Promise<ListedRefund[]> {
  return db.rows(sql`
    select r.id, r.attempt_id, r.buyer_id, coalesce(r.order_id, k.order_id) as order_id, r.reason, left_of.amount, r.way, r.status, r.bank_account_id, r.created_at, r.done_at, r.refused_at,
      r.sent_at, o.invoice, t.method, b.usable_from, coalesce(e.reason, '') as seller_reason, coalesce(k.reason, '') as correction_reason,
      case when r.status <> 'needs_account' then coalesce(p.bank_code, b.bank_code) end as bank_code,
      case when r.status <> 'needs_account' then coalesce(p.last4, b.last4) end as last4,
      r.status = 'sent' and r.way = 'bank_account' and p.status is not distinct from 'requested' as waits_for_approval, p.approved_at
    from refunds r
    cross join lateral (select (r.amount + coalesce(sum(b.amount), 0))::bigint as amount from refunds b where b.returns = r.id) left_of
    join payment_attempts t on t.id = r.attempt_id
    left join order_corrections k on k.refund_id = r.id
    left join orders o on o.id = coalesce(r.order_id, k.order_id)
    left join bank_accounts b on b.id = r.bank_account_id
    left join lateral (select bank_code, last4, status, approved_at from payouts where refund_id = r.id order by id desc limit 1) p on true
    left join lateral (select reason from order_events where order_id = r.order_id and created_at = r.created_at and actor = 'seller'
      and (action = 'reject' or action = 'refund_part' and starts_with(r.cause, ${partRefundCause}))
      order by id desc limit 1) e on true
    where r.buyer_id = ${buyerId} and r.returns is null and left_of.amount > 0 order by r.created_at desc, r.id desc limit ${maxListedRefunds}`);
}

/**
 * Claims refunds that have needed a bank account since before that moment, or since the last reminder. Returns their
 * ids.
 */
export async function claimRefundsToRemind(tx: Tx, before: Date, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    with waiting as materialized (
      select id from refunds where status = 'needs_account' and coalesce(reminded_at, refused_at, created_at) < ${before}
      order by coalesce(reminded_at, refused_at, created_at), id limit ${limit} for update skip locked
    )
    update refunds r set reminded_at = ${now} from waiting where r.id = waiting.id returning r.id`);
  return rows.map(({ id }) => id);
}

// What is reported about one way changes nothing after the refund took another way.

/** pending or sent → done, by this way. False when it was done before, or waits for an account. */
export async function markRefundDone(tx: Tx, refundId: string, way: RefundWay, now: Date): Promise<boolean> {
  return (
    (await tx.run(
      sql`update refunds set status = 'done', done_at = ${now} where id = ${refundId} and way = ${way} and status in ('pending', 'sent')`,
    )) === 1
  );
}

/** pending → sent, by this way: its provider has accepted it and reports later. */
export async function markRefundSent(db: Queryable, refundId: string, way: RefundWay, now: Date): Promise<void> {
  await db.run(
    sql`update refunds set status = 'sent', sent_at = ${now}, queued_at = ${now} where id = ${refundId} and way = ${way} and status = 'pending'`,
  );
}

/**
 * The provider cannot do the refund, or its transfer failed: the buyer names a bank account. Returns the status that it
 * had; undefined when it waits for an account already, or took another way than `way`.
 */
export async function markRefundRefused(
  tx: Tx,
  refundId: string,
  way: RefundWay,
  now: Date,
): Promise<RefundStatus | undefined> {
  const row = await tx.row<{ status: RefundStatus }>(sql`
    with before as (select id, status from refunds where id = ${refundId} and way = ${way} and status <> 'needs_account' for update)
    update refunds r set status = 'needs_account', way = 'bank_account', done_at = null, refused_at = ${now}
    from before where r.id = before.id returning before.status`);
  return row?.status;
}

/**
 * Claims refunds that have been pending or sent since before that moment, the longest waiting first, to queue them
 * again. Returns their ids.
 */
export async function claimStuckRefunds(tx: Tx, before: Date, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    with stuck as materialized (
      select id from refunds where (status = 'pending' or (status = 'sent' and way = 'provider')) and coalesce(queued_at, created_at) < ${before}
      order by coalesce(queued_at, created_at), id limit ${limit} for update skip locked
    )
    update refunds r set queued_at = ${now} from stuck where r.id = stuck.id returning r.id`);
  return rows.map(({ id }) => id);
}

/**
 * Sums of the refunds of an attempt, less what came again of them, in rupiah. `price`: without compensations, which the
 * marketplace pays itself. `backAtProvider`: what its provider returned or the buyer's bank took back.
 */
export async function sumRefundsOfAttempt(
  db: Queryable,
  attemptId: string,
): Promise<{ price: Rupiah; backAtProvider: Rupiah }> {
  const row = await db.row<{ price: Rupiah; backAtProvider: Rupiah }>(sql`
    select coalesce(sum(amount) filter (where reason <> 'goodwill'), 0)::bigint as price,
      coalesce(sum(amount) filter (where way <> 'bank_account'), 0)::bigint as "backAtProvider"
    from refunds where attempt_id = ${attemptId}`);
  return row ?? { price: 0, backAtProvider: 0 };
}
