import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { maxListedJobs, maxRetriedJobs } from "./rules.ts";

export type JobKindRow = {
  name: string;
  due: number;
  due_since: Date | null;
  planned: number;
  running: number;
  retrying: number;
  failed: number;
};

/** Jobs by kind, those that failed first. Moments are real time, as in the whole queue. */
export function listJobKinds(db: Queryable): Promise<JobKindRow[]> {
  return db.rows(sql`
    select task_identifier as name,
      (count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now() and attempts = 0))::int as due,
      min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now() and attempts = 0) as due_since,
      (count(*) filter (where locked_at is null and attempts = 0 and run_at > now()))::int as planned,
      (count(*) filter (where locked_at is not null))::int as running,
      (count(*) filter (where locked_at is null and attempts > 0 and attempts < max_attempts))::int as retrying,
      (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as failed
    from graphile_worker.jobs group by task_identifier order by failed desc, retrying desc, due desc, name`);
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
  return db.rows(sql`
    select id::text, task_identifier as name, attempts, last_error as error, updated_at as at,
      case when attempts < max_attempts then run_at end as next_at
    from graphile_worker.jobs where attempts > 0 and locked_at is null and last_error is not null
    order by (attempts >= max_attempts) desc, updated_at desc, id desc limit ${maxListedJobs}`);
}

/** Lets the failed jobs of a kind run now, as if they had never been tried. Returns how many. */
export async function retryFailedJobs(tx: Tx, name: string): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${name} and attempts >= max_attempts and locked_at is null order by id limit ${maxRetriedJobs}),
      run_at := now(), attempts := 0)`);
  return row?.count ?? 0;
}
