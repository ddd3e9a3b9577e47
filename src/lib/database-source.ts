import { sql, type Queryable } from "./database.ts";

/** A name of this database that neither a copy of it elsewhere nor its state after a restore has. */
export async function readSource(db: Queryable): Promise<string> {
  const row = await db.row<{ source: string }>(sql`
    select (select system_identifier from pg_control_system())::text || ' ' || oid::text || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as source
    from pg_database where datname = current_database()`);
  return row?.source ?? "";
}
