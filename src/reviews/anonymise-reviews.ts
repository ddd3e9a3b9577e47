import type { Tx } from "#lib/database.ts";
import { blankReplies, blankTexts } from "./anonymise-queries.ts";

/**
 * Takes the words out of reviews whose author is gone, with the reply to them, and the replies of a shop that is gone.
 * The stars stay: they are part of what a shop earned.
 */
export async function blankReviewsOf(tx: Tx, of: { authorId: string; shopId: string | null }): Promise<void> {
  await blankTexts(tx, of.authorId);
  if (of.shopId) await blankReplies(tx, of.shopId);
}
