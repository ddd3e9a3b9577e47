import type { Tx } from "#lib/database.ts";
import { clearReplies, clearReviewTexts } from "./anonymise-queries.ts";

/**
 * Takes the words out of reviews whose author is gone, with the reply to them, and the replies of a shop that is gone.
 * The stars stay: they are part of what a shop earned.
 */
export async function anonymiseReviews(tx: Tx, of: { authorId: string; shopId: string | null }): Promise<void> {
  await clearReviewTexts(tx, of.authorId);
  if (of.shopId) await clearReplies(tx, of.shopId);
}
