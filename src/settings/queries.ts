import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { shownChanges } from "./rules.ts";

export type SettingRow = {
  key: string;
  version: number;
  value: unknown;
  sealed: Buffer | null;
  changed_at: Date;
  changed_by: string | null;
};

/** All changed settings. */
export function listSettings(db: Queryable): Promise<SettingRow[]> {
  return db.rows(sql`select key, version, value, sealed, changed_at, changed_by from settings`);
}

/** A number that grows with each change of a setting. */
export async function findLastChange(db: Queryable): Promise<number> {
  const row = await db.row<{ id: number | null }>(sql`select max(id) as id from setting_changes`);
  return row?.id ?? 0;
}

/** The names of the people who changed settings, by setting. */
export function listChangers(db: Queryable): Promise<{ key: string; name: string | null; changed_at: Date }[]> {
  return db.rows(sql`
    select s.key, u.name, s.changed_at from settings s left join users u on u.id = s.changed_by`);
}

/** One setting, locked until the transaction ends. */
export function lockSetting(tx: Tx, key: string): Promise<SettingRow | undefined> {
  return tx.row(sql`
    select key, version, value, sealed, changed_at, changed_by from settings where key = ${key} for update`);
}

export type NewValue = {
  key: string;
  version: number;
  value: unknown;
  sealed: Buffer | null;
  isSecret: boolean;
  /** Why, as the operator typed it. */
  note?: string | null | undefined;
  actorId: string | null;
  now: Date;
};

/** Stores a value that follows the version before it, with its history. Returns false when another one was faster. */
export async function saveSetting(tx: Tx, change: NewValue): Promise<boolean> {
  const { key, version, sealed, isSecret, actorId, now } = change;
  const value = change.value === undefined ? null : JSON.stringify(change.value);
  const saved = await tx.run(sql`
    insert into settings (key, version, value, sealed, changed_at, changed_by)
    values (${key}, ${version}, ${value}::jsonb, ${sealed}, ${now}, ${actorId})
    on conflict (key) do update set version = excluded.version, value = excluded.value, sealed = excluded.sealed,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by
    where settings.version = excluded.version - 1`);
  if (saved === 0) return false;
  await tx.run(sql`
    insert into setting_changes (key, version, value, is_secret, note, changed_at, changed_by)
    values (${key}, ${version}, ${isSecret ? null : value}::jsonb, ${isSecret}, ${change.note || null}, ${now}, ${actorId})`);
  return true;
}

export type ChangeRow = {
  version: number;
  value: unknown;
  is_secret: boolean;
  note: string | null;
  changed_at: Date;
  name: string | null;
};

/** The last changes of a setting, the latest first, and one more to compare the last one with. */
export function listChanges(db: Queryable, key: string): Promise<ChangeRow[]> {
  return db.rows(sql`
    select c.version, c.value, c.is_secret, c.note, c.changed_at, u.name
    from setting_changes c left join users u on u.id = c.changed_by
    where c.key = ${key} order by c.version desc limit ${shownChanges + 1}`);
}

/** One former value of a setting. */
export function findChange(db: Queryable, key: string, version: number): Promise<ChangeRow | undefined> {
  return db.row(sql`
    select c.version, c.value, c.is_secret, c.note, c.changed_at, null as name
    from setting_changes c where c.key = ${key} and c.version = ${version}`);
}

export type PictureRow = { storage_key: string; width: number; height: number; color: string };

/** The uploaded pictures with one of these keys, locked against removal. */
export function lockPictures(tx: Tx, keys: readonly string[]): Promise<PictureRow[]> {
  return keys.length === 0
    ? Promise.resolve([])
    : tx.rows(sql`
        select storage_key, width, height, color from pictures where storage_key = any(${[...keys]})
        order by id for share`);
}

/** Something that a path names. */
export type LinkedThing = { kind: "category" | "product" | "shop" | "information"; slug: string };

/** Those of these that have no page at `now`. */
export function listMissing(db: Queryable, things: readonly LinkedThing[], now: Date): Promise<LinkedThing[]> {
  return db.rows(sql`
    select g.kind, g.slug from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as g (kind text, slug text)
    where not case g.kind
      when 'category' then exists (select from categories c where c.slug = g.slug and not c.is_custom)
      when 'product' then exists (select from products p where p.slug = g.slug and p.status = 'active')
      when 'shop' then exists (select from shops s where s.slug = g.slug)
      else exists (select from (
        select withdrawn_at from information_page_versions v
        where v.slug = g.slug and v.effective_at <= ${now} order by effective_at desc, version desc limit 1) last where last.withdrawn_at is null) end`);
}

/** A value that begins on a later day. */
export type PlanRow = {
  key: string;
  value: unknown;
  valid_from: Date;
  note: string | null;
  announced_at: Date;
  announced_by: string;
  by: string | null;
};

/** Only one transaction at a time announces, withdraws or begins changes. */
export async function lockPlans(tx: Tx): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('setting plans', 61))`);
}

/** All announced changes, those that begin first at the beginning. */
export function listPlans(db: Queryable): Promise<PlanRow[]> {
  return db.rows(sql`
    select p.key, p.value, p.valid_from, p.note, p.announced_at, p.announced_by, u.name as by
    from setting_plans p left join users u on u.id = p.announced_by order by p.valid_from, p.key`);
}

/** Stores a change that begins later. */
export async function insertPlan(
  tx: Tx,
  plan: { key: string; value: unknown; validFrom: Date; note: string | undefined; actorId: string; now: Date },
): Promise<void> {
  const { key, value, validFrom, note, actorId, now } = plan;
  await tx.run(sql`
    insert into setting_plans (key, value, valid_from, note, announced_at, announced_by)
    values (${key}, ${JSON.stringify(value)}::jsonb, ${validFrom}, ${note || null}, ${now}, ${actorId})`);
}

/** Removes an announced change and returns it. */
export function deletePlan(tx: Tx, key: string): Promise<Omit<PlanRow, "by"> | undefined> {
  return tx.row(sql`
    delete from setting_plans where key = ${key} returning key, value, valid_from, note, announced_at, announced_by`);
}

/** Whether somebody who is no operator has an account, and so has agreed to the terms. */
export async function hasReaders(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select 1 from users where type <> 'operator' and deleted_at is null limit 1`)) !== undefined;
}
