import { sql, type Queryable } from "#lib/database.ts";

/** How far an engine was fed, from which state of which database. `age`: since it last had everything, in ms. */
export type Feed = {
  form: string | null;
  target: string | null;
  position: string | null;
  source: string | null;
  age: number | null;
};

/** Claims the feeding for this process; undefined while another process has it. */
export async function claimFeed(
  db: Queryable,
  name: string,
  process: string,
  duration: number,
): Promise<Feed | undefined> {
  return db.row(sql`
    insert into search_feeds as f (name, claimed_by, claimed_until) values (${name}, ${process}::uuid, now() + ${duration} * interval '1 millisecond')
    on conflict (name) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    where f.claimed_by = excluded.claimed_by or f.claimed_until < now()
    returning form, target, position, source, (extract(epoch from now() - fed_at) * 1000)::float8 as age`);
}

/** Stores that an engine has everything up to this position. False if another process feeds it now. */
export async function saveFeed(
  db: Queryable,
  name: string,
  process: string,
  feed: Omit<Feed, "age">,
): Promise<boolean> {
  const saved = await db.run(sql`
    update search_feeds set form = ${feed.form}, target = ${feed.target}, position = ${feed.position}, source = ${feed.source}, fed_at = now()
    where name = ${name} and claimed_by = ${process}::uuid`);
  return saved === 1;
}

/**
 * A number that grows with what is committed: what is read after it has at least the state of any lower number. It
 * counts the transactions that have begun, and of the same number those that have ended.
 */
export async function readVersion(db: Queryable): Promise<number> {
  const row = await db.row<{ version: number }>(sql`
    select pg_snapshot_xmax(s)::text::bigint * 65536 + 65535 - least(65535, (select count(*) from pg_snapshot_xip(s))) as version
    from pg_current_snapshot() as s`);
  return row?.version ?? 0;
}
