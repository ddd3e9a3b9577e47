import { settingOf, type Setting } from "#lib/settings/setting.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { reviewDuration } from "#orders/rules.ts";
import { ratingSteps } from "#ui/rating.ts";

/** @rule A review has 1 to 5 whole stars (S105, S106); 0 means that the buyer has not rated yet. */
export const starLimits = { min: 1, max: ratingSteps[ratingSteps.length - 1] ?? 5 };

/** @rule The text of a review has at most 2,000 characters and may be empty. */
export const maxReviewLength = 2000;

/** @rule A review has at most 5 pictures. */
export const maxReviewPictures = 5;

/** @rule Reviews take new pictures, unless an operator closes that; the stored ones stay and can be removed. */
export const reviewPicturesSetting: Setting<boolean> = { key: "reviews.pictures_open", defaultValue: true };

/** Whether reviews take new pictures now. */
export const areReviewPicturesOpen = (): boolean => settingOf(reviewPicturesSetting);

/** @rule A buyer can change (edit) a review for 30 days after writing it. */
export const reviewEditDuration = 30 * day;

/**
 * @rule A review is changed at most 5 times in an hour, which begins with the first change. Writing it again after
 * taking it back is a change.
 */
export const reviewChanges = { max: 5, window: hour };

/** The changes in this hour after one more; null when there may be none. */
export function countChange(
  { changes_since: since, changes }: { changes_since: Date | null; changes: number },
  now: Date,
): { since: Date; changes: number } | null {
  if (since === null || now >= addDuration(since, reviewChanges.window)) return { since: now, changes: 1 };
  return changes < reviewChanges.max ? { since, changes: changes + 1 } : null;
}

/** @rule A seller replies once to a review, with 2 to 1,000 characters. */
export const replyLength = { min: 2, max: 1000 };

/** @rule A page of a product's reviews has 10; at most 1,000 pages can be read. */
export const reviewPage = { size: 10, maxPages: 1000 };

/** The number of the last page of so many reviews. */
export function lastReviewPage(total: number): number {
  return Math.min(Math.max(1, Math.ceil(total / reviewPage.size)), reviewPage.maxPages);
}

/** @rule A person can vote on at most 60 reviews in an hour. */
export const voteLimit = { max: 60, window: 60 * 60_000, by: "user" } as const;

/**
 * @rule A review counts no more when its line's whole price is refunded through a complaint, a chargeback or a
 * cancelled order. What the seller gives back by choice after the review changes nothing, so that no seller can
 * remove bad stars by paying.
 *
 * `shown` counts in the ratings. `refunded`: the whole price was refunded; the review stays readable and counts no
 * more.
 * `hidden`: an operator hid it. `removed`: its author took it back.
 */
export const reviewStates = ["shown", "refunded", "hidden", "removed"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** What a review adds to the ratings of product and shop. */
export function ratingOf(review: { state: ReviewState; rating: number } | undefined): { sum: number; count: number } {
  return review?.state === "shown" ? { sum: review.rating, count: 1 } : { sum: 0, count: 0 };
}

/**
 * @rule When at least 80 % of a line's price was paid back, its review says so and has at most 3 stars if it is written
 * or changed afterwards: stars cannot be had for money.
 */
export const paidBack = { percent: 80, maxStars: 3 };

/** The line of an order, with what decides about a review of it. */
export type ReviewableLine = {
  status: string;
  completed_at: Date | null;
  /** The whole price of the line was refunded. */
  refunded: boolean;
  /** At least {@link paidBack} of its price was refunded. */
  mostly_refunded: boolean;
};
type WrittenReview = { state: ReviewState; hidden_at: Date | null; created_at: Date };

/** Why a buyer cannot write or change a review now; null when it is possible. */
export type ReviewObstacle = "not_completed" | "refunded" | "too_late" | "hidden";

/**
 * @rule A review comes from a line of a completed order whose price was not refunded whole, within 30 days after
 * completion.
 */
export function reviewObstacle(
  line: ReviewableLine,
  review: WrittenReview | undefined,
  now: Date,
): ReviewObstacle | null {
  if (line.status !== "completed" || line.completed_at === null) return "not_completed";
  if (line.refunded || review?.state === "refunded") return "refunded";
  if (review && review.hidden_at !== null) return "hidden";
  const until =
    review && review.state === "shown"
      ? addDuration(review.created_at, reviewEditDuration)
      : addDuration(line.completed_at, reviewDuration);
  return now > until ? "too_late" : null;
}

/** The most stars that the buyer can give the line now. A review that has more keeps them when its text is changed. */
export function mostStars(line: ReviewableLine, review: { state: ReviewState; rating: number } | undefined): number {
  if (!line.mostly_refunded) return starLimits.max;
  return Math.max(paidBack.maxStars, review?.state === "shown" ? review.rating : 0);
}

/** A person's name as other people see it: `Siti Rahmawati` becomes `Siti R.`. */
export function publicName(name: string): string {
  const [first = "", ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return last ? `${first} ${[...last][0] ?? ""}.` : first;
}

/** Sort orders of a product's reviews. The first is the default. */
export const reviewOrders = [
  { id: "newest", label: "Terbaru" },
  { id: "helpful", label: "Paling membantu" },
  { id: "lowest", label: "Bintang terendah" },
] as const;
export type ReviewOrder = (typeof reviewOrders)[number]["id"];

/**
 * @rule The most helpful reviews are sorted by the lower bound of the share of readers whom they helped (Wilson, 95 %),
 * so that one vote does not beat many. The column `reviews.helpful_score` computes the same (a test compares them).
 */
export function helpfulScore({ helpful, unhelpful }: { helpful: number; unhelpful: number }): number {
  const votes = helpful + unhelpful;
  if (votes === 0) return 0;
  const z2 = 1.96 * 1.96;
  return (helpful + z2 / 2 - 1.96 * Math.sqrt((helpful * unhelpful) / votes + z2 / 4)) / (votes + z2);
}

/**
 * @rule A product's page warns of a burst when at least 10 of the reviews of the last 90 days, and at least half of
 * them, came on one day.
 */
export const burst = { window: 90 * day, min: 10, share: 0.5 };

/** The day with the most of `recent` reviews, when that is a burst. */
export function isBurst(busiest: { count: number }, recent: number): boolean {
  return busiest.count >= burst.min && busiest.count >= recent * burst.share;
}
