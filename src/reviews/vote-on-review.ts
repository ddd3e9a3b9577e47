import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { productTag, reviewRefusals } from "./contract.ts";
import { lockReviewForVote, saveVote } from "./queries.ts";

/**
 * Stores whether a review helped a person; null takes the vote back. One vote for each person and review. Refuses with
 * `reviews.own` its author and its seller. Returns how many it helped, and the slug of its product.
 */
export async function voteOnReview(
  context: Pick<Context, "db" | "pages">,
  vote: { reviewId: string; userId: string; helpful: boolean | null },
  now: Date,
): Promise<{ helpful: number; product: string }> {
  const { review, helpful } = await context.db.transaction(async (tx) => {
    const review = await lockReviewForVote(tx, vote.reviewId);
    if (!review) throw new Refusal(requestRefusals.notFound);
    if (review.author_id === vote.userId || review.seller_id === vote.userId)
      throw new Refusal(reviewRefusals.ownReview);
    return { review, helpful: await saveVote(tx, { ...vote, now }) };
  });
  context.pages.purge([productTag(review.product_id), "reviews"]);
  return { helpful, product: review.product };
}
