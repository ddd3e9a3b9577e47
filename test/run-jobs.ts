import { Logger, runOnce } from "graphile-worker";
import { expect } from "vitest";
import type { Context } from "../src/lib/context.ts";
import type { JobHandlers } from "../src/lib/jobs.ts";
import { messageJobs } from "../src/messages/jobs.ts";

/** Runs all due jobs of these handlers and of messages, once each. A job that fails stays in the queue. */
export async function workJobs(context: Context, ...handlers: JobHandlers[]): Promise<void> {
  const taskList = Object.fromEntries(
    [messageJobs, ...handlers].flatMap((group) =>
      Object.entries(group).map(([name, handler]) => [
        name,
        async (payload: unknown) =>
          (handler as (payload: unknown, context: Context) => Promise<void>)(payload, context),
      ]),
    ),
  );
  const due = `select count(*)::int as n from graphile_worker.jobs
    where locked_at is null and run_at <= now() and attempts < max_attempts and task_identifier = any($1)`;
  do {
    await runOnce({ pgPool: context.db.pool, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) });
    // The runner removes the last jobs from the queue shortly after it ends.
    const locked = "select count(*)::int as n from graphile_worker._private_jobs where locked_at is not null";
    await expect
      .poll(async () => (await context.db.pool.query<{ n: number }>(locked)).rows[0]?.n, { interval: 5 })
      .toBe(0);
    // A job that waited for another one of its queue is due only now.
  } while ((await context.db.pool.query<{ n: number }>(due, [Object.keys(taskList)])).rows[0]?.n);
}

/** Makes jobs that wait for their next attempt due now. */
export async function makeJobsDue(context: Context): Promise<void> {
  await context.db.pool.query("update graphile_worker._private_jobs set run_at = now() where run_at > now()");
}
