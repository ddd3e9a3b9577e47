import { sql, type Queryable } from "#lib/database.ts";

export type NewPicture = {
  ownerId: string;
  key: string;
  width: number;
  height: number;
  color: string;
  alt: string;
  now: Date;
};

/** Remembers a picture whose master is stored; its id. */
export async function insertPicture(db: Queryable, picture: NewPicture): Promise<string> {
  const row = await db.row<{ id: string }>(sql`
    insert into pictures (owner_id, storage_key, width, height, color, alt, created_at)
    values (${picture.ownerId}, ${picture.key}, ${picture.width}, ${picture.height}, ${picture.color}, ${picture.alt}, ${picture.now})
    returning id`);
  return row?.id ?? "";
}

/** How many pictures a person sent since then. */
export async function countPictures(db: Queryable, ownerId: string, since: Date): Promise<number> {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from pictures where owner_id = ${ownerId} and created_at > ${since}`);
  return row?.n ?? 0;
}

/** Forgets a picture; its key, null when there was none. */
export async function deletePicture(db: Queryable, id: string): Promise<string | null> {
  const row = await db.row<{ storage_key: string }>(sql`delete from pictures where id = ${id} returning storage_key`);
  return row?.storage_key ?? null;
}
