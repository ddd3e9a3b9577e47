import { sql, type Queryable } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";

type Try = { kind: string; keyHash: Buffer; began: Date; most: number; now: Date };

/** Counts one try since the window began, at most one more than may be; answers how many there were, and since when. */
export async function takeTry(db: Queryable, it: Try): Promise<{ count: number; since: Date }> {
  const row = await db.row<{ count: number; since: Date }>(sql`
    insert into tries as t (kind, key_hash, since, count) values (${it.kind}, ${it.keyHash}, ${it.now}, 1)
    on conflict (kind, key_hash) do update set
      count = case when t.since <= ${it.began} then 1 else least(t.count + 1, ${it.most + 1}::int) end,
      since = case when t.since <= ${it.began} then excluded.since else t.since end
    returning count, since`);
  if (!row) throw new Error("a try was not counted");
  return row;
}

/** How many tries there were since the window began; undefined when none. */
export async function findTries(
  db: Queryable,
  it: Pick<Try, "kind" | "keyHash" | "began">,
): Promise<{ count: number; since: Date } | undefined> {
  return db.row(sql`
    select count, since from tries where kind = ${it.kind} and key_hash = ${it.keyHash} and since > ${it.began}`);
}

/** Takes one try back. */
export async function giveTryBack(db: Queryable, kind: string, keyHash: Buffer): Promise<void> {
  await db.run(sql`
    update tries set count = count - 1 where kind = ${kind} and key_hash = ${keyHash} and count > 0`);
}

/** Forgets all tries of a kind by one key. */
export async function forgetTriesOf(db: Queryable, kind: string, keyHash: Buffer): Promise<void> {
  await db.run(sql`delete from tries where kind = ${kind} and key_hash = ${keyHash}`);
}

/** Forgets tries that no limit counts any more. */
export async function deleteOldTries(db: Queryable, before: Date): Promise<void> {
  await inBatches((limit) =>
    db.run(
      sql`delete from tries where ctid = any(array(select ctid from tries where since < ${before} limit ${limit}))`,
    ),
  );
}

/** The addresses of the network where the account of this e-mail is logged in. */
export async function listSessionAddresses(db: Queryable, email: string, now: Date): Promise<string[]> {
  const rows = await db.rows<{ ip: string }>(sql`
    select distinct s.ip from sessions s join users u on u.id = s.user_id
    where u.email = ${email} and u.deleted_at is null and s.expires_at > ${now}`);
  return rows.map(({ ip }) => ip);
}
