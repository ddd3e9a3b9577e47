import { sql, type Queryable } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";

type Attempt = { kind: string; keyHash: Buffer; windowStart: Date; max: number; now: Date };

/**
 * Counts one attempt in the window, unless the limit is reached. Returns whether it was counted, and when the window
 * began. A refused attempt is not counted: nothing would release it afterwards, so correct attempts at the same moment
 * would lock their user out.
 */
export async function consumeAttempt(db: Queryable, it: Attempt): Promise<{ isCounted: boolean; since: Date }> {
  const row = await db.row<{ isCounted: boolean; since: Date }>(sql`
    with counted as (
      insert into attempts as t (kind, key_hash, since, count) values (${it.kind}, ${it.keyHash}, ${it.now}, 1)
      on conflict (kind, key_hash) do update set
        count = case when t.since <= ${it.windowStart} then 1 else t.count + 1 end,
        since = case when t.since <= ${it.windowStart} then excluded.since else t.since end
        where t.since <= ${it.windowStart} or t.count < ${it.max}::int
      returning since
    )
    select true as "isCounted", since from counted
    union all
    select false, since from attempts
    where kind = ${it.kind} and key_hash = ${it.keyHash} and not exists (select from counted)`);
  // Others reached the limit after this statement had begun, so it does not see their row.
  return row ?? { isCounted: false, since: it.now };
}

/** The count of attempts in the window, or undefined when there are none. */
export async function findAttempts(
  db: Queryable,
  it: Pick<Attempt, "kind" | "keyHash" | "windowStart">,
): Promise<{ count: number; since: Date } | undefined> {
  return db.row(sql`
    select count, since from attempts where kind = ${it.kind} and key_hash = ${it.keyHash} and since > ${it.windowStart}`);
}

/** Takes one attempt off the count. */
export async function releaseAttempt(db: Queryable, kind: string, keyHash: Buffer): Promise<void> {
  await db.run(sql`
    update attempts set count = count - 1 where kind = ${kind} and key_hash = ${keyHash} and count > 0`);
}

/** Deletes the count of this kind for one key. */
export async function deleteAttempts(db: Queryable, kind: string, keyHash: Buffer): Promise<void> {
  await db.run(sql`delete from attempts where kind = ${kind} and key_hash = ${keyHash}`);
}

/** Deletes counts that began before `before`; the caller passes a time that lies outside every window. */
export async function deleteOldAttempts(db: Queryable, before: Date): Promise<void> {
  await inBatches((limit) =>
    db.run(
      sql`delete from attempts where ctid = any(array(select ctid from attempts where since < ${before} limit ${limit}))`,
    ),
  );
}

/** The network addresses from which the account of this e-mail is logged in now. */
export async function listSessionIps(db: Queryable, email: string, now: Date): Promise<string[]> {
  const rows = await db.rows<{ ip: string }>(sql`
    select distinct s.ip from sessions s join users u on u.id = s.user_id
    where u.email = ${email} and u.deleted_at is null and s.expires_at > ${now}`);
  return rows.map(({ ip }) => ip);
}
