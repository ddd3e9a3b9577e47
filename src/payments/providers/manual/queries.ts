import { sql, type Queryable } from "#lib/database.ts";
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
