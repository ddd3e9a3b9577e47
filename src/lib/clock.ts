import { sql, type Database } from "./database.ts";
import type { Logger } from "./log.ts";
import type { Realtime } from "./realtime/realtime.ts";

/** The business clock: real time, plus the time by which a demo marketplace was moved forward. */
export type Clock = {
  now(): Date;
  /** Milliseconds the clock runs ahead of real time; 0 outside demo mode. */
  offset(): number;
  /** Reads the stored offset again (another process may have moved it). */
  refresh(): Promise<void>;
};

const clockTopic = "clock";

/** Updates this process when another one moves the clock of a demo marketplace. */
export function syncClock(clock: Clock, realtime: Realtime, log: Logger): void {
  const follow = () =>
    void clock.refresh().catch((error: Error) => log.warn({ err: error.message }, "the moved clock could not be read"));
  realtime.subscribe(clockTopic, follow);
  realtime.onReconnect(follow);
}

/** Notifies the other processes that the stored offset has changed. Call it after the commit. */
export function publishClockChange(realtime: Realtime): void {
  realtime.publish(clockTopic, "moved");
}

/** Opens the clock stored in the database. Outside demo mode the stored offset is ignored. */
export async function openClock(db: Database, demo: boolean): Promise<Clock> {
  let offset = 0;
  const clock: Clock = {
    now: () => new Date(Date.now() + offset),
    offset: () => offset,
    async refresh() {
      if (!demo) return;
      const stored = (await db.row<{ offset_ms: number }>(sql`select offset_ms from business_clock`))?.offset_ms ?? 0;
      // The clock only moves forward, and the answers of two reads may arrive in the wrong order.
      offset = Math.max(offset, stored);
    },
  };
  await clock.refresh();
  return clock;
}
