import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import type { ReviewState } from "../rules.ts";
import {
  ownReportsShown,
  type HidingState,
  type QueueView,
  type ReportedKind,
  type ReportReason,
  type ReportState,
} from "./rules.ts";

// Every item as one shape: kind, id, author_id, product_id, shop_id, state, text, rating, created_at.
const items = sql`(
  select 'review' as kind, id, user_id as author_id, product_id, shop_id, state, text, rating, created_at from reviews
  union all
  select 'question', id, user_id, product_id, shop_id, state, text, null, created_at from questions
  union all
  select 'answer', a.id, a.user_id, q.product_id, q.shop_id, a.state, a.text, null, a.created_at
  from answers a join questions q on q.id = a.question_id)`;
const tables: Record<ReportedKind, Sql> = { review: sql`reviews`, question: sql`questions`, answer: sql`answers` };
const columns: Record<ReportedKind, Sql> = {
  review: sql`review_id`,
  question: sql`question_id`,
  answer: sql`answer_id`,
};
const itemId = sql`coalesce(review_id, question_id, answer_id)`;
const kindOf = sql`case when t.review_id is not null then 'review' when t.question_id is not null then 'question' else 'answer' end`;

type Item = { kind: ReportedKind; itemId: string };

export type LockedItem = {
  id: string;
  author_id: string;
  seller_id: string;
  product_id: string;
  product_name: string;
  shop_id: string;
  state: ReviewState;
  rating: number | null;
  /** The hiding that is in force. */
  hiding: { id: string; state: HidingState; hidden_by: string | null } | null;
};

/** Locks a review after its order, a question or an answer. */
export async function lockItem(tx: Tx, { kind, itemId: id }: Item): Promise<LockedItem | undefined> {
  if (kind === "review")
    await tx.row(sql`
      select from orders o join order_lines l on l.order_id = o.id join reviews r on r.order_line_id = l.id
      where r.id = ${id} for no key update of o`);
  await tx.row(sql`select from ${tables[kind]} where id = ${id} for update`);
  return tx.row<LockedItem>(sql`
    select i.id, i.author_id, s.owner_id as seller_id, i.product_id, p.name as product_name, i.shop_id, i.state, i.rating,
      (select json_build_object('id', h.id, 'state', h.state, 'hidden_by', h.hidden_by) from review_hidings h
        where coalesce(h.review_id, h.question_id, h.answer_id) = i.id and h.state <> 'restored') as hiding
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

/** Closes the open reports about an item. Returns how many. */
export async function closeReports(
  tx: Tx,
  closed: Item & { state: "hidden" | "dismissed"; userId: string; now: Date },
): Promise<number> {
  const rows = await tx.rows(sql`
    update review_reports set state = ${closed.state}, closed_at = ${closed.now}, closed_by = ${closed.userId}
    where ${columns[closed.kind]} = ${closed.itemId} and state = 'open' returning id`);
  return rows.length;
}

/** Sets whether an item is hidden, and why. `state` is what it is from now on. */
export async function setHidden(
  tx: Tx,
  item: Item & { state: ReviewState; reason: string | null; now: Date },
): Promise<void> {
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
    select h.state, h.hidden_at from review_hidings h join ${items} i on i.id = coalesce(h.review_id, h.question_id, h.answer_id)
    where h.id = ${id} and h.author_id = ${authorId} and i.state = 'hidden' for update of h`);
}

/** Stores the author's objection to a locked hiding. */
export async function saveObjection(tx: Tx, id: string, text: string, now: Date): Promise<void> {
  await tx.run(
    sql`update review_hidings set state = 'objected', objection = ${text}, objected_at = ${now} where id = ${id}`,
  );
}

export type QueuedItemRow = {
  kind: ReportedKind;
  id: string;
  state: "shown" | "refunded" | "hidden";
  text: string;
  rating: number | null;
  author: string;
  product_name: string;
  product_slug: string;
  shop_name: string;
  created_at: Date;
  reports: { reason: ReportReason; text: string; created_at: string }[];
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
  select ${itemId} as item_id, min(created_at) as since, count(*) as number,
    json_agg(json_build_object('reason', reason, 'text', text, 'created_at', created_at) order by created_at, id) as reports
  from review_reports where state = 'open' group by 1)`;
const hidingsInForce = sql`(select ${itemId} as item_id, h.* from review_hidings h where h.state <> 'restored')`;
// Items of which something waits or is hidden, so that no other item is read.
const waitingItems = sql`(
  select i.* from (
    select ${itemId} as item_id from review_reports where state = 'open'
    union select ${itemId} from review_hidings where state <> 'restored') w
  join ${items} i on i.id = w.item_id)`;
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
      s.name as shop_name, i.created_at, coalesce(t.reports, '[]') as reports, ${isOverdue} as is_overdue,
      case when h.id is not null then json_build_object('state', h.state, 'reason', h.reason, 'hidden_at', h.hidden_at, 'hidden_by', h.hidden_by,
        'objection', h.objection, 'objected_at', h.objected_at, 'decision', h.decision) end as hiding
    from ${waitingItems} i left join ${openReports} t on t.item_id = i.id left join ${hidingsInForce} h on h.item_id = i.id
    join users u on u.id = i.author_id join products p on p.id = i.product_id join shops s on s.id = i.shop_id
    where ${conditions[view]} order by ${order} limit ${limit} offset ${offset}`);
}

/** How many items wait for a decision: reported ones that are readable, and objections. */
export async function countQueue(db: Queryable): Promise<{ reported: number; objected: number }> {
  const row = await db.row<{ reported: number; objected: number }>(sql`
    select (count(*) filter (where ${conditions.reported}))::int as reported, (count(*) filter (where ${conditions.objected}))::int as objected
    from ${waitingItems} i left join ${openReports} t on t.item_id = i.id left join ${hidingsInForce} h on h.item_id = i.id
    where t.item_id is not null or h.state = 'objected'`);
  return row ?? { reported: 0, objected: 0 };
}

export type OwnHidingRow = {
  id: string;
  kind: ReportedKind;
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
    select t.id, ${kindOf} as kind, i.text, p.name as product_name, p.slug as product_slug, t.reason, t.hidden_at, t.state, t.objection, t.decision
    from review_hidings t join ${items} i on i.id = coalesce(t.review_id, t.question_id, t.answer_id) join products p on p.id = i.product_id
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
    select t.id, ${kindOf} as kind, p.name as product_name, p.slug as product_slug, t.reason, t.text, t.state, t.created_at
    from review_reports t join ${items} i on i.id = coalesce(t.review_id, t.question_id, t.answer_id) join products p on p.id = i.product_id
    where t.user_id = ${userId} order by t.created_at desc, t.id limit ${ownReportsShown}`);
}
