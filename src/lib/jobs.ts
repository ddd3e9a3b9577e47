import { EventEmitter } from "node:events";
import { Logger, parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Context } from "./context.ts";
import { sql, type Queryable } from "./database.ts";
import { showAlive } from "./show-alive.ts";
import { inSpan } from "./tracing/trace.ts";

/**
 * Names and payloads of all jobs. A slice adds its own in its contract.ts:
 * `declare module "#lib/jobs.ts" { interface JobPayloads { "payments.settled": { checkoutId: string } } }`.
 */
export interface JobPayloads {
  "lib.delete_old_idempotency_keys": Record<string, never>;
  "lib.release_jobs": Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** Handlers of a slice's jobs. Each must be idempotent: a job may run twice, never half. */
export type JobHandlers = { [N in JobName]?: (payload: JobPayloads[N], context: Context) => Promise<void> };

// Each mail to a server that does not respond takes until its timeout. Without priorities, thousands of mails would
// delay a payment.
/**
 * @rule Jobs about money, stock and deadlines run first, then mails and codes that a person waits for, then
 * notifications to other servers.
 */
const priorities = { business: 0, awaited: 5, notification: 10 } as const;

/**
 * Queues a job inside the given transaction: the job exists exactly if the transaction commits. `runAt` is a moment of
 * the business clock. `key` replaces an earlier queued job with the same key. Jobs with the same `queue` run one after
 * the other, on whatever process.
 */
export async function queueJob<N extends JobName>(
  tx: Queryable,
  name: N,
  payload: JobPayloads[N],
  options: {
    runAt?: Date;
    clockOffset?: number;
    key?: string;
    queue?: string;
    priority?: keyof typeof priorities;
  } = {},
): Promise<void> {
  const runAt = options.runAt ? new Date(options.runAt.getTime() - (options.clockOffset ?? 0)) : null;
  await tx.run(
    sql`select 1 from graphile_worker.add_job(${name}::text, payload := ${JSON.stringify(payload)}::json, run_at := ${runAt}::timestamptz, job_key := ${options.key ?? null}::text, queue_name := ${options.queue ?? null}::text, max_attempts := 12, priority := ${priorities[options.priority ?? "business"]}::int)`,
  );
}

/** Periodic work: a crontab pattern (UTC) and the job it queues; `queue` as for {@link queueJob}. */
export type Schedule = { name: JobName; match: string; queue?: string };

/** Starts the job runner of this process; `stop()` waits for what is running. */
export async function runJobs(
  context: Context,
  pool: pg.Pool,
  handlers: readonly JobHandlers[],
  schedules: readonly Schedule[],
): Promise<Runner> {
  const taskList: TaskList = {};
  for (const group of handlers) {
    for (const [name, handler] of Object.entries(group)) {
      if (taskList[name]) throw new Error(`job ${name} has two handlers`);
      taskList[name] = async (payload) =>
        inSpan(`job ${name}`, "internal", () =>
          (handler as (payload: unknown, context: Context) => Promise<void>)(payload, context),
        );
    }
  }
  for (const { name } of schedules) if (!taskList[name]) throw new Error(`job ${name} is scheduled but has no handler`);
  const events: WorkerEvents = new EventEmitter();
  const alive: { stop(): Promise<void> }[] = [];
  events.on("pool:create", ({ workerPool }) => alive.push(showAlive(pool, workerPool.id, context.log)));
  events.on("pool:release", () => void Promise.all(alive.map((one) => one.stop())));
  return run({
    events,
    pgPool: pool,
    taskList,
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    parsedCronItems: parseCronItems(
      schedules.map(({ name, match, queue }) => ({
        task: name,
        match,
        identifier: name,
        options: { maxAttempts: 2, jobKey: name, ...(queue && { queueName: queue }) },
      })),
    ),
    logger: new Logger(() => (level, message) => {
      if (level === "error") context.log.error(message);
      else context.log.debug(message);
    }),
  });
}
