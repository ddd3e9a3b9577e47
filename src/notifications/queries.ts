import { sql, type Queryable } from "#lib/database.ts";
import type { NotificationStatus, NotificationType, NotificationUserType } from "./rules.ts";

export type NewNotification = {
  userId: string;
  type: NotificationType;
  userType: NotificationUserType;
  transactionId: string | null;
  opens: string | null;
  title: string;
  description: string;
  image: string | null;
  dedupeKey: string;
  now: Date;
};

/** Stores a notification unless the user has one with its `dedupeKey`. Returns whether it was stored. */
export async function insertNotification(db: Queryable, it: NewNotification): Promise<boolean> {
  const rows = await db.run(sql`
    insert into notifications (user_id, type, user_type, transaction_id, opens, title, description, image_product, dedupe_key, created_at)
    values (${it.userId}, ${it.type}, ${it.userType}, ${it.transactionId}, ${it.opens}, ${it.title}, ${it.description}, ${it.image}, ${it.dedupeKey}, ${it.now})
    on conflict (user_id, dedupe_key) do nothing`);
  return rows > 0;
}

export type NotificationRow = {
  id: string;
  type: NotificationType;
  user_type: NotificationUserType;
  transaction_id: string | null;
  opens: string | null;
  status: NotificationStatus;
  title: string;
  description: string;
  image_product: string | null;
  created_at: Date;
};

/** The newest `limit` notifications of a user, or of those older than `before`, newest first. */
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
    select id, type, user_type, transaction_id, opens, status, title, description, image_product, created_at
    from notifications
    where user_id = ${userId} ${status} ${before}
    order by created_at desc, id desc
    limit ${filter.limit}`);
}

/** Marks one of the user's notifications as read. Returns false when it does not exist or is another user's. */
export async function markRead(db: Queryable, userId: string, notificationId: string, now: Date): Promise<boolean> {
  const rows = await db.run(sql`
    update notifications set status = 'read', read_at = coalesce(read_at, ${now})
    where id = ${notificationId} and user_id = ${userId}`);
  return rows > 0;
}

/** Marks all notifications of a user as read. Returns how many were unread. */
export async function markAllRead(db: Queryable, userId: string, now: Date): Promise<number> {
  return db.run(
    sql`update notifications set status = 'read', read_at = ${now} where user_id = ${userId} and status = 'unread'`,
  );
}
