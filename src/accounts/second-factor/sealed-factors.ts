import { sql } from "#lib/database.ts";
import type { SealedColumn } from "#lib/sealed-data.ts";

/** The keys of authenticator apps. */
export const sealedFactors: SealedColumn = {
  column: "second_factors.sealed_key",
  purpose: "second factor",
  list: (db, after, limit) =>
    db.rows(sql`
      select user_id::text as id, user_id::text as about, sealed_key as sealed from second_factors
      where sealed_key is not null and (${after}::uuid is null or user_id > ${after}::uuid) order by user_id limit ${limit}`),
  replace: async (db, row, again) =>
    void (await db.run(sql`
      update second_factors set sealed_key = ${again} where user_id = ${row.id}::uuid and sealed_key = ${row.sealed}`)),
};
