/** What buyers, sellers and visitors read of reviews. */
import { joinSql, pageOf, sql, type Queryable, type Sql } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { burst, type ReviewOrder, type ReviewState } from "./rules.ts";
import { lineMostlyRefunded, wholeLineRefunded } from "./queries.ts";

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
    pictures_hidden_reason: string | null;
    hidden_at: string | null;
    created_at: string;
    edited_at: string | null;
    reply: string | null;
    helpful: number;
  } | null;
};

const isShown = sql`not exists (select from hidden_pictures hidden where hidden.picture_id = p.picture_id)`;
const publicPictures = sql`(
  select coalesce(json_agg(json_build_object('key', g.storage_key, 'color', g.color) order by p.position), '[]')
  from review_pictures p join pictures g on g.id = p.picture_id where p.review_id = r.id and ${isShown})`;
const ownPictures = sql`(
  select coalesce(json_agg(json_build_object('id', g.id, 'key', g.storage_key, 'color', g.color) order by p.position), '[]')
  from review_pictures p join pictures g on g.id = p.picture_id where p.review_id = r.id)`;

const lineColumns = sql`
  l.id as line_id, o.id as order_id, o.invoice, o.status, o.completed_at, ${wholeLineRefunded} as refunded, ${lineMostlyRefunded} as mostly_refunded, l.name, l.product_slug as slug,
  l.variant_name as variant, l.picture_key, s.name as shop_name,
  case when r.id is not null then json_build_object('id', r.id, 'rating', r.rating, 'text', r.text, 'pictures', ${ownPictures}, 'state', r.state,
    'hidden_reason', r.hidden_reason, 'pictures_hidden_reason',
      (select x.reason from review_hidings x where x.pictures_of = r.id and x.state <> 'restored'), 'hidden_at', r.hidden_at, 'created_at', r.created_at, 'edited_at', r.edited_at,
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

const hasPicture = sql`exists (select from review_pictures p where p.review_id = r.id and ${isShown})`;
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
    where ${filterCondition(productId, filter)} order by ${orders[filter.order]} ${pageOf(limit, offset)}`);
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
  reply_hidden_reason: string | null;
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
    select ${publicColumns}, l.name as product_name, l.product_slug, l.picture_key, l.order_id, r.reply_hidden_reason
    from reviews r join users u on u.id = r.user_id join order_lines l on l.id = r.order_line_id
    where ${joinSql(conditions, sql` and `)} order by r.created_at desc, r.id desc limit ${limit}`);
}
