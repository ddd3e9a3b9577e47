import { sql, type Queryable } from "#lib/database.ts";
import type { NotificationRow } from "../queries.ts";
import { maxPushBrowsersPerUser, type Channels, type PreferenceKind } from "../rules.ts";

/** What the person has chosen; kinds without a choice are missing. */
export async function findPreferences(
  db: Queryable,
  userId: string,
): Promise<{ chosen: ({ kind: PreferenceKind } & Channels)[]; emailConfirmed: boolean }> {
  const [chosen, user] = await Promise.all([
    db.rows<{ kind: PreferenceKind } & Channels>(
      sql`select kind, email, push from notification_preferences where user_id = ${userId}`,
    ),
    db.row<{ confirmed: boolean }>(
      sql`select email_verified_at is not null as confirmed from users where id = ${userId}`,
    ),
  ]);
  return { chosen, emailConfirmed: user?.confirmed ?? false };
}

/** Stores choices, each over the one before. */
export async function savePreferences(
  db: Queryable,
  userId: string,
  kinds: readonly ({ kind: PreferenceKind } & Channels)[],
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into notification_preferences (user_id, kind, email, push, updated_at)
    select ${userId}::uuid, kind, email, push, ${now}::timestamptz
    from unnest(${kinds.map(({ kind }) => kind)}::text[], ${kinds.map(({ email }) => email)}::boolean[], ${kinds.map(({ push }) => push)}::boolean[])
      as given (kind, email, push)
    on conflict (user_id, kind) do update set email = excluded.email, push = excluded.push, updated_at = excluded.updated_at`);
}

/** Whether the account is still there. */
export async function isUser(db: Queryable, userId: string): Promise<boolean> {
  return (await db.row(sql`select 1 from users where id = ${userId} and deleted_at is null`)) !== undefined;
}

export type Recipient = NotificationRow & {
  user_id: string;
  to: string;
  confirmed: boolean;
  wants_email: boolean | null;
  wants_push: boolean | null;
  subscriptions: string[];
  /** The order that the news is about: its invoice, first product, and how many more. */
  invoice: string | null;
  first_line: string | null;
  more_lines: number;
};

/** News with what their people have chosen (null: nothing) and their browsers; people who are gone are left out. */
export async function recipientsOf(db: Queryable, ids: readonly string[], since: Date): Promise<Recipient[]> {
  return db.rows<Recipient>(sql`
    select n.id, n.user_id, n.type, n.user_type, n.transaction_id, n.status, n.title, n.description, n.image_product, n.created_at,
      u.email as to, u.email_verified_at is not null as confirmed, p.email as wants_email, p.push as wants_push,
      array(select s.id::text from push_subscriptions s where s.user_id = n.user_id) as subscriptions,
      o.invoice, l.first_line, coalesce(l.line_count - 1, 0)::int as more_lines
    from notifications n join users u on u.id = n.user_id and u.deleted_at is null
    left join notification_preferences p on p.user_id = n.user_id and p.kind = n.type
    left join orders o on o.id = n.transaction_id
    left join lateral (
      select (array_agg(name order by id))[1] as first_line, count(*) as line_count from order_lines where order_id = o.id
    ) l on true
    where n.id = any(${ids}::uuid[]) and n.created_at > ${since}
    order by n.position`);
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

export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** Keeps a browser's subscription for the person who uses it now; the oldest beyond the limit go. */
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

/** Forgets one of the person's own browsers. */
export async function deleteOwnSubscription(db: Queryable, userId: string, endpoint: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`);
}

/** Forgets a browser that its push service no longer knows. */
export async function deleteSubscription(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where id = ${id}`);
}

/** What to push where; undefined when either is gone, or the browser is somebody else's by now. */
export async function findPush(
  db: Queryable,
  notificationId: string,
  subscriptionId: string,
): Promise<(NotificationRow & Subscription) | undefined> {
  return db.row<NotificationRow & Subscription>(sql`
    select n.id, n.type, n.user_type, n.transaction_id, n.status, n.title, n.description, n.image_product, n.created_at,
      s.endpoint, s.p256dh, s.auth
    from notifications n join push_subscriptions s on s.user_id = n.user_id
    where n.id = ${notificationId} and s.id = ${subscriptionId}`);
}
