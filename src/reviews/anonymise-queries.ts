import { sql, type Tx } from "#lib/database.ts";

/** Empties the user's reviews and the replies to them. */
export async function clearReviewTexts(tx: Tx, authorId: string): Promise<void> {
  await tx.run(sql`update reviews set text = '', reply = null, replied_at = null where user_id = ${authorId}`);
}

/** Deletes the replies of a shop. */
export async function clearReplies(tx: Tx, shopId: string): Promise<void> {
  await tx.run(sql`update reviews set reply = null, replied_at = null where shop_id = ${shopId} and reply is not null`);
}
