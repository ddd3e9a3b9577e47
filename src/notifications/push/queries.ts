import { sql, type Queryable } from "#lib/database.ts";
import type { NotificationRow } from "../queries.ts";
import { maxPushBrowsersPerUser } from "../rules.ts";

export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** Stores a browser's subscription for its current user, and deletes that user's oldest ones beyond the limit. */
export async function saveSubscription(
  db: Queryable,
  it: Subscription & { userId: string; sessionId: string; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
    values (${it.userId}, ${it.sessionId}, ${it.endpoint}, ${it.p256dh}, ${it.auth}, ${it.now})
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`);
  await db.run(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${it.userId} order by created_at desc, id desc offset ${maxPushBrowsersPerUser})`);
}

/** Deletes the subscription of one of the user's browsers. */
export async function deleteOwnSubscription(db: Queryable, userId: string, endpoint: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`);
}

/** Deletes the subscription of a browser that its push service no longer knows. */
export async function deleteSubscription(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where id = ${id}`);
}

/** A notification with a subscription of its user; undefined when either is missing or the browser changed its user. */
export async function findPush(
  db: Queryable,
  notificationId: string,
  subscriptionId: string,
): Promise<(NotificationRow & Subscription) | undefined> {
  return db.row<NotificationRow & Subscription>(sql`
    select n.id, n.type, n.user_type, n.transaction_id, n.opens, n.status, n.title, n.description, n.image_product, n.created_at,
      s.endpoint, s.p256dh, s.auth
    from notifications n join push_subscriptions s on s.user_id = n.user_id
    where n.id = ${notificationId} and s.id = ${subscriptionId}`);
}
