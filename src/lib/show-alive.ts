/**
 * Design note. A process that is killed leaves the jobs that it was working on locked, and the queue would give them to
 * another process only after four hours: an order that was just paid would wait that long. So each process that runs
 * jobs holds an advisory lock named after its runner, on a connection of its own. PostgreSQL releases the lock when the
 * process is gone. Each minute a job looks for runners whose locks nobody holds, and unlocks their jobs.
 * A process that loses its connection but lives may see a job done twice; every job allows that.
 * Not chosen: a shorter limit than four hours, because an audit of a large marketplace may take long; heartbeats in a
 * table, because a process that pauses for a moment would look dead.
 */
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "./log.ts";
import { second } from "./time.ts";

const reconnectInterval = 2 * second;

/** The text whose hash is the lock of a runner. */
export const lockName = (runner: string) => `runner of jobs ${runner}`;

/** Holds the lock of a runner until `stop()`. Connects again when the connection is lost. */
export function showAlive(pool: pg.Pool, runner: string, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const holding = hold();

  async function hold(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await holdOnce();
      } catch (error) {
        log.warn({ err: error }, "the connection that shows that jobs run here was lost");
        await wait(reconnectInterval, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function holdOnce(): Promise<void> {
    const client = await pool.connect();
    const lost = Promise.withResolvers<void>();
    lost.promise.catch(() => {});
    client.once("error", lost.reject);
    stopping.signal.addEventListener("abort", () => lost.resolve());
    if (stopping.signal.aborted) lost.resolve();
    try {
      await client.query("select pg_advisory_lock(hashtextextended($1, 62))", [lockName(runner)]);
      await lost.promise;
    } finally {
      client.off("error", lost.reject);
      // The connection ends, and the lock with it.
      client.release(true);
    }
  }

  return {
    async stop() {
      stopping.abort();
      await holding;
    },
  };
}
