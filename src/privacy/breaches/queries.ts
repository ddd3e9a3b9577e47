import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import type { TemplateText } from "#lib/template-text.ts";
import type { BreachDataKind, BreachSelection } from "./rules.ts";

export type BreachFacts = {
  title: string;
  what: string;
  cause: string;
  measures: string;
  advice: string;
  data_kinds: BreachDataKind[];
  began_at: Date;
  ended_at: Date;
  noticed_at: Date;
  due_at: Date;
  other_people: number;
};
export type BreachRow = BreachFacts & {
  id: string;
  number: string;
  letters_started_at: Date | null;
  reported_at: Date | null;
  report_reference: string | null;
  recorded_by: string;
  reported_by: string | null;
};

const columns = sql`
  b.id, b.number, b.title, b.what, b.cause, b.measures, b.advice, b.data_kinds, b.began_at, b.ended_at, b.noticed_at, b.due_at, b.other_people,
  b.letters_started_at, b.reported_at, b.report_reference, (select u.name from users u where u.id = b.recorded_by) as recorded_by,
  (select u.name from users u where u.id = b.reported_by) as reported_by`;

/** Stores a breach and returns its id. */
export async function insertBreach(
  tx: Tx,
  it: BreachFacts & { number: string; recordedBy: string; now: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into data_breaches (number, title, what, cause, measures, advice, data_kinds, began_at, ended_at, noticed_at, due_at, other_people,
      recorded_by, created_at, updated_at)
    values (${it.number}, ${it.title}, ${it.what}, ${it.cause}, ${it.measures}, ${it.advice}, ${it.data_kinds}, ${it.began_at}, ${it.ended_at},
      ${it.noticed_at}, ${it.due_at}, ${it.other_people}, ${it.recordedBy}, ${it.now}, ${it.now})
    returning id`);
  if (!row) throw new Error("a breach was not stored");
  return row.id;
}

/** Changes what is known about a breach. */
export async function updateBreach(tx: Tx, id: string, it: BreachFacts & { now: Date }): Promise<void> {
  await tx.run(sql`
    update data_breaches set title = ${it.title}, what = ${it.what}, cause = ${it.cause}, measures = ${it.measures}, advice = ${it.advice},
      data_kinds = ${it.data_kinds}, began_at = ${it.began_at}, ended_at = ${it.ended_at}, noticed_at = ${it.noticed_at}, due_at = ${it.due_at},
      other_people = ${it.other_people}, updated_at = ${it.now}
    where id = ${id}`);
}

/** Breaches after one of them, the newest first. */
export function listBreaches(db: Queryable, after: string | null, limit: number): Promise<BreachRow[]> {
  return db.rows(sql`
    select ${columns} from data_breaches b where ${after}::uuid is null or b.id < ${after}::uuid order by b.id desc limit ${limit}`);
}

/** One breach. */
export function findBreach(db: Queryable, id: string): Promise<BreachRow | undefined> {
  return db.row(sql`select ${columns} from data_breaches b where b.id = ${id}`);
}

/** Locks a breach. */
export function lockBreach(tx: Tx, id: string): Promise<BreachRow | undefined> {
  return tx.row(sql`select ${columns} from data_breaches b where b.id = ${id} for update of b`);
}

/** How many people a breach concerns, and how many of them got their letter. */
export async function countBreachPeople(db: Queryable, id: string): Promise<{ people: number; notified: number }> {
  const row = await db.row<{ people: number; notified: number }>(sql`
    select count(*)::int as people, count(notified_at)::int as notified from data_breach_people where breach_id = ${id}`);
  return row ?? { people: 0, notified: 0 };
}

/** Which accounts a selection means. */
export type Selected = {
  selection: BreachSelection;
  from: Date;
  to: Date;
  shop: string;
  ids: readonly string[];
  emails: readonly string[];
};

function conditionOf({ selection, from, to, shop, ids, emails }: Selected): Sql {
  switch (selection) {
    case "list":
      return sql`(u.id = any(${ids as string[]}::uuid[]) or u.email = any(${emails as string[]}::text[]))`;
    case "logins":
      return sql`(exists (select from account_traces t where t.user_id = u.id and t.first_seen_at <= ${to} and t.last_seen_at >= ${from})
        or exists (select from sessions s where s.user_id = u.id and s.created_at <= ${to} and s.last_seen_at >= ${from}))`;
    case "orders":
      return sql`exists (select from orders o where o.buyer_id = u.id and o.created_at between ${from} and ${to})`;
    case "shop":
      return sql`exists (select from orders o join shops s on s.id = o.shop_id
        where o.buyer_id = u.id and s.slug = ${shop} and o.created_at between ${from} and ${to})`;
    case "registered":
      return sql`u.created_at between ${from} and ${to}`;
    case "bank_accounts":
      return sql`exists (select from bank_accounts b where b.user_id = u.id)`;
    case "all":
      return sql`true`;
  }
}

/** Adds the next accounts after one that a selection means. Returns how many it read and added, and the last one. */
export async function insertBreachPeople(
  tx: Tx,
  breachId: string,
  selected: Selected,
  after: string | null,
  limit: number,
): Promise<{ read: number; added: number; last: string | null }> {
  const row = await tx.row<{ read: number; added: number; last: string | null }>(sql`
    with meant as (
      select u.id from users u
      where u.deleted_at is null and (${after}::uuid is null or u.id > ${after}::uuid) and ${conditionOf(selected)}
      order by u.id limit ${limit}
    ), stored as (
      insert into data_breach_people (breach_id, user_id) select ${breachId}, id from meant on conflict do nothing returning user_id
    )
    select (select count(*)::int from meant) as read, (select count(*)::int from stored) as added,
      (select id from meant order by id desc limit 1) as last`);
  return row ?? { read: 0, added: 0, last: null };
}

/** Which of these ids and e-mails are those of an account. */
export async function listFoundNames(
  db: Queryable,
  { ids, emails }: Pick<Selected, "ids" | "emails">,
): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select id::text as name from users where deleted_at is null and id = any(${ids as string[]}::uuid[])
    union all select email from users where deleted_at is null and email = any(${emails as string[]}::text[])`);
  return rows.map(({ name }) => name);
}

/** Stores that the letters of a breach are being sent. */
export async function updateLettersStarted(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(
    sql`update data_breaches set letters_started_at = coalesce(letters_started_at, ${now}) where id = ${id}`,
  );
}

/** The texts of a letter: the mail, and the notification that goes with it. */
export type LetterTexts = {
  subject: string;
  title: TemplateText;
  paragraphs: readonly string[];
  notice_title: TemplateText;
  notice_text: TemplateText;
};
export type SentLetterRow = LetterTexts & { id: string; sent_at: Date; people: number };

// The table holds no more (db/schema.sql). An operator's template may put a long text into a title.
const letterLimits = { title: 400, notice: 4000, paragraphs: 500 };

/**
 * Stores the texts of the letters that are sent from now on. Titles that are too long are cut, and texts keep all
 * lines.
 */
export async function insertLetter(tx: Tx, breachId: string, it: LetterTexts, now: Date): Promise<void> {
  const { title, notice, paragraphs: max } = letterLimits;
  const paragraphs = [...it.paragraphs.slice(0, max - 1), it.paragraphs.slice(max - 1).join("\n")].filter(Boolean);
  await tx.run(sql`
    insert into data_breach_letters (breach_id, subject, title, paragraphs, notice_title, notice_text, sent_at)
    values (${breachId}, left(${it.subject}, ${title}::int), left(${it.title}, ${title}::int), ${paragraphs}::text[],
      left(${it.notice_title}, ${title}::int), left(${it.notice_text}, ${notice}::int), ${now})`);
}

/** The letters of a breach, the newest first, with how many people got each. */
export function listLetters(db: Queryable, breachId: string): Promise<SentLetterRow[]> {
  return db.rows(sql`
    select l.id, l.subject, l.title, l.paragraphs, l.notice_title, l.notice_text, l.sent_at,
      (select count(*)::int from data_breach_people p where p.letter_id = l.id) as people
    from data_breach_letters l where l.breach_id = ${breachId} order by l.id desc`);
}

/** The newest letter of a breach, whose texts the people get who wait for one. */
export function findNewestLetter(db: Queryable, breachId: string): Promise<Omit<SentLetterRow, "people"> | undefined> {
  return db.row(sql`
    select l.id, l.subject, l.title, l.paragraphs, l.notice_title, l.notice_text, l.sent_at
    from data_breach_letters l where l.breach_id = ${breachId} order by l.id desc limit 1`);
}

/** Marks the next people as notified, and returns them with their addresses. */
export function claimBreachPeople(
  tx: Tx,
  id: string,
  { letterId, limit, now }: { letterId: string; limit: number; now: Date },
): Promise<{ userId: string; email: string }[]> {
  return tx.rows(sql`
    update data_breach_people p set notified_at = ${now}, letter_id = ${letterId} from users u
    where p.breach_id = ${id} and u.id = p.user_id and p.user_id in
      (select n.user_id from data_breach_people n where n.breach_id = ${id} and n.notified_at is null order by n.user_id limit ${limit} for update skip locked)
    returning p.user_id as "userId", u.email`);
}

/** Stores that the authority got the report. */
export async function updateReported(
  tx: Tx,
  id: string,
  { by, reference, now }: { by: string; reference: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update data_breaches set reported_at = ${now}, reported_by = ${by}, report_reference = ${reference} where id = ${id}`);
}
