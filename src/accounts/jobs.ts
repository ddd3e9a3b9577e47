import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { deleteExpiredSessions } from "./queries.ts";

/** Background work of accounts. */
export const accountJobs: JobHandlers = {
  "accounts.forget_sessions": async (_payload, context) => {
    await deleteExpiredSessions(context.db, context.clock.now());
  },
};

export const accountSchedules: readonly Schedule[] = [{ name: "accounts.forget_sessions", match: "41 * * * *" }];
