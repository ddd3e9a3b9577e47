import { sql, type Queryable } from "#lib/database.ts";
import type { TemplateText } from "#lib/template-text.ts";
import type { NotificationRow } from "../queries.ts";
import type { Channels, PreferenceKind } from "../rules.ts";

/** The user's choices, without subjects for which they made none, and whether their e-mail is verified. */
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

/** Stores choices. Each replaces the earlier one for its subject. */
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

/** Whether the account exists and is not deleted. */
export async function isUser(db: Queryable, userId: string): Promise<boolean> {
  return (await db.row(sql`select 1 from users where id = ${userId} and deleted_at is null`)) !== undefined;
}

/** `title` and `description` are what `notify` stored. */
export type Recipient = NotificationRow & {
  title: TemplateText;
  description: TemplateText;
  user_id: string;
  to: string;
  confirmed: boolean;
  wants_email: boolean | null;
  wants_push: boolean | null;
  subscriptions: string[];
  /** The order that the notification is about: its invoice, first product, and number of further lines. */
  invoice: string | null;
  first_line: string | null;
  more_lines: number;
};

/** Notifications newer than `since` with their users' choices (null: none) and browsers, without deleted users. */
export async function recipientsOf(db: Queryable, ids: readonly string[], since: Date): Promise<Recipient[]> {
  return db.rows<Recipient>(sql`
    select n.id, n.user_id, n.type, n.user_type, n.transaction_id, n.opens, n.status, n.title, n.description, n.image_product, n.created_at,
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
