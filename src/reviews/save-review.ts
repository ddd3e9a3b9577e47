/**
 * Design note. A review moves the ratings of its product and shop in the transaction that writes it. The transaction
 * locks the order first. So a review that is sent twice at once becomes one review, and a refund of the line is booked
 * either before the review, which is then refused, or after it (void-refunded-reviews.ts). Locks: order → pictures →
 * review → product → shop.
 */
import { addRating } from "#catalog/product/add-rating.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals, type RefusalKind } from "#lib/refusal.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { productTag, reviewRefusals, type ReviewBody } from "./contract.ts";
import {
  countOwnPictures,
  insertReview,
  type LockedReview,
  lockLine,
  lockReviewOfLine,
  saveReviewPictures,
  storeReportedVersion,
  updateReview,
} from "./queries.ts";
import {
  areReviewPicturesOpen,
  countChange,
  mostStars,
  paidBack,
  ratingOf,
  reviewObstacle,
  type ReviewObstacle,
} from "./rules.ts";
import { replyPlace, reviewTemplate } from "./notification-texts.ts";

const refusals: Record<ReviewObstacle, RefusalKind> = {
  not_completed: reviewRefusals.notCompleted,
  refunded: reviewRefusals.refunded,
  too_late: reviewRefusals.tooLate,
  hidden: reviewRefusals.hidden,
};

/**
 * Writes the buyer's review of a line, or changes it. A new review is announced to the seller. Refuses with
 * `request.not_found` for another buyer's line, with `reviews.picture_unknown` for pictures that the buyer did not
 * upload, with `reviews.pictures_closed` for new pictures while operators take none, with `reviews.pictures_hidden` for
 * new ones while an operator hides those of the review, with `reviews.paid_back` for more than {@link mostStars}, with
 * `reviews.changed_often` beyond {@link countChange}, and with the refusal of {@link reviewObstacle}. Returns the
 * review's id and the slug of its product.
 */
export async function saveReview(
  context: Pick<Context, "db" | "pages">,
  { lineId, buyerId }: { lineId: string; buyerId: string },
  body: ReviewBody,
  now: Date,
): Promise<{ id: string; product: string }> {
  const { id, line, isRated } = await context.db.transaction(async (tx) => {
    const line = await lockLine(tx, lineId, buyerId);
    if (!line) throw new Refusal(requestRefusals.notFound);
    if ((await countOwnPictures(tx, body.picture_ids, buyerId)) !== body.picture_ids.length)
      throw new Refusal(reviewRefusals.pictureUnknown, { picture_ids: ["Unggah kembali foto ini."] });
    const before = await lockReviewOfLine(tx, lineId);
    if (!areReviewPicturesOpen() && body.picture_ids.some((id) => !before?.pictures.includes(id)))
      throw new Refusal(reviewRefusals.picturesClosed, { picture_ids: [reviewRefusals.picturesClosed.message] });
    if (before?.pictures_hidden && body.picture_ids.some((id) => !before.pictures.includes(id)))
      throw new Refusal(reviewRefusals.picturesHidden, { picture_ids: [reviewRefusals.picturesHidden.message] });
    const obstacle = reviewObstacle(line, before, now);
    if (obstacle) throw new Refusal(refusals[obstacle]);
    if (body.rating > mostStars(line, before))
      throw new Refusal(reviewRefusals.paidBack, { rating: [`Paling banyak ${paidBack.maxStars} bintang.`] });
    if (before && before.state === "shown" && isSame(before, body)) return { id: before.id, line, isRated: false };
    const isNew = before === undefined || before.state === "removed";
    const { rating, text } = body;
    const { product_id: productId, shop_id: shopId } = line;
    if (before) {
      const counted = countChange(before, now);
      if (!counted) throw new Refusal(reviewRefusals.changedOften);
      if (!isNew) await storeReportedVersion(tx, before.id, now);
      await updateReview(tx, before.id, { rating, text, isNew, counted, now });
    }
    const id =
      before?.id ?? (await insertReview(tx, { lineId, productId, shopId, userId: buyerId, rating, text, now }));
    await saveReviewPictures(tx, id, body.picture_ids);
    const was = ratingOf(before);
    const change = { sum: rating - was.sum, count: 1 - was.count };
    await addRating(tx, { productId, shopId }, change);
    if (isNew) {
      const sent = requireNotification(reviewTemplate, "seller", {
        barang: line.product_name,
        bintang: String(rating),
        halaman: replyPlace,
      });
      await notify(tx, {
        userId: line.seller_id,
        type: "order",
        userType: "seller",
        transactionId: line.order_id,
        opens: sellerHrefs.sellerReviews(),
        title: sent.title,
        description: sent.text,
        dedupeKey: `review:${id}:${now.getTime()}`,
        now,
      });
    }
    return { id, line, isRated: change.sum !== 0 || change.count !== 0 };
  });
  // Lists of products and the shop show only the ratings.
  if (isRated) context.pages.purge([`shop:${line.shop_id}`, "catalog"]);
  context.pages.purge([productTag(line.product_id), "reviews"]);
  return { id, product: line.product_slug };
}

function isSame(before: LockedReview, body: ReviewBody): boolean {
  return (
    before.rating === body.rating &&
    before.text === body.text &&
    before.pictures.length === body.picture_ids.length &&
    before.pictures.every((picture, at) => picture === body.picture_ids[at])
  );
}
