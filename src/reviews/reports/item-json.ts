import { isPermitted } from "#accounts/operators/rules.ts";
import type { Queryable } from "#lib/database.ts";
import { isBurst, publicName } from "../rules.ts";
import type { ModeratedReview, QueuedItem } from "./contract.ts";
import { listAnswerDetails, listReviewDetails, type ReviewDetailRow } from "./detail-queries.ts";
import type { QueuedItemRow } from "./queries.ts";

const moment = (at: string) => new Date(at).toISOString();

/** Items of the queue with all that an operator reads before deciding about them. */
export async function queuedItemsJson(
  db: Queryable,
  rows: readonly QueuedItemRow[],
  operator: { userId: string; operatorRole: string | null },
  now: Date,
): Promise<QueuedItem[]> {
  const idsOf = (isWanted: (row: QueuedItemRow) => boolean) => [...new Set(rows.filter(isWanted).map(({ id }) => id))];
  const [reviews, answers] = await Promise.all([
    listReviewDetails(
      db,
      idsOf(({ kind }) => kind !== "question" && kind !== "answer"),
      now,
    ),
    listAnswerDetails(
      db,
      idsOf(({ kind }) => kind === "answer"),
    ),
  ]);
  const readsOrders = isPermitted(operator.operatorRole, "orders.read");
  return rows.map((row): QueuedItem => {
    const { product_name, product_slug, hiding, ...item } = row;
    const review = reviews.find(({ id }) => id === row.id);
    const answer = answers.find(({ id }) => id === row.id);
    return {
      ...item,
      author: row.kind === "reply" || answer?.role === "seller" ? row.shop_name : publicName(item.author),
      product: { name: product_name, slug: product_slug },
      created_at: item.created_at.toISOString(),
      reports: item.reports.map((one) => ({
        ...one,
        created_at: moment(one.created_at),
        is_of_earlier: new Date(one.created_at) < item.created_at,
      })),
      hiding: hiding && {
        ...hiding,
        hidden_at: moment(hiding.hidden_at),
        objected_at: hiding.objected_at && moment(hiding.objected_at),
        is_own: hiding.hidden_by === operator.userId,
      },
      review: review ? moderatedReviewJson(review, readsOrders) : null,
      question: answer ? { by: publicName(answer.asked_by), text: answer.question } : null,
      role: answer?.role ?? null,
    };
  });
}

function moderatedReviewJson(row: ReviewDetailRow, readsOrders: boolean): ModeratedReview {
  const burst = { count: row.same_day, of: row.recent };
  return {
    author: publicName(row.author),
    rating: row.rating,
    text: row.text,
    pictures: row.pictures,
    reply:
      row.reply !== null && row.replied_at
        ? { text: row.reply, at: row.replied_at.toISOString(), is_hidden: row.reply_hidden }
        : null,
    versions: row.versions.map((version) => ({ ...version, replaced_at: moment(version.replaced_at) })),
    variant: row.variant,
    order: {
      id: readsOrders ? row.order_id : null,
      invoice: row.invoice,
      completed_at: row.completed_at?.toISOString() ?? null,
    },
    edited_at: row.edited_at?.toISOString() ?? null,
    is_refunded: row.refunded,
    is_paid_back: row.mostly_refunded,
    helpful: row.helpful,
    unhelpful: row.unhelpful,
    by_author: { reviews: row.author_reviews, hidden: row.author_hidden, orders_in_shop: row.author_orders },
    burst: isBurst(burst, row.recent) ? burst : null,
  };
}
