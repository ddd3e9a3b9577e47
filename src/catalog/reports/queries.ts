import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { SealedFile } from "#media/sealed-files.ts";
import type { ListingReportKind, ListingReportState } from "./rules.ts";

export type Subject = { shopId: string; productId: string | null; ownerId: string };

/** The product or shop that an address names; a removed product and a closed shop are missing. */
export function findSubject(
  db: Queryable,
  named: { product: string | null; shop: string | null },
): Promise<Subject | undefined> {
  return named.product !== null
    ? db.row(sql`
        select s.id as "shopId", p.id as "productId", s.owner_id as "ownerId" from products p join shops s on s.id = p.shop_id
        where p.slug = ${named.product} and p.status in ('active', 'suspended')`)
    : db.row(sql`
        select s.id as "shopId", null as "productId", s.owner_id as "ownerId" from shops s join users u on u.id = s.owner_id
        where s.slug = ${named.shop} and u.deleted_at is null`);
}

/** Stores a report; undefined when this person has an open one about the same thing. */
export async function insertListingReport(
  tx: Tx,
  it: Pick<Subject, "shopId" | "productId"> & {
    userId: string;
    kind: ListingReportKind;
    text: string;
    now: Date;
    dueAt: Date;
  },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into listing_reports (user_id, shop_id, product_id, kind, text, created_at, due_at)
    values (${it.userId}, ${it.shopId}, ${it.productId}, ${it.kind}, ${it.text}, ${it.now}, ${it.dueAt}) on conflict do nothing returning id`);
  return row?.id;
}

/** Adds a document to an own open report that has none. */
export async function updateDocument(tx: Tx, it: SealedFile & { reportId: string; userId: string }): Promise<boolean> {
  return (
    (await tx.run(sql`
      update listing_reports set document_key = ${it.key}, document_type = ${it.type}
      where id = ${it.reportId} and user_id = ${it.userId} and state = 'open' and document_key is null`)) === 1
  );
}

/** Whether a person can add a document to this report. */
export async function awaitsDocument(db: Queryable, it: { reportId: string; userId: string }): Promise<boolean> {
  const row = await db.row(sql`
    select from listing_reports where id = ${it.reportId} and user_id = ${it.userId} and state = 'open' and document_key is null`);
  return row !== undefined;
}

export type ListingReportRow = {
  id: string;
  kind: ListingReportKind;
  text: string;
  state: ListingReportState;
  has_document: boolean;
  answer: string | null;
  created_at: Date;
  due_at: Date;
  product: { id: string; name: string; slug: string; status: string } | null;
  shop: { id: string; name: string; slug: string };
  others: number;
};

const columns = sql`r.id, r.kind, r.text, r.state, r.document_key is not null as has_document, r.answer, r.created_at, r.due_at,
  case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'slug', p.slug, 'status', p.status) end as product,
  jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop,
  (select count(*)::int from listing_reports o where o.shop_id = r.shop_id and o.product_id is not distinct from r.product_id and o.state = 'open' and o.id <> r.id) as others`;
const tables = sql`listing_reports r join shops s on s.id = r.shop_id left join products p on p.id = r.product_id`;

/** The latest reports of a person. */
export function listOwnListingReports(db: Queryable, userId: string, limit: number): Promise<ListingReportRow[]> {
  return db.rows(sql`select ${columns} from ${tables} where r.user_id = ${userId} order by r.id desc limit ${limit}`);
}

export type QueuedReportRow = ListingReportRow & {
  goods: { picture: string | null; price: number; category: string; text: string; sold: number } | null;
  is_verified: boolean;
  opened_at: Date;
  measures: number;
  reporter: string;
  acted: number;
  dismissed: number;
  decided_by: string | null;
  closed_at: Date | null;
};

// The sender's own reports end up in one of two states; those about the same thing are counted by `others`.
const queueColumns = sql`${columns},
  case when p.id is not null then jsonb_build_object('picture', (select storage_key from pictures where id = p.cover_picture_id), 'price', p.price_min,
    'category', (select name from categories where id = p.category_id), 'text', left(p.description, 600), 'sold', p.sold_count) end as goods,
  s.verified_at is not null as is_verified, s.opened_at,
  (select count(*)::int from measures m where m.user_id = s.owner_id) as measures,
  u.name as reporter, sent.acted, sent.dismissed, (select name from users where id = r.closed_by) as decided_by, r.closed_at`;
const queueTables = sql`${tables} join users u on u.id = r.user_id
  cross join lateral (select count(*) filter (where o.state = 'acted')::int as acted, count(*) filter (where o.state = 'dismissed')::int as dismissed
    from listing_reports o where o.user_id = r.user_id and o.id <> r.id) as sent`;

/** Reports for operators, after one of them: open ones by their clock, closed ones the newest first. */
export function listListingReports(
  db: Queryable,
  view: "open" | "closed",
  after: string | null,
  limit: number,
): Promise<QueuedReportRow[]> {
  return view === "open"
    ? db.rows(sql`
        select ${queueColumns} from ${queueTables}
        where r.state = 'open' and (${after}::uuid is null or (r.due_at, r.id) > (select a.due_at, a.id from listing_reports a where a.id = ${after}::uuid))
        order by r.due_at, r.id limit ${limit}`)
    : db.rows(sql`
        select ${queueColumns} from ${queueTables}
        where r.state <> 'open' and (${after}::uuid is null or r.id < ${after}::uuid) order by r.id desc limit ${limit}`);
}

/** What a report is about, and its document. */
export function findListingReport(
  db: Queryable,
  id: string,
): Promise<
  | {
      state: ListingReportState;
      shopId: string;
      productId: string | null;
      documentKey: string | null;
      documentType: SealedFile["type"] | null;
    }
  | undefined
> {
  return db.row(sql`
    select state, shop_id as "shopId", product_id as "productId", document_key as "documentKey", document_type as "documentType"
    from listing_reports where id = ${id}`);
}

/** Closes all open reports about a product, or about a shop itself. Returns who sent them. */
export function closeReportsOf(
  tx: Tx,
  of: { shopId: string; productId: string | null },
  it: { state: "acted" | "dismissed"; answer: string | null; by: string; now: Date },
): Promise<{ id: string; userId: string; name: string }[]> {
  return tx.rows(sql`
    update listing_reports r set state = ${it.state}, answer = ${it.answer}, closed_at = ${it.now}, closed_by = ${it.by}
    from shops s where s.id = r.shop_id and r.shop_id = ${of.shopId} and r.product_id is not distinct from ${of.productId}::uuid and r.state = 'open'
    returning r.id, r.user_id as "userId", coalesce((select name from products where id = r.product_id), s.name) as name`);
}

/** Takes the documents from reports that were decided before this moment. Returns their keys. */
export async function deleteOldDocuments(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(sql`
    with old as materialized (
      select id, document_key as key from listing_reports
      where state <> 'open' and document_key is not null and closed_at <= ${before} order by closed_at limit ${limit} for update skip locked)
    update listing_reports r set document_key = null, document_type = null from old where r.id = old.id returning old.key`);
  return rows.map(({ key }) => key);
}

/** Deletes the reports of a person. Returns the keys of their documents. */
export async function deleteReportsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows<{ key: string | null }>(
    sql`delete from listing_reports where user_id = ${userId} returning document_key as key`,
  );
  return rows.flatMap(({ key }) => (key === null ? [] : [key]));
}
