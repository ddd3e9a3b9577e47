import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { LocatedRegion } from "./contract.ts";

export type NewRegion = { code: string; parent: string | null; level: number; name: string };

/** Whether any region is stored. */
export async function hasRegions(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select from regions limit 1`)) !== undefined;
}

/** Lets only one process at a time fill the table, until its transaction ends. */
export async function lockRegions(tx: Queryable): Promise<void> {
  // Filling takes seconds, on a slow machine longer than the usual lock timeout.
  await tx.run(sql`set local lock_timeout = '2min'`);
  await tx.run(sql`set local statement_timeout = '2min'`);
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('regions'))`);
}

/** Stores regions. Their parents must be stored already. */
export async function insertRegions(db: Queryable, regions: readonly NewRegion[]): Promise<void> {
  await db.run(sql`
    insert into regions (code, parent_code, level, name)
    select * from unnest(
      ${regions.map((it) => it.code)}::text[], ${regions.map((it) => it.parent)}::text[],
      ${regions.map((it) => it.level)}::smallint[], ${regions.map((it) => it.name)}::text[])`);
}

/** The names of those of these regions that are stored, by code. */
export async function listNames(db: Queryable, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ code: string; name: string }>(
    sql`select code, name from regions where code = any(${[...codes]}::text[])`,
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** Gives stored regions other names. */
export async function renameRegions(tx: Tx, regions: readonly Pick<NewRegion, "code" | "name">[]): Promise<void> {
  await tx.run(sql`
    update regions r set name = it.name
    from unnest(${regions.map(({ code }) => code)}::text[], ${regions.map(({ name }) => name)}::text[]) as it (code, name)
    where r.code = it.code`);
}

/** Updates the planner's statistics. Without them the first joins over the regions take minutes. */
export async function analyzeRegions(tx: Tx): Promise<void> {
  await tx.run(sql`analyze regions`);
}

/**
 * Regions directly inside `parent` (provinces when null), by name. A region without a position gets that of its parent.
 */
export async function listRegions(db: Queryable, parent: string | null): Promise<LocatedRegion[]> {
  return parent === null
    ? db.rows<LocatedRegion>(
        sql`select code, name, lat, lng from regions where parent_code is null and level = 1 order by name`,
      )
    : db.rows<LocatedRegion>(sql`
        select r.code, r.name, coalesce(r.lat, p.lat, g.lat) as lat, coalesce(r.lng, p.lng, g.lng) as lng
        from regions r join regions p on p.code = r.parent_code left join regions g on g.code = p.parent_code
        where r.parent_code = ${parent} order by r.name`);
}
