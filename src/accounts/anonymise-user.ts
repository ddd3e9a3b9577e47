import type { Tx } from "#lib/database.ts";
import { anonymiseUserRow } from "./anonymise-queries.ts";
import { deleteSessionsOf } from "./session/queries.ts";

/** Takes from an account whatever says whose it was, and ends its sessions. The row stays as the party of old orders. */
export async function anonymiseUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteSessionsOf(tx, userId, null);
  await anonymiseUserRow(tx, userId, now);
}

/** Logs the person out everywhere but in one session. */
export async function endSessions(tx: Tx, userId: string, exceptId: string): Promise<void> {
  await deleteSessionsOf(tx, userId, exceptId);
}
