import { sql, type Queryable } from "#lib/database.ts";

/** Jobs that wait although they could run, the age of the oldest in seconds, and those that were given up, by name. */
export async function countJobs(
  db: Queryable,
): Promise<{ waiting: number; oldest_seconds: number; failed: { name: string; count: number }[] }> {
  const row = await db.row<{ waiting: number; oldest_seconds: number }>(sql`
    select coalesce(sum(count), 0)::int as waiting, coalesce(extract(epoch from now() - min(oldest)), 0)::float8 as oldest_seconds
    from graphile_worker._private_tasks t cross join lateral (
      select count(*) as count, min(run_at) as oldest from graphile_worker._private_jobs j
      where j.task_id = t.id and j.locked_at is null and j.attempts = 0 and j.run_at <= now()
      union all select count(*), min(run_at) from graphile_worker._private_jobs j
      where j.task_id = t.id and j.locked_at is null and j.attempts > 0 and j.attempts < j.max_attempts and j.run_at <= now()) waiting`);
  const failed = await db.rows<{ name: string; count: number }>(sql`
    select t.identifier as name, f.count from graphile_worker._private_tasks t cross join lateral (
      select count(*)::int as count from graphile_worker._private_jobs j
      where j.task_id = t.id and j.locked_at is null and j.attempts >= j.max_attempts) f
    where f.count > 0`);
  return { waiting: row?.waiting ?? 0, oldest_seconds: row?.oldest_seconds ?? 0, failed };
}

/** Payments that began in the last hour, by status. */
export async function countPayments(db: Queryable): Promise<{ status: string; count: number }[]> {
  return db.rows(sql`
    select status, count(*)::int as count from payments where created_at > now() - interval '1 hour' group by status`);
}

/** The newest audit of the books, and how many reasons hold payouts. */
export async function findBooksState(
  db: Queryable,
): Promise<{ findings: number | null; finished_at: Date | null; holds: number }> {
  const row = await db.row<{ findings: number | null; finished_at: Date | null; holds: number }>(sql`
    select (select found from audits order by started_at desc, id desc limit 1) as findings,
      (select finished_at from audits order by started_at desc, id desc limit 1) as finished_at,
      (select count(*)::int from payout_holds) as holds`);
  return row ?? { findings: null, finished_at: null, holds: 0 };
}

/** How the database's log is stored, as the server counts it. */
export async function findArchiveState(db: Queryable): Promise<{ failed: number; last_at: Date | null } | undefined> {
  return db.row(sql`select failed_count::int as failed, last_archived_time as last_at from pg_stat_archiver`);
}
