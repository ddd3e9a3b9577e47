import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { AttemptStatus } from "../../attempts/queries.ts";

/** The account and status of an attempt to transfer, and the movements of that account that were matched to it. */
export function findTransfer(
  db: Queryable,
  reference: string,
): Promise<
  | {
      account: string;
      amount: Rupiah;
      status: AttemptStatus;
      lines: { id: string; amount: Rupiah; day: string }[];
    }
  | undefined
> {
  return db.row(sql`
    select a.account, a.amount, a.status,
      (select coalesce(json_agg(json_build_object('id', l.id, 'amount', l.amount, 'day', l.day) order by l.day, l.id), '[]')
        from bank_statement_lines l where l.attempt_id = a.id and l.status = 'matched') as lines
    from payment_attempts a where a.reference = ${reference} and a.provider = 'manual'`);
}

/** What a buyer said about a transfer. */
export function findTransferReport(
  db: Queryable,
  attemptId: string,
): Promise<{ sender_name: string; proof_key: string | null; reported_at: Date } | undefined> {
  return db.row(sql`select sender_name, proof_key, reported_at from transfer_reports where attempt_id = ${attemptId}`);
}

/**
 * Stores a report in place of the one before; undefined beyond `max` reports. `replaced_key` is the picture that is no
 * longer used.
 */
export function saveTransferReport(
  tx: Tx,
  report: { attemptId: string; senderName: string; proofKey: string | null; max: number; now: Date },
): Promise<{ reported_at: Date; has_proof: boolean; replaced_key: string | null } | undefined> {
  return tx.row(sql`
    with before as (select proof_key from transfer_reports where attempt_id = ${report.attemptId})
    insert into transfer_reports as t (attempt_id, sender_name, proof_key, count, reported_at)
    values (${report.attemptId}, ${report.senderName}, ${report.proofKey}, 1, ${report.now})
    on conflict (attempt_id) do update set sender_name = excluded.sender_name, proof_key = coalesce(excluded.proof_key, t.proof_key),
      count = t.count + 1, reported_at = excluded.reported_at
    where t.count < ${report.max}
    returning reported_at, proof_key is not null as has_proof,
      (select before.proof_key from before where before.proof_key is distinct from t.proof_key) as replaced_key`);
}

/** Deletes the reports of a buyer and returns the keys of their pictures. */
export async function deleteReportsOfBuyer(tx: Tx, buyerId: string): Promise<string[]> {
  const rows = await tx.rows<{ proof_key: string | null }>(sql`
    delete from transfer_reports t using payment_attempts a, payments p
    where a.id = t.attempt_id and p.id = a.payment_id and p.buyer_id = ${buyerId} returning t.proof_key`);
  return rows.flatMap(({ proof_key }) => proof_key ?? []);
}

/** Clears pictures and names of senders in reports from before, at most 500. Returns the keys of the pictures. */
export async function clearOldProofs(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db.rows<{ proof_key: string | null }>(sql`
    with old as (
      select attempt_id, proof_key from transfer_reports where (proof_key is not null or sender_name <> '') and reported_at < ${before}
      order by reported_at limit 500 for update
    )
    update transfer_reports t set proof_key = null, sender_name = '' from old where t.attempt_id = old.attempt_id returning old.proof_key`);
  return rows.flatMap(({ proof_key }) => proof_key ?? []);
}
