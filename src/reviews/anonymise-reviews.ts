import type { Tx } from "#lib/database.ts";
import { clearReplies, clearReviewTexts, deleteVotes } from "./anonymise-queries.ts";

/**
 * Removes the texts and pictures of a deleted author's reviews with the replies to them, the author's votes, and the
 * replies of a closed shop. The stars stay, because they are part of the shop's rating.
 */
export async function anonymiseReviews(tx: Tx, of: { authorId: string; shopId: string | null }): Promise<void> {
  await clearReviewTexts(tx, of.authorId);
  await deleteVotes(tx, of.authorId);
  if (of.shopId) await clearReplies(tx, of.shopId);
}
