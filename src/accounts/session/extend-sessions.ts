import type { Tx } from "#lib/database.ts";
import { extendSessionExpiry } from "./queries.ts";

/**
 * Extends all open sessions by `ms` milliseconds. It is used when the clock of a demo marketplace is moved by hand,
 * because that time has not passed for the users who are logged in. `now` is the moment before the clock was moved.
 */
export async function extendSessions(tx: Tx, ms: number, now: Date): Promise<void> {
  await extendSessionExpiry(tx, ms, now);
}
