import type { Context } from "../src/lib/context.ts";
import { sql } from "../src/lib/database.ts";
import { jobHandlers } from "../src/worker.ts";

/** Runs all due jobs, as the worker does, until none is left. Mails go to the outbox. */
export async function runQueued(context: Context): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const jobs = await context.db.rows<{ id: number; name: string; payload: never }>(sql`
      select j.id::int as id, t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where j.run_at <= now() order by j.id`);
    if (jobs.length === 0) return;
    for (const { id, name, payload } of jobs) {
      const handlers = jobHandlers.map((group) => (group as Record<string, unknown>)[name]).filter(Boolean);
      for (const handler of handlers as ((payload: never, context: Context) => Promise<void>)[])
        await handler(payload, context);
      await context.db.run(sql`select graphile_worker.complete_jobs(array[${id}::bigint])`);
    }
  }
  throw new Error("jobs queue each other without end");
}
