import type { Tx } from "#lib/database.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { isSessionOpen } from "../email/earlier-credentials-queries.ts";
import { lockCredentials } from "../queries.ts";

/**
 * Locks the user's row, so that no other transaction changes the credentials until this one ends. Refuses with
 * `session.required` when the session has ended since the request began.
 */
export async function requireOpenSession(tx: Tx, actor: Pick<Actor, "userId" | "sessionId">): Promise<void> {
  await lockCredentials(tx, actor.userId);
  if (!(await isSessionOpen(tx, actor.sessionId))) throw new Refusal(sessionRefusals.required);
}
