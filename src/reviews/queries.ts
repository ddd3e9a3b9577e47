import { joinSql, sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { partRefundCause } from "#orders/refund-part.ts";
import { burst, paidBack, type ReviewableLine, type ReviewOrder, type ReviewState } from "./rules.ts";

// What the shop asked for a line.
const priceOfLine = sql`(l.price * l.quantity
  + (select coalesce(sum(a.amount), 0) from order_adjustments a where a.line_id = l.id and a.bearer = 'shop'))`;
// What the shop gave up of a line is all that it asked, and more than nothing.
const wholeLineRefunded = sql`(l.refunded > 0 and l.refunded >= ${priceOfLine})`;
const lineMostlyRefunded = sql`(l.refunded > 0 and l.refunded * 100 >= ${priceOfLine} * ${paidBack.percent}::int)`;
// What the seller gave back of a line after the review of it was written.
const refundedBySellerLater = sql`(
  select coalesce(sum(part.given_up), 0) from refund_parts part join refunds refund on refund.id = part.refund_id
  where part.line_id = l.id and refund.created_at >= r.created_at and starts_with(refund.cause, ${partRefundCause}))`;
const reviewVoided = sql`(l.refunded > 0 and l.refunded - ${refundedBySellerLater} >= ${priceOfLine})`;

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
};

/** Locks the review of a line. */
export async function lockReviewOfLine(tx: Tx, lineId: string): Promise<LockedReview | undefined> {
  return tx.row<LockedReview>(sql`
    select r.id, r.rating, r.text, r.state, r.hidden_at, r.created_at, r.changes_since, r.changes,
      array(select p.picture_id from review_pictures p where p.review_id = r.id order by p.position) as pictures
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

/** Empties a review that its author took back. Pictures and votes are deleted. */
export async function markReviewRemoved(tx: Tx, id: string, now: Date): Promise<void> {
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
 * Locks an order, and then the counted reviews of its lines whose price was refunded whole, apart from what the seller
 * gave back of its own accord after the review.
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

export type ReviewLineRow = {
  line_id: string;
  order_id: string;
  invoice: string;
  status: string;
  completed_at: Date;
  refunded: boolean;
  mostly_refunded: boolean;
  name: string;
  slug: string;
  variant: string;
  picture_key: string | null;
  shop_name: string;
  review: {
    id: string;
    rating: number;
    text: string;
    pictures: { id: string; key: string; color: string }[];
    state: ReviewState;
    hidden_reason: string | null;
    hidden_at: string | null;
    created_at: string;
    edited_at: string | null;
    reply: string | null;
    helpful: number;
  } | null;
};

const picturesOf = (
  columns: Sql,
) => sql`(select coalesce(json_agg(json_build_object(${columns}) order by p.position), '[]')
  from review_pictures p join pictures g on g.id = p.picture_id where p.review_id = r.id)`;
const publicPictures = picturesOf(sql`'key', g.storage_key, 'color', g.color`);
const ownPictures = picturesOf(sql`'id', g.id, 'key', g.storage_key, 'color', g.color`);

const lineColumns = sql`
  l.id as line_id, o.id as order_id, o.invoice, o.status, o.completed_at, ${wholeLineRefunded} as refunded, ${lineMostlyRefunded} as mostly_refunded, l.name, l.product_slug as slug,
  l.variant_name as variant, l.picture_key, s.name as shop_name,
  case when r.id is not null then json_build_object('id', r.id, 'rating', r.rating, 'text', r.text, 'pictures', ${ownPictures}, 'state', r.state,
    'hidden_reason', r.hidden_reason, 'hidden_at', r.hidden_at, 'created_at', r.created_at, 'edited_at', r.edited_at,
    'reply', case when r.reply_hidden_reason is null then r.reply end, 'helpful', r.helpful) end as review`;
const lineTables = sql`order_lines l join orders o on o.id = l.order_id join shops s on s.id = l.shop_id left join reviews r on r.order_line_id = l.id`;

/** One line of a completed order of this buyer. */
export async function findReviewLine(
  db: Queryable,
  lineId: string,
  buyerId: string,
): Promise<ReviewLineRow | undefined> {
  return db.row<ReviewLineRow>(sql`
    select ${lineColumns} from ${lineTables}
    where l.id = ${lineId} and o.buyer_id = ${buyerId} and o.status = 'completed'`);
}

/**
 * Lines of a buyer's completed orders: `waiting` those without a review that were completed after `since`, `written`
 * those with one. The latest completed first; `order` selects one order.
 */
export async function listReviewLines(
  db: Queryable,
  buyerId: string,
  filter: {
    view: "waiting" | "written";
    since: Date;
    order: string | undefined;
    after: { at: Date; id: string } | undefined;
    limit: number;
  },
): Promise<ReviewLineRow[]> {
  const conditions = [sql`o.buyer_id = ${buyerId}`, sql`o.status = 'completed'`];
  if (filter.view === "written") conditions.push(sql`r.state <> 'removed'`);
  else
    conditions.push(
      sql`(r.id is null or (r.state = 'removed' and r.hidden_at is null))`,
      sql`not ${wholeLineRefunded}`,
      sql`o.completed_at >= ${filter.since}`,
    );
  if (filter.order) conditions.push(sql`o.id = ${filter.order}`);
  if (filter.after)
    conditions.push(
      sql`(date_trunc('milliseconds', o.completed_at), l.id) < (${filter.after.at}::timestamptz, ${filter.after.id}::uuid)`,
    );
  return db.rows<ReviewLineRow>(sql`
    select ${lineColumns} from ${lineTables} where ${joinSql(conditions, sql` and `)}
    order by date_trunc('milliseconds', o.completed_at) desc, l.id desc limit ${filter.limit}`);
}

/** The id of a product that is for sale. */
export async function findProductId(db: Queryable, slug: string): Promise<string | undefined> {
  return (await db.row<{ id: string }>(sql`select id from products where slug = ${slug} and status = 'active'`))?.id;
}

export type ReviewFilter = {
  stars?: number | undefined;
  photos?: boolean;
  variant?: string | undefined;
  order: ReviewOrder;
};

export type PublicReviewRow = {
  id: string;
  rating: number;
  text: string;
  pictures: { key: string; color: string }[];
  buyer: string;
  variant: string;
  created_at: Date;
  edited_at: Date | null;
  state: ReviewState;
  mostly_refunded: boolean;
  helpful: number;
  reply: string | null;
  replied_at: Date | null;
};

const hasPicture = sql`exists (select from review_pictures p where p.review_id = r.id)`;
// Only reviews that say something are listed.
const listed = sql`r.state in ('shown', 'refunded') and (r.text <> '' or ${hasPicture})`;
const publicColumns = sql`
  r.id, r.rating, r.text, ${publicPictures} as pictures, u.name as buyer, l.variant_name as variant, r.created_at, r.edited_at, r.state, ${lineMostlyRefunded} as mostly_refunded, r.helpful,
  case when r.reply_hidden_reason is null then r.reply end as reply, r.replied_at`;

const orders: Record<ReviewOrder, Sql> = {
  newest: sql`r.created_at desc, r.id`,
  helpful: sql`r.helpful_score desc, r.created_at desc, r.id`,
  lowest: sql`r.rating, r.created_at desc, r.id`,
};

function filterCondition(productId: string, { stars, photos, variant }: ReviewFilter): Sql {
  const conditions = [sql`r.product_id = ${productId}`, listed];
  if (stars !== undefined) conditions.push(sql`r.rating = ${stars}`);
  if (photos) conditions.push(hasPicture);
  if (variant !== undefined) conditions.push(sql`l.variant_name = ${variant}`);
  return joinSql(conditions, sql` and `);
}

/** A page of the reviews of a product that say something and match the filter. */
export async function listReviews(
  db: Queryable,
  productId: string,
  filter: ReviewFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicReviewRow[]> {
  return db.rows<PublicReviewRow>(sql`
    select ${publicColumns} from reviews r join users u on u.id = r.user_id join order_lines l on l.id = r.order_line_id
    where ${filterCondition(productId, filter)} order by ${orders[filter.order]} limit ${limit} offset ${offset}`);
}

/** How many reviews match the filter. */
export async function countReviews(db: Queryable, productId: string, filter: ReviewFilter): Promise<number> {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from reviews r join order_lines l on l.id = r.order_line_id where ${filterCondition(productId, filter)}`);
  return row?.n ?? 0;
}

export type ReviewCounts = {
  ratings: { rating: number; count: number }[];
  written: number;
  with_pictures: number;
  refunded: number;
  hidden: number;
  removed: number;
  edited: number;
  recent: number;
  busiest: { day: string; count: number } | null;
  variants: string[];
};

/** What the summary of a product's reviews needs. Days are those of Jakarta. */
export async function countProductReviews(db: Queryable, productId: string, now: Date): Promise<ReviewCounts> {
  const row = await db.row<ReviewCounts>(sql`
    with all_of as materialized (
      select r.rating, r.state, r.edited_at is not null as edited, ${listed} as listed, ${hasPicture} as pictured, l.variant_name,
        r.created_at > ${new Date(now.getTime() - burst.window)}::timestamptz as recent, (r.created_at at time zone 'Asia/Jakarta')::date::text as day
      from reviews r join order_lines l on l.id = r.order_line_id where r.product_id = ${productId}
    )
    select
      (select coalesce(json_agg(json_build_object('rating', rating, 'count', n)), '[]')
        from (select rating, count(*)::int as n from all_of where state = 'shown' group by rating) one) as ratings,
      (count(*) filter (where listed))::int as written,
      (count(*) filter (where listed and pictured))::int as with_pictures,
      (count(*) filter (where state = 'refunded'))::int as refunded,
      (count(*) filter (where state = 'hidden'))::int as hidden,
      (count(*) filter (where state = 'removed'))::int as removed,
      (count(*) filter (where edited and listed))::int as edited,
      (count(*) filter (where recent and state = 'shown'))::int as recent,
      (select json_build_object('day', day, 'count', n) from (
        select day, count(*)::int as n from all_of where recent and state = 'shown' group by day order by n desc, day limit 1) one) as busiest,
      array(select distinct variant_name from all_of where listed and variant_name <> '' order by 1 limit 100) as variants
    from all_of`);
  if (!row) throw new Error("no counts");
  return row;
}

export type SellerReviewRow = PublicReviewRow & {
  product_name: string;
  product_slug: string;
  picture_key: string | null;
  order_id: string;
};

/** Reviews of a shop's products, newest first; with `waiting` only those that say something and have no reply. */
export async function listShopReviews(
  db: Queryable,
  shopId: string,
  { waiting, after, limit }: { waiting: boolean; after: { at: Date; id: string } | undefined; limit: number },
): Promise<SellerReviewRow[]> {
  const conditions = [sql`r.shop_id = ${shopId}`, sql`r.state in ('shown', 'refunded')`];
  if (waiting) conditions.push(listed, sql`r.replied_at is null`);
  if (after)
    conditions.push(
      sql`r.created_at < ${addDuration(after.at, 1)} and (date_trunc('milliseconds', r.created_at), r.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  return db.rows<SellerReviewRow>(sql`
    select ${publicColumns}, l.name as product_name, l.product_slug, l.picture_key, l.order_id
    from reviews r join users u on u.id = r.user_id join order_lines l on l.id = r.order_line_id
    where ${joinSql(conditions, sql` and `)} order by r.created_at desc, r.id desc limit ${limit}`);
}

export type RepliedReview = { buyer_id: string; order_id: string; product_id: string; product_name: string };

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
    returning r.user_id as buyer_id, l.order_id, r.product_id, l.name as product_name`);
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
