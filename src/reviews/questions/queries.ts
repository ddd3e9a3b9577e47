import { joinSql, pageOf, sql, type Queryable, type Tx } from "#lib/database.ts";
import type { AnswerRole } from "./rules.ts";

export type QuestionRow = {
  id: string;
  by: string;
  text: string;
  created_at: Date;
  answers: { id: string; role: AnswerRole; by: string; text: string; created_at: string }[];
};

const columns = sql`q.id, u.name as by, q.text, q.created_at,
  (select coalesce(json_agg(json_build_object('id', a.id, 'role', a.role, 'by', case a.role when 'seller' then s.name else w.name end,
      'text', a.text, 'created_at', a.created_at) order by a.created_at, a.id), '[]')
    from answers a join users w on w.id = a.user_id join shops s on s.id = q.shop_id where a.question_id = q.id and a.state = 'shown') as answers`;
const isAnswered = sql`exists (select from answers a where a.question_id = q.id and a.role = 'seller')`;

/** A page of the questions about a product that is for sale, newest first. */
export async function listQuestions(
  db: Queryable,
  slug: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<QuestionRow[]> {
  return db.rows<QuestionRow>(sql`
    select ${columns} from questions q join users u on u.id = q.user_id join products p on p.id = q.product_id
    where p.slug = ${slug} and p.status = 'active' and q.state = 'shown'
    order by q.created_at desc, q.id ${pageOf(limit, offset)}`);
}

/** The number of questions about a product; undefined when it is not for sale. */
export async function countQuestions(db: Queryable, slug: string): Promise<number | undefined> {
  const row = await db.row<{ n: number }>(sql`
    select (select count(*)::int from questions q where q.product_id = p.id and q.state = 'shown') as n
    from products p where p.slug = ${slug} and p.status = 'active'`);
  return row?.n;
}

export type ListedQuestionRow = QuestionRow & {
  product_name: string;
  product_slug: string;
  picture_key: string | null;
  hidden_reason: string | null;
};

/** Questions of a person, or about a shop's products, newest first. */
export async function listQuestionsOf(
  db: Queryable,
  of: { requesterId: string } | { shopId: string; waiting: boolean },
  { after, limit }: { after: { at: Date; id: string } | undefined; limit: number },
): Promise<ListedQuestionRow[]> {
  const conditions =
    "requesterId" in of
      ? [sql`q.user_id = ${of.requesterId}`]
      : [sql`q.shop_id = ${of.shopId}`, sql`q.state = 'shown'`];
  if ("waiting" in of && of.waiting) conditions.push(sql`not ${isAnswered}`);
  if (after)
    conditions.push(
      sql`(date_trunc('milliseconds', q.created_at), q.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  return db.rows<ListedQuestionRow>(sql`
    select ${columns}, p.name as product_name, p.slug as product_slug, g.storage_key as picture_key, q.hidden_reason
    from questions q join users u on u.id = q.user_id join products p on p.id = q.product_id left join pictures g on g.id = p.cover_picture_id
    where ${joinSql(conditions, sql` and `)} order by date_trunc('milliseconds', q.created_at) desc, q.id desc limit ${limit}`);
}

/** Locks the requester, so that several questions at once are counted, and reads the product. */
export async function findAskedProduct(
  tx: Tx,
  slug: string,
  requesterId: string,
): Promise<{ id: string; name: string; shop_id: string; seller_id: string; open: number } | undefined> {
  await tx.row(sql`select from users where id = ${requesterId} for no key update`);
  return tx.row(sql`
    select p.id, p.name, p.shop_id, s.owner_id as seller_id,
      (select count(*)::int from questions q where q.product_id = p.id and q.user_id = ${requesterId} and q.state = 'shown' and not ${isAnswered}) as open
    from products p join shops s on s.id = p.shop_id where p.slug = ${slug} and p.status = 'active'`);
}

/** Stores a question. Returns its id. */
export async function insertQuestion(
  tx: Tx,
  question: { productId: string; shopId: string; requesterId: string; text: string; now: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into questions (product_id, shop_id, user_id, text, created_at)
    values (${question.productId}, ${question.shopId}, ${question.requesterId}, ${question.text}, ${question.now}) returning id`);
  if (!row) throw new Error("no question");
  return row.id;
}

export type AnsweredQuestion = {
  requester_id: string;
  seller_id: string;
  product_id: string;
  product: string;
  product_name: string;
  answers: number;
  /** This person bought the product, and the order is completed. */
  bought: boolean;
};

/** Locks a question that is shown, for an answer by this person. */
export async function lockQuestion(tx: Tx, id: string, writerId: string): Promise<AnsweredQuestion | undefined> {
  return tx.row<AnsweredQuestion>(sql`
    select q.user_id as requester_id, s.owner_id as seller_id, q.product_id, p.slug as product, p.name as product_name,
      (select count(*)::int from answers a where a.question_id = q.id) as answers,
      exists (select from order_lines l join orders o on o.id = l.order_id
        where l.product_id = q.product_id and o.buyer_id = ${writerId} and o.status = 'completed') as bought
    from questions q join shops s on s.id = q.shop_id join products p on p.id = q.product_id
    where q.id = ${id} and q.state = 'shown' for update of q`);
}

/** Stores an answer. Returns its id. */
export async function insertAnswer(
  tx: Tx,
  answer: { questionId: string; writerId: string; role: AnswerRole; text: string; now: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into answers (question_id, user_id, role, text, created_at)
    values (${answer.questionId}, ${answer.writerId}, ${answer.role}, ${answer.text}, ${answer.now}) returning id`);
  if (!row) throw new Error("no answer");
  return row.id;
}
