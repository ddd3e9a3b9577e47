import { pageOf, sql, type Queryable, type Tx } from "#lib/database.ts";
import { auditMemory, auditRetentionDays } from "./rules.ts";
import type { Balances } from "./sum-held-funds.ts";

/** Makes this transaction see the database as it is now until it ends. It may read only. */
export async function openSnapshot(tx: Tx, timeout: number): Promise<void> {
  await tx.run(sql`set transaction isolation level repeatable read, read only`);
  // The audit is not in a hurry: one process at most, and it may rest between its queries.
  await tx.run(sql`
    select set_config('statement_timeout', ${String(timeout)}, true), set_config('max_parallel_workers_per_gather', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true), set_config('work_mem', ${auditMemory}, true)`);
}

/** The sums of the ledger's accounts by kind. */
export async function sumBalances(db: Queryable): Promise<Balances> {
  const rows = await db.rows<{ kind: keyof Balances; balance: number }>(
    sql`select kind, sum(balance)::bigint as balance from ledger_accounts group by kind`,
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

export type Finding = { invariant: string; what: string };
export type NewAudit = { startedAt: Date; finishedAt: Date; checked: number; balances: Balances; findings: Finding[] };

/**
 * Stores an audit with its findings, and deletes the oldest ones. Returns whether it is the newest one: another process
 * may have begun later and finished before. Holds up other audits until the transaction ends, and nothing else.
 */
export async function insertAudit(tx: Tx, audit: NewAudit): Promise<boolean> {
  const { startedAt, finishedAt, checked, balances, findings } = audit;
  await tx.run(sql`lock table audits in share row exclusive mode`);
  await tx.run(sql`
    with audit as (
      insert into audits (started_at, finished_at, checked, found, balances)
      values (${startedAt}, ${finishedAt}, ${checked}, ${findings.length}, ${JSON.stringify(balances)}::jsonb) returning id
    )
    insert into audit_findings (audit_id, invariant, what)
    select audit.id, left(f.invariant, 300), left(f.what, 300) from audit
    cross join unnest(${findings.map(({ invariant }) => invariant)}::text[], ${findings.map(({ what }) => what)}::text[]) as f (invariant, what)
    on conflict do nothing`);
  await tx.run(sql`
    delete from audits where started_at < ${startedAt}::timestamptz - make_interval(days => ${auditRetentionDays})`);
  return (await tx.row(sql`select from audits where started_at > ${startedAt}`)) === undefined;
}

export type LastAudit = { started_at: Date; checked: number; found: number };

/** The newest audit. */
export function findLastAudit(db: Queryable): Promise<LastAudit | undefined> {
  return db.row(sql`select started_at, checked, found from audits order by started_at desc, id desc limit 1`);
}

/** What the first audit of the newest Jakarta day read. */
export function findBalancesOfDay(db: Queryable): Promise<{ started_at: Date; balances: Balances } | undefined> {
  return db.row(sql`
    select started_at, balances from audits
    where started_at >= (select date_trunc('day', max(started_at) at time zone 'Asia/Jakarta') at time zone 'Asia/Jakarta' from audits)
    order by started_at, id limit 1`);
}

export type AuditRow = {
  id: string;
  started_at: Date;
  finished_at: Date;
  checked: number;
  found: number;
  findings: Finding[];
};

/** Audits with their findings, the latest first. */
export function listAudits(db: Queryable, limit: number, offset: number): Promise<AuditRow[]> {
  return db.rows(sql`
    select a.id, a.started_at, a.finished_at, a.checked, a.found,
      (select coalesce(json_agg(json_build_object('invariant', f.invariant, 'what', f.what) order by f.invariant, f.what), '[]')
        from audit_findings f where f.audit_id = a.id) as findings
    from audits a order by a.started_at desc, a.id desc ${pageOf(limit, offset)}`);
}
