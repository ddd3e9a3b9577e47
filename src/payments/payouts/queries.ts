import { pageOf, sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { PayoutProviderId } from "./provider.ts";
import type { PayoutAttention, PayoutFailure, PayoutPurpose, PayoutStatus } from "./rules.ts";

export type PayoutRow = {
  id: string;
  reference: string;
  purpose: PayoutPurpose;
  user_id: string;
  shop_id: string | null;
  refund_id: string | null;
  /** Taken from the owner; `amount - fee` arrives. */
  amount: Rupiah;
  fee: Rupiah;
  bank_code: string;
  number_sealed: Buffer | null;
  last4: string;
  holder_name: string | null;
  status: PayoutStatus;
  needed_approvals: number;
  is_automatic: boolean;
  provider: PayoutProviderId | null;
  external_id: string | null;
  sends: number;
  failure: PayoutFailure | null;
  attention: PayoutAttention | null;
  poll_at: Date | null;
  polls: number;
  requested_at: Date;
  approved_at: Date | null;
  sent_at: Date | null;
  paid_at: Date | null;
  closed_at: Date | null;
};

export const payoutColumns = sql`id, reference, purpose, user_id, shop_id, refund_id, amount, fee, bank_code, number_sealed, last4, holder_name, status,
  needed_approvals, is_automatic, provider, external_id, sends, failure, attention, poll_at, polls, requested_at, approved_at, sent_at, paid_at, closed_at`;

export type NewPayout = {
  reference: string;
  purpose: PayoutPurpose;
  userId: string;
  shopId: string | null;
  refundId: string | null;
  amount: Rupiah;
  fee: Rupiah;
  bankAccountId: string;
  bankCode: string;
  numberSealed: Buffer;
  numberDigest: Buffer;
  last4: string;
  holderName: string;
  neededApprovals: number;
  isAutomatic: boolean;
  now: Date;
};

/** Stores a requested payout. */
export async function insertPayout(tx: Tx, it: NewPayout): Promise<PayoutRow> {
  const row = await tx.row<PayoutRow>(sql`
    insert into payouts (reference, purpose, user_id, shop_id, refund_id, amount, fee, bank_account_id, bank_code, number_sealed, number_digest,
      last4, holder_name, status, needed_approvals, is_automatic, requested_at)
    values (${it.reference}, ${it.purpose}, ${it.userId}, ${it.shopId}, ${it.refundId}, ${it.amount}, ${it.fee}, ${it.bankAccountId},
      ${it.bankCode}, ${it.numberSealed}, ${it.numberDigest}, ${it.last4}, ${it.holderName}, 'requested', ${it.neededApprovals},
      ${it.isAutomatic}, ${it.now})
    returning ${payoutColumns}`);
  if (!row) throw new Error("a payout was not stored");
  return row;
}

/** A payout, and whether an operator rejected it. Nobody decides on an own payout, so its owner only cancels it. */
type ShownPayoutRow = PayoutRow & { is_rejected: boolean };
const isRejected = sql`exists (
  select from payout_events e where e.payout_id = payouts.id and e.kind = 'cancelled' and e.actor_id <> payouts.user_id)`;

/** A payout of this shop. */
export function findPayoutOfShop(db: Queryable, shopId: string, payoutId: string): Promise<ShownPayoutRow | undefined> {
  return db.row(sql`
    select ${payoutColumns}, ${isRejected} as is_rejected from payouts where id = ${payoutId} and shop_id = ${shopId}`);
}

/** A payout by the reference that its provider has. */
export function findPayoutByReference(db: Queryable, reference: string): Promise<PayoutRow | undefined> {
  return db.row(sql`select ${payoutColumns} from payouts where reference = ${reference}`);
}

/** A payout by its provider's own id. */
export function findPayoutByExternalId(
  db: Queryable,
  provider: PayoutProviderId,
  externalId: string,
): Promise<PayoutRow | undefined> {
  return db.row(sql`select ${payoutColumns} from payouts where provider = ${provider} and external_id = ${externalId}`);
}

/** Withdrawals of a shop, newest first. */
export function listWithdrawals(
  db: Queryable,
  shopId: string,
  limit: number,
  offset: number,
): Promise<ShownPayoutRow[]> {
  return db.rows(sql`
    select ${payoutColumns}, ${isRejected} as is_rejected from payouts where shop_id = ${shopId} order by id desc ${pageOf(limit, offset)}`);
}

/** What is under way for a shop. */
export async function findOpenWithdrawals(db: Queryable, shopId: string): Promise<{ count: number; amount: Rupiah }> {
  const row = await db.row<{ count: number; amount: Rupiah }>(sql`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from payouts
    where shop_id = ${shopId} and status in ('requested', 'approved', 'sent')`);
  return row ?? { count: 0, amount: 0 };
}

/** The newest withdrawal of this amount to this account after `since` whose money did not come back to the balance. */
export async function findEqualWithdrawal(
  db: Queryable,
  shopId: string,
  { amount, bankAccountId, since }: { amount: Rupiah; bankAccountId: string; since: Date },
): Promise<{ id: string; requested_at: Date } | undefined> {
  return db.row(sql`
    select id, requested_at from payouts
    where shop_id = ${shopId} and purpose = 'withdrawal' and amount = ${amount} and bank_account_id = ${bankAccountId}
      and requested_at > ${since} and status in ('requested', 'approved', 'sent', 'paid')
    order by id desc limit 1`);
}

/** Whether a payout of this user reached the account before. */
export async function wasPaidBefore(db: Queryable, userId: string, numberDigest: Buffer): Promise<boolean> {
  const row = await db.row(sql`
    select from payouts where user_id = ${userId} and number_digest = ${numberDigest} and status = 'paid' limit 1`);
  return row !== undefined;
}

/** Balance, debt and vacation of a shop. The debt is positive. */
export function findShopFunds(
  db: Queryable,
  shopId: string,
): Promise<{ balance: Rupiah; debt: Rupiah; is_on_vacation: boolean; is_held: boolean; owner_id: string } | undefined> {
  return db.row(sql`
    select s.on_vacation as is_on_vacation, s.payouts_held as is_held, s.owner_id,
      coalesce((select balance from ledger_accounts where kind = 'seller_balance' and owner = s.id::text), 0) as balance,
      -coalesce((select balance from ledger_accounts where kind = 'seller_debt' and owner = s.id::text), 0) as debt
    from shops s where s.id = ${shopId}`);
}

/** Who gets the mail about a payout. */
export function findRecipient(db: Queryable, userId: string): Promise<{ name: string; email: string } | undefined> {
  return db.row(sql`select name, email from users where id = ${userId} and deleted_at is null`);
}

// Events

export type PayoutEventKind =
  | "requested"
  | "approval"
  | "approved"
  | "sent"
  | "resent"
  | "paid"
  | "failed"
  | "returned"
  | "cancelled"
  | "result_entered"
  | "result_rejected"
  | "noticed";

/** Records what happened to a payout. False when this operator has approved it before. */
export async function insertPayoutEvent(
  tx: Queryable,
  event: { payoutId: string; kind: PayoutEventKind; actorId?: string | null; note?: string; now: Date },
): Promise<boolean> {
  const { payoutId, kind, actorId = null, note = "", now } = event;
  return (
    (await tx.run(sql`
      insert into payout_events (payout_id, kind, actor_id, note, created_at)
      values (${payoutId}, ${kind}, ${actorId}, ${note}, ${now}) on conflict do nothing`)) === 1
  );
}

/**
 * The payouts of an attempt's refunds that have not been sent, oldest first. Compensations of the marketplace are left
 * out: they are not money of the attempt.
 */
export function listUnsentRefundPayouts(tx: Tx, attemptId: string): Promise<{ id: string; refund_id: string }[]> {
  return tx.rows(sql`
    select p.id, r.id as refund_id from payouts p join refunds r on r.id = p.refund_id
    where r.attempt_id = ${attemptId} and r.reason <> 'goodwill' and r.way = 'bank_account' and r.status = 'sent'
      and p.status in ('requested', 'approved') order by r.id`);
}

/** The history of a payout. */
export function listPayoutEvents(
  db: Queryable,
  payoutId: string,
): Promise<
  { kind: PayoutEventKind; actor_id: string | null; actor_name: string | null; note: string; created_at: Date }[]
> {
  return db.rows(sql`
    select e.kind, e.actor_id, u.name as actor_name, e.note, e.created_at
    from payout_events e left join users u on u.id = e.actor_id where e.payout_id = ${payoutId} order by e.id`);
}

/** In a query of `payouts p`: its shop's withdrawals are on hold because an operator suspended the shop. */
export const isOfHeldShop = sql`exists (select from shops s where s.id = p.shop_id and s.payouts_held)`;

/** Whether the withdrawals of the payout's shop are on hold. */
export async function isShopHeld(db: Queryable, payoutId: string): Promise<boolean> {
  const row = await db.row<{ held: boolean }>(
    sql`select ${isOfHeldShop} as held from payouts p where p.id = ${payoutId}`,
  );
  return row?.held ?? false;
}

/** Whether this payout may not be sent now: all payouts are on hold, or those of its shop. */
export async function isOnHold(db: Queryable, payoutId: string): Promise<boolean> {
  const row = await db.row<{ held: boolean }>(sql`
    select exists (select from payout_holds) or ${isOfHeldShop} as held from payouts p where p.id = ${payoutId}`);
  return row?.held ?? false;
}

/** How many operators have approved the payout. */
export async function countApprovals(db: Queryable, payoutId: string): Promise<number> {
  const row = await db.row<{ n: number }>(
    sql`select count(*)::int as n from payout_events where payout_id = ${payoutId} and kind = 'approval'`,
  );
  return row?.n ?? 0;
}

// Holds

/** Why payouts are on hold; null when they run. */
export async function findPayoutHold(db: Queryable): Promise<{ reason: string; note: string; since: Date } | null> {
  return (await db.row(sql`select reason, note, since from payout_holds order by since, reason limit 1`)) ?? null;
}

/** Stores a hold, or its newer note. */
export async function savePayoutHold(tx: Queryable, hold: { reason: string; note: string; now: Date }): Promise<void> {
  await tx.run(sql`
    insert into payout_holds (reason, note, since) values (${hold.reason}, ${hold.note}, ${hold.now})
    on conflict (reason) do update set note = excluded.note`);
}

/** Ends a hold. */
export async function deletePayoutHold(tx: Queryable, reason: string): Promise<boolean> {
  return (await tx.run(sql`delete from payout_holds where reason = ${reason}`)) === 1;
}
