import { sql, type Tx } from "#lib/database.ts";

/** Empties the person's reviews and what was replied to them. */
export async function clearReviewTexts(tx: Tx, authorId: string): Promise<void> {
  await tx.run(sql`update reviews set text = '', reply = null, replied_at = null where user_id = ${authorId}`);
}

/** Removes what a shop replied. */
export async function clearReplies(tx: Tx, shopId: string): Promise<void> {
  await tx.run(sql`update reviews set reply = null, replied_at = null where shop_id = ${shopId} and reply is not null`);
}
