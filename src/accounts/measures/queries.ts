import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { MeasureKind, MeasureReason } from "./rules.ts";

export type MeasureRow = {
  id: string;
  kind: MeasureKind;
  userId: string;
  shopId: string | null;
  productId: string | null;
  productStatus: "active" | "hidden" | null;
  about: string;
  rule: MeasureReason;
  text: string;
  takenBy: string;
  takenAt: Date;
  appeal: string | null;
  appealedAt: Date | null;
  answer: string | null;
  decidedAt: Date | null;
  endedAt: Date | null;
};

const columns = sql`
  m.id, m.kind, m.user_id as "userId", m.shop_id as "shopId", m.product_id as "productId", m.product_status as "productStatus",
  coalesce((select p.name from products p where p.id = m.product_id), (select s.name from shops s where s.id = m.shop_id), '') as about,
  m.rule, m.text, m.taken_by as "takenBy", m.taken_at as "takenAt", m.appeal, m.appealed_at as "appealedAt", m.answer,
  m.decided_at as "decidedAt", m.ended_at as "endedAt"`;

/** Stores a measure and returns its id; undefined when the same thing has an open one already. */
export async function insertMeasure(
  tx: Tx,
  measure: {
    kind: MeasureKind;
    userId: string;
    shopId: string | null;
    productId: string | null;
    productStatus: "active" | "hidden" | null;
    rule: MeasureReason;
    text: string;
    takenBy: string;
    now: Date;
  },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into measures (kind, user_id, shop_id, product_id, product_status, rule, text, taken_by, taken_at)
    values (${measure.kind}, ${measure.userId}, ${measure.shopId}, ${measure.productId}, ${measure.productStatus}, ${measure.rule},
      ${measure.text}, ${measure.takenBy}, ${measure.now})
    on conflict do nothing returning id`);
  return row?.id;
}

/** The open block of an account. */
export function findOpenBlock(db: Queryable, userId: string): Promise<MeasureRow | undefined> {
  return db.row(
    sql`select ${columns} from measures m where m.kind = 'user' and m.user_id = ${userId} and m.ended_at is null`,
  );
}

/** Whether a shop of this person is suspended. */
export async function hasSuspendedShop(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.row(
    sql`select from measures where kind = 'shop' and user_id = ${userId} and ended_at is null limit 1`,
  );
  return row !== undefined;
}

/** Locks a measure. */
export function lockMeasure(tx: Tx, id: string): Promise<MeasureRow | undefined> {
  return tx.row(sql`select ${columns} from measures m where m.id = ${id} for update of m`);
}

/** The measures about a shop and its products, newest first. */
export function listMeasuresOfShop(db: Queryable, shopId: string, limit: number): Promise<MeasureRow[]> {
  return db.rows(
    sql`select ${columns} from measures m where m.shop_id = ${shopId} order by m.taken_at desc, m.id desc limit ${limit}`,
  );
}

/** Stores an appeal. */
export async function updateAppeal(tx: Tx, id: string, text: string, now: Date): Promise<void> {
  await tx.run(sql`update measures set appeal = ${text}, appealed_at = ${now} where id = ${id}`);
}

/** Stores the answer to an appeal. */
export async function updateAnswer(
  tx: Tx,
  id: string,
  { answer, decidedBy, now }: { answer: string; decidedBy: string; now: Date },
): Promise<void> {
  await tx.run(
    sql`update measures set answer = ${answer}, decided_by = ${decidedBy}, decided_at = ${now} where id = ${id}`,
  );
}

/** Ends a measure. Returns whether it was open. */
export async function updateEnd(tx: Tx, id: string, endedBy: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(
      sql`update measures set ended_at = ${now}, ended_by = ${endedBy} where id = ${id} and ended_at is null`,
    )) === 1
  );
}

/** Replaces what was written about a person, and by them, in their measures. Kind, rule and days stay. */
export async function anonymiseMeasureTexts(tx: Tx, userId: string, text: string): Promise<void> {
  await tx.run(sql`
    update measures set text = ${text}, appeal = case when appeal is not null then ${text} end,
      answer = case when answer is not null then ${text} end
    where user_id = ${userId}`);
}

/** Where a person gets mail; undefined when the account is deleted. */
export function findContact(tx: Tx, userId: string): Promise<{ email: string; name: string } | undefined> {
  return tx.row(sql`select email, name from users where id = ${userId} and deleted_at is null`);
}
