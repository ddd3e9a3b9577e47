import type { Tx } from "#lib/database.ts";
import { deleteSessionsOf } from "./queries.ts";

/** Ends all sessions of the user except one, or all with null. */
export async function endSessions(tx: Tx, userId: string, exceptId: string | null): Promise<void> {
  await deleteSessionsOf(tx, userId, exceptId);
}
