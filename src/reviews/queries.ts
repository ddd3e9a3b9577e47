import { type Queryable, sql, type Tx } from "#lib/database.ts";
import { partRefundCause } from "#payments/refunds/rules.ts";
import { paidBack, type ReviewableLine, type ReviewState } from "./rules.ts";

// What the shop asked for a line.
const priceOfLine = sql`(l.price * l.quantity
  + (select coalesce(sum(a.amount), 0) from order_adjustments a where a.line_id = l.id and a.bearer = 'shop'))`;
// What the shop gave up of a line is all that it asked, and more than nothing.
export const wholeLineRefunded = sql`(l.refunded > 0 and l.refunded >= ${priceOfLine})`;
export const lineMostlyRefunded = sql`(l.refunded > 0 and l.refunded * 100 >= ${priceOfLine} * ${paidBack.percent}::int)`;
// What the seller gave back of a line after the review of it was written.
const refundedBySellerLater = sql`(
  select coalesce(sum(part.given_up), 0) from refund_parts part join refunds refund on refund.id = part.refund_id
  where part.line_id = l.id and refund.created_at >= r.created_at and starts_with(refund.cause, ${partRefundCause}))`;
const reviewVoided = sql`(l.refunded > 0 and l.refunded - ${refundedBySellerLater} >= ${priceOfLine})`;

/** Whether an operator hid the pictures of the review `r`, and not the whole review. */
export const picturesAreHidden = sql`exists (select from review_hidings x where x.pictures_of = r.id and x.state <> 'restored')`;

export type LockedLine = ReviewableLine & {
  order_id: string;
  product_id: string;
  product_slug: string;
  product_name: string;
  shop_id: string;
  seller_id: string;
};

/**
 * Locks the order of this line, so that neither a refund nor another review of it runs at the same time. Undefined for
 * another buyer's line.
 */
export async function lockLine(tx: Tx, lineId: string, buyerId: string): Promise<LockedLine | undefined> {
  const locked = await tx.row(sql`
    select from orders o join order_lines l on l.order_id = o.id
    where l.id = ${lineId} and o.buyer_id = ${buyerId} for no key update of o`);
  if (!locked) return undefined;
  return tx.row<LockedLine>(sql`
    select o.status, o.completed_at, ${wholeLineRefunded} as refunded, ${lineMostlyRefunded} as mostly_refunded, o.id as order_id, l.product_id, l.product_slug,
      l.name as product_name, l.shop_id, s.owner_id as seller_id
    from order_lines l join orders o on o.id = l.order_id join shops s on s.id = l.shop_id where l.id = ${lineId}`);
}

export type LockedReview = {
  id: string;
  rating: number;
  text: string;
  state: ReviewState;
  hidden_at: Date | null;
  created_at: Date;
  changes_since: Date | null;
  changes: number;
  pictures: string[];
  /** An operator hid its pictures. */
  pictures_hidden: boolean;
};

/** Locks the review of a line. */
export async function lockReviewOfLine(tx: Tx, lineId: string): Promise<LockedReview | undefined> {
  return tx.row<LockedReview>(sql`
    select r.id, r.rating, r.text, r.state, r.hidden_at, r.created_at, r.changes_since, r.changes,
      array(select p.picture_id from review_pictures p where p.review_id = r.id order by p.position) as pictures,
      ${picturesAreHidden} as pictures_hidden
    from reviews r where r.order_line_id = ${lineId} for update`);
}

/** How many of these pictures are the person's own uploads. They are locked against removal until the commit. */
export async function countOwnPictures(tx: Tx, ids: readonly string[], ownerId: string): Promise<number> {
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from (
      select id from pictures where id = any(${ids}::uuid[]) and owner_id = ${ownerId}
        and id not in (select image_id from users where id = ${ownerId} and image_id is not null)
      order by id for key share) held`);
  return row?.n ?? 0;
}

/** Inserts the review of a line. Returns its id. */
export async function insertReview(
  tx: Tx,
  review: {
    lineId: string;
    productId: string;
    shopId: string;
    userId: string;
    rating: number;
    text: string;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into reviews (order_line_id, product_id, shop_id, user_id, rating, text, created_at, updated_at)
    values (${review.lineId}, ${review.productId}, ${review.shopId}, ${review.userId}, ${review.rating}, ${review.text}, ${review.now}, ${review.now})
    returning id`);
  if (!row) throw new Error("no review");
  return row.id;
}

/** Changes a review. One that was removed becomes a new one, with its own date and without the old votes and reply. */
export async function updateReview(
  tx: Tx,
  id: string,
  change: { rating: number; text: string; isNew: boolean; counted: { since: Date; changes: number }; now: Date },
): Promise<void> {
  const { rating, text, isNew, counted, now } = change;
  const dates = isNew
    ? sql`created_at = ${now}, edited_at = null, state = 'shown', helpful = 0, unhelpful = 0, reply = null, replied_at = null, reply_hidden_reason = null`
    : sql`edited_at = ${now}`;
  await tx.run(
    sql`update reviews set rating = ${rating}, text = ${text}, updated_at = ${now}, changes_since = ${counted.since}, changes = ${counted.changes}, ${dates} where id = ${id}`,
  );
}

/**
 * Stores what a locked review says now, if somebody reported it as it is and the report is not decided. So there are at
 * most as many earlier versions as reports.
 */
export async function storeReportedVersion(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(sql`
    with stored as (
      insert into review_versions (review_id, rating, text, replaced_at)
      select r.id, r.rating, r.text, ${now} from reviews r
      where r.id = ${id} and exists (select from review_reports t where t.review_id = r.id and t.state = 'open' and t.created_at >= r.created_at
        and t.created_at > coalesce((select max(v.replaced_at) from review_versions v where v.review_id = r.id), '-infinity'))
      returning id)
    insert into review_version_pictures (version_id, position, picture_id)
    select stored.id, p.position, p.picture_id from stored, review_pictures p where p.review_id = ${id}`);
}

/** Deletes the earlier versions of these reviews. */
export async function deleteVersions(tx: Tx, reviewIds: readonly string[]): Promise<void> {
  await tx.run(sql`delete from review_versions where review_id = any(${reviewIds}::uuid[])`);
}

/**
 * Empties a review that its author took back. Pictures, earlier versions and votes are deleted, and the reply with what
 * was reported and decided about it.
 */
export async function markReviewRemoved(tx: Tx, id: string, now: Date): Promise<void> {
  await deleteVersions(tx, [id]);
  await tx.run(sql`delete from review_reports where reply_of = ${id} and state = 'open'`);
  await tx.run(sql`delete from review_hidings where reply_of = ${id} and state <> 'restored'`);
  await tx.run(sql`delete from review_votes where review_id = ${id}`);
  await tx.run(sql`delete from review_pictures where review_id = ${id}`);
  await tx.run(sql`
    update reviews set state = 'removed', text = '', reply = null, replied_at = null, helpful = 0, unhelpful = 0, updated_at = ${now}
    where id = ${id}`);
}

/** Sets the pictures of a review in this order. */
export async function saveReviewPictures(tx: Tx, reviewId: string, pictureIds: readonly string[]): Promise<void> {
  await tx.run(sql`delete from review_pictures where review_id = ${reviewId}`);
  await tx.run(sql`
    insert into review_pictures (review_id, position, picture_id)
    select ${reviewId}, position - 1, id from unnest(${pictureIds}::uuid[]) with ordinality as given (id, position)`);
}

export type RefundedReview = { id: string; rating: number; state: ReviewState; product_id: string; shop_id: string };

/**
 * Locks an order, and then the counted reviews of its lines whose price was refunded whole. Partial refunds that the
 * seller made by choice after the review do not count.
 */
export async function lockRefundedReviews(tx: Tx, orderId: string): Promise<RefundedReview[]> {
  await tx.row(sql`select from orders where id = ${orderId} for no key update`);
  return tx.rows<RefundedReview>(sql`
    select r.id, r.rating, r.state, r.product_id, r.shop_id from reviews r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${orderId} and r.state = 'shown' and ${reviewVoided} order by r.id for update of r`);
}

/** Whether a review would count no more because its line was refunded. */
export async function isReviewVoided(tx: Tx, reviewId: string): Promise<boolean> {
  const row = await tx.row<{ voided: boolean }>(sql`
    select ${reviewVoided} as voided from reviews r join order_lines l on l.id = r.order_line_id where r.id = ${reviewId}`);
  return row?.voided ?? false;
}

/** The products of an order with a review that is listed. */
export async function listReviewedProducts(db: Queryable, orderId: string): Promise<string[]> {
  const rows = await db.rows<{ product_id: string }>(sql`
    select distinct r.product_id from reviews r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${orderId} and r.state in ('shown', 'refunded')`);
  return rows.map((row) => row.product_id);
}

/** Marks reviews whose price was refunded whole. */
export async function markReviewsRefunded(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.run(sql`update reviews set state = 'refunded', updated_at = ${now} where id = any(${ids}::uuid[])`);
}

export type RepliedReview = {
  buyer_id: string;
  order_id: string;
  line_id: string;
  product_id: string;
  product_name: string;
};

/**
 * Stores the reply to a review that is shown, unless it has one. Returns whom it is for; undefined when nothing was
 * stored.
 */
export async function insertReply(
  tx: Tx,
  { reviewId, shopId, text, now }: { reviewId: string; shopId: string; text: string; now: Date },
): Promise<RepliedReview | undefined> {
  return tx.row<RepliedReview>(sql`
    update reviews r set reply = ${text}, replied_at = ${now} from order_lines l
    where r.id = ${reviewId} and r.shop_id = ${shopId} and r.state in ('shown', 'refunded') and r.replied_at is null and l.id = r.order_line_id
    returning r.user_id as buyer_id, l.order_id, l.id as line_id, r.product_id, l.name as product_name`);
}

/** Whether this review of the shop is shown. */
export async function hasShopReview(db: Queryable, reviewId: string, shopId: string): Promise<boolean> {
  return (
    (await db.row(
      sql`select from reviews where id = ${reviewId} and shop_id = ${shopId} and state in ('shown', 'refunded')`,
    )) !== undefined
  );
}

/** Locks a review that is shown, for a vote on it. */
export async function lockReviewForVote(
  tx: Tx,
  reviewId: string,
): Promise<{ author_id: string; seller_id: string; product_id: string; product: string } | undefined> {
  return tx.row(sql`
    select r.user_id as author_id, s.owner_id as seller_id, r.product_id, l.product_slug as product
    from reviews r join shops s on s.id = r.shop_id join order_lines l on l.id = r.order_line_id
    where r.id = ${reviewId} and r.state in ('shown', 'refunded') for update of r`);
}

/** Sets or deletes a person's vote on a locked review, and counts the votes again. Returns how many it helped. */
export async function saveVote(
  tx: Tx,
  { reviewId, userId, helpful, now }: { reviewId: string; userId: string; helpful: boolean | null; now: Date },
): Promise<number> {
  if (helpful === null)
    await tx.run(sql`delete from review_votes where review_id = ${reviewId} and user_id = ${userId}`);
  else
    await tx.run(sql`
      insert into review_votes (review_id, user_id, helpful, created_at) values (${reviewId}, ${userId}, ${helpful}, ${now})
      on conflict (review_id, user_id) do update set helpful = excluded.helpful, created_at = excluded.created_at`);
  await countVotesAgain(tx, [reviewId]);
  return (await tx.row<{ helpful: number }>(sql`select helpful from reviews where id = ${reviewId}`))?.helpful ?? 0;
}

/** Sets the counters of these reviews to their votes. */
export async function countVotesAgain(tx: Tx, reviewIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update reviews r set
      helpful = (select count(*) from review_votes v where v.review_id = r.id and v.helpful),
      unhelpful = (select count(*) from review_votes v where v.review_id = r.id and not v.helpful)
    where r.id = any(${reviewIds}::uuid[])`);
}
