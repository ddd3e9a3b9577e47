/** What operators read beside an item of their queue before they decide about it. */
import { sql, type Queryable } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { lineMostlyRefunded, wholeLineRefunded } from "../queries.ts";
import { burst, type ReviewState } from "../rules.ts";

type PictureRow = { id: string; key: string; color: string; is_hidden: boolean };

export type ReviewDetailRow = {
  id: string;
  author: string;
  rating: number;
  text: string;
  state: ReviewState;
  reply: string | null;
  replied_at: Date | null;
  reply_hidden: boolean;
  pictures: PictureRow[];
  versions: { rating: number; text: string; replaced_at: string; pictures: PictureRow[] }[];
  variant: string;
  order_id: string;
  invoice: string;
  completed_at: Date | null;
  edited_at: Date | null;
  refunded: boolean;
  mostly_refunded: boolean;
  helpful: number;
  unhelpful: number;
  /** All reviews of the author that were not taken back, and those of them that are hidden. */
  author_reviews: number;
  author_hidden: number;
  /** Completed orders of the author in this shop. */
  author_orders: number;
  /** Of the reviews in which a burst is looked for: those of the same day, and all. */
  same_day: number;
  recent: number;
};

const pictureJson = sql`json_build_object('id', g.id, 'key', g.storage_key, 'color', g.color,
  'is_hidden', exists (select from hidden_pictures h where h.picture_id = g.id)) order by p.position`;

/** The reviews of these ids with all that belongs to them. */
export async function listReviewDetails(db: Queryable, ids: readonly string[], now: Date): Promise<ReviewDetailRow[]> {
  const since = addDuration(now, -burst.window);
  return db.rows<ReviewDetailRow>(sql`
    select r.id, u.name as author, r.rating, r.text, r.state, r.reply, r.replied_at, r.reply_hidden_reason is not null as reply_hidden,
      (select coalesce(json_agg(${pictureJson}), '[]') from review_pictures p join pictures g on g.id = p.picture_id where p.review_id = r.id) as pictures,
      (select coalesce(json_agg(json_build_object('rating', v.rating, 'text', v.text, 'replaced_at', v.replaced_at,
          'pictures', (select coalesce(json_agg(${pictureJson}), '[]') from review_version_pictures p join pictures g on g.id = p.picture_id where p.version_id = v.id))
          order by v.replaced_at desc, v.id), '[]') from review_versions v where v.review_id = r.id) as versions,
      l.variant_name as variant, o.id as order_id, o.invoice, o.completed_at, r.edited_at, ${wholeLineRefunded} as refunded,
      ${lineMostlyRefunded} as mostly_refunded, r.helpful, r.unhelpful, own.n as author_reviews, own.hidden as author_hidden,
      (select count(*)::int from orders x where x.buyer_id = r.user_id and x.shop_id = r.shop_id and x.status = 'completed') as author_orders,
      (select count(*)::int from reviews x where x.product_id = r.product_id and x.state = 'shown'
        and x.created_at > ${since} and (x.created_at at time zone 'Asia/Jakarta')::date = (r.created_at at time zone 'Asia/Jakarta')::date) as same_day,
      (select count(*)::int from reviews x where x.product_id = r.product_id and x.state = 'shown' and x.created_at > ${since}) as recent
    from reviews r join users u on u.id = r.user_id join order_lines l on l.id = r.order_line_id join orders o on o.id = l.order_id,
      lateral (select count(*)::int as n, (count(*) filter (where x.state = 'hidden'))::int as hidden
        from reviews x where x.user_id = r.user_id and x.state <> 'removed') own
    where r.id = any(${ids}::uuid[])`);
}

export type AnswerDetailRow = { id: string; role: "seller" | "buyer"; question: string; asked_by: string };

/** What these answers answer. */
export async function listAnswerDetails(db: Queryable, ids: readonly string[]): Promise<AnswerDetailRow[]> {
  return db.rows<AnswerDetailRow>(sql`
    select a.id, a.role, q.text as question, u.name as asked_by
    from answers a join questions q on q.id = a.question_id join users u on u.id = q.user_id where a.id = any(${ids}::uuid[])`);
}

/** The picture of a review, also of an earlier version, with its review; undefined for any other picture. */
export async function findReviewPicture(
  db: Queryable,
  pictureId: string,
): Promise<{ key: string; review_id: string; is_hidden: boolean } | undefined> {
  return db.row(sql`
    select g.storage_key as key, x.review_id, exists (select from hidden_pictures h where h.picture_id = g.id) as is_hidden
    from pictures g, lateral (
      select review_id from review_pictures where picture_id = g.id
      union all
      select v.review_id from review_version_pictures p join review_versions v on v.id = p.version_id where p.picture_id = g.id
      limit 1) x
    where g.id = ${pictureId}`);
}
