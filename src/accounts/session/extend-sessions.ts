import type { Tx } from "#lib/database.ts";
import { extendSessionExpiry } from "./queries.ts";

/**
 * Moves the ends of all running sessions by `ms` milliseconds: when the clock of a demo marketplace is moved by hand, as
 * much time has not passed for the people who are logged in. `now` is the moment before the clock was moved.
 */
export async function extendSessions(tx: Tx, ms: number, now: Date): Promise<void> {
  await extendSessionExpiry(tx, ms, now);
}
