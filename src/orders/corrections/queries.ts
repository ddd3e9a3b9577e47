import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { RefundStatus } from "#payments/refunds/rules.ts";
import type { CorrectionKind, CorrectionState, CorrectionSum } from "./rules.ts";

export type CorrectedOrder = { commission: Rupiah; earned: Rupiah; sums: Record<CorrectionSum, Rupiah> };
export type WaitingCorrection = { id: string; kind: CorrectionKind; amount: Rupiah };

/** The totals of the corrections of a locked order, and the proposal that waits for a decision. */
export async function readCorrected(
  db: Queryable,
  orderId: string,
): Promise<{ corrected: CorrectedOrder | null; waiting: WaitingCorrection | null }> {
  const row = await db.row<{ corrected: CorrectedOrder | null; waiting: WaitingCorrection | null }>(sql`
    select
      (select json_build_object('commission', c.commission, 'earned', c.earned, 'sums', json_build_object('fee_returned', c.fee_returned,
          'credit_taken_back', c.credit_taken_back, 'shop_goodwill', c.shop_goodwill, 'buyer_goodwill', c.buyer_goodwill))
        from corrected_orders c where c.order_id = ${orderId}) as corrected,
      (select json_build_object('id', k.id, 'kind', k.kind, 'amount', k.amount)
        from order_corrections k where k.order_id = ${orderId} and k.state = 'proposed') as waiting`);
  return row ?? { corrected: null, waiting: null };
}

/** Stores what limits the corrections of a locked order, and their sums. */
export async function saveCorrected(
  tx: Tx,
  orderId: string,
  { commission, earned, sums }: CorrectedOrder,
): Promise<void> {
  await tx.run(sql`
    insert into corrected_orders (order_id, commission, earned, fee_returned, credit_taken_back, shop_goodwill, buyer_goodwill)
    values (${orderId}, ${commission}, ${earned}, ${sums.fee_returned}, ${sums.credit_taken_back}, ${sums.shop_goodwill}, ${sums.buyer_goodwill})
    on conflict (order_id) do update set commission = excluded.commission, earned = excluded.earned, fee_returned = excluded.fee_returned,
      credit_taken_back = excluded.credit_taken_back, shop_goodwill = excluded.shop_goodwill, buyer_goodwill = excluded.buyer_goodwill`);
}

/** The sides of an order, and how far its money is; undefined when there is none. */
export function findCorrectable(
  db: Queryable,
  orderId: string,
): Promise<
  { id: string; buyer_id: string; seller_id: string; paid_at: Date | null; settled_at: Date | null } | undefined
> {
  return db.row(sql`
    select o.id, o.buyer_id, s.owner_id as seller_id, o.paid_at, o.settled_at from orders o join shops s on s.id = o.shop_id where o.id = ${orderId}`);
}

/** What an order has earned its shop, and whether the accounts of both sides still exist. */
export async function findEarnedAndAccounts(
  db: Queryable,
  orderId: string,
): Promise<{ earned: Rupiah; has: { buyer: boolean; seller: boolean } }> {
  const row = await db.row<{ earned: Rupiah; buyer: boolean; seller: boolean }>(sql`
    select o.earned, b.deleted_at is null as buyer, w.deleted_at is null as seller
    from orders o join users b on b.id = o.buyer_id join shops s on s.id = o.shop_id join users w on w.id = s.owner_id where o.id = ${orderId}`);
  if (!row) throw new Error(`order ${orderId} does not exist`);
  return { earned: row.earned, has: { buyer: row.buyer, seller: row.seller } };
}

/** Stores a proposal, or with `operatorId` null what the system books itself, and returns its id. */
export async function insertCorrection(
  tx: Tx,
  one: {
    orderId: string;
    kind: CorrectionKind;
    amount: Rupiah;
    allowed: Rupiah;
    reason: string;
    operatorId: string | null;
    now: Date;
  },
): Promise<string> {
  const isBooked = one.operatorId === null;
  const row = await tx.row<{ id: string }>(sql`
    insert into order_corrections (order_id, kind, amount, allowed, reason, state, proposed_by, proposed_at, decided_at)
    values (${one.orderId}, ${one.kind}, ${one.amount}, ${one.allowed}, ${one.reason}, ${isBooked ? "booked" : "proposed"}, ${one.operatorId}, ${one.now},
      ${isBooked ? one.now : null}) returning id`);
  if (!row) throw new Error("a correction was not stored");
  return row.id;
}

export type StoredCorrection = {
  id: string;
  order_id: string;
  kind: CorrectionKind;
  amount: Rupiah;
  reason: string;
  state: CorrectionState;
  proposed_by: string | null;
};

/** The order of a correction, without a lock, to know what to lock. */
export async function findOrderOfCorrection(db: Queryable, correctionId: string): Promise<string | undefined> {
  return (await db.row<{ order_id: string }>(sql`select order_id from order_corrections where id = ${correctionId}`))
    ?.order_id;
}

/** Locks a correction. The caller holds the lock of its order. */
export function lockCorrection(tx: Tx, correctionId: string): Promise<StoredCorrection | undefined> {
  return tx.row(sql`
    select id, order_id, kind, amount, reason, state, proposed_by from order_corrections where id = ${correctionId} for update`);
}

/** proposed → decided. False when it was decided before. */
export async function updateDecided(
  tx: Tx,
  correctionId: string,
  one: {
    state: Exclude<CorrectionState, "proposed">;
    allowed: Rupiah | null;
    operatorId: string | null;
    answer: string;
    refundId: string | null;
    now: Date;
  },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update order_corrections set state = ${one.state}, allowed = coalesce(${one.allowed}::bigint, allowed), decided_by = ${one.operatorId},
        decided_at = ${one.now}, answer = ${one.answer}, refund_id = ${one.refundId}
      where id = ${correctionId} and state = 'proposed'`)) === 1
  );
}

export type ListedCorrection = StoredCorrection & {
  answer: string;
  proposer: string | null;
  proposed_at: Date;
  decider: string | null;
  decided_at: Date | null;
  refund_status: RefundStatus | null;
};

/** All corrections of an order, the newest first. */
export function listCorrections(db: Queryable, orderId: string): Promise<ListedCorrection[]> {
  return db.rows(sql`
    select k.id, k.order_id, k.kind, k.amount, k.reason, k.state, k.proposed_by, k.answer, p.name as proposer, k.proposed_at, d.name as decider, k.decided_at,
      r.status as refund_status
    from order_corrections k left join users p on p.id = k.proposed_by left join users d on d.id = k.decided_by left join refunds r on r.id = k.refund_id
    where k.order_id = ${orderId} order by k.proposed_at desc, k.id desc`);
}
