import { sql, type Queryable } from "#lib/database.ts";
import type { FingerprintKind } from "./rules.ts";

/** Stores that a person logged in from there, or that it happened again. */
export async function upsertFingerprints(
  db: Queryable,
  userId: string,
  fingerprints: readonly { kind: FingerprintKind; digest: Buffer }[],
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into account_traces as t (user_id, kind, digest, first_seen_at, last_seen_at)
    select ${userId}, kind, digest, ${now}, ${now}
    from unnest(${fingerprints.map(({ kind }) => kind)}::text[], ${fingerprints.map(({ digest }) => digest)}::bytea[]) as new (kind, digest)
    on conflict (user_id, kind, digest) do update set last_seen_at = greatest(t.last_seen_at, excluded.last_seen_at)`);
}

/** Deletes what was seen last before this moment. */
export function deleteFingerprintsBefore(db: Queryable, before: Date): Promise<number> {
  return db.run(sql`delete from account_traces where last_seen_at < ${before}`);
}
