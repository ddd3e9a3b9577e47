import { addDuration } from "#lib/time.ts";
import { reviewDuration } from "#orders/rules.ts";
import type { PublicReviewRow, ReviewCounts, ReviewLineRow, SellerReviewRow } from "./list-queries.ts";
import type { ProductReviews, PublicReview, ReviewLine, SellerReview } from "./contract.ts";
import { maskContacts } from "#shops/contact-rules.ts";
import { isBurst, publicName, reviewEditDuration, reviewObstacle } from "./rules.ts";

const iso = (moment: string | Date) => new Date(moment).toISOString();

/** A bought line with its review, as its buyer sees it. */
export function reviewLineJson(row: ReviewLineRow, now: Date): ReviewLine {
  const review = row.review && {
    ...row.review,
    hidden_at: row.review.hidden_at === null ? null : new Date(row.review.hidden_at),
    created_at: new Date(row.review.created_at),
  };
  const isOpen = reviewObstacle(row, review ?? undefined, now) === null;
  const until =
    review && review.state === "shown"
      ? addDuration(review.created_at, reviewEditDuration)
      : addDuration(row.completed_at, reviewDuration);
  return {
    line_id: row.line_id,
    order_id: row.order_id,
    invoice: row.invoice,
    product: { name: row.name, slug: row.slug, variant: row.variant, picture_key: row.picture_key },
    shop_name: row.shop_name,
    completed_at: row.completed_at.toISOString(),
    open_until: isOpen ? until.toISOString() : null,
    review:
      review && review.state !== "removed"
        ? {
            id: review.id,
            rating: review.rating,
            text: review.text,
            pictures: review.pictures,
            state: review.state,
            hidden_reason: review.state === "hidden" ? review.hidden_reason : null,
            pictures_hidden_reason: review.state === "hidden" ? null : review.pictures_hidden_reason,
            created_at: review.created_at.toISOString(),
            edited_at: review.edited_at && iso(review.edited_at),
            reply: review.reply && maskContacts(review.reply),
            helpful: review.helpful,
          }
        : null,
  };
}

/** A review as everyone reads it. */
export function publicReviewJson(row: PublicReviewRow): PublicReview {
  return {
    id: row.id,
    rating: row.rating,
    text: maskContacts(row.text),
    pictures: row.pictures,
    buyer: publicName(row.buyer),
    variant: row.variant,
    created_at: row.created_at.toISOString(),
    is_edited: row.edited_at !== null,
    is_refunded: row.state === "refunded",
    is_paid_back: row.state === "shown" && row.mostly_refunded,
    helpful: row.helpful,
    reply:
      row.reply !== null && row.replied_at ? { text: maskContacts(row.reply), at: row.replied_at.toISOString() } : null,
  };
}

/** A review as the seller of its product sees it. */
export function sellerReviewJson(row: SellerReviewRow): SellerReview {
  return {
    ...publicReviewJson(row),
    product: { name: row.product_name, slug: row.product_slug, picture_key: row.picture_key },
    order_id: row.order_id,
    reply_hidden_reason: row.reply_hidden_reason,
  };
}

/** The summary of a product's reviews. */
export function summaryJson(counts: ReviewCounts): Omit<ProductReviews, "reviews" | "total"> {
  const count = counts.ratings.reduce((all, one) => all + one.count, 0);
  const sum = counts.ratings.reduce((all, one) => all + one.count * one.rating, 0);
  const { refunded, hidden, removed, edited, recent, busiest } = counts;
  return {
    rating_average: count === 0 ? 0 : Math.round((sum * 100) / count) / 100,
    rating_count: count,
    rating_breakdown: [5, 4, 3, 2, 1].map((rating) => ({
      rating,
      count: counts.ratings.find((one) => one.rating === rating)?.count ?? 0,
    })),
    written: counts.written,
    with_pictures: counts.with_pictures,
    variants: counts.variants,
    integrity: {
      refunded,
      hidden,
      removed,
      edited,
      burst: busiest && isBurst(busiest, recent) ? { ...busiest, of: recent } : null,
    },
  };
}
