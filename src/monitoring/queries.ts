import { sql, type Queryable } from "#lib/database.ts";
import { maxMeasuredJobs } from "./rules.ts";

export type JobCounts = {
  waiting: number;
  /** Of the oldest waiting job. */
  oldest_seconds: number;
  failed: { name: string; count: number }[];
  /** A kind has more jobs than are counted. */
  is_capped: boolean;
};

/**
 * Jobs that wait although they could run, the age of the oldest in seconds, and those that were given up, by name. Of
 * each kind at most `maxMeasuredJobs` are counted in each state, so that a long queue is not read in full. Of jobs that
 * are tried again, these are those whose last attempt is longest ago; the oldest new one is always found.
 */
export async function countJobs(db: Queryable): Promise<JobCounts> {
  const upTo = maxMeasuredJobs + 1;
  const kinds = await db.rows<{
    name: string;
    fresh: number;
    again: number;
    read: number;
    oldest: number;
    failed: number;
  }>(sql`
    select t.identifier as name, fresh.count as fresh, again.count as again, again.read, failed.count as failed,
      coalesce(extract(epoch from now() - least(fresh.oldest, again.oldest)), 0)::float8 as oldest
    from graphile_worker._private_tasks t
    cross join lateral (
      select count(*)::int as count, min(run_at) as oldest from (
        select run_at from graphile_worker._private_jobs j
        where j.task_id = t.id and j.locked_at is null and j.attempts = 0 and j.run_at <= now() order by run_at limit ${upTo}) j) fresh
    cross join lateral (
      select count(*)::int as read, count(*) filter (where run_at <= now())::int as count, min(run_at) filter (where run_at <= now()) as oldest from (
        select run_at from graphile_worker._private_jobs j
        where j.task_id = t.id and j.locked_at is null and j.attempts > 0 and j.attempts < j.max_attempts order by updated_at limit ${upTo}) j) again
    cross join lateral (
      select count(*)::int as count from (
        select from graphile_worker._private_jobs j
        where j.task_id = t.id and j.locked_at is null and j.attempts >= j.max_attempts limit ${upTo}) j) failed
    where fresh.count + again.read + failed.count > 0`);
  const capped = (count: number) => Math.min(count, maxMeasuredJobs);
  return {
    waiting: kinds.reduce((sum, { fresh, again }) => sum + capped(fresh) + capped(again), 0),
    oldest_seconds: Math.max(0, ...kinds.map(({ oldest }) => oldest)),
    failed: kinds.filter((kind) => kind.failed > 0).map(({ name, failed }) => ({ name, count: capped(failed) })),
    is_capped: kinds.some(({ fresh, read, failed }) => Math.max(fresh, read, failed) > maxMeasuredJobs),
  };
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
