import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
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

const columns = sql`id, reference, purpose, user_id, shop_id, refund_id, amount, fee, bank_code, number_sealed, last4, holder_name, status,
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
    returning ${columns}`);
  if (!row) throw new Error("a payout was not stored");
  return row;
}

/** A payout of this shop. */
export function findPayoutOfShop(db: Queryable, shopId: string, payoutId: string): Promise<PayoutRow | undefined> {
  return db.row(sql`select ${columns} from payouts where id = ${payoutId} and shop_id = ${shopId}`);
}

/** A payout by the reference that its provider has. */
export function findPayoutByReference(db: Queryable, reference: string): Promise<PayoutRow | undefined> {
  return db.row(sql`select ${columns} from payouts where reference = ${reference}`);
}

/** A payout by its provider's own id. */
export function findPayoutByExternalId(
  db: Queryable,
  provider: PayoutProviderId,
  externalId: string,
): Promise<PayoutRow | undefined> {
  return db.row(sql`select ${columns} from payouts where provider = ${provider} and external_id = ${externalId}`);
}

/** Withdrawals of a shop, newest first. */
export function listWithdrawals(db: Queryable, shopId: string, limit: number, offset: number): Promise<PayoutRow[]> {
  return db.rows(sql`
    select ${columns} from payouts where shop_id = ${shopId} order by id desc limit ${limit} offset ${offset}`);
}

/** What is under way for a shop. */
export async function findOpenWithdrawals(db: Queryable, shopId: string): Promise<{ count: number; amount: Rupiah }> {
  const row = await db.row<{ count: number; amount: Rupiah }>(sql`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from payouts
    where shop_id = ${shopId} and status in ('requested', 'approved', 'sent')`);
  return row ?? { count: 0, amount: 0 };
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

// Status changes. Each checks the status again; undefined means that another one came first.

const change = (tx: Queryable, set: Sql, payoutId: string, from: Sql, condition = sql`true`) =>
  tx.row<PayoutRow>(sql`
    update payouts p set ${set} where id = ${payoutId} and status in (${from}) and ${condition} returning ${columns}`);

/** Locks the payout's row until the transaction ends. */
export function lockPayout(tx: Tx, payoutId: string): Promise<PayoutRow | undefined> {
  return tx.row(sql`select ${columns} from payouts where id = ${payoutId} for update`);
}

/** requested → approved. It is due to be sent. */
export function markApproved(tx: Tx, payoutId: string, now: Date): Promise<PayoutRow | undefined> {
  return change(tx, sql`status = 'approved', approved_at = ${now}, poll_at = ${now}`, payoutId, sql`'requested'`);
}

/** approved → sent, before the provider is asked. From then on it may have been sent. Not while its shop is on hold. */
export function markSending(
  tx: Queryable,
  payoutId: string,
  provider: PayoutProviderId,
  now: Date,
): Promise<PayoutRow | undefined> {
  return change(
    tx,
    sql`status = 'sent', provider = ${provider}, sent_at = ${now}, sends = sends + 1, attention = null`,
    payoutId,
    sql`'approved'`,
    sql`not ${isOfHeldShop}`,
  );
}

/** An approved payout waits for an operator's transfer. */
export function assignManual(tx: Queryable, payoutId: string): Promise<PayoutRow | undefined> {
  return change(tx, sql`provider = 'manual', poll_at = null`, payoutId, sql`'approved'`);
}

/** Counts a repeated attempt to send. */
export function markResending(tx: Queryable, payoutId: string): Promise<PayoutRow | undefined> {
  return change(tx, sql`sends = sends + 1`, payoutId, sql`'sent'`);
}

/** Stores the provider's own id once. */
export async function saveExternalId(db: Queryable, payoutId: string, externalId: string): Promise<void> {
  await db.run(sql`
    update payouts set external_id = ${externalId} where id = ${payoutId} and external_id is null`);
}

/** sent → paid. The bank may still return it, so it is asked about again. */
export function markPaid(
  tx: Tx,
  payoutId: string,
  { now, pollAt, bankReference }: { now: Date; pollAt: Date | null; bankReference: string | null },
): Promise<PayoutRow | undefined> {
  return change(
    tx,
    sql`status = 'paid', paid_at = ${now}, poll_at = ${pollAt}, polls = 0, attention = null, bank_reference = coalesce(${bankReference}, bank_reference)`,
    payoutId,
    sql`'sent'`,
  );
}

/** failed → paid: the provider reports that it was paid after all. */
export function markPaidLate(
  tx: Tx,
  payoutId: string,
  { now, pollAt }: { now: Date; pollAt: Date | null },
): Promise<PayoutRow | undefined> {
  return change(
    tx,
    sql`status = 'paid', paid_at = ${now}, closed_at = null, failure = null, poll_at = ${pollAt}, polls = 0, attention = null`,
    payoutId,
    sql`'failed'`,
  );
}

/** sent → failed: it never arrived. The provider is asked again, because it may change its report. */
export function markFailed(
  tx: Tx,
  payoutId: string,
  { failure, now, pollAt }: { failure: PayoutFailure; now: Date; pollAt: Date | null },
): Promise<PayoutRow | undefined> {
  return change(
    tx,
    sql`status = 'failed', failure = ${failure}, closed_at = ${now}, poll_at = ${pollAt}, attention = null`,
    payoutId,
    sql`'sent'`,
  );
}

/** paid → returned: the bank sent it back. */
export function markReturned(
  tx: Tx,
  payoutId: string,
  failure: PayoutFailure,
  now: Date,
): Promise<PayoutRow | undefined> {
  return change(
    tx,
    sql`status = 'returned', failure = ${failure}, closed_at = ${now}, poll_at = null, attention = null`,
    payoutId,
    sql`'paid'`,
  );
}

/** requested, or approved and not sent → cancelled. */
export function markCancelled(
  tx: Tx,
  payoutId: string,
  now: Date,
  from: "requested" | "unsent",
): Promise<PayoutRow | undefined> {
  return change(
    tx,
    sql`status = 'cancelled', closed_at = ${now}, poll_at = null`,
    payoutId,
    from === "requested" ? sql`'requested'` : sql`'requested', 'approved'`,
  );
}

/** Marks that an operator has to look. Returns whether it was not marked so before. */
export async function markAttention(db: Queryable, payoutId: string, attention: PayoutAttention): Promise<boolean> {
  return (
    (await db.run(sql`
      update payouts set attention = ${attention} where id = ${payoutId} and attention is distinct from ${attention}`)) ===
    1
  );
}

// The queue of payouts that are due

/** Claims the payout that has been due longest, until `until`. */
export function claimDuePayout(db: Queryable, now: Date, until: Date): Promise<PayoutRow | undefined> {
  return db.row(sql`
    update payouts set poll_at = ${until}
    where id = (select id from payouts where poll_at <= ${now} order by poll_at, id limit 1 for update skip locked)
    returning ${columns}`);
}

/** Claims this payout if it is due; undefined when another process has it or nothing is to be done. */
export function claimPayout(db: Queryable, payoutId: string, now: Date, until: Date): Promise<PayoutRow | undefined> {
  return db.row(sql`
    update payouts set poll_at = ${until} where id = ${payoutId} and poll_at <= ${now} returning ${columns}`);
}

/** Makes a payout due now, because of a notification. False when a provider has nothing to say about it any more. */
export async function makeDue(db: Queryable, payoutId: string, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      update payouts set poll_at = least(poll_at, ${now}) where id = ${payoutId} and status in ('sent', 'paid', 'failed')`)) ===
    1
  );
}

/** Sets when the payout is handled next, and ends the claim that ran until `until`. A status change has set its own. */
export async function recordTurn(db: Queryable, payoutId: string, until: Date, next: Date | null): Promise<void> {
  await db.run(sql`
    update payouts set polls = polls + 1, poll_at = ${next} where id = ${payoutId} and poll_at = ${until}`);
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

// Automatic withdrawals

/** The day of a shop's automatic withdrawal, 1 for Monday. */
export async function findSchedule(db: Queryable, shopId: string): Promise<number | null> {
  const row = await db.row<{ weekday: number }>(sql`select weekday from payout_schedules where shop_id = ${shopId}`);
  return row?.weekday ?? null;
}

/** Sets or removes the day of a shop's automatic withdrawal. */
export async function saveSchedule(db: Queryable, shopId: string, weekday: number | null, now: Date): Promise<void> {
  if (weekday === null) await db.run(sql`delete from payout_schedules where shop_id = ${shopId}`);
  else
    await db.run(sql`
      insert into payout_schedules (shop_id, weekday, updated_at) values (${shopId}, ${weekday}, ${now})
      on conflict (shop_id) do update set weekday = excluded.weekday, updated_at = excluded.updated_at`);
}

/** Shops whose automatic withdrawal is due on this Jakarta day. */
export function listDueSchedules(
  db: Queryable,
  { weekday, day }: { weekday: number; day: string },
): Promise<{ shop_id: string; owner_id: string }[]> {
  return db.rows(sql`
    select p.shop_id, s.owner_id from payout_schedules p join shops s on s.id = p.shop_id
    where p.weekday = ${weekday} and p.last_day is distinct from ${day}::date order by p.shop_id`);
}

/** Claims a shop's automatic withdrawal of this day, so that it runs once. False when it ran before. */
export async function claimSchedule(
  tx: Tx,
  shopId: string,
  { weekday, day }: { weekday: number; day: string },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update payout_schedules set last_day = ${day}::date
      where shop_id = ${shopId} and weekday = ${weekday} and last_day is distinct from ${day}::date`)) === 1
  );
}

// Anonymising

const withoutPerson = sql`number_sealed = null, number_digest = null, holder_name = null`;
const isEnded = sql`status in ('paid', 'failed', 'returned', 'cancelled')`;

/** Removes what identifies a user from their ended payouts, and their shop's automatic withdrawal. */
export async function anonymisePayoutRows(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from payout_schedules where shop_id in (select id from shops where owner_id = ${userId})`);
  await tx.run(sql`update payouts set ${withoutPerson} where user_id = ${userId} and ${isEnded}`);
  await tx.run(sql`
    update payout_events e set note = '' from payouts p
    where p.id = e.payout_id and p.user_id = ${userId} and e.kind = 'cancelled' and e.note <> ''`);
}

/** Removes what identifies users from old payouts. Returns how many it changed. */
export async function anonymisePayoutRowsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const ids = (
    await tx.rows<{ id: string }>(sql`
      select id from payouts where requested_at < ${before} and ${isEnded} and holder_name is not null
      order by id limit ${limit} for update`)
  ).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.run(sql`update payouts set ${withoutPerson} where id = any(${ids}::uuid[])`);
  await tx.run(
    sql`update payout_events set note = '' where payout_id = any(${ids}::uuid[]) and kind = 'cancelled' and note <> ''`,
  );
  return ids.length;
}
