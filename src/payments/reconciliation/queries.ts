import { pageOf, sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { PayoutRow } from "../payouts/queries.ts";
import type { ListingProviderId } from "../rules.ts";
import type { Difference } from "./compare-entries.ts";
import type { DifferenceKind, EntryKind } from "./rules.ts";

/** A moment that begins a Jakarta day, and the one that ends it. */
export type DayRange = { from: Date; to: Date };

/** Ids of the charges whose money came, went back or was taken back on a day. */
export async function listMovedCharges(
  db: Queryable,
  provider: ListingProviderId,
  { from, to }: DayRange,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from payment_attempts
    where provider = ${provider} and created_at >= ${from} and created_at < ${to} and (received > 0 or charged_back > 0)
    union
    select attempt_id from payment_receipts where provider = ${provider} and received_at >= ${from} and received_at < ${to}
    union
    select r.attempt_id from refunds r join payment_attempts a on a.id = r.attempt_id
    where r.way = 'provider' and r.amount > 0 and r.done_at >= ${from} and r.done_at < ${to} and a.provider = ${provider}
    order by 1 limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Ids of the charges that were made on a day and have no money, the newest first. */
export async function listUnpaidCharges(
  db: Queryable,
  provider: ListingProviderId,
  { from, to }: DayRange,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from payment_attempts
    where provider = ${provider} and created_at >= ${from} and created_at < ${to} and received = 0 and charged_back = 0
    order by id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** What the books have of a charge. */
export function findBooked(
  db: Queryable,
  attemptId: string,
): Promise<
  | {
      receipts: { reference: string; amount: Rupiah }[];
      refunds: { reference: string; amount: Rupiah }[];
      received: Rupiah;
      charged_back: Rupiah;
    }
  | undefined
> {
  return db.row(sql`
    select a.received, a.charged_back,
      (select coalesce(json_agg(json_build_object('reference', r.reference, 'amount', r.amount)), '[]') from payment_receipts r where r.attempt_id = a.id) as receipts,
      (select coalesce(json_agg(json_build_object('reference', f.id, 'amount', f.amount)), '[]') from refunds f
        where f.attempt_id = a.id and f.way = 'provider' and f.status = 'done' and f.amount > 0) as refunds
    from payment_attempts a where a.id = ${attemptId}`);
}

export type EndedPayout = Pick<
  PayoutRow,
  "id" | "reference" | "external_id" | "amount" | "fee" | "status" | "sent_at" | "paid_at"
>;

/** Payouts of a provider that were reported paid, or ended otherwise, on a day. */
export function listPayoutsOfDay(
  db: Queryable,
  provider: ListingProviderId,
  { from, to }: DayRange,
  limit: number,
): Promise<EndedPayout[]> {
  return db.rows(sql`
    select id, reference, external_id, amount, fee, status, sent_at, paid_at from payouts
    where provider = ${provider} and status in ('paid', 'failed', 'returned')
      and ((paid_at >= ${from} and paid_at < ${to}) or (closed_at >= ${from} and closed_at < ${to}))
    order by id limit ${limit}`);
}

/** Payouts of a provider by its own numbers, whenever they were. `amount` is what arrived. */
export function listPayoutsByExternalId(
  db: Queryable,
  provider: ListingProviderId,
  externalIds: readonly string[],
): Promise<{ external_id: string; amount: Rupiah }[]> {
  return db.rows(sql`
    select external_id, amount - fee as amount from payouts where provider = ${provider} and external_id = any(${externalIds}::text[])`);
}

/** Payments at the simulated bank on a day without a charge in our books. */
export function listStrangeSimulatorCharges(
  db: Queryable,
  { from, to }: DayRange,
): Promise<{ reference: string; amount: Rupiah }[]> {
  return db.rows(sql`
    select c.reference, c.amount from simulator_charges c
    where c.paid_at >= ${from} and c.paid_at < ${to} and not exists (select from payment_attempts a where a.reference = c.reference)
    order by 1 limit 500`);
}

/** What the books received, returned and paid out at a provider on a day. */
export async function sumDay(
  db: Queryable,
  provider: ListingProviderId,
  { from, to }: DayRange,
): Promise<{ received: Rupiah; returned: Rupiah; paidOut: Rupiah }> {
  const row = await db.row<{ received: Rupiah; returned: Rupiah; paidOut: Rupiah }>(sql`
    select
      (select coalesce(sum(amount), 0)::bigint from payment_receipts where provider = ${provider} and received_at >= ${from} and received_at < ${to}) as received,
      (select coalesce(sum(r.amount), 0)::bigint from refunds r join payment_attempts a on a.id = r.attempt_id
        where r.way = 'provider' and r.status = 'done' and r.done_at >= ${from} and r.done_at < ${to} and a.provider = ${provider}) as returned,
      (select coalesce(sum(amount - fee), 0)::bigint from payouts where provider = ${provider} and status = 'paid' and paid_at >= ${from} and paid_at < ${to}) as "paidOut"`);
  return row ?? { received: 0, returned: 0, paidOut: 0 };
}

// The marketplace's bank accounts

/** Movements of a day that came in and that no operator marked as none of a buyer. Undecided ones have no receipt. */
export function listIncoming(db: Queryable, day: string): Promise<{ id: string; amount: Rupiah }[]> {
  return db.rows(sql`
    select id, amount from bank_statement_lines
    where day = ${day} and (amount > 0 or (amount = 0 and cents > 0)) and status not in ('foreign', 'bank_charge') order by id`);
}

/** Receipts of bank transfers of a day. */
export function listTransferReceipts(
  db: Queryable,
  { from, to }: DayRange,
): Promise<{ reference: string; amount: Rupiah }[]> {
  return db.rows(sql`
    select reference, amount from payment_receipts where provider = 'manual' and received_at >= ${from} and received_at < ${to} order by id`);
}

export type OutgoingLine = { id: string; day: string; amount: Rupiah; description: string };

/** Movements between two days that went out and that no operator marked as none of a buyer. Amounts are positive. */
export function listOutgoing(db: Queryable, from: string, to: string): Promise<OutgoingLine[]> {
  return db.rows(sql`
    select id, day, -amount as amount, description from bank_statement_lines
    where day between ${from} and ${to} and (amount < 0 or (amount = 0 and cents < 0)) and status not in ('foreign', 'bank_charge') order by day, id`);
}

export type BankPayout = { reference: string; amount: Rupiah; sent_day: string; paid_day: string };

/** Payouts that operators transferred, reported between two days. `amount` is what left the account. */
export function listBankPayouts(db: Queryable, from: string, to: string): Promise<BankPayout[]> {
  return db.rows(sql`
    select reference, amount - fee as amount, (coalesce(sent_at, paid_at) at time zone 'Asia/Jakarta')::date as sent_day,
      (paid_at at time zone 'Asia/Jakarta')::date as paid_day
    from payouts
    where provider = 'manual' and paid_at >= ${from}::date::timestamp at time zone 'Asia/Jakarta'
      and paid_at < (${to}::date + 1)::timestamp at time zone 'Asia/Jakarta'
    order by paid_at, id`);
}

/** Balances of a day and of the last day before it that has some, by account. */
export function listBalances(
  db: Queryable,
  day: string,
): Promise<{ account: string; day: string; amount: Rupiah; cents: number; balanceCents: number }[]> {
  return db.rows(sql`
    select l.account, l.day, l.amount, l.cents, l.balance_cents as "balanceCents" from bank_statement_lines l
    where l.balance_cents is not null and (l.day = ${day} or l.day = (
      select max(b.day) from bank_statement_lines b where b.account = l.account and b.day < ${day} and b.balance_cents is not null))
      and exists (select from bank_statement_lines t where t.account = l.account and t.day = ${day} and t.balance_cents is not null)
    order by l.account, l.day, l.id`);
}

/** Accounts to which somebody could transfer on a day, and whose statements do not reach that day. */
export async function listUncovered(
  db: Queryable,
  accounts: readonly string[],
  day: string,
  { from, to }: DayRange,
): Promise<string[]> {
  const rows = await db.rows<{ account: string }>(sql`
    select x.account from unnest(${accounts}::text[]) as x (account)
    where exists (select from payment_attempts a where a.account = x.account and a.created_at < ${to} and a.due_at >= ${from})
      and not exists (select from bank_statements s where s.account = x.account and s.last_day >= ${day})
    order by 1`);
  return rows.map(({ account }) => account);
}

/** Accounts that have a statement of the day `since` or a later one, each with the last day of its statements. */
export function listAccountsInUse(db: Queryable, since: string): Promise<{ account: string; last_day: string }[]> {
  return db.rows(sql`
    select account, max(last_day) as last_day from bank_statements where last_day >= ${since} group by account order by account`);
}

// Reports

export type ReportRow = {
  provider: ListingProviderId;
  day: string;
  checked: number;
  found: number;
  unread: number;
  received: Rupiah;
  returned: Rupiah;
  paid_out: Rupiah;
  finished_at: Date;
};
export type DifferenceRow = {
  provider: ListingProviderId;
  day: string;
  kind: DifferenceKind;
  entry: EntryKind;
  reference: string;
  note: string;
  ours: Rupiah | null;
  theirs: Rupiah | null;
};

/** Stores a comparison in place of an earlier one of the day. */
export async function saveReport(
  tx: Tx,
  report: Omit<ReportRow, "paid_out" | "finished_at"> & {
    paidOut: Rupiah;
    now: Date;
    differences: readonly Difference[];
  },
): Promise<void> {
  const { provider, day, differences } = report;
  await tx.run(sql`
    insert into reconciliations (provider, day, checked, found, unread, received, returned, paid_out, finished_at)
    values (${provider}, ${day}, ${report.checked}, ${report.found}, ${report.unread}, ${report.received}, ${report.returned}, ${report.paidOut}, ${report.now})
    on conflict (provider, day) do update set checked = excluded.checked, found = excluded.found, unread = excluded.unread,
      received = excluded.received, returned = excluded.returned, paid_out = excluded.paid_out, finished_at = excluded.finished_at`);
  await tx.run(sql`delete from reconciliation_differences where provider = ${provider} and day = ${day}`);
  await tx.run(sql`
    insert into reconciliation_differences (provider, day, kind, entry, reference, note, ours, theirs)
    select ${provider}, ${day}, kind, entry, reference, note, ours, theirs
    from unnest(${differences.map(({ kind }) => kind)}::text[], ${differences.map(({ entry }) => entry)}::text[],
      ${differences.map(({ reference }) => reference.slice(0, 200))}::text[], ${differences.map(({ note = "" }) => [...note].slice(0, 200).join(""))}::text[],
      ${differences.map(({ ours }) => ours)}::bigint[], ${differences.map(({ theirs }) => theirs)}::bigint[])
      as one (kind, entry, reference, note, ours, theirs)`);
}

/**
 * Comparisons, the latest day first. Those of a provider begin with its first day that had something to compare: the
 * days before it agree only because there was nothing.
 */
export function listReports(db: Queryable, limit: number, offset: number): Promise<ReportRow[]> {
  return db.rows(sql`
    with begun as (
      select provider, min(day) as day from reconciliations
      where checked > 0 or found > 0 or received > 0 or returned > 0 or paid_out > 0 group by provider
    )
    select r.provider, r.day, checked, found, unread, received, returned, paid_out, finished_at
    from reconciliations r join begun on begun.provider = r.provider and r.day >= begun.day
    order by r.day desc, r.provider ${pageOf(limit, offset)}`);
}

/** Some of the differences of each of these comparisons. */
export function listDifferences(
  db: Queryable,
  reports: readonly Pick<ReportRow, "provider" | "day">[],
  limit: number,
): Promise<DifferenceRow[]> {
  return db.rows(sql`
    select d.* from unnest(${reports.map(({ provider }) => provider)}::text[], ${reports.map(({ day }) => day)}::date[]) as r (provider, day)
    cross join lateral (
      select provider, day, kind, entry, reference, note, ours, theirs from reconciliation_differences
      where provider = r.provider and day = r.day order by id limit ${limit}
    ) d`);
}

/** Comparisons since a day that need no repetition now. */
export function listFinished(
  db: Queryable,
  since: string,
  { unread, differences }: { unread: Date; differences: Date },
): Promise<{ provider: ListingProviderId; day: string }[]> {
  return db.rows(sql`
    select provider, day from reconciliations
    where day >= ${since} and (found = 0 or finished_at > case when unread > 0 then ${unread}::timestamptz else ${differences}::timestamptz end)`);
}

/** Providers that moved money since then. */
export async function listActiveProviders(db: Queryable, since: Date): Promise<ListingProviderId[]> {
  const rows = await db.rows<{ provider: ListingProviderId }>(sql`
    select p.provider from unnest(array['simulator', 'manual', 'midtrans', 'xendit']) as p (provider)
    where exists (select from payment_receipts r where r.provider = p.provider and r.received_at >= ${since})
      or exists (select from payouts o where o.provider = p.provider and o.paid_at >= ${since})`);
  return rows.map(({ provider }) => provider);
}

/** How many days of the last weeks have differences. */
export async function countDaysWithDifferences(db: Queryable, since: string): Promise<number> {
  const row = await db.row<{ n: number }>(
    sql`select count(*)::int as n from reconciliations where found > 0 and day >= ${since}`,
  );
  return row?.n ?? 0;
}

/** Operators whose role decides about money. */
export async function listFinanceOperators(db: Queryable, roles: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from users where operator_role = any(${roles}::text[]) and deleted_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}
