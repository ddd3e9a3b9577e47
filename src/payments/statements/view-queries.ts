/** What operators see of statements, their lines and the transfers that fit. */
import { joinSql, pageOf, sql, type Queryable, type Sql } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { AttemptStatus } from "../attempts/queries.ts";
import type { DecisionAction, LineStatus, LineView } from "./rules.ts";

export type StatementRow = {
  id: string;
  account: string;
  file_name: string;
  line_count: number;
  new_count: number;
  matched_count: number;
  first_day: string;
  last_day: string;
  uploaded_by: string;
  uploaded_at: Date;
};

/** Uploaded statements, newest first. */
export function listStatements(db: Queryable, limit: number, offset: number): Promise<StatementRow[]> {
  return db.rows(sql`
    select s.id, s.account, s.file_name, s.line_count, s.new_count, s.matched_count, s.first_day, s.last_day, u.name as uploaded_by, s.uploaded_at
    from bank_statements s join users u on u.id = s.uploaded_by order by s.uploaded_at desc, s.id desc ${pageOf(limit, offset)}`);
}

export type TransferRow = {
  attempt_id: string;
  reference: string;
  account: string;
  buyer_name: string;
  invoices: string[];
  amount: Rupiah;
  received: Rupiah;
  status: AttemptStatus;
  created_at: Date;
  due_at: Date;
  sender_name: string | null;
  reported_at: Date | null;
  has_proof: boolean;
};

const transferColumns = sql`a.id as attempt_id, a.reference, a.account, b.name as buyer_name, a.amount, a.received, a.status, a.created_at, a.due_at,
  t.sender_name, t.reported_at, t.proof_key is not null as has_proof,
  array(select o.invoice from orders o where o.checkout_id = p.checkout_id order by o.id) as invoices`;
const transferTables = sql`payment_attempts a join payments p on p.id = a.payment_id join users b on b.id = p.buyer_id
  left join transfer_reports t on t.attempt_id = a.id`;

/** Attempts by id. */
export async function listTransfers(db: Queryable, ids: readonly string[]): Promise<Map<string, TransferRow>> {
  const rows = await db.rows<TransferRow>(
    sql`select ${transferColumns} from ${transferTables} where a.id = any(${ids}::uuid[]) and a.provider = 'manual'`,
  );
  return new Map(rows.map((row) => [row.attempt_id, row]));
}

/**
 * Attempts that a movement may belong to, the nearest sum first: of any account, begun before its day, that ask for
 * nearly this sum or whose rest is nearly this sum.
 */
export function suggestTransfers(
  db: Queryable,
  line: { amount: Rupiah; day: string },
  { difference, limit }: { difference: Rupiah; limit: number },
): Promise<TransferRow[]> {
  return db.rows(sql`
    select ${transferColumns} from ${transferTables}
    where a.account is not null and a.created_at < (${line.day}::date + 1) at time zone 'Asia/Jakarta'
      and a.created_at > (${line.day}::date - 45) at time zone 'Asia/Jakarta'
      and (a.amount between ${line.amount - difference} and ${line.amount + difference}
        or (a.status = 'pending' and a.received > 0 and a.amount - a.received between ${line.amount - difference} and ${line.amount + difference}))
    order by abs(a.amount - a.received - ${line.amount}), a.status <> 'pending', a.id desc limit ${limit}`);
}

/** Attempts to transfer by reference, invoice or name of the buyer, newest first. */
export function searchTransfers(db: Queryable, q: string, limit: number): Promise<TransferRow[]> {
  const like = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return db.rows(sql`
    select ${transferColumns} from ${transferTables}
    where a.account is not null and (a.reference ilike ${like} or b.name ilike ${like} or t.sender_name ilike ${like}
      or exists (select from orders o where o.checkout_id = p.checkout_id and o.invoice ilike ${like}))
    order by a.id desc limit ${limit}`);
}

export type LineRow = {
  id: string;
  statement_id: string;
  account: string;
  day: string;
  amount: number;
  cents: number;
  description: string;
  status: LineStatus;
  attempt_id: string | null;
  is_automatic: boolean;
  decided_by: string | null;
  decider: string | null;
  reason: string;
  is_booked: boolean;
};

const lineColumns = sql`l.id, l.statement_id, l.account, l.day, l.amount, l.cents, l.description, l.status, l.attempt_id, l.is_automatic, l.decided_by,
  u.name as decider, l.reason, (l.status = 'matched' and exists (select from payment_receipts r where r.provider = 'manual' and r.reference = l.id::text)) as is_booked`;
const lineTables = sql`bank_statement_lines l left join users u on u.id = l.decided_by`;

const viewConditions: Readonly<Record<LineView, Sql>> = {
  waiting: sql`l.status in ('open', 'proposed') and l.amount > 0`,
  matched: sql`l.status = 'matched'`,
  foreign: sql`l.status in ('foreign', 'bank_charge')`,
  outgoing: sql`l.status = 'open' and l.amount <= 0`,
};

/** Movements, newest first. `q` searches text and sum. */
export function listLines(
  db: Queryable,
  { view, q, limit, offset }: { view: LineView; q: string; limit: number; offset: number },
): Promise<LineRow[]> {
  const conditions = [viewConditions[view]];
  const digits = q.replace(/[.\s]|^rp/gi, "");
  if (q) {
    const like = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
    const bySum = /^\d{1,13}$/.test(digits) ? Number(digits) : null;
    conditions.push(sql`(l.description ilike ${like} or abs(l.amount) = ${bySum}::bigint)`);
  }
  return db.rows(sql`
    select ${lineColumns} from ${lineTables} where ${joinSql(conditions, sql` and `)}
    order by (l.status = 'proposed') desc, l.day desc, l.id desc ${pageOf(limit, offset)}`);
}

/** How many movements wait for a person, and how many of those for a second operator. */
export async function countWaiting(db: Queryable): Promise<{ waiting: number; proposed: number }> {
  const row = await db.row<{ waiting: number; proposed: number }>(sql`
    select count(*)::int as waiting, (count(*) filter (where status = 'proposed'))::int as proposed
    from bank_statement_lines where status in ('open', 'proposed') and amount > 0`);
  return row ?? { waiting: 0, proposed: 0 };
}

/** A movement by id. */
export function findLine(db: Queryable, lineId: string): Promise<LineRow | undefined> {
  return db.row(sql`select ${lineColumns} from ${lineTables} where l.id = ${lineId}`);
}

/** How many other movements have the account, day and sum of this one. */
export async function countTwins(db: Queryable, line: LineRow): Promise<number> {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from bank_statement_lines
    where account = ${line.account} and day = ${line.day} and amount = ${line.amount} and id <> ${line.id}`);
  return row?.n ?? 0;
}

/** What operators did with a movement, oldest first. */
export function listDecisions(
  db: Queryable,
  lineId: string,
): Promise<{ action: DecisionAction; actor: string; is_automatic: boolean; reason: string; at: Date }[]> {
  return db.rows(sql`
    select d.action, u.name as actor, d.is_automatic, d.reason, d.created_at as at
    from bank_statement_decisions d join users u on u.id = d.actor_id where d.line_id = ${lineId} order by d.id`);
}
