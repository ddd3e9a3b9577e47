import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { PageLink } from "./rules.ts";

/** Only one transaction at a time saves or publishes pages, because it computes what all pages show of them. */
export async function lockPages(tx: Tx): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('information pages', 61))`);
}

export type PageRow = {
  slug: string;
  last_version: number;
  title: string;
  footer_column: PageLink["column"] | null;
  saved_at: Date;
  saved_by: string | null;
  current_version: number | null;
  current_withdrawn_at: Date | null;
  announced_version: number | null;
  announced_from: Date | null;
};

/** All pages with their last version, the one that began last, and the one that is announced. */
export function listPages(db: Queryable, now: Date, slug: string | null = null): Promise<PageRow[]> {
  return db.rows(sql`
    select p.slug, p.last_version, v.title, v.footer_column, v.saved_at, u.name as saved_by,
      c.version as current_version, c.withdrawn_at as current_withdrawn_at,
      a.version as announced_version, a.effective_at as announced_from
    from information_pages p
    join information_page_versions v on v.slug = p.slug and v.version = p.last_version
    left join users u on u.id = v.saved_by
    left join lateral (
      select version, withdrawn_at from information_page_versions
      where slug = p.slug and effective_at <= ${now} order by effective_at desc, version desc limit 1) c on true
    left join lateral (
      select version, effective_at from information_page_versions
      where slug = p.slug and effective_at > ${now} order by effective_at limit 1) a on true
    where ${slug}::text is null or p.slug = ${slug} order by p.slug`);
}

export async function findPage(db: Queryable, slug: string, now: Date): Promise<PageRow | undefined> {
  return (await listPages(db, now, slug))[0];
}

export type VersionRow = {
  version: number;
  title: string;
  summary: string;
  body: string;
  footer_column: PageLink["column"] | null;
  saved_at: Date;
  published_at: Date | null;
  /** The user's id. */
  published_by: string | null;
  effective_at: Date | null;
  withdrawn_at: Date | null;
};

export type ListedVersionRow = Omit<VersionRow, "published_by"> & {
  /** Names. */
  saved_by: string | null;
  published_by: string | null;
  withdrawn_by: string | null;
  /** When its announcement was withdrawn before `announced_for`. */
  announcement_withdrawn_at: Date | null;
  announced_for: Date | null;
};

/** The last versions of a page, the latest first. */
export function listVersions(db: Queryable, slug: string, limit: number): Promise<ListedVersionRow[]> {
  return db.rows(sql`
    select v.version, v.title, v.summary, v.body, v.footer_column, v.saved_at, v.published_at, v.effective_at,
      v.withdrawn_at, v.announcement_withdrawn_at, v.announced_for, s.name as saved_by, p.name as published_by, w.name as withdrawn_by
    from information_page_versions v
    left join users s on s.id = v.saved_by left join users p on p.id = v.published_by left join users w on w.id = v.withdrawn_by
    where v.slug = ${slug} order by v.version desc limit ${limit}`);
}

export function findVersion(db: Queryable, slug: string, version: number): Promise<VersionRow | undefined> {
  return db.row(sql`
    select version, title, summary, body, footer_column, saved_at, published_at, published_by, effective_at, withdrawn_at
    from information_page_versions where slug = ${slug} and version = ${version}`);
}

/** What people read at `now`, or undefined. */
export async function findShown(db: Queryable, slug: string, now: Date): Promise<VersionRow | undefined> {
  const row = await db.row<VersionRow>(sql`
    select version, title, summary, body, footer_column, saved_at, published_at, published_by, effective_at, withdrawn_at
    from information_page_versions where slug = ${slug} and effective_at <= ${now}
    order by effective_at desc, version desc limit 1`);
  return row?.withdrawn_at === null ? row : undefined;
}

/** What is announced and has not begun, or undefined. */
export function findAnnounced(db: Queryable, slug: string, now: Date): Promise<VersionRow | undefined> {
  return db.row(sql`
    select version, title, summary, body, footer_column, saved_at, published_at, published_by, effective_at, withdrawn_at
    from information_page_versions where slug = ${slug} and effective_at > ${now} order by effective_at limit 1`);
}

export type ShownPage = { slug: string; title: string; footer_column: PageLink["column"] | null; effective_at: Date };

/** All pages that people read at `now`. */
export function listShown(db: Queryable, now: Date): Promise<ShownPage[]> {
  return db.rows(sql`
    select slug, title, footer_column, effective_at from (
      select distinct on (slug) slug, title, footer_column, effective_at, withdrawn_at
      from information_page_versions where effective_at <= ${now} order by slug, effective_at desc, version desc) v
    where withdrawn_at is null order by title, slug`);
}

export type NewVersion = {
  slug: string;
  version: number;
  title: string;
  summary: string;
  body: string;
  footer: PageLink["column"] | null;
  actorId: string | null;
  now: Date;
};

/** Adds a version, and the page with the first one. */
export async function insertVersion(tx: Tx, row: NewVersion): Promise<void> {
  await tx.run(sql`
    insert into information_pages (slug, last_version, created_at) values (${row.slug}, ${row.version}, ${row.now})
    on conflict (slug) do update set last_version = excluded.last_version`);
  await tx.run(sql`
    insert into information_page_versions (slug, version, title, summary, body, footer_column, saved_at, saved_by)
    values (${row.slug}, ${row.version}, ${row.title}, ${row.summary}, ${row.body}, ${row.footer}, ${row.now}, ${row.actorId})`);
}

/** Whether this version has this text and was saved by this user. */
export async function isStored(tx: Tx, row: NewVersion): Promise<boolean> {
  const found = await tx.row(sql`
    select 1 from information_page_versions where slug = ${row.slug} and version = ${row.version}
      and saved_by = ${row.actorId} and title = ${row.title} and summary = ${row.summary} and body = ${row.body}
      and footer_column is not distinct from ${row.footer}::text`);
  return found !== undefined;
}

export async function updatePublished(
  tx: Tx,
  { slug, version, from, actorId, now }: { slug: string; version: number; from: Date; actorId: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update information_page_versions
    set published_at = ${now}, published_by = ${actorId}, effective_at = ${from}, withdrawn_at = null, withdrawn_by = null,
      announcement_withdrawn_at = null, announced_for = null
    where slug = ${slug} and version = ${version}`);
}

/** A version that has not begun can be announced again; another one is not shown any more. Says when and by whom. */
export async function updateWithdrawn(
  tx: Tx,
  { slug, version, actorId, now }: { slug: string; version: number; actorId: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update information_page_versions set
      withdrawn_by = ${actorId},
      withdrawn_at = case when effective_at <= ${now} then ${now}::timestamptz end,
      announcement_withdrawn_at = case when effective_at > ${now} then ${now}::timestamptz end,
      announced_for = case when effective_at > ${now} then effective_at end,
      published_at = case when effective_at <= ${now} then published_at end,
      published_by = case when effective_at <= ${now} then published_by end,
      effective_at = case when effective_at <= ${now} then effective_at end
    where slug = ${slug} and version = ${version}`);
}

export async function countPages(db: Queryable): Promise<number> {
  return (await db.row<{ count: number }>(sql`select count(*)::int as count from information_pages`))?.count ?? 0;
}

/** The ids of users after one, in their order. */
export async function listUsersAfter(db: Queryable, afterUserId: string | null, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from users
    where deleted_at is null and (${afterUserId}::uuid is null or id > ${afterUserId}::uuid) order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}
