import { sql, type Database } from "./database.ts";

/** The business clock. Real time, plus what a demo marketplace was moved forward. */
export type Clock = {
  now(): Date;
  /** Milliseconds the clock runs ahead of real time; 0 outside demo mode. */
  offset(): number;
  /** Reads the stored offset again (another process may have moved it). */
  refresh(): Promise<void>;
};

/** Opens the clock stored in the database. Outside demo mode the stored offset is ignored. */
export async function openClock(db: Database, demo: boolean): Promise<Clock> {
  let offset = 0;
  const clock: Clock = {
    now: () => new Date(Date.now() + offset),
    offset: () => offset,
    async refresh() {
      if (!demo) return;
      offset = (await db.row<{ offset_ms: number }>(sql`select offset_ms from jobs_clock`))?.offset_ms ?? 0;
    },
  };
  await clock.refresh();
  return clock;
}
