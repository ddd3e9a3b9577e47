import { addRating } from "#catalog/product/add-rating.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { productTag } from "./contract.ts";
import { lockLine, lockReviewOfLine, markReviewRemoved } from "./queries.ts";
import { ratingOf } from "./rules.ts";

/**
 * Takes the buyer's review of a line back: its text, pictures and votes are deleted, and it counts no more. Refuses
 * with `request.not_found` when there is none.
 */
export async function removeReview(
  context: Pick<Context, "db" | "pages">,
  { lineId, buyerId }: { lineId: string; buyerId: string },
  now: Date,
): Promise<void> {
  const line = await context.db.transaction(async (tx) => {
    const line = await lockLine(tx, lineId, buyerId);
    const review = line && (await lockReviewOfLine(tx, lineId));
    if (!review || review.state === "removed") throw new Refusal(requestRefusals.notFound);
    await markReviewRemoved(tx, review.id, now);
    const was = ratingOf(review);
    await addRating(
      tx,
      { productId: line.product_id, shopId: line.shop_id },
      { sum: 0 - was.sum, count: 0 - was.count },
    );
    return line;
  });
  context.pages.purge([productTag(line.product_id), `shop:${line.shop_id}`, "catalog", "reviews"]);
}
