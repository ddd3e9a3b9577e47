import { randomBytes } from "node:crypto";

import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { jakartaDay } from "../../src/lib/time.ts";

/** A movement of a bank account in a test's file: incoming is positive, `day` is `YYYY-MM-DD`. */
export type MadeMovement = { amount: number; day?: string; text?: string };

/** A bank's CSV file with the columns of the layout to begin with. */
export function makeStatement(movements: readonly MadeMovement[], now = new Date()): string {
  const rows = movements.map(({ amount, day = jakartaDay(now), text = "TRSF E-BANKING" }) => {
    const cells = amount > 0 ? [String(amount), ""] : ["", String(-amount)];
    return [day.split("-").reverse().join("/"), text, ...cells].join(",");
  });
  return ["Tanggal,Keterangan,Kredit,Debit", ...rows, ""].join("\n");
}

/** The columns of {@link makeStatement}. */
export const madeLayout = {
  day_column: "Tanggal",
  day_format: "dmy",
  description_columns: ["Keterangan"],
  amount_column: null,
  sign_column: null,
  credit_column: "Kredit",
  debit_column: "Debit",
  decimal_mark: ".",
};

/** An uploaded movement of Rp150.123 that waits for a person. Returns its id. */
export async function makeStatementLine(context: Pick<Context, "db">, operatorId: string): Promise<string> {
  const row = await context.db.row<{ id: string }>(sql`
    with statement as (
      insert into bank_statements (account, file_name, line_count, new_count, skipped_count, first_day, last_day, uploaded_by, uploaded_at)
      values ('bca:1234567890', 'mutasi.csv', 1, 1, 0, '2026-11-20', '2026-11-20', ${operatorId}, now()) returning id
    )
    insert into bank_statement_lines (statement_id, account, fingerprint, day, amount, cents, description)
    select id, 'bca:1234567890', ${randomBytes(32)}, '2026-11-20', 150123, 0, 'TRSF E-BANKING CR' from statement returning id`);
  if (!row) throw new Error("no movement");
  return row.id;
}
