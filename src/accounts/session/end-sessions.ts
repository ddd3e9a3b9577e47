import type { Tx } from "#lib/database.ts";
import { deleteSessionsOf } from "./queries.ts";

/** Ends all sessions of the user except one. */
export async function endSessions(tx: Tx, userId: string, exceptId: string): Promise<void> {
  await deleteSessionsOf(tx, userId, exceptId);
}
