/**
 * Design note. The key row is inserted first, in the transaction of the effect, and the response is stored in it before
 * the commit. A second request with the key waits on the row's unique index until the first one commits or rolls back.
 * After a commit it gets the stored response; after a rollback it runs itself. Refused requests are not stored, so a
 * user can correct the input and retry with the same key. Keys are kept for `idempotencyTtl`.
 */
import { createHash } from "node:crypto";
import { sql, type Database, type Tx } from "./database.ts";
import type { JobHandlers } from "./jobs.ts";
import { idempotencyRefusals, Refusal } from "./refusal.ts";
import { inBatches } from "./run-each.ts";

/** How long a response is kept. */
export const idempotencyTtl = "24 hours";

/**
 * Runs `work` once for (user, route, key). The same key with the same body returns the stored response. Refuses another
 * body with `idempotency.reused`, and a request whose first run has not ended within the lock timeout with
 * `idempotency.in_progress`. `work` runs in the transaction that stores the response, which must be plain JSON.
 * `readAhead` is sent together with the key, before it is known whether the request is repeated: it may lock and read.
 */
export async function runOnce<T, A = undefined>(
  db: Database,
  request: { userId: string; route: string; key: string; body: unknown; now: Date },
  work: (tx: Tx, ahead: A) => Promise<T>,
  readAhead?: (tx: Tx) => Promise<A>,
): Promise<{ response: T; repeated: boolean }> {
  const hash = hashBody(request.body);
  try {
    return await db.transaction(async (tx) => {
      const [inserted, ahead] = await Promise.all([
        tx.run(sql`
          insert into idempotency_keys (user_id, route, key, body_hash, created_at)
          values (${request.userId}, ${request.route}, ${request.key}, ${hash}, ${request.now})
          on conflict do nothing`),
        readAhead?.(tx),
      ]);
      if (inserted === 0) {
        const known = await tx.row<{ body_hash: Buffer; response: T | null }>(sql`
          select body_hash, response from idempotency_keys
          where user_id = ${request.userId} and route = ${request.route} and key = ${request.key}`);
        if (!known || known.response === null) throw new Refusal(idempotencyRefusals.inProgress);
        if (!known.body_hash.equals(hash)) throw new Refusal(idempotencyRefusals.reused);
        return { response: known.response, repeated: true };
      }
      const response = await work(tx, ahead as A);
      void tx.atCommit(sql`
        update idempotency_keys set status = 200, response = ${JSON.stringify(response)}::jsonb
        where user_id = ${request.userId} and route = ${request.route} and key = ${request.key}`);
      return { response, repeated: false };
    });
  } catch (error) {
    if ((error as { code?: string }).code === "55P03") throw new Refusal(idempotencyRefusals.inProgress);
    throw error;
  }
}

/**
 * The stored response of an earlier request with this key, or undefined. For work that needs a proof, such as a code
 * that is valid once, before {@link runOnce}: a repeated request must not need a second one. Refuses with
 * `idempotency.reused` for another body.
 */
export async function findRepeated<T>(
  db: Database,
  request: { userId: string; route: string; key: string; body: unknown },
): Promise<T | undefined> {
  const known = await db.row<{ body_hash: Buffer; response: T | null }>(sql`
    select body_hash, response from idempotency_keys
    where user_id = ${request.userId} and route = ${request.route} and key = ${request.key}`);
  if (!known || known.response === null) return undefined;
  if (!known.body_hash.equals(hashBody(request.body))) throw new Refusal(idempotencyRefusals.reused);
  return known.response;
}

function hashBody(body: unknown): Buffer {
  return createHash("sha256").update(JSON.stringify(body)).digest();
}

/** Deletes all stored responses of one user. */
export async function deleteIdempotencyKeys(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from idempotency_keys where user_id = ${userId}`);
}

/** Deletes expired responses. */
export const idempotencyJobs: JobHandlers = {
  "lib.delete_old_idempotency_keys": async (_payload, { db, clock }) => {
    const now = clock.now();
    await inBatches((limit) =>
      db.run(sql`
        delete from idempotency_keys where ctid = any(array(
          select ctid from idempotency_keys where created_at < ${now}::timestamptz - ${idempotencyTtl}::interval limit ${limit}))`),
    );
  },
};
