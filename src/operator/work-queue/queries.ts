import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import { maxCountedJobs, maxListedJobs, maxRetriedJobs } from "./rules.ts";

export type JobKindRow = {
  name: string;
  due: number;
  due_since: Date | null;
  planned: number;
  running: number;
  retrying: number;
  failed: number;
};

/**
 * Jobs by kind, those that failed first. Each number stops at `maxCountedJobs` + 1, so that a long queue is not read in
 * full. Moments are real time, as in the whole queue.
 */
export function listJobKinds(db: Queryable): Promise<JobKindRow[]> {
  const upTo = maxCountedJobs + 1;
  const counted = (condition: Sql) =>
    sql`(select count(*)::int from (select from graphile_worker._private_jobs j where j.task_id = t.id and ${condition} limit ${upTo}) counted)`;
  return db.rows(sql`
    select * from (
      select t.identifier as name,
        ${counted(sql`j.locked_at is null and j.attempts = 0 and j.run_at <= now()`)} as due,
        (select j.run_at from graphile_worker._private_jobs j
          where j.task_id = t.id and j.locked_at is null and j.attempts = 0 and j.run_at <= now() order by j.run_at limit 1) as due_since,
        ${counted(sql`j.locked_at is null and j.attempts = 0 and j.run_at > now()`)} as planned,
        ${counted(sql`j.locked_at is not null`)} as running,
        ${counted(sql`j.locked_at is null and j.attempts > 0 and j.attempts < j.max_attempts`)} as retrying,
        ${counted(sql`j.locked_at is null and j.attempts >= j.max_attempts`)} as failed
      from graphile_worker._private_tasks t
    ) kinds
    where due + planned + running + retrying + failed > 0 order by failed desc, retrying desc, due desc, name`);
}

export type FailedJobRow = {
  id: string;
  name: string;
  attempts: number;
  error: string | null;
  at: Date;
  next_at: Date | null;
};

/** Jobs whose last attempt failed: first those that nothing tries again, then by the time of the failure. */
export function listFailedJobs(db: Queryable): Promise<FailedJobRow[]> {
  const newest = (condition: Sql) => sql`
    select f.*, t.identifier from graphile_worker._private_tasks t cross join lateral (
      select j.id, j.attempts, j.max_attempts, j.last_error, j.updated_at, j.run_at from graphile_worker._private_jobs j
      where j.task_id = t.id and j.locked_at is null and j.last_error is not null and ${condition}
      order by j.updated_at desc limit ${maxListedJobs}) f`;
  return db.rows(sql`
    select id::text, identifier as name, attempts, last_error as error, updated_at as at,
      case when attempts < max_attempts then run_at end as next_at
    from (${newest(sql`j.attempts >= j.max_attempts`)}
      union all ${newest(sql`j.attempts > 0 and j.attempts < j.max_attempts`)}) failed
    order by (attempts >= max_attempts) desc, updated_at desc, id desc limit ${maxListedJobs}`);
}

/** Lets failed jobs of a kind run now, the first ones first, as if they had never been tried. Returns how many. */
export async function retryFailedJobs(tx: Tx, name: string): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.reschedule_jobs(array(
      select j.id from graphile_worker._private_jobs j
      where j.task_id = (select t.id from graphile_worker._private_tasks t where t.identifier = ${name})
        and j.attempts >= j.max_attempts and j.locked_at is null order by j.updated_at limit ${maxRetriedJobs}),
      run_at := now(), attempts := 0)`);
  return row?.count ?? 0;
}
