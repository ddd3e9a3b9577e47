import { pageOf, sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import { picturesAreHidden } from "../queries.ts";
import type { ReviewState } from "../rules.ts";
import {
  ownReportsShown,
  type HiddenKind,
  type HidingState,
  type QueueView,
  type ReportedKind,
  type ReportReason,
  type ReportState,
} from "./rules.ts";

// Every item as one shape: kind, id, author_id, product_id, shop_id, state, text, rating, created_at. A reply and the
// pictures of a review have its id.
const items = sql`(
  select 'review' as kind, id, user_id as author_id, product_id, shop_id, state, text, rating, created_at from reviews
  union all
  select 'reply', r.id, s.owner_id, r.product_id, r.shop_id,
    case when r.replied_at is null or r.state = 'removed' then 'removed' when r.reply_hidden_reason is not null then 'hidden'
      when r.state = 'hidden' then 'removed' else 'shown' end,
    coalesce(r.reply, ''), null, coalesce(r.replied_at, r.created_at)
  from reviews r join shops s on s.id = r.shop_id
  union all
  select 'pictures', r.id, r.user_id, r.product_id, r.shop_id,
    case when r.state = 'removed' then 'removed' when ${picturesAreHidden} then 'hidden'
      when r.state = 'hidden' or not exists (select from review_pictures x where x.review_id = r.id) then 'removed' else 'shown' end,
    '', null, r.created_at
  from reviews r
  union all
  select 'question', id, user_id, product_id, shop_id, state, text, null, created_at from questions
  union all
  select 'answer', a.id, a.user_id, q.product_id, q.shop_id, a.state, a.text, null, a.created_at
  from answers a join questions q on q.id = a.question_id)`;
const tables: Record<HiddenKind, Sql> = {
  review: sql`reviews`,
  reply: sql`reviews`,
  pictures: sql`reviews`,
  question: sql`questions`,
  answer: sql`answers`,
};
const columns: Record<HiddenKind, Sql> = {
  review: sql`review_id`,
  reply: sql`reply_of`,
  pictures: sql`pictures_of`,
  question: sql`question_id`,
  answer: sql`answer_id`,
};
const reportedId = sql`coalesce(t.review_id, t.question_id, t.answer_id, t.reply_of)`;
const reportedKind = sql`case when t.review_id is not null then 'review' when t.question_id is not null then 'question'
  when t.answer_id is not null then 'answer' else 'reply' end`;
const hiddenId = sql`coalesce(t.review_id, t.question_id, t.answer_id, t.reply_of, t.pictures_of)`;
const hiddenKind = sql`case when t.review_id is not null then 'review' when t.question_id is not null then 'question'
  when t.answer_id is not null then 'answer' when t.reply_of is not null then 'reply' else 'pictures' end`;

type Item = { kind: HiddenKind; itemId: string };

export type LockedItem = {
  id: string;
  author_id: string;
  seller_id: string;
  /** Who wrote the review of a reply. */
  reviewer_id: string | null;
  product_id: string;
  product_name: string;
  shop_id: string;
  state: ReviewState;
  rating: number | null;
  /** The hiding that is in force. */
  hiding: { id: string; state: HidingState; hidden_by: string | null } | null;
};

/** Locks a review, with its reply and pictures, after its order; or a question or an answer. */
export async function lockItem(tx: Tx, { kind, itemId: id }: Item): Promise<LockedItem | undefined> {
  if (kind === "review" || kind === "reply" || kind === "pictures")
    await tx.row(sql`
      select from orders o join order_lines l on l.order_id = o.id join reviews r on r.order_line_id = l.id
      where r.id = ${id} for no key update of o`);
  await tx.row(sql`select from ${tables[kind]} where id = ${id} for update`);
  return tx.row<LockedItem>(sql`
    select i.id, i.author_id, s.owner_id as seller_id, i.product_id, p.name as product_name, i.shop_id, i.state, i.rating,
      (select r.user_id from reviews r where i.kind = 'reply' and r.id = i.id) as reviewer_id,
      (select json_build_object('id', h.id, 'state', h.state, 'hidden_by', h.hidden_by) from review_hidings h
        where h.${columns[kind]} = i.id and h.state <> 'restored') as hiding
    from ${items} i join shops s on s.id = i.shop_id join products p on p.id = i.product_id
    where i.kind = ${kind} and i.id = ${id}`);
}

/** Stores a report. False when this person has reported the item before. */
export async function insertReport(
  tx: Tx,
  report: Item & { userId: string; reason: string; text: string; now: Date },
): Promise<boolean> {
  const row = await tx.row(sql`
    insert into review_reports (${columns[report.kind]}, user_id, reason, text, created_at)
    values (${report.itemId}, ${report.userId}, ${report.reason}, ${report.text}, ${report.now})
    on conflict do nothing returning id`);
  return row !== undefined;
}

/** Closes the open reports about an item; about its review, when its pictures were hidden. Returns how many. */
export async function closeReports(
  tx: Tx,
  closed: Item & { state: "hidden" | "dismissed"; userId: string; now: Date },
): Promise<number> {
  const rows = await tx.rows(sql`
    update review_reports set state = ${closed.state}, closed_at = ${closed.now}, closed_by = ${closed.userId}
    where ${columns[closed.kind === "pictures" ? "review" : closed.kind]} = ${closed.itemId} and state = 'open' returning id`);
  return rows.length;
}

/** Sets whether an item is hidden, and why. `state` is what it is from now on. */
export async function setHidden(
  tx: Tx,
  item: Item & { state: ReviewState; reason: string | null; now: Date },
): Promise<void> {
  if (item.kind === "pictures") return; // Their hiding says it.
  if (item.kind === "reply") {
    await tx.run(sql`
      update reviews set reply_hidden_reason = ${item.reason}, updated_at = ${item.now} where id = ${item.itemId}`);
    return;
  }
  const dates =
    item.kind === "review"
      ? sql`, updated_at = ${item.now}, hidden_at = ${item.reason === null ? null : item.now}::timestamptz`
      : sql``;
  await tx.run(sql`
    update ${tables[item.kind]} set state = ${item.state}, hidden_reason = ${item.reason}${dates} where id = ${item.itemId}`);
}

/** Stores that an operator hid an item. */
export async function insertHiding(
  tx: Tx,
  hiding: Item & { authorId: string; userId: string; reason: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into review_hidings (${columns[hiding.kind]}, author_id, reason, hidden_at, hidden_by)
    values (${hiding.itemId}, ${hiding.authorId}, ${hiding.reason}, ${hiding.now}, ${hiding.userId})`);
}

/** Ends a locked item's hiding, or leaves it in force after the author's objection. */
export async function decideHiding(
  tx: Tx,
  id: string,
  decided: { state: "upheld" | "restored"; decision: string | null; userId: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update review_hidings set state = ${decided.state}, decision = ${decided.decision}, decided_by = ${decided.userId}, decided_at = ${decided.now}
    where id = ${id}`);
}

/** Locks a hiding of what this person wrote and has not taken back. */
export async function lockOwnHiding(
  tx: Tx,
  id: string,
  authorId: string,
): Promise<{ state: HidingState; hidden_at: Date } | undefined> {
  return tx.row(sql`
    select t.state, t.hidden_at from review_hidings t join ${items} i on i.id = ${hiddenId} and i.kind = ${hiddenKind}
    where t.id = ${id} and t.author_id = ${authorId} and i.state = 'hidden' for update of t`);
}

/** Stores the author's objection to a locked hiding. */
export async function saveObjection(tx: Tx, id: string, text: string, now: Date): Promise<void> {
  await tx.run(
    sql`update review_hidings set state = 'objected', objection = ${text}, objected_at = ${now} where id = ${id}`,
  );
}

/** The pictures of a review, and whether none of them may be seen: an operator hid them or the whole review. */
export async function findReviewPictures(db: Queryable, reviewId: string): Promise<{ ids: string[]; hidden: boolean }> {
  const row = await db.row<{ ids: string[]; hidden: boolean }>(sql`
    select array(select p.picture_id from review_pictures p where p.review_id = r.id order by p.position) as ids,
      (r.state = 'hidden' or ${picturesAreHidden}) as hidden
    from reviews r where r.id = ${reviewId}`);
  return row ?? { ids: [], hidden: false };
}

export type QueuedItemRow = {
  kind: HiddenKind;
  id: string;
  state: "shown" | "refunded" | "hidden";
  text: string;
  rating: number | null;
  author: string;
  product_name: string;
  product_slug: string;
  shop_name: string;
  created_at: Date;
  reports: { reason: ReportReason; text: string; created_at: string; by_seller: boolean }[];
  hiding: {
    state: HidingState;
    reason: string;
    hidden_at: string;
    hidden_by: string | null;
    objection: string | null;
    objected_at: string | null;
    decision: string | null;
  } | null;
  is_overdue: boolean;
};

const openReports = sql`(
  select ${reportedId} as item_id, ${reportedKind} as kind, min(t.created_at) as since, count(*) as number,
    json_agg(json_build_object('reason', t.reason, 'text', t.text, 'created_at', t.created_at, 'user_id', t.user_id) order by t.created_at, t.id) as reports
  from review_reports t where t.state = 'open' group by 1, 2)`;
const hidingsInForce = sql`(select ${hiddenId} as item_id, ${hiddenKind} as kind, t.* from review_hidings t where t.state <> 'restored')`;
// Items of which something waits or is hidden, so that no other item is read.
const waitingItems = sql`(
  select i.* from (
    select ${reportedId} as item_id, ${reportedKind} as kind from review_reports t where t.state = 'open'
    union select ${hiddenId}, ${hiddenKind} from review_hidings t where t.state <> 'restored') w
  join ${items} i on i.id = w.item_id and i.kind = w.kind)`;
const queueTables = sql`${waitingItems} i
    left join ${openReports} t on t.item_id = i.id and t.kind = i.kind
    left join ${hidingsInForce} h on h.item_id = i.id and h.kind = i.kind`;
const conditions: Record<QueueView, Sql> = {
  reported: sql`i.state in ('shown', 'refunded') and t.since is not null`,
  objected: sql`i.state = 'hidden' and h.state = 'objected'`,
  hidden: sql`i.state = 'hidden'`,
};
// When an item began to wait for a decision.
const waitsSince: Record<QueueView, Sql> = {
  reported: sql`t.since`,
  objected: sql`h.objected_at`,
  hidden: sql`null::timestamptz`,
};

/** One list of the queue. Items that wait since before `overdue` come first, hidden ones the latest first. */
export async function listQueue(
  db: Queryable,
  view: QueueView,
  { overdue, limit, offset }: { overdue: Date; limit: number; offset: number },
): Promise<QueuedItemRow[]> {
  const isOverdue = sql`coalesce(${waitsSince[view]} < ${overdue}, false)`;
  const order =
    view === "hidden"
      ? sql`h.hidden_at desc, i.id`
      : sql`is_overdue desc, t.number desc nulls last, ${waitsSince[view]}, i.id`;
  return db.rows<QueuedItemRow>(sql`
    select i.kind, i.id, i.state, i.text, i.rating, u.name as author, p.name as product_name, p.slug as product_slug,
      s.name as shop_name, i.created_at,
      (select coalesce(json_agg(json_build_object('reason', one.r ->> 'reason', 'text', one.r ->> 'text', 'created_at', one.r ->> 'created_at',
        'by_seller', one.r ->> 'user_id' = s.owner_id::text) order by one.at), '[]')
        from json_array_elements(t.reports) with ordinality as one (r, at)) as reports, ${isOverdue} as is_overdue,
      case when h.id is not null then json_build_object('state', h.state, 'reason', h.reason, 'hidden_at', h.hidden_at, 'hidden_by', h.hidden_by,
        'objection', h.objection, 'objected_at', h.objected_at, 'decision', h.decision) end as hiding
    from ${queueTables}
    join users u on u.id = i.author_id join products p on p.id = i.product_id join shops s on s.id = i.shop_id
    where ${conditions[view]} order by ${order} ${pageOf(limit, offset)}`);
}

/** How many items wait for a decision: reported ones that are readable, and objections. */
export async function countQueue(db: Queryable): Promise<{ reported: number; objected: number }> {
  const row = await db.row<{ reported: number; objected: number }>(sql`
    select (count(*) filter (where ${conditions.reported}))::int as reported, (count(*) filter (where ${conditions.objected}))::int as objected
    from ${queueTables}
    where t.item_id is not null or h.state = 'objected'`);
  return row ?? { reported: 0, objected: 0 };
}

export type OwnHidingRow = {
  id: string;
  kind: HiddenKind;
  text: string;
  product_name: string;
  product_slug: string;
  reason: string;
  hidden_at: Date;
  state: HidingState;
  objection: string | null;
  decision: string | null;
};

/** What operators hid of what this person wrote, the latest first, without what the person took back. */
export async function listOwnHidings(db: Queryable, authorId: string): Promise<OwnHidingRow[]> {
  return db.rows<OwnHidingRow>(sql`
    select t.id, i.kind, i.text, p.name as product_name, p.slug as product_slug, t.reason, t.hidden_at, t.state, t.objection, t.decision
    from review_hidings t join ${items} i on i.id = ${hiddenId} and i.kind = ${hiddenKind} join products p on p.id = i.product_id
    where t.author_id = ${authorId} and i.state <> 'removed' order by t.hidden_at desc, t.id limit ${ownReportsShown}`);
}

export type OwnReportRow = {
  id: string;
  kind: ReportedKind;
  product_name: string;
  product_slug: string;
  reason: ReportReason;
  text: string;
  state: ReportState;
  created_at: Date;
};

/** What this person reported, the latest first. */
export async function listOwnReports(db: Queryable, userId: string): Promise<OwnReportRow[]> {
  return db.rows<OwnReportRow>(sql`
    select t.id, i.kind, p.name as product_name, p.slug as product_slug, t.reason, t.text, t.state, t.created_at
    from review_reports t join ${items} i on i.id = ${reportedId} and i.kind = ${reportedKind} join products p on p.id = i.product_id
    where t.user_id = ${userId} order by t.created_at desc, t.id limit ${ownReportsShown}`);
}
