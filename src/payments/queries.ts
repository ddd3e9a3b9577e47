import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { Instructions } from "./contract.ts";
import type { Movement } from "./ledger/ledger.ts";
import type { PaymentStatus } from "./rules.ts";

// Payments

export type PaymentRow = {
  id: string;
  checkout_id: string;
  buyer_id: string;
  method: string;
  amount: Rupiah;
  status: PaymentStatus;
  provider_reference: string;
  instructions: Instructions | null;
  due_at: Date;
  paid_at: Date | null;
  received: Rupiah;
};

const paymentColumns = sql`id, checkout_id, buyer_id, method, amount, status, provider_reference, instructions, due_at, paid_at, received`;

/** Stores a new pending payment. */
export async function insertPayment(
  tx: Tx,
  payment: {
    checkoutId: string;
    buyerId: string;
    provider: string;
    method: string;
    amount: Rupiah;
    reference: string;
    dueAt: Date;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into payments (checkout_id, buyer_id, provider, method, amount, status, provider_reference, due_at, created_at)
    values (${payment.checkoutId}, ${payment.buyerId}, ${payment.provider}, ${payment.method}, ${payment.amount}, 'pending', ${payment.reference}, ${payment.dueAt}, ${payment.now})
    returning id`);
  if (!row) throw new Error("a payment was not stored");
  return row.id;
}

/** A payment by id, for jobs. */
export function findPayment(db: Queryable, paymentId: string): Promise<PaymentRow | undefined> {
  return db.row(sql`select ${paymentColumns} from payments where id = ${paymentId}`);
}

/** A payment by id, for its buyer only. */
export function findPaymentOfBuyer(db: Queryable, paymentId: string, buyerId: string): Promise<PaymentRow | undefined> {
  return db.row(sql`select ${paymentColumns} from payments where id = ${paymentId} and buyer_id = ${buyerId}`);
}

/** A payment by its provider's reference. */
export function findPaymentByReference(db: Queryable, reference: string): Promise<PaymentRow | undefined> {
  return db.row(sql`select ${paymentColumns} from payments where provider_reference = ${reference}`);
}

/** The payment of a checkout. */
export function findPaymentOfCheckout(
  db: Queryable,
  checkoutId: string,
): Promise<{ id: string; buyer_id: string; status: PaymentStatus } | undefined> {
  return db.row(sql`select id, buyer_id, status from payments where checkout_id = ${checkoutId}`);
}

/** Stores how to pay, unless it is stored already. From then on the charge is polled. */
export async function saveInstructions(
  db: Queryable,
  paymentId: string,
  instructions: Instructions,
  now: Date,
): Promise<void> {
  await db.run(sql`
    update payments set instructions = ${JSON.stringify(instructions)}::jsonb, poll_at = case when received = 0 then ${now}::timestamptz end
    where id = ${paymentId} and instructions is null`);
}

/** pending → paid. False when it is no longer pending. */
export async function markPaid(tx: Tx, paymentId: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(
      sql`update payments set status = 'paid', paid_at = ${now}, received = amount, poll_at = null where id = ${paymentId} and status = 'pending' and received = 0`,
    )) === 1
  );
}

/** Records money that came for a closed payment. False when it was recorded before, or the payment is not closed. */
export async function markReceivedLate(tx: Tx, paymentId: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(
      sql`update payments set received = amount, paid_at = ${now}, poll_at = null where id = ${paymentId} and status in ('expired', 'cancelled') and received = 0`,
    )) === 1
  );
}

/** pending → expired or cancelled. False when it is no longer pending. */
export async function markClosed(tx: Tx, paymentId: string, to: "expired" | "cancelled"): Promise<boolean> {
  return (await tx.run(sql`update payments set status = ${to} where id = ${paymentId} and status = 'pending'`)) === 1;
}

/** The orders of a checkout, as their buyer sees them. */
export function findOrdersOfCheckout(
  db: Queryable,
  checkoutId: string,
): Promise<{ id: string; invoice: string; shop_name: string; subtotal: Rupiah; total: Rupiah }[]> {
  return db.rows(sql`
    select o.id, o.invoice, s.name as shop_name, o.goods_total + o.shipping_cost as subtotal, o.total
    from orders o join shops s on s.id = o.shop_id
    where o.checkout_id = ${checkoutId} order by o.id`);
}

export type PolledPayment = { id: string; provider_reference: string; polls: number };

/**
 * Claims the pending or closed charge whose poll has been due longest, so that no other process polls it before
 * `until`.
 */
export function claimPoll(
  db: Queryable,
  from: "pending" | "closed",
  now: Date,
  until: Date,
): Promise<PolledPayment | undefined> {
  // Literals instead of a parameter, because each value has its own partial index.
  const status = from === "pending" ? sql`status = 'pending'` : sql`status in ('expired', 'cancelled')`;
  return db.row(sql`
    with next as materialized (
      select id from payments where poll_at <= ${now} and ${status} order by poll_at, id limit 1 for update skip locked
    )
    update payments p set poll_at = ${until} from next where p.id = next.id
    returning p.id, p.provider_reference, p.polls`);
}

/**
 * Stores that the charge was polled, and when it is polled next: at `next`, or never for a closed charge that the
 * provider has also closed (`ended`) or whose deadline will then be longer ago than `closedFor` (ms). A paid charge is
 * not polled any more.
 */
export async function recordPoll(
  db: Queryable,
  paymentId: string,
  poll: { next: Date; ended: boolean; closedFor: number },
): Promise<void> {
  await db.run(sql`
    update payments set polls = polls + 1,
      poll_at = case when status = 'pending' or not (${poll.ended}::boolean or ${poll.next}::timestamptz > due_at + make_interval(secs => ${poll.closedFor / 1000})) then ${poll.next}::timestamptz end
    where id = ${paymentId} and poll_at is not null`);
}

/** Records a notification with its verdict. */
export async function insertNotification(
  db: Queryable,
  notification: { provider: string; paymentId: string | null; verdict: string; bodyHash: Buffer; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into payment_notifications (provider, payment_id, verdict, body_hash, received_at)
    values (${notification.provider}, ${notification.paymentId}, ${notification.verdict}, ${notification.bodyHash}, ${notification.now})`);
}

/**
 * Records a notification without a valid signature, at most `limit` a minute: anyone can send them, and they must not
 * fill the table.
 */
export async function insertForgedNotification(
  db: Queryable,
  notification: { provider: string; bodyHash: Buffer; now: Date },
  limit: number,
): Promise<void> {
  await db.run(sql`
    insert into payment_notifications (provider, verdict, body_hash, received_at)
    select ${notification.provider}, 'bad_signature', ${notification.bodyHash}, ${notification.now}
    where (select count(*) from payment_notifications
           where verdict = 'bad_signature' and received_at > ${notification.now}::timestamptz - interval '1 minute') < ${limit}`);
}

// Refunds

/** Stores a pending refund, one for each payment, order and reason. */
export async function insertRefund(
  tx: Tx,
  refund: {
    paymentId: string;
    orderId: string | null;
    reason: "order_cancelled" | "order_refunded" | "late_payment";
    amount: Rupiah;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into refunds (payment_id, order_id, reason, amount, created_at)
    values (${refund.paymentId}, ${refund.orderId}, ${refund.reason}, ${refund.amount}, ${refund.now})
    returning id`);
  if (!row) throw new Error("a refund was not stored");
  return row.id;
}

/** A refund with the data that its provider needs. */
export function findRefund(
  db: Queryable,
  refundId: string,
): Promise<
  | { id: string; amount: Rupiah; status: string; provider: string; buyer_id: string; provider_reference: string }
  | undefined
> {
  return db.row(sql`
    select r.id, r.amount, r.status, p.provider, p.buyer_id, p.provider_reference
    from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId}`);
}

/** pending → done. False when it was done before. */
export async function markRefunded(tx: Tx, refundId: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(
      sql`update refunds set status = 'done', done_at = ${now}, provider_reference = id::text where id = ${refundId} and status = 'pending'`,
    )) === 1
  );
}

/**
 * Claims refunds that have been pending since before that moment, the longest waiting first, to queue them again.
 * Returns their ids.
 */
export async function claimStuckRefunds(tx: Tx, before: Date, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    with stuck as materialized (
      select id from refunds where status = 'pending' and coalesce(queued_at, created_at) < ${before}
      order by coalesce(queued_at, created_at), id limit ${limit} for update skip locked
    )
    update refunds r set queued_at = ${now} from stuck where r.id = stuck.id returning r.id`);
  return rows.map(({ id }) => id);
}

// Ledger

/** Opens a ledger transaction and returns its id; undefined when (kind, reference) exists. */
export async function insertLedgerTransaction(
  tx: Tx,
  event: { kind: string; reference: string; now: Date },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into ledger_transactions (kind, reference, created_at) values (${event.kind}, ${event.reference}, ${event.now})
    on conflict (kind, reference) do nothing returning id`);
  return row?.id;
}

/** Creates missing accounts and locks all of them by ascending id. Returns account id and amount of each movement. */
export async function lockLedgerAccounts(
  tx: Tx,
  movements: readonly Movement[],
): Promise<{ id: string; amount: Rupiah }[]> {
  const kinds = movements.map((movement) => movement.kind);
  const owners = movements.map((movement) => movement.owner);
  await tx.run(sql`
    insert into ledger_accounts (kind, owner)
    select k, o from unnest(${kinds}::text[], ${owners}::text[]) as wanted (k, o)
    where not exists (select 1 from ledger_accounts a where a.kind = k and a.owner = o)
    order by k, o
    on conflict (kind, owner) do nothing`);
  return tx.rows(sql`
    select a.id, wanted.amount::bigint as amount
    from unnest(${kinds}::text[], ${owners}::text[], ${movements.map((movement) => movement.amount)}::bigint[]) as wanted (kind, owner, amount)
    join ledger_accounts a using (kind, owner)
    order by a.id for update of a`);
}

/** Writes entries and updates the balances of locked accounts. */
export async function insertLedgerEntries(
  tx: Tx,
  transactionId: string,
  entries: readonly { id: string; amount: Rupiah }[],
): Promise<void> {
  const ids = entries.map((entry) => entry.id);
  const amounts = entries.map((entry) => entry.amount);
  await tx.run(sql`
    insert into ledger_entries (transaction_id, account_id, amount)
    select ${transactionId}::uuid, account_id, amount from unnest(${ids}::uuid[], ${amounts}::bigint[]) as entry (account_id, amount)`);
  await tx.run(sql`
    update ledger_accounts a set balance = a.balance + entry.amount
    from unnest(${ids}::uuid[], ${amounts}::bigint[]) as entry (account_id, amount)
    where a.id = entry.account_id`);
}

/** Balance of a shop; 0 before its first sale. */
export async function findSellerBalance(db: Queryable, shopId: string): Promise<Rupiah> {
  return (
    (
      await db.row<{ balance: Rupiah }>(
        sql`select balance from ledger_accounts where kind = 'seller_balance' and owner = ${shopId}`,
      )
    )?.balance ?? 0
  );
}

// The simulated bank

type ChargeRow = {
  reference: string;
  method: string;
  amount: Rupiah;
  status: "pending" | "paid" | "expired" | "cancelled";
  payment_id: string | null;
};

/** Opens a charge at the simulated bank, once. */
export async function insertCharge(
  db: Queryable,
  charge: { reference: string; method: string; amount: Rupiah; dueAt: Date; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into simulator_charges (reference, method, amount, due_at, created_at)
    values (${charge.reference}, ${charge.method}, ${charge.amount}, ${charge.dueAt}, ${charge.now})
    on conflict (reference) do nothing`);
}

/** A charge of the simulated bank. */
export function findCharge(db: Queryable, reference: string): Promise<ChargeRow | undefined> {
  return db.row(sql`
    select c.reference, c.method, c.amount, c.status, p.id as payment_id
    from simulator_charges c left join payments p on p.provider_reference = c.reference
    where c.reference = ${reference}`);
}

/** Changes the status of a pending charge. False when it was not pending. */
export async function updateChargeStatus(
  db: Queryable,
  reference: string,
  to: "paid" | "expired" | "cancelled",
): Promise<boolean> {
  return (
    (await db.run(
      sql`update simulator_charges set status = ${to} where reference = ${reference} and status = 'pending'`,
    )) === 1
  );
}

/** Refunds a charge, once for each refund reference, never more than was paid. */
export async function refundCharge(
  tx: Tx,
  refund: { reference: string; refundReference: string; amount: Rupiah },
): Promise<void> {
  const fresh = await tx.run(sql`
    insert into simulator_refunds (reference, charge_reference, amount) values (${refund.refundReference}, ${refund.reference}, ${refund.amount})
    on conflict (reference) do nothing`);
  if (fresh === 0) return;
  const moved = await tx.run(
    sql`update simulator_charges set refunded = refunded + ${refund.amount} where reference = ${refund.reference} and status = 'paid'`,
  );
  if (moved === 0) throw new Error("the simulated bank holds no money for this charge");
}
