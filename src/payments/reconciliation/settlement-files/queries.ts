import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { Difference } from "../compare-entries.ts";
import type { SettlementLine } from "./read-settlement.ts";
import type { SettlementColumns, SettlementProvider } from "./rules.ts";

/** One file of a provider at a time, in all processes, until the transaction ends. */
export async function lockSettlements(tx: Tx, provider: SettlementProvider): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`settlement ${provider}`}, 0))`);
}

/** Columns of each provider's last file. */
export async function listColumns(db: Queryable): Promise<Map<SettlementProvider, SettlementColumns>> {
  const rows = await db.rows<{ provider: SettlementProvider; columns: SettlementColumns }>(
    sql`select provider, columns from settlement_columns`,
  );
  return new Map(rows.map(({ provider, columns }) => [provider, columns]));
}

/** Stores the columns of a provider's files. */
export async function saveColumns(
  tx: Tx,
  it: { provider: SettlementProvider; columns: SettlementColumns; operatorId: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into settlement_columns (provider, columns, updated_by, updated_at)
    values (${it.provider}, ${JSON.stringify(it.columns)}::jsonb, ${it.operatorId}, ${it.now})
    on conflict (provider) do update set columns = excluded.columns, updated_by = excluded.updated_by, updated_at = excluded.updated_at`);
}

/** What the books have under these references: sums of receipts and of done refunds through the provider. */
export function listBookedSums(
  db: Queryable,
  provider: SettlementProvider,
  references: readonly string[],
): Promise<{ reference: string; received: Rupiah; refunded: Rupiah }[]> {
  return db.rows(sql`
    select a.reference, a.received,
      (select coalesce(sum(r.amount), 0)::bigint from refunds r where r.attempt_id = a.id and r.way = 'provider' and r.status = 'done') as refunded
    from payment_attempts a where a.provider = ${provider} and a.reference = any(${references}::text[])`);
}

/** References of receipts between two moments that no report of the provider has. */
export function listUnsettled(
  db: Queryable,
  provider: SettlementProvider,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<{ reference: string; amount: Rupiah }[]> {
  return db.rows(sql`
    select a.reference, sum(r.amount)::bigint as amount from payment_receipts r join payment_attempts a on a.id = r.attempt_id
    where r.provider = ${provider} and r.received_at >= ${from} and r.received_at < ${to}
      and not exists (select from settlement_lines l where l.provider = ${provider} and l.reference = a.reference and l.kind = 'payment')
    group by a.reference order by a.reference limit ${limit}`);
}

/** Stores a file without its sums. Returns its id. */
export async function insertFile(
  tx: Tx,
  file: { provider: SettlementProvider; fileName: string; lines: number; operatorId: string; now: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into settlement_files (provider, file_name, line_count, new_count, fees, found, uploaded_by, uploaded_at)
    values (${file.provider}, ${file.fileName}, ${file.lines}, 0, 0, 0, ${file.operatorId}, ${file.now}) returning id`);
  if (!row) throw new Error("a settlement report was not stored");
  return row.id;
}

/** Stores lines that are not known yet and returns how many, and their fees in hundredths of a rupiah. */
export async function insertLines(
  tx: Tx,
  file: { id: string; provider: SettlementProvider },
  lines: readonly SettlementLine[],
): Promise<{ count: number; feeCents: number }> {
  const row = await tx.row<{ count: number; feeCents: number }>(sql`
    with stored as (
      insert into settlement_lines (provider, reference, kind, file_id, amount, fee_cents)
      select ${file.provider}, reference, kind, ${file.id}, amount, fee
      from unnest(${lines.map(({ reference }) => reference)}::text[], ${lines.map(({ kind }) => kind)}::text[],
        ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ feeCents }) => feeCents)}::bigint[]) as one (reference, kind, amount, fee)
      on conflict (provider, reference, kind) do nothing returning fee_cents
    )
    select count(*)::int as count, coalesce(sum(fee_cents), 0)::bigint as "feeCents" from stored`);
  return row ?? { count: 0, feeCents: 0 };
}

/** Stores what a file brought. */
export async function completeFile(
  tx: Tx,
  id: string,
  done: { newCount: number; fees: Rupiah; found: number; differences: readonly Difference[] },
): Promise<void> {
  await tx.run(sql`
    update settlement_files set new_count = ${done.newCount}, fees = ${done.fees}, found = ${done.found}, differences = ${JSON.stringify(done.differences)}::jsonb
    where id = ${id}`);
}

export type FileRow = {
  id: string;
  provider: SettlementProvider;
  file_name: string;
  line_count: number;
  new_count: number;
  fees: Rupiah;
  found: number;
  differences: Difference[];
  uploaded_by: string;
  uploaded_at: Date;
};

/** Uploaded reports, newest first. */
export function listFiles(db: Queryable, limit: number): Promise<FileRow[]> {
  return db.rows(sql`
    select f.id, f.provider, f.file_name, f.line_count, f.new_count, f.fees, f.found, f.differences, u.name as uploaded_by, f.uploaded_at
    from settlement_files f join users u on u.id = f.uploaded_by order by f.uploaded_at desc, f.id desc limit ${limit}`);
}
