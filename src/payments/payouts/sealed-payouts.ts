import { sql } from "#lib/database.ts";
import type { SealedColumn } from "#lib/sealed-data.ts";

/** The numbers of the accounts that payouts go to. */
export const sealedPayouts: SealedColumn = {
  column: "payouts.number_sealed",
  purpose: "bank account",
  list: (db, after, limit) =>
    db.rows(sql`
      select id::text as id, reference as about, number_sealed as sealed from payouts
      where number_sealed is not null and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`),
  replace: async (db, row, again) =>
    void (await db.run(sql`
      update payouts set number_sealed = ${again} where id = ${row.id}::uuid and number_sealed = ${row.sealed}`)),
};
