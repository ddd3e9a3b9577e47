import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { AccountKind } from "./rules.ts";

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

/** Whether a ledger transaction of this kind and reference exists. */
export async function hasLedgerTransaction(
  db: Queryable,
  event: { kind: string; reference: string },
): Promise<boolean> {
  const found = await db.row(
    sql`select from ledger_transactions where kind = ${event.kind} and reference = ${event.reference}`,
  );
  return found !== undefined;
}

export type LockedAccount = { id: string; kind: AccountKind; owner: string; balance: Rupiah };

/** Creates missing accounts and locks all of them by ascending id. */
export async function lockLedgerAccounts(
  tx: Tx,
  accounts: readonly { kind: AccountKind; owner: string }[],
): Promise<LockedAccount[]> {
  const kinds = accounts.map(({ kind }) => kind);
  const owners = accounts.map(({ owner }) => owner);
  await tx.run(sql`
    insert into ledger_accounts (kind, owner)
    select distinct k, o from unnest(${kinds}::text[], ${owners}::text[]) as wanted (k, o)
    where not exists (select 1 from ledger_accounts a where a.kind = k and a.owner = o)
    order by k, o
    on conflict (kind, owner) do nothing`);
  return tx.rows(sql`
    select id, kind, owner, balance from ledger_accounts
    where (kind, owner) in (select * from unnest(${kinds}::text[], ${owners}::text[]))
    order by id for update`);
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
    with entry as (select * from unnest(${ids}::uuid[], ${amounts}::bigint[]) as entry (account_id, amount)),
    written as (insert into ledger_entries (transaction_id, account_id, amount) select ${transactionId}::uuid, account_id, amount from entry)
    update ledger_accounts a set balance = a.balance + entry.amount from entry where a.id = entry.account_id`);
}

/** Balance of an account; 0 when nothing was ever booked to it. */
export async function findBalance(db: Queryable, kind: AccountKind, owner: string): Promise<Rupiah> {
  const row = await db.row<{ balance: Rupiah }>(
    sql`select balance from ledger_accounts where kind = ${kind} and owner = ${owner}`,
  );
  return row?.balance ?? 0;
}

export type AccountSum = { kind: AccountKind; balance: Rupiah; owners: number; accounts: number };

/** Sums of all accounts by kind, the number of owners that have something, and the number of accounts. */
export function sumAccounts(db: Queryable): Promise<AccountSum[]> {
  return db.rows(sql`
    select kind, sum(balance)::bigint as balance, (count(*) filter (where balance <> 0))::int as owners, count(*)::int as accounts
    from ledger_accounts group by kind`);
}

/** Replaces the stored sums. */
export async function storeSums(tx: Tx, sums: readonly AccountSum[], now: Date): Promise<void> {
  await tx.run(sql`
    insert into ledger_sums (kind, balance, owners, accounts, summed_at)
    select g.*, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as g (kind text, balance bigint, owners int, accounts int)
    order by 1
    on conflict (kind) do update set balance = excluded.balance, owners = excluded.owners, accounts = excluded.accounts, summed_at = excluded.summed_at`);
}

/** The stored sums, if they were stored at `since` or later. */
export function readStoredSums(db: Queryable, since: Date): Promise<(AccountSum & { summed_at: Date })[]> {
  return db.rows(sql`select kind, balance, owners, accounts, summed_at from ledger_sums where summed_at >= ${since}`);
}
