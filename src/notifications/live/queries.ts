import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { NotificationRow } from "../queries.ts";

/** Prevents other transactions from assigning positions until this one ends. */
export async function lockPositions(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('notifications.positions'))`);
}

export type PositionedRow = { id: string; user_id: string; created_at: Date };

/**
 * Assigns positions to up to `limit` notifications without one, oldest first. The caller holds {@link lockPositions}.
 */
export async function assignPositions(tx: Tx, limit: number): Promise<PositionedRow[]> {
  return tx.rows<PositionedRow>(sql`
    with fresh as materialized (
      select id from notifications where position is null order by created_at, id limit ${limit}
    ), placed as materialized (select id, nextval('notification_positions') as position from fresh)
    update notifications n set position = p.position from placed p where n.id = p.id
    returning n.id, n.user_id, n.created_at`);
}

/** Whether a notification has no position yet. */
export async function hasUndelivered(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select 1 from notifications where position is null limit 1`)) !== undefined;
}

export type PositionedNotification = NotificationRow & { user_id: string; position: number };

/** The highest position so far; 0 before the first. */
export async function lastPosition(db: Queryable): Promise<number> {
  const row = await db.row<{ position: number | null }>(sql`select max(position) as position from notifications`);
  return row?.position ?? 0;
}

/** Up to `limit` notifications of all users after a position, in order. */
export async function notificationsAfter(
  db: Queryable,
  position: number,
  limit: number,
): Promise<PositionedNotification[]> {
  return db.rows<PositionedNotification>(sql`
    select id, user_id, position, type, user_type, transaction_id, opens, status, title, description, image_product, created_at
    from notifications where position > ${position} order by position limit ${limit}`);
}

/** Up to `limit` notifications of one user after a position, in order. */
export async function userNotificationsAfter(
  db: Queryable,
  userId: string,
  position: number,
  limit: number,
): Promise<PositionedNotification[]> {
  return db.rows<PositionedNotification>(sql`
    select id, user_id, position, type, user_type, transaction_id, opens, status, title, description, image_product, created_at
    from notifications where user_id = ${userId} and position > ${position} order by position limit ${limit}`);
}

/** The position of one of the user's notifications; undefined when it has none or is another user's. */
export async function positionOf(db: Queryable, userId: string, id: string): Promise<number | undefined> {
  const row = await db.row<{ position: number | null }>(
    sql`select position from notifications where id = ${id} and user_id = ${userId}`,
  );
  return row?.position ?? undefined;
}

/** A user's latest notification that has a position, and how many of their notifications are unread. */
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

/** Which of these sessions have ended or expired, or belong to a deleted user. */
export async function endedSessions(db: Queryable, sessionIds: readonly string[], now: Date): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select asked.id from unnest(${sessionIds}::uuid[]) as asked (id)
    where not exists (
      select from sessions s join users u on u.id = s.user_id and u.deleted_at is null
      where s.id = asked.id and s.expires_at > ${now})`);
  return rows.map(({ id }) => id);
}

/** Notifications by their ids, in the order of their positions. */
export async function notificationsByIds(
  db: Queryable,
  ids: readonly string[],
): Promise<(NotificationRow & { user_id: string })[]> {
  return db.rows<NotificationRow & { user_id: string }>(sql`
    select id, user_id, type, user_type, transaction_id, opens, status, title, description, image_product, created_at
    from notifications where id = any(${ids}::uuid[]) order by position`);
}
