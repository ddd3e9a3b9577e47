import { sql } from "#lib/database.ts";
import type { SealedColumn } from "#lib/sealed-data.ts";

/** The secrets of providers that operators typed in, such as keys. */
export const sealedSettings: SealedColumn = {
  column: "settings.sealed",
  purpose: "settings",
  list: (db, after, limit) =>
    db.rows(sql`
      select key::text as id, key as about, sealed as sealed from settings
      where sealed is not null and (${after}::text is null or key > ${after}::text) order by key limit ${limit}`),
  replace: async (db, row, again) =>
    void (await db.run(sql`
      update settings set sealed = ${again} where key = ${row.id}::text and sealed = ${row.sealed}`)),
};
