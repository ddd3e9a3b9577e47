import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { NotificationStatus, NotificationType, NotificationUserType } from "./rules.ts";

export type NewNotification = {
  userId: string;
  type: NotificationType;
  userType: NotificationUserType;
  transactionId: string | null;
  title: string;
  description: string;
  image: string | null;
  dedupeKey: string;
  now: Date;
};

/** Stores a notification unless the person was told already; says whether it was new. */
export async function insertNotification(db: Queryable, it: NewNotification): Promise<boolean> {
  const rows = await db.run(sql`
    insert into notifications (user_id, type, user_type, transaction_id, title, description, image_product, dedupe_key, created_at)
    values (${it.userId}, ${it.type}, ${it.userType}, ${it.transactionId}, ${it.title}, ${it.description}, ${it.image}, ${it.dedupeKey}, ${it.now})
    on conflict (user_id, dedupe_key) do nothing`);
  return rows > 0;
}

export type NotificationRow = {
  id: string;
  type: NotificationType;
  user_type: NotificationUserType;
  transaction_id: string | null;
  status: NotificationStatus;
  title: string;
  description: string;
  image_product: string | null;
  created_at: Date;
};

/** A person's notifications, newest first, `limit` of those older than `before`. */
export async function listNotifications(
  db: Queryable,
  userId: string,
  filter: { status: NotificationStatus | undefined; before: { at: Date; id: string } | undefined; limit: number },
): Promise<NotificationRow[]> {
  const status = filter.status ? sql`and status = ${filter.status}` : sql``;
  const before = filter.before
    ? sql`and (created_at, id) < (${filter.before.at}::timestamptz, ${filter.before.id}::uuid)`
    : sql``;
  return db.rows<NotificationRow>(sql`
    select id, type, user_type, transaction_id, status, title, description, image_product, created_at
    from notifications
    where user_id = ${userId} ${status} ${before}
    order by created_at desc, id desc
    limit ${filter.limit}`);
}

/** Marks one of the person's own notifications as read; false when it is not theirs or does not exist. */
export async function markRead(db: Queryable, userId: string, notificationId: string, now: Date): Promise<boolean> {
  const rows = await db.run(sql`
    update notifications set status = 'read', read_at = coalesce(read_at, ${now})
    where id = ${notificationId} and user_id = ${userId}`);
  return rows > 0;
}

/** Marks everything the person was told as read; says how many were unread. */
export async function markAllRead(db: Queryable, userId: string, now: Date): Promise<number> {
  return db.run(
    sql`update notifications set status = 'read', read_at = ${now} where user_id = ${userId} and status = 'unread'`,
  );
}

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
