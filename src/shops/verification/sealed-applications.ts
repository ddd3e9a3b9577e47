import { sql } from "#lib/database.ts";
import type { SealedColumn } from "#lib/sealed-data.ts";

/** What applications say about their sellers. */
export const sealedApplications: SealedColumn = {
  column: "seller_verifications.data_sealed",
  purpose: "seller verification",
  list: (db, after, limit) =>
    db.rows(sql`
      select id::text as id, id || ' data' as about, data_sealed as sealed from seller_verifications
      where data_sealed is not null and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`),
  replace: async (db, row, again) =>
    void (await db.run(sql`
      update seller_verifications set data_sealed = ${again} where id = ${row.id}::uuid and data_sealed = ${row.sealed}`)),
};
