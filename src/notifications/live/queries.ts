import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { NotificationRow } from "../queries.ts";

/** Forbids other processes to give places until the transaction ends. */
export async function lockPositions(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('notifications.positions'))`);
}

export type PositionedRow = { id: string; user_id: string; created_at: Date };

/** Gives the next places to news that have none, oldest first, `limit` at most. Hold {@link lockPositions}. */
export async function assignPositions(tx: Tx, limit: number): Promise<PositionedRow[]> {
  return tx.rows<PositionedRow>(sql`
    with fresh as materialized (
      select id from notifications where position is null order by created_at, id limit ${limit}
    ), placed as materialized (select id, nextval('notification_positions') as position from fresh)
    update notifications n set position = p.position from placed p where n.id = p.id
    returning n.id, n.user_id, n.created_at`);
}

/** Whether there is news without a place. */
export async function hasUndelivered(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select 1 from notifications where position is null limit 1`)) !== undefined;
}

export type PositionedNotification = NotificationRow & { user_id: string; position: number };

/** The last place given so far; 0 before the first. */
export async function lastPosition(db: Queryable): Promise<number> {
  const row = await db.row<{ position: number | null }>(sql`select max(position) as position from notifications`);
  return row?.position ?? 0;
}

/** Everybody's news after a place, in order, `limit` at most. */
export async function notificationsAfter(
  db: Queryable,
  position: number,
  limit: number,
): Promise<PositionedNotification[]> {
  return db.rows<PositionedNotification>(sql`
    select id, user_id, position, type, user_type, transaction_id, status, title, description, image_product, created_at
    from notifications where position > ${position} order by position limit ${limit}`);
}

/** One person's news after a place, in order, `limit` at most. */
export async function userNotificationsAfter(
  db: Queryable,
  userId: string,
  position: number,
  limit: number,
): Promise<PositionedNotification[]> {
  return db.rows<PositionedNotification>(sql`
    select id, user_id, position, type, user_type, transaction_id, status, title, description, image_product, created_at
    from notifications where user_id = ${userId} and position > ${position} order by position limit ${limit}`);
}

/** The place of one of the person's own news; undefined when it is not theirs or has none. */
export async function positionOf(db: Queryable, userId: string, id: string): Promise<number | undefined> {
  const row = await db.row<{ position: number | null }>(
    sql`select position from notifications where id = ${id} and user_id = ${userId}`,
  );
  return row?.position ?? undefined;
}

/** Where a person's news stand: the latest that has a place, and how many are unread. */
export async function notificationState(
  db: Queryable,
  userId: string,
): Promise<{ id: string | null; position: number; unread: number }> {
  const row = await db.row<{ id: string | null; position: number | null; unread: number }>(sql`
    select last.id, last.position, (select count(*)::int from notifications where user_id = ${userId} and status = 'unread') as unread
    from (select 1) one left join lateral (
      select id, position from notifications where user_id = ${userId} and position is not null order by position desc limit 1
    ) last on true`);
  return { id: row?.id ?? null, position: row?.position ?? 0, unread: row?.unread ?? 0 };
}

/** Those of the sessions that are over: ended, expired, or their person deleted. */
export async function endedSessions(db: Queryable, sessionIds: readonly string[], now: Date): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select asked.id from unnest(${sessionIds}::uuid[]) as asked (id)
    where not exists (
      select from sessions s join users u on u.id = s.user_id and u.deleted_at is null
      where s.id = asked.id and s.expires_at > ${now})`);
  return rows.map(({ id }) => id);
}

/** News by their ids, in order. */
export async function notificationsByIds(
  db: Queryable,
  ids: readonly string[],
): Promise<(NotificationRow & { user_id: string })[]> {
  return db.rows<NotificationRow & { user_id: string }>(sql`
    select id, user_id, type, user_type, transaction_id, status, title, description, image_product, created_at
    from notifications where id = any(${ids}::uuid[]) order by position`);
}
