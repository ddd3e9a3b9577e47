import { sql } from "#lib/database.ts";
import type { SealedColumn } from "#lib/sealed-data.ts";

/** The numbers of bank accounts. */
export const sealedAccounts: SealedColumn = {
  column: "bank_accounts.number_sealed",
  purpose: "bank account",
  list: (db, after, limit) =>
    db.rows(sql`
      select id::text as id, user_id::text as about, number_sealed as sealed from bank_accounts
      where number_sealed is not null and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`),
  replace: async (db, row, again) =>
    void (await db.run(sql`
      update bank_accounts set number_sealed = ${again} where id = ${row.id}::uuid and number_sealed = ${row.sealed}`)),
};
