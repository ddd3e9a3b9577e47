/**
 * Design note. A call would wait for the row of its session before it does anything, and each wait costs Node and
 * PostgreSQL more time than the statement. So a process caches the user of each token that it has read, until the next
 * use must update the row. The cache is only a guess: a call that declares `checksSession` begins with that user, and
 * PostgreSQL checks the row in the packet of the call's first statements (docs/decisions/0106). In a session that has
 * ended nothing is stored and nothing is read. A token never gets another user.
 */
import type { RecentSession } from "#lib/http/endpoint.ts";
import type { Queryable, Tx } from "#lib/database.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { demandOpenSessionAtCommit, isOpenSessionOf } from "./queries.ts";
import { maxRecentSessions } from "./rules.ts";

type Remembered = { userId: string; until: Date };

/** The sessions that this process has read, the oldest first. */
export function createRecentSessions(now: () => Date) {
  const byToken = new Map<string, Remembered>();
  const keyOf = (tokenHash: Buffer) => tokenHash.toString("latin1");

  function drop(tokenHash: Buffer): void {
    byToken.delete(keyOf(tokenHash));
  }

  /** Remembers an open session until its next use must be stored. */
  function remember(tokenHash: Buffer, userId: string, until: Date): void {
    const key = keyOf(tokenHash);
    byToken.delete(key);
    if (until <= now()) return;
    byToken.set(key, { userId, until });
    const [oldest] = byToken.keys();
    if (byToken.size > maxRecentSessions && oldest !== undefined) byToken.delete(oldest);
  }

  function find(tokenHash: Buffer): RecentSession | undefined {
    const known = byToken.get(keyOf(tokenHash));
    if (!known || known.until <= now()) return undefined;
    const session = { tokenHash, userId: known.userId };
    let isChecked = false;
    return {
      userId: known.userId,
      isChecked: () => isChecked,
      check: {
        async require(db: Queryable) {
          if (!(await isOpenSessionOf(db, session, now()))) throw new Refusal(sessionRefusals.required);
          isChecked = true;
        },
        requireAtCommit(tx: Tx) {
          // The transaction itself rejects; this copy of the promise may be ignored.
          void demandOpenSessionAtCommit(tx, session, now()).then(
            () => (isChecked = true),
            () => {},
          );
        },
      },
    };
  }

  return { find, remember, drop };
}
