import { addRating } from "#catalog/product/add-rating.ts";
import type { Context } from "#lib/context.ts";
import { productTag } from "./contract.ts";
import { listReviewedProducts, lockRefundedReviews, markReviewsRefunded } from "./queries.ts";
import { ratingOf } from "./rules.ts";

/**
 * Marks the reviews of an order's lines that were refunded whole through a complaint, a chargeback or a cancelled
 * order. They stay readable and no longer count. A second run finds none. A refund by the seller alone after the review
 * changes no rating; its pages are purged all the same, because the review then says that money was paid back.
 */
export async function voidRefundedReviews(
  context: Pick<Context, "db" | "pages">,
  orderId: string,
  now: Date,
): Promise<void> {
  const { reviews, products } = await context.db.transaction(async (tx) => {
    const reviews = await lockRefundedReviews(tx, orderId);
    await markReviewsRefunded(
      tx,
      reviews.map(({ id }) => id),
      now,
    );
    for (const review of reviews.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1))) {
      const was = ratingOf(review);
      await addRating(
        tx,
        { productId: review.product_id, shopId: review.shop_id },
        { sum: 0 - was.sum, count: 0 - was.count },
      );
    }
    return { reviews, products: await listReviewedProducts(tx, orderId) };
  });
  if (products.length > 0) context.pages.purge([...products.map(productTag), "reviews"]);
  if (reviews.length > 0) context.pages.purge([...reviews.map((review) => `shop:${review.shop_id}`), "catalog"]);
}
