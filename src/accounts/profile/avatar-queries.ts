import { sql, type Queryable } from "#lib/database.ts";

/**
 * Sets or removes (null) the user's picture. Returns the id of the former one. The row stays locked until the
 * transaction ends, but not against rows that only refer to the user: otherwise two transactions that have just stored
 * a picture would wait for each other forever.
 */
export async function replaceImage(tx: Queryable, userId: string, imageId: string | null): Promise<string | null> {
  const row = await tx.row<{ image_id: string | null }>(sql`
    with before as (select id, image_id from users where id = ${userId} for no key update)
    update users u set image_id = ${imageId}::uuid from before where u.id = before.id
    returning before.image_id`);
  return row?.image_id ?? null;
}
