import { type Queryable, sql, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { maxTransferCode } from "../providers/manual/rules.ts";
import type { StatementLine } from "./parse-statement.ts";
import { type DecisionAction, type LineMark, lineMarks, type LineStatus, type StatementLayout } from "./rules.ts";

/** The stored layout of an account's files. */
export async function findLayout(db: Queryable, account: string): Promise<StatementLayout | undefined> {
  const row = await db.row<{ layout: StatementLayout }>(
    sql`select layout from bank_statement_layouts where account = ${account}`,
  );
  return row?.layout;
}

/** Stores the layout of an account's files. */
export async function saveLayout(
  db: Queryable,
  layout: { account: string; layout: StatementLayout; operatorId: string; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into bank_statement_layouts (account, layout, updated_by, updated_at)
    values (${layout.account}, ${JSON.stringify(layout.layout)}::jsonb, ${layout.operatorId}, ${layout.now})
    on conflict (account) do update set layout = excluded.layout, updated_by = excluded.updated_by, updated_at = excluded.updated_at`);
}

/** Accounts that attempts or statements name, with the last day of their statements and their layout. */
export function listUsedAccounts(
  db: Queryable,
): Promise<{ account: string; last_day: string | null; layout: StatementLayout | null }[]> {
  return db.rows(sql`
    with recursive used as (
      (select account from payment_attempts where account is not null order by account limit 1)
      union all
      select (select a.account from payment_attempts a where a.account > used.account order by a.account limit 1) from used where used.account is not null
    ), all_accounts as (
      select account from used where account is not null
      union select account from bank_statements
      union select account from bank_statement_layouts
    )
    select x.account, (select s.last_day from bank_statements s where s.account = x.account order by s.last_day desc limit 1) as last_day, l.layout
    from all_accounts x left join bank_statement_layouts l on l.account = x.account order by x.account`);
}

/** One upload of an account at a time, in all processes, until the transaction ends. */
export async function lockAccount(tx: Tx, account: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`bank statement ${account}`}, 0))`);
}

/** One decision of an operator at a time, so that what the operator matched is counted right. */
export async function lockOperator(tx: Tx, operatorId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`bank matches ${operatorId}`}, 0))`);
}

/** Stores a statement and returns its id. */
export async function insertStatement(
  tx: Tx,
  statement: {
    account: string;
    fileName: string;
    lines: readonly StatementLine[];
    skipped: number;
    operatorId: string;
    now: Date;
  },
): Promise<string> {
  const days = statement.lines.map(({ day }) => day).sort();
  const row = await tx.row<{ id: string }>(sql`
    insert into bank_statements (account, file_name, line_count, new_count, skipped_count, first_day, last_day, uploaded_by, uploaded_at)
    values (${statement.account}, ${statement.fileName}, ${statement.lines.length}, 0, ${statement.skipped}, ${days[0]}, ${days.at(-1)}, ${statement.operatorId}, ${statement.now})
    returning id`);
  if (!row) throw new Error("a statement was not stored");
  return row.id;
}

/** Stores those movements that are not known yet, and returns their number. */
export function insertLines(
  tx: Tx,
  statement: { id: string; account: string },
  lines: readonly StatementLine[],
): Promise<number> {
  return tx.run(sql`
    insert into bank_statement_lines (statement_id, account, fingerprint, day, amount, cents, description, balance_cents)
    select ${statement.id}, ${statement.account}, fingerprint, day, amount, cents, description, balance_cents
    from unnest(${lines.map(({ fingerprint }) => fingerprint)}::bytea[], ${lines.map(({ day }) => day)}::date[],
      ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ cents }) => cents)}::smallint[], ${lines.map(({ description }) => description)}::text[],
      ${lines.map(({ balanceCents }) => balanceCents)}::bigint[])
      as line (fingerprint, day, amount, cents, description, balance_cents)
    on conflict (account, fingerprint) do nothing`);
}

/**
 * Stores how many movements of a statement were new, and how many of them were matched at once. Returns how many
 * incoming ones wait for a person.
 */
export async function countStatement(tx: Tx, id: string, count: { fresh: number; matched: number }): Promise<number> {
  const row = await tx.row<{ waiting: number }>(sql`
    update bank_statements s set new_count = ${count.fresh}, matched_count = ${count.matched} where s.id = ${id}
    returning (select count(*)::int from bank_statement_lines l where l.statement_id = s.id and l.status = 'open' and l.amount > 0) as waiting`);
  return row?.waiting ?? 0;
}

export type ExactMatch = { line_id: string; attempt_id: string; amount: Rupiah; buyer_id: string };

/**
 * Pairs of a new movement and an attempt of that account that asks for exactly this sum and has nothing yet. The day is
 * not before the attempt and at most `lateDays` after its deadline. A movement that fits several attempts, also closed
 * ones, is left out, and of several movements for one attempt all but the first. So is a movement of the whole price of
 * another purchase: its buyer may have transferred without the code.
 */
export function listExactMatches(tx: Tx, statementId: string, lateDays: number): Promise<ExactMatch[]> {
  return tx.rows(sql`
    select line_id, attempt_id, amount, buyer_id from (
      select l.id as line_id, a.id as attempt_id, l.amount, p.buyer_id, count(*) over (partition by l.id) as attempts,
        row_number() over (partition by a.id order by l.day, l.id) as turn
      from bank_statement_lines l
      join payment_attempts a on a.account = l.account and a.amount = l.amount and a.received = 0
        and l.day >= (a.created_at at time zone 'Asia/Jakarta')::date
        and l.day <= (a.due_at at time zone 'Asia/Jakarta')::date + ${lateDays}::int
        and not exists (select from bank_statement_lines x where x.attempt_id = a.id)
        and not exists (select from payment_attempts y where y.account = l.account and y.payment_id <> a.payment_id
          and y.amount between l.amount - ${maxTransferCode}::int and l.amount - 1 and y.amount + y.code = l.amount and y.received = 0
          and l.day >= (y.created_at at time zone 'Asia/Jakarta')::date
          and l.day <= (y.due_at at time zone 'Asia/Jakarta')::date + ${lateDays}::int)
      join payments p on p.id = a.payment_id
      where l.statement_id = ${statementId} and l.status = 'open' and l.amount > 0 and l.cents = 0
    ) pair where attempts = 1 and turn = 1 order by line_id`);
}

/** open → matched, or proposed when a second operator is needed. False when it is no longer open. */
export async function matchLine(
  tx: Tx,
  match: {
    lineId: string;
    attemptId: string;
    needsApproval: boolean;
    isAutomatic: boolean;
    operatorId: string;
    reason: string;
    now: Date;
  },
): Promise<boolean> {
  const status = match.needsApproval ? "proposed" : "matched";
  const changed = await tx.run(sql`
    update bank_statement_lines set status = ${status}, attempt_id = ${match.attemptId}, needs_approval = ${match.needsApproval},
      is_automatic = ${match.isAutomatic}, decided_by = ${match.operatorId}, decided_at = ${match.now}, reason = ${match.reason}
    where id = ${match.lineId} and status = 'open' and amount > 0 and cents = 0`);
  if (changed === 1)
    await insertDecision(tx, { ...match, action: status, attemptId: match.attemptId, isAutomatic: match.isAutomatic });
  return changed === 1;
}

/** proposed → matched, by another operator and only with the attempt that this operator saw. */
export async function approveLine(
  tx: Tx,
  approval: { lineId: string; attemptId: string; operatorId: string; isAutomatic: boolean; now: Date },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update bank_statement_lines set status = 'matched', approved_by = ${approval.operatorId}
    where id = ${approval.lineId} and status = 'proposed' and attempt_id = ${approval.attemptId} and decided_by <> ${approval.operatorId}`);
  if (changed === 1) await insertDecision(tx, { ...approval, action: "approved", reason: "" });
  return changed === 1;
}

/**
 * proposed → open, marked → open, or open → marked. Returns the decision and the status before; undefined when the
 * status has changed meanwhile.
 */
export async function changeLine(
  tx: Tx,
  change: {
    lineId: string;
    action: "rejected" | "reopened" | LineMark;
    operatorId: string;
    reason: string;
    now: Date;
  },
): Promise<{ decisionId: string; before: LineStatus } | undefined> {
  const { lineId, action, operatorId, reason, now } = change;
  const changed = await tx.row<{ before: LineStatus }>(
    action === "foreign" || action === "bank_charge"
      ? sql`update bank_statement_lines set status = ${action}, decided_by = ${operatorId}, decided_at = ${now}, reason = ${reason}
          where id = ${lineId} and status = 'open' returning old.status as before`
      : sql`update bank_statement_lines set status = 'open', attempt_id = null, needs_approval = false, is_automatic = false,
          decided_by = null, decided_at = null, reason = ''
          where id = ${lineId} and status = any(${action === "rejected" ? ["proposed"] : lineMarks}::text[]) returning old.status as before`,
  );
  return changed && { ...changed, decisionId: await insertDecision(tx, change) };
}

async function insertDecision(
  tx: Tx,
  decision: {
    lineId: string;
    action: DecisionAction;
    operatorId: string;
    isAutomatic?: boolean;
    attemptId?: string;
    reason: string;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into bank_statement_decisions (line_id, action, actor_id, is_automatic, attempt_id, reason, created_at)
    values (${decision.lineId}, ${decision.action}, ${decision.operatorId}, ${decision.isAutomatic ?? false}, ${decision.attemptId ?? null}, ${decision.reason}, ${decision.now})
    returning id`);
  return row?.id ?? "";
}

/** What is matched or proposed for an attempt so far, and what an operator matched by hand since then, in rupiah. */
export async function sumMatches(
  tx: Tx,
  of: { attemptId: string; operatorId: string; since: Date },
): Promise<{ ofTransfer: Rupiah; byOperator: Rupiah }> {
  const row = await tx.row<{ ofTransfer: Rupiah; byOperator: Rupiah }>(sql`
    select (select coalesce(sum(amount), 0)::bigint from bank_statement_lines where attempt_id = ${of.attemptId}) as "ofTransfer",
      (select coalesce(sum(l.amount), 0)::bigint from bank_statement_decisions d join bank_statement_lines l on l.id = d.line_id
        where d.actor_id = ${of.operatorId} and d.action = 'matched' and not d.is_automatic and d.created_at > ${of.since}) as "byOperator"`);
  return row ?? { ofTransfer: 0, byOperator: 0 };
}

/** What an operator booked as charges and interest since then, in rupiah, whichever way it moved. */
export async function sumBankCharges(tx: Tx, operatorId: string, since: Date): Promise<Rupiah> {
  const row = await tx.row<{ sum: Rupiah }>(sql`
    select coalesce(sum(abs(l.amount)), 0)::bigint as sum from bank_statement_decisions d join bank_statement_lines l on l.id = d.line_id
    where d.actor_id = ${operatorId} and d.action = 'bank_charge' and d.created_at > ${since}`);
  return row?.sum ?? 0;
}

/** What the files of an operator matched by themselves since then, in rupiah. */
export async function sumUploadedMatches(tx: Tx, operatorId: string, since: Date): Promise<Rupiah> {
  const row = await tx.row<{ sum: Rupiah }>(sql`
    select coalesce(sum(l.amount), 0)::bigint as sum from bank_statement_decisions d join bank_statement_lines l on l.id = d.line_id
    where d.actor_id = ${operatorId} and d.action = 'matched' and d.is_automatic and d.created_at > ${since}`);
  return row?.sum ?? 0;
}

/**
 * Movements of this file that another operator's file proposed by itself: the second file confirms them. Those that are
 * the operator's own purchase are left out.
 */
export function listConfirmedByFile(
  tx: Tx,
  file: { account: string; fingerprints: readonly Buffer[]; operatorId: string },
): Promise<{ line_id: string; attempt_id: string; statement_id: string }[]> {
  return tx.rows(sql`
    select l.id as line_id, l.attempt_id, l.statement_id from bank_statement_lines l
    join payment_attempts a on a.id = l.attempt_id join payments p on p.id = a.payment_id
    where l.account = ${file.account} and l.fingerprint = any(${file.fingerprints}::bytea[])
      and l.status = 'proposed' and l.is_automatic and l.decided_by <> ${file.operatorId} and p.buyer_id <> ${file.operatorId}
    order by l.id`);
}

/** Locks an attempt to transfer, so that what is matched with it is counted right; undefined for other attempts. */
export function lockTransfer(tx: Tx, attemptId: string): Promise<{ buyer_id: string } | undefined> {
  return tx.row(sql`
    select p.buyer_id from payment_attempts a join payments p on p.id = a.payment_id
    where a.id = ${attemptId} and a.provider = 'manual' for update of a`);
}

/** The attempts whose movements of this statement are matched and not booked yet. */
export async function listUnbooked(db: Queryable, statementId: string): Promise<string[]> {
  const rows = await db.rows<{ attempt_id: string }>(sql`
    select distinct l.attempt_id from bank_statement_lines l
    where l.statement_id = ${statementId} and l.status = 'matched'
      and not exists (select from payment_receipts r where r.provider = 'manual' and r.reference = l.id::text)
    order by l.attempt_id`);
  return rows.map(({ attempt_id }) => attempt_id);
}

/** Statements with movements that were matched in this time and are still not booked: their job failed for good. */
export async function listStuckStatements(db: Queryable, from: Date, before: Date): Promise<string[]> {
  const rows = await db.rows<{ statement_id: string }>(sql`
    select distinct l.statement_id from bank_statement_lines l
    where l.status = 'matched' and l.decided_at >= ${from} and l.decided_at < ${before}
      and not exists (select from payment_receipts r where r.provider = 'manual' and r.reference = l.id::text)`);
  return rows.map(({ statement_id }) => statement_id);
}
