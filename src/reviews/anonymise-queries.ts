import { sql, type Tx } from "#lib/database.ts";
import { countVotesAgain } from "./queries.ts";

/** Empties the user's reviews and the replies to them, and deletes their pictures and earlier versions. */
export async function clearReviewTexts(tx: Tx, authorId: string): Promise<void> {
  await tx.run(sql`
    delete from review_pictures where review_id in (select id from reviews where user_id = ${authorId})`);
  await tx.run(sql`
    delete from review_versions where review_id in (select id from reviews where user_id = ${authorId})`);
  await tx.run(sql`update reviews set text = '', reply = null, replied_at = null where user_id = ${authorId}`);
}

/** Deletes the user's votes on reviews of others. */
export async function deleteVotes(tx: Tx, userId: string): Promise<void> {
  const votes = await tx.rows<{ review_id: string }>(
    sql`delete from review_votes where user_id = ${userId} returning review_id`,
  );
  await countVotesAgain(
    tx,
    votes.map((one) => one.review_id),
  );
}

/** Deletes the replies of a shop. */
export async function clearReplies(tx: Tx, shopId: string): Promise<void> {
  await tx.run(sql`update reviews set reply = null, replied_at = null where shop_id = ${shopId} and reply is not null`);
}
