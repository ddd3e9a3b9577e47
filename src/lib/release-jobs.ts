import { sql, type Queryable } from "./database.ts";
import type { JobHandlers } from "./jobs.ts";
import { lockName } from "./show-alive.ts";
import { second } from "./time.ts";

/** A job that has been locked for this long is examined. */
const minLockedDuration = 30 * second;

/** Runners that have had a job for a while. */
async function listRunners(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ runner: string }>(sql`
    select distinct locked_by as runner from graphile_worker.jobs
    where locked_at < now() - make_interval(secs => ${minLockedDuration / second})`);
  return rows.map(({ runner }) => runner);
}

/** Unlocks the jobs of processes that have died, so that others run them within two minutes. */
export const jobsOfDeadProcesses: JobHandlers = {
  "lib.release_jobs": async (_payload, { db, log }) => {
    for (const runner of await listRunners(db))
      await db.transaction(async (tx) => {
        const row = await tx.row<{ is_gone: boolean }>(
          sql`select pg_try_advisory_xact_lock(hashtextextended(${lockName(runner)}, 62)) as is_gone`,
        );
        if (!row?.is_gone) return;
        await tx.run(sql`select graphile_worker.force_unlock_workers(array[${runner}::text])`);
        log.warn({ runner }, "a process that ran jobs has died: its jobs run again");
      });
  },
};
