import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { maskContacts } from "#shops/contact-rules.ts";
import { productTag, reviewRefusals } from "./contract.ts";
import { hasShopReview, insertReply } from "./queries.ts";
import { replyTemplate } from "./notification-texts.ts";

/**
 * Stores the seller's reply to a review of the shop and notifies its author. Refuses with `reviews.replied` for a
 * second reply, and with `request.not_found` for a review of another shop.
 */
export async function replyToReview(
  context: Pick<Context, "db" | "pages">,
  reply: { reviewId: string; shopId: string; text: string },
  now: Date,
): Promise<void> {
  const { product_id: productId } = await context.db.transaction(async (tx) => {
    const replied = await insertReply(tx, { ...reply, now });
    if (!replied) {
      const isTwice = await hasShopReview(tx, reply.reviewId, reply.shopId);
      throw new Refusal(isTwice ? reviewRefusals.replied : requestRefusals.notFound);
    }
    const values = { barang: replied.product_name, isi: maskContacts(reply.text) };
    const { title, text } = requireNotification(replyTemplate, "buyer", values);
    await notify(tx, {
      userId: replied.buyer_id,
      type: "order",
      userType: "buyer",
      transactionId: replied.order_id,
      opens: reviewHrefs.buyerReviews({ line: replied.line_id }),
      title,
      description: text,
      dedupeKey: `review-reply:${reply.reviewId}:${now.getTime()}`,
      now,
    });
    return replied;
  });
  context.pages.purge([productTag(productId), "reviews"]);
}
