import { sql, type Queryable } from "#lib/database.ts";

/**
 * Sets or removes (null) the person's picture; the id of the one before. The row stays locked until the transaction ends,
 * but not against what only refers to the person: two who have just stored a picture would wait for each other for ever.
 */
export async function replaceImage(tx: Queryable, userId: string, imageId: string | null): Promise<string | null> {
  const row = await tx.row<{ image_id: string | null }>(sql`
    with before as (select id, image_id from users where id = ${userId} for no key update)
    update users u set image_id = ${imageId}::uuid from before where u.id = before.id
    returning before.image_id`);
  return row?.image_id ?? null;
}
