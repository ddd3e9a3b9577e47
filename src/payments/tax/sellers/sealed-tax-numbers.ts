import { sql } from "#lib/database.ts";
import type { SealedColumn } from "#lib/sealed-data.ts";

/** The tax numbers of sellers. */
export const sealedTaxNumbers: SealedColumn = {
  column: "tax_identities.number_sealed",
  purpose: "tax number",
  list: (db, after, limit) =>
    db.rows(sql`
      select shop_id::text as id, shop_id::text as about, number_sealed as sealed from tax_identities
      where number_sealed is not null and (${after}::uuid is null or shop_id > ${after}::uuid) order by shop_id limit ${limit}`),
  replace: async (db, row, again) =>
    void (await db.run(sql`
      update tax_identities set number_sealed = ${again} where shop_id = ${row.id}::uuid and number_sealed = ${row.sealed}`)),
};
