import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { Instructions } from "../contract.ts";
import type { ProviderId } from "../rules.ts";
import type { Receipt } from "../provider.ts";

export type AttemptStatus = "pending" | "paid" | "expired" | "cancelled";

export type AttemptRow = {
  id: string;
  payment_id: string;
  provider: ProviderId;
  method: string;
  amount: Rupiah;
  /** What the marketplace bears so that the amount is unique at its bank, in rupiah. */
  code: number;
  /** The marketplace's bank account that the buyer transfers to, as `bank:number`. */
  account: string | null;
  status: AttemptStatus;
  reference: string;
  external_id: string | null;
  instructions: Instructions | null;
  due_at: Date;
  received: Rupiah;
  settled: Rupiah;
  returned: Rupiah;
  charged_back: Rupiah;
  chargebacks_returned: number;
  created_at: Date;
};

const attemptColumns = sql`id, payment_id, provider, method, amount, code, account, status, reference, external_id, instructions, due_at,
  received, settled, returned, charged_back, chargebacks_returned, created_at`;

export type NewAttempt = {
  provider: ProviderId;
  method: string;
  /** What the payment asks for. With an account, the buyer is asked for a little less (create-attempt.ts). */
  amount: Rupiah;
  account: string | null;
  reference: string;
  dueAt: Date;
  now: Date;
};

type NewPayment = { id: string; checkoutId: string; buyerId: string; amount: Rupiah; attempt: NewAttempt };

/** Stores a pending payment without an attempt. */
export async function insertBarePayment(tx: Tx, payment: NewPayment): Promise<void> {
  await tx.run(sql`
    insert into payments (id, checkout_id, buyer_id, amount, status, due_at, created_at)
    values (${payment.id}, ${payment.checkoutId}, ${payment.buyerId}, ${payment.amount}, 'pending', ${payment.attempt.dueAt}, ${payment.attempt.now})`);
}

/** Stores a pending payment with its first attempt. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await tx.run(paymentInserted(payment));
}

/** The same as {@link insertPayment} together with the commit. */
export function insertPaymentAtCommit(tx: Tx, payment: NewPayment): void {
  void tx.atCommit(paymentInserted(payment));
}

const paymentInserted = ({ id, checkoutId, buyerId, amount, attempt }: NewPayment) => sql`
    with payment as (
      insert into payments (id, checkout_id, buyer_id, amount, status, due_at, created_at)
      values (${id}, ${checkoutId}, ${buyerId}, ${amount}, 'pending', ${attempt.dueAt}, ${attempt.now})
      returning id
    )
    insert into payment_attempts (payment_id, provider, method, amount, reference, due_at, created_at)
    select id, ${attempt.provider}, ${attempt.method}, ${attempt.amount}, ${attempt.reference}, ${attempt.dueAt}, ${attempt.now} from payment`;

/** Stores a further attempt of a locked payment, which is no transfer to a bank account. */
export async function insertAttempt(tx: Tx, paymentId: string, attempt: NewAttempt): Promise<void> {
  await tx.run(sql`
    insert into payment_attempts (payment_id, provider, method, amount, reference, due_at, created_at)
    values (${paymentId}, ${attempt.provider}, ${attempt.method}, ${attempt.amount}, ${attempt.reference}, ${attempt.dueAt}, ${attempt.now})`);
}

/** What of a payment a unique code may take off: goods and shipping that the buyer pays, in rupiah. */
export async function findMaxCode(tx: Tx, paymentId: string): Promise<Rupiah> {
  const row = await tx.row<{ max: Rupiah }>(sql`
    select p.amount - coalesce((select sum(a.amount) from orders o join order_adjustments a on a.order_id = o.id
      where o.checkout_id = p.checkout_id and a.amount > 0), 0)::bigint as max
    from payments p where p.id = ${paymentId}`);
  return row?.max ?? 0;
}

/** The number of attempts of a payment. */
export async function countAttempts(db: Queryable, paymentId: string): Promise<number> {
  const row = await db.row<{ n: number }>(
    sql`select count(*)::int as n from payment_attempts where payment_id = ${paymentId}`,
  );
  return row?.n ?? 0;
}

/**
 * Stores an attempt to transfer to a bank account, for a sum that no open attempt of that account asks for: the amount
 * less a random code of 1 to `maxCode`. Sums that were asked for since `notSince` are left out, if it is given. Returns
 * `none` when no sum is free, and `taken` when another transaction took the chosen one at the same time.
 */
export async function insertTransferAttempt(
  tx: Tx,
  paymentId: string,
  attempt: NewAttempt,
  { maxCode, notSince }: { maxCode: number; notSince: Date | null },
): Promise<"stored" | "none" | "taken"> {
  const row = await tx.row<{ free: number; stored: number }>(sql`
    with free as materialized (
      select n.code from generate_series(1, least(${maxCode}::bigint, ${attempt.amount}::bigint - 1)) as n (code)
      where not exists (
        select from payment_attempts a where a.account = ${attempt.account} and a.amount = ${attempt.amount}::bigint - n.code
          and (a.status = 'pending' or a.created_at > ${notSince}::timestamptz))
      order by random() limit 1
    ), stored as (
      insert into payment_attempts (payment_id, provider, method, amount, code, account, reference, due_at, created_at)
      select ${paymentId}, ${attempt.provider}, ${attempt.method}, ${attempt.amount}::bigint - code, code, ${attempt.account}, ${attempt.reference}, ${attempt.dueAt}, ${attempt.now}
      from free
      on conflict (account, amount) where status = 'pending' and account is not null do nothing
      returning 1
    )
    select (select count(*)::int from free) as free, (select count(*)::int from stored) as stored`);
  if (row?.stored === 1) return "stored";
  return row?.free === 1 ? "taken" : "none";
}

/** An attempt by id. */
export function findAttempt(db: Queryable, attemptId: string): Promise<AttemptRow | undefined> {
  return db.row(sql`select ${attemptColumns} from payment_attempts where id = ${attemptId}`);
}

/** An attempt by our reference. */
export function findAttemptByReference(db: Queryable, reference: string): Promise<AttemptRow | undefined> {
  return db.row(sql`select ${attemptColumns} from payment_attempts where reference = ${reference}`);
}

/** The attempt that a payment's page shows: the paid one, otherwise the newest. */
export function findCurrentAttempt(db: Queryable, paymentId: string): Promise<AttemptRow | undefined> {
  return db.row(sql`
    select ${attemptColumns} from payment_attempts where payment_id = ${paymentId}
    order by (status = 'paid') desc, id desc limit 1`);
}

/** The attempt that paid a checkout. */
export function findAttemptOfCheckout(db: Queryable, checkoutId: string): Promise<AttemptRow | undefined> {
  return db.row(sql`
    select ${attemptColumns} from payment_attempts
    where status = 'paid' and payment_id = (select id from payments where checkout_id = ${checkoutId})`);
}

/** Whether an attempt of this payment received money that goes back to the buyer. */
export async function hasReturnedMoney(db: Queryable, paymentId: string): Promise<boolean> {
  return (
    (await db.row(sql`select 1 from payment_attempts where payment_id = ${paymentId} and returned > 0 limit 1`)) !==
    undefined
  );
}

/** Locks an attempt whose payment is locked. */
export function lockAttempt(tx: Tx, attemptId: string): Promise<AttemptRow | undefined> {
  return tx.row(sql`select ${attemptColumns} from payment_attempts where id = ${attemptId} for update`);
}

/** Locks the pending attempt of a locked payment, if it has one. */
export function lockOpenAttempt(tx: Tx, paymentId: string): Promise<AttemptRow | undefined> {
  return tx.row(
    sql`select ${attemptColumns} from payment_attempts where payment_id = ${paymentId} and status = 'pending' for update`,
  );
}

/** What a provider needs to know about the buyer of an attempt's payment, and the payment's orders. */
export function findChargeFacts(
  db: Queryable,
  paymentId: string,
): Promise<{ name: string; email: string; phone: string | null; invoices: string[] } | undefined> {
  return db.row(sql`
    select u.name, u.email, u.phone, array(select o.invoice from orders o where o.checkout_id = p.checkout_id order by o.id) as invoices
    from payments p join users u on u.id = p.buyer_id where p.id = ${paymentId}`);
}

/**
 * Stores how to pay, unless it is stored already. From then on the charge is polled. Transfers to bank accounts are
 * not polled: a matched transfer queues its own job. Cash is not polled: the delivery of the parcel books it.
 */
export async function saveInstructions(
  db: Queryable,
  attemptId: string,
  charged: { instructions: Instructions; externalId: string | null },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update payment_attempts set instructions = ${JSON.stringify(charged.instructions)}::jsonb, external_id = ${charged.externalId},
      poll_at = case when status <> 'paid' and account is null and provider <> 'cod' then ${now}::timestamptz end
    where id = ${attemptId} and instructions is null`);
}

/** Stores the money and status of a locked attempt. A paid attempt is not polled any more. */
export async function updateAttempt(
  tx: Tx,
  attempt: Pick<AttemptRow, "id" | "status" | "received" | "settled" | "returned">,
): Promise<void> {
  await tx.run(sql`
    update payment_attempts set status = ${attempt.status}, received = ${attempt.received}, settled = ${attempt.settled}, returned = ${attempt.returned},
      poll_at = case when ${attempt.status} <> 'paid' then poll_at end
    where id = ${attempt.id}`);
}

/** Stores what a buyer's bank has taken back of a locked attempt, in all. */
export async function updateChargedBack(tx: Tx, attemptId: string, chargedBack: Rupiah): Promise<void> {
  await tx.run(sql`update payment_attempts set charged_back = ${chargedBack} where id = ${attemptId}`);
}

/** Stores that money of a chargeback came again to a locked attempt, of which `chargedBack` is still taken back. */
export async function updateChargebackReturned(tx: Tx, attemptId: string, chargedBack: Rupiah): Promise<void> {
  await tx.run(sql`
    update payment_attempts set charged_back = ${chargedBack}, chargebacks_returned = chargebacks_returned + 1 where id = ${attemptId}`);
}

/** Stores a receipt and returns its id; undefined when this reference of the provider was stored before. */
export async function insertReceipt(
  tx: Tx,
  receipt: Receipt & { attemptId: string; provider: ProviderId; now: Date },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into payment_receipts (attempt_id, provider, reference, amount, received_at, booked_at)
    values (${receipt.attemptId}, ${receipt.provider}, ${receipt.reference}, ${receipt.amount}, ${receipt.receivedAt}, ${receipt.now})
    on conflict (provider, reference) do nothing returning id`);
  return row?.id;
}

/** Which of these references of a provider are booked. */
export async function findBookedReceipts(
  db: Queryable,
  provider: ProviderId,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ reference: string }>(sql`
    select reference from payment_receipts where provider = ${provider} and reference = any(${references}::text[])`);
  return new Set(rows.map(({ reference }) => reference));
}

export type PolledAttempt = AttemptRow & { polls: number };

/**
 * Claims the provider's pending or closed charge whose poll has been due longest, so that no other process polls it
 * before `until`.
 */
export function claimPoll(
  db: Queryable,
  provider: ProviderId,
  from: "pending" | "closed",
  now: Date,
  until: Date,
): Promise<PolledAttempt | undefined> {
  // Literals instead of a parameter, because each value has its own partial index.
  const status = from === "pending" ? sql`status = 'pending'` : sql`status in ('expired', 'cancelled')`;
  return db.row(sql`
    with next as materialized (
      select id as next_id from payment_attempts where provider = ${provider} and poll_at <= ${now} and ${status} order by poll_at, id limit 1 for update skip locked
    )
    update payment_attempts set poll_at = ${until} from next where id = next_id
    returning ${attemptColumns}, polls`);
}

/**
 * Stores that the charge was polled, and when it is polled next: at `next`, or never for a closed charge that the
 * provider has also closed (`ended`) or whose deadline will then be longer ago than `closedFor` (ms). A paid charge is
 * not polled any more.
 */
export async function recordPoll(
  db: Queryable,
  attemptId: string,
  poll: { next: Date; ended: boolean; closedFor: number },
): Promise<void> {
  await db.run(sql`
    update payment_attempts set polls = polls + 1,
      poll_at = case when status = 'pending' or not (${poll.ended}::boolean or ${poll.next}::timestamptz > due_at + make_interval(secs => ${poll.closedFor / 1000})) then ${poll.next}::timestamptz end
    where id = ${attemptId} and poll_at is not null`);
}
