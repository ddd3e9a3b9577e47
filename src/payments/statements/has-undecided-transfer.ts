import { sql, type Queryable } from "#lib/database.ts";

/** Whether money for this checkout is on a bank statement, and only its confirmation or booking is missing. */
export async function hasUndecidedTransfer(db: Queryable, checkoutId: string): Promise<boolean> {
  const row = await db.row(sql`
    select from payments p join payment_attempts a on a.payment_id = p.id join bank_statement_lines l on l.attempt_id = a.id
    where p.checkout_id = ${checkoutId} and p.status = 'pending' and l.status in ('proposed', 'matched')`);
  return row !== undefined;
}
