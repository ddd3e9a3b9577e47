import { identifier, sql, type Queryable, type Sql } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { evidenceRetentionDuration } from "#complaints/rules.ts";
import { placeKeys } from "#orders/address-rules.ts";
import { documentRetentionDuration } from "#shops/verification/rules.ts";
import { requestRetentionDuration } from "../requests/rules.ts";
import { orderRetentionLimit } from "../rules.ts";
import { countedTooOld, retentionSlack, type Retained } from "./rules.ts";

const ofDeleted = (owner: Sql) =>
  sql`exists (select from users u where u.id = t.${owner} and u.deleted_at is not null)`;

/** Rows (`t`) that lost too little with their account, or are older than their text may be. */
const leftovers: Readonly<Record<string, (now: Date) => Sql>> = {
  users: () =>
    sql`t.deleted_at is not null and (t.phone is not null or t.password_hash is not null or t.birth_date is not null or t.image_id is not null)`,
  shops: () => sql`${ofDeleted(sql`owner_id`)} and (t.street <> '' or t.legal_name is not null)`,
  orders: (
    now,
  ) => sql`(t.address->>'phone' <> '' or t.address->>'street' <> '' or t.address ?| ${placeKeys}::text[]) and t.status in ('completed', 'cancelled', 'refunded')
    and (t.created_at < ${addDuration(orderRetentionLimit(now), -retentionSlack)} or ${ofDeleted(sql`buyer_id`)})`,
  reviews: () => sql`t.text <> '' and ${ofDeleted(sql`user_id`)}`,
  complaint_messages: () => sql`t.text <> '' and t.author_id is not null and ${ofDeleted(sql`author_id`)}`,
  complaints: (
    now,
  ) => sql`t.sent_to is not null and (t.closed_at < ${addDuration(now, -evidenceRetentionDuration - retentionSlack)}
    or exists (select from shops s join users u on u.id = s.owner_id where s.id = t.shop_id and u.deleted_at is not null))`,
  payouts: () => sql`t.holder_name is not null and ${ofDeleted(sql`user_id`)}`,
  data_requests: (
    now,
  ) => sql`t.anonymised_at is null and (t.closed_at < ${addDuration(now, -requestRetentionDuration - retentionSlack)}
    or ${ofDeleted(sql`user_id`)})`,
  complaint_evidence: (now) => sql`exists (select from complaint_messages m join complaints c on c.id = m.complaint_id
    where m.id = t.message_id and c.closed_at < ${addDuration(now, -evidenceRetentionDuration - retentionSlack)})`,
  seller_verifications: (now) =>
    sql`t.data_sealed is not null and t.ended_at < ${addDuration(now, -documentRetentionDuration - retentionSlack)}`,
};

/** The oldest row of a table, and how many of its rows are too old, at most {@link countedTooOld}. */
export async function proveTable(
  db: Queryable,
  table: string,
  { moment, owner, maxAge }: Retained,
  now: Date,
): Promise<{ oldest: Date | null; tooOld: number }> {
  const name = identifier(table);
  const at = moment === null ? sql`min(null::timestamptz)` : sql`min(t.${identifier(moment)})`;
  const expired =
    moment === null || maxAge === undefined
      ? sql`false`
      : sql`t.${identifier(moment)} < ${addDuration(now, -maxAge - retentionSlack)}`;
  const left = leftovers[table]?.(now) ?? sql`false`;
  const orphan = owner === undefined ? sql`false` : ofDeleted(identifier(owner));
  const row = await db.row<{ oldest: Date | null; too_old: number }>(sql`
    select (select ${at} from ${name} t) as oldest,
      (select count(*)::int from (select from ${name} t where ${expired} or (${left}) or ${orphan} limit ${countedTooOld}) x) as too_old`);
  return { oldest: row?.oldest ?? null, tooOld: row?.too_old ?? 0 };
}

/**
 * The tables with a column that leads to a person: the column of the account with which a row is deleted (null when
 * rows stay), and the first column that says when a row was made.
 */
export function listTablesOfPeople(
  db: Queryable,
): Promise<{ name: string; owner: string | null; moment: string | null }[]> {
  return db.rows(sql`
    select c.conrelid::regclass::text as name, min(a.attname::text) filter (where c.confdeltype = 'c') as owner,
      (select m.attname::text from pg_attribute m where m.attrelid = c.conrelid and m.attname in ('created_at', 'first_seen_at', 'set_at', 'updated_at', 'changed_at', 'uploaded_at')
        and not m.attisdropped order by m.attname limit 1) as moment
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass group by c.conrelid order by 1`);
}

export type ConsentCount = { purpose: string; version: string; given: number; withdrawn: number; last_at: Date };

/** How many living accounts have a purpose and version of its text as their latest decision, by yes and no. */
export function countConsents(db: Queryable): Promise<ConsentCount[]> {
  return db.rows(sql`
    select purpose, text_version as version, count(*) filter (where given)::int as given, count(*) filter (where not given)::int as withdrawn,
      max(at) as last_at
    from (select distinct on (c.user_id, c.purpose) c.purpose, c.text_version, c.given, c.at
      from consents c join users u on u.id = c.user_id where u.deleted_at is null order by c.user_id, c.purpose, c.id desc) latest
    group by purpose, text_version order by purpose, text_version desc`);
}

/** Decisions by month in Jakarta, purpose, version, place and answer. */
export function listConsentMonths(
  db: Queryable,
): Promise<{ month: string; purpose: string; version: string; source: string; given: boolean; count: number }[]> {
  return db.rows(sql`
    select to_char(at at time zone 'Asia/Jakarta', 'YYYY-MM') as month, purpose, text_version as version, source, given, count(*)::int as count
    from consents group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3, 4, 5`);
}
