import type { MeasureKind, MeasureReason } from "#accounts/measures/rules.ts";
import { normalizePhone } from "#accounts/phone/rules.ts";
import { fixedNumber, sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import { buildTsquery, tokenise } from "#search/text-analysis.ts";
import { maxSearchedMatches, moderationPageSize } from "./rules.ts";

export type OpenMeasureRow = { id: string; rule: string; text: string; at: string; is_appealed: boolean };

const measureJson = sql`jsonb_build_object('id', m.id, 'rule', m.rule, 'text', m.text, 'at', m.taken_at, 'is_appealed', m.appealed_at is not null)`;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const beginning = (text: string) => `${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

export type PersonRow = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  type: string;
  shop: { name: string; slug: string } | null;
  created_at: Date;
  block: OpenMeasureRow | null;
};

const personColumns = sql`
  u.id, u.name, u.email, u.phone, u.type, u.created_at,
  (select jsonb_build_object('name', s.name, 'slug', s.slug) from shops s where s.owner_id = u.id) as shop,
  (select ${measureJson} from measures m where m.kind = 'user' and m.user_id = u.id and m.ended_at is null) as block`;

/** The one person whom the text means by an id, an e-mail or a phone number; undefined when it may be a name. */
function personCondition(q: string): Sql | undefined {
  if (uuid.test(q)) return sql`u.id = ${q}::uuid`;
  if (q.includes("@")) return sql`u.email = ${q.toLowerCase()}`;
  const phone = /^[+\d][\d\s-]{6,}$/.test(q) ? normalizePhone(q) : null;
  return phone ? sql`u.phone = ${phone}` : undefined;
}

/**
 * People, newest first, and one more than a page when another follows; after the person `before`. Those whose name
 * begins with the text are ordered by name: that is the order of the index, so a common name costs a page of it.
 */
export function listPeople(db: Queryable, { q, before }: { q: string; before: string | null }): Promise<PersonRow[]> {
  const condition = q === "" ? sql`true` : personCondition(q);
  if (!condition) return listPeopleByName(db, q, before);
  return db.rows(sql`
    select ${personColumns} from users u
    where u.deleted_at is null and (${before}::uuid is null or u.id < ${before}::uuid) and ${condition}
    order by u.id desc limit ${fixedNumber(moderationPageSize + 1)}`);
}

function listPeopleByName(db: Queryable, q: string, before: string | null): Promise<PersonRow[]> {
  // The operators of users_name_start: they compare bytes, in every collation.
  const name = sql`(select lower(b.name) from users b where b.id = ${before}::uuid)`;
  const after =
    before === null
      ? sql``
      : sql`and lower(u.name) ~>=~ ${name} and (lower(u.name) ~>~ ${name} or u.id < ${before}::uuid)`;
  return db.rows(sql`
    select ${personColumns} from users u
    where u.deleted_at is null and lower(u.name) like ${beginning(q)} ${after}
    order by lower(u.name) using ~<~, u.id desc limit ${fixedNumber(moderationPageSize + 1)}`);
}

/** One person. */
export function findPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  return db.row(sql`select ${personColumns} from users u where u.id = ${id} and u.deleted_at is null`);
}

export type PersonDetails = {
  name: string;
  email: string;
  email_verified: boolean;
  phone: string | null;
  phone_verified: boolean;
  province: string | null;
  orders: number;
  sessions: number;
};

/** A person's data in full. The caller records the reading. */
export function readPerson(tx: Tx, id: string, now: Date): Promise<PersonDetails | undefined> {
  return tx.row(sql`
    select u.name, u.email, u.email_verified_at is not null as email_verified, u.phone, u.phone_verified_at is not null as phone_verified,
      r.name as province, (select count(*)::int from orders o where o.buyer_id = u.id) as orders,
      (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > ${now}) as sessions
    from users u left join regions r on r.code = u.province_code where u.id = ${id} and u.deleted_at is null`);
}

/** Locks an account, so that no session is opened for it meanwhile. */
export function lockPerson(tx: Tx, id: string): Promise<{ id: string; type: string } | undefined> {
  return tx.row(sql`select id, type from users where id = ${id} and deleted_at is null for update`);
}

export type ModeratedShopRow = {
  id: string;
  name: string;
  slug: string;
  city: string;
  seller_id: string;
  products: number;
  opened_at: Date;
  payouts_held: boolean;
  suspension: OpenMeasureRow | null;
};

/** Shops, newest first, and one more than a page when another follows. */
export function listShops(
  db: Queryable,
  { q, before }: { q: string; before: string | null },
): Promise<ModeratedShopRow[]> {
  return db.rows(sql`
    select s.id, s.name, s.slug, s.city_name as city, s.owner_id as seller_id, s.product_count as products, s.opened_at, s.payouts_held,
      (select ${measureJson} from measures m where m.kind = 'shop' and m.shop_id = s.id and m.ended_at is null) as suspension
    from ${matches("shops", q, before)} s where ${before}::uuid is null or s.id < ${before}::uuid
    order by s.id desc limit ${fixedNumber(moderationPageSize + 1)}`);
}

export type ModeratedProductRow = {
  id: string;
  name: string;
  slug: string;
  shop_name: string;
  shop_slug: string;
  status: string;
  price: number;
  created_at: Date;
  takedown: OpenMeasureRow | null;
};

/** Products that their sellers did not remove, newest first, and one more than a page when another follows. */
export function listProducts(
  db: Queryable,
  { q, before }: { q: string; before: string | null },
): Promise<ModeratedProductRow[]> {
  return db.rows(sql`
    select p.id, p.name, p.slug, s.name as shop_name, s.slug as shop_slug, p.status, p.price_min as price, p.created_at,
      (select ${measureJson} from measures m where m.kind = 'product' and m.product_id = p.id and m.ended_at is null) as takedown
    from ${matches("products", q, before)} p join shops s on s.id = p.shop_id
    where p.status <> 'removed' and (${before}::uuid is null or p.id < ${before}::uuid)
    order by p.id desc limit ${fixedNumber(moderationPageSize + 1)}`);
}

/**
 * The rows of a table before an id that the text may mean: by id, address, or the words of the name. Of a common word
 * the newest ones, so that page after page reaches them all.
 */
function matches(table: "shops" | "products", q: string, before: string | null): Sql {
  const rows = table === "shops" ? sql`shops` : sql`products`;
  if (q === "") return rows;
  if (uuid.test(q)) return sql`(select * from ${rows} where id = ${q}::uuid)`;
  const words = buildTsquery(tokenise(q), { prefix: true });
  return sql`(
    select * from ${rows} where slug = ${q.toLowerCase()}
    union all (select * from ${rows} where search_words @@ ${words}::tsquery and slug <> ${q.toLowerCase()}
      and (${before}::uuid is null or id < ${before}::uuid) order by id desc limit ${maxSearchedMatches}))`;
}

export type MeasureListRow = {
  id: string;
  kind: MeasureKind;
  about: string;
  rule: MeasureReason;
  text: string;
  taken_by: string;
  taken_by_id: string;
  taken_at: Date;
  appeal: string | null;
  appealed_at: Date | null;
  answer: string | null;
  ended_at: Date | null;
};

const listedColumns = sql`
  m.id, m.kind, m.rule, m.text, o.name as taken_by, m.taken_by as taken_by_id, m.taken_at, m.appeal, m.appealed_at, m.answer, m.ended_at,
  coalesce((select p.name from products p where p.id = m.product_id), (select s.name from shops s where s.id = m.shop_id), '') as about`;

/** The measures about a person, with those about the person's shop and products, newest first. */
export function listMeasuresOf(db: Queryable, userId: string, limit: number): Promise<MeasureListRow[]> {
  return db.rows(sql`
    select ${listedColumns} from measures m join users o on o.id = m.taken_by
    where m.user_id = ${userId} order by m.taken_at desc, m.id desc limit ${limit}`);
}

export type AppealRow = MeasureListRow & {
  appealed_at: Date;
  person_id: string;
  person_name: string;
  subject_id: string;
  earlier: number;
};

/** Appeals that wait for an answer, the oldest first, each with its person and how many measures they had before. */
export function listAppeals(db: Queryable, limit: number): Promise<AppealRow[]> {
  return db.rows(sql`
    select ${listedColumns}, m.user_id as person_id, p.name as person_name, coalesce(m.product_id, m.shop_id, m.user_id) as subject_id,
      (select count(*)::int from measures e where e.user_id = m.user_id and e.taken_at < m.taken_at) as earlier
    from measures m join users o on o.id = m.taken_by join users p on p.id = m.user_id
    where m.appealed_at is not null and m.decided_at is null and m.ended_at is null order by m.appealed_at, m.id limit ${limit}`);
}
