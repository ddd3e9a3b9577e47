import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { isReferenced } from "./picture-references.ts";

export type NewPicture = {
  ownerId: string;
  key: string;
  width: number;
  height: number;
  color: string;
  alt: string;
  /** Null for a picture that is not compared, such as a profile picture. */
  hash: bigint | null;
  now: Date;
};

/** Stores a picture's row after its master was stored. Returns the id. */
export async function insertPicture(db: Queryable, picture: NewPicture): Promise<string> {
  const row = await db.row<{ id: string }>(sql`
    insert into pictures (owner_id, storage_key, width, height, color, alt, hash, created_at)
    values (${picture.ownerId}, ${picture.key}, ${picture.width}, ${picture.height}, ${picture.color}, ${picture.alt},
      ${picture.hash === null ? null : String(picture.hash)}::bigint, ${picture.now})
    returning id`);
  return row?.id ?? "";
}

/** Locks a user's pictures: one transaction at a time, in all processes, can count and add them. */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx.row(sql`select 1 from users where id = ${ownerId} for no key update`);
}

/** How many pictures a user has uploaded since `since`. */
export async function countPictures(db: Queryable, ownerId: string, since: Date): Promise<number> {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from pictures where owner_id = ${ownerId} and created_at > ${since}`);
  return row?.n ?? 0;
}

/** Whether a picture with this key has a row. Those of the demo have none. */
export async function hasPicture(db: Queryable, key: string): Promise<boolean> {
  return (await db.row(sql`select from pictures where storage_key = ${key}`)) !== undefined;
}

/** Stores that pictures are hidden. */
export async function insertHiddenPictures(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.run(sql`
    insert into hidden_pictures (picture_id, hidden_at) select id, ${now}::timestamptz from unnest(${ids}::uuid[]) as id
    on conflict do nothing`);
}

/** Stores that pictures are not hidden any more. */
export async function deleteHiddenPictures(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`delete from hidden_pictures where picture_id = any(${ids}::uuid[])`);
}

/** The keys of all hidden pictures. */
export async function listHiddenKeys(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select p.storage_key as key from hidden_pictures h join pictures p on p.id = h.picture_id`);
  return rows.map(({ key }) => key);
}

/** Deletes a picture's row. Returns its key, or null when there was none. */
export async function deletePicture(db: Queryable, id: string): Promise<string | null> {
  const row = await db.row<{ storage_key: string }>(sql`delete from pictures where id = ${id} returning storage_key`);
  return row?.storage_key ?? null;
}

/**
 * Goes through the next `limit` uploaded pictures after an id, and stores for each since when nothing has referred to
 * it. Returns the last id; undefined when there was no picture.
 */
export async function markUnused(
  db: Queryable,
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<string | undefined> {
  const row = await db.row<{ last: string | null }>(sql`
    with batch as materialized (select id from pictures where id > ${after} and owner_id is not null order by id limit ${limit}),
    marked as (
      update pictures p set unused_since = case when p.unused_since is null then ${now}::timestamptz end
      from batch where p.id = batch.id and (p.unused_since is null) <> ${isReferenced()})
    select id as last from batch order by id desc limit 1`);
  return row?.last ?? undefined;
}

/**
 * Locks pictures that have been unused since before `before`, so that nothing new can refer to them. Skips those that
 * are being saved.
 */
export async function lockLongUnused(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from pictures where unused_since <= ${before} order by unused_since, id limit ${limit}
    for update skip locked`);
  return rows.map(({ id }) => id);
}

/** Deletes those of the locked pictures that nothing refers to. Returns their keys; the others are in use again. */
export async function deleteUnused(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const deleted = await tx.rows<{ storage_key: string }>(sql`
    delete from pictures p where p.id = any(${ids}::uuid[]) and not ${isReferenced()} returning p.storage_key`);
  await tx.run(sql`update pictures set unused_since = null where id = any(${ids}::uuid[])`);
  return deleted.map(({ storage_key: key }) => key);
}

/**
 * Every column that names a sealed document. If a column is missing here, its documents are deleted at
 * night; a test compares the list with the tables.
 */
export const documentColumns = ["listing_reports.document_key", "verification_documents.key"] as const;

/** Which of these keys of sealed documents a row names. */
export async function findNamedDocuments(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ key: string }>(sql`
    select document_key as key from listing_reports where document_key = any(${keys}::text[])
    union all select key from verification_documents where key = any(${keys}::text[])`);
  return new Set(rows.map(({ key }) => key));
}
