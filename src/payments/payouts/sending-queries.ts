/**
 * The statements that move a payout on: approved, sent, answered, and when it is handled next. A change of status
 * checks the status again; undefined means that another change came first.
 */
import { type Queryable, sql, type Sql, type Tx } from "#lib/database.ts";
import type { PayoutProviderId } from "./provider.ts";
import type { PayoutAttention, PayoutFailure } from "./rules.ts";
import { payoutColumns, isOfHeldShop, type PayoutRow } from "./queries.ts";

const change = (tx: Queryable, set: Sql, payoutId: string, from: Sql, condition = sql`true`) =>
  tx.row<PayoutRow>(sql`
    update payouts p set ${set} where id = ${payoutId} and status in (${from}) and ${condition} returning ${payoutColumns}`);

/** Locks the payout's row until the transaction ends. */
export function lockPayout(tx: Tx, payoutId: string): Promise<PayoutRow | undefined> {
  return tx.row(sql`select ${payoutColumns} from payouts where id = ${payoutId} for update`);
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
    returning ${payoutColumns}`);
}

/** Claims this payout if it is due; undefined when another process has it or nothing is to be done. */
export function claimPayout(db: Queryable, payoutId: string, now: Date, until: Date): Promise<PayoutRow | undefined> {
  return db.row(sql`
    update payouts set poll_at = ${until} where id = ${payoutId} and poll_at <= ${now} returning ${payoutColumns}`);
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
