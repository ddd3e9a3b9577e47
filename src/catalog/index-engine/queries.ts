import { identifier, joinFixed, sql, type Queryable } from "#lib/database.ts";
import { columnNames, columns } from "./columns.ts";

/** A product as the index reads it; the other fields have the names of columns.ts. */
export type IndexRow = { id: string; tokens: string } & Readonly<Record<string, unknown>>;

// Each has a name that needs no quotes: "created_at" in SQL is "createdAt" here.
const aliasOf = (name: string) => identifier(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const aliases = new Map(columnNames.map((name) => [aliasOf(name).strings[0] ?? "", name]));
const indexed = joinFixed(
  columnNames.map((name) => sql`${columns[name].column} as ${aliasOf(name)}`),
  sql`, `,
);

const named = (rows: readonly IndexRow[]): IndexRow[] =>
  rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).map(([alias, value]) => [aliases.get(alias) ?? alias, value])) as IndexRow,
  );

/** Products on sale after this id, in the order of ids, with their tokens. */
export async function listToIndex(db: Queryable, after: string, limit: number): Promise<IndexRow[]> {
  return named(
    await db.rows(sql`
      select p.id, ${indexed}, p.search_words::text as tokens from products p
      where p.id > ${after}::uuid and p.status = 'active' order by p.id limit ${limit}`),
  );
}

/** Those of these products that are on sale, in the order of ids. */
export async function listChanged(db: Queryable, ids: readonly string[]): Promise<IndexRow[]> {
  return named(
    await db.rows(sql`
      select p.id, ${indexed}, p.search_words::text as tokens from unnest(${ids}::uuid[]) as changed (id)
      join products p on p.id = changed.id where p.status = 'active' order by p.id`),
  );
}

/** What is committed, and the time of the database in milliseconds since 1970. */
export async function readPosition(db: Queryable): Promise<{ position: string; at: number }> {
  const row = await db.row<{ position: string; at: number }>(sql`
    select pg_current_snapshot()::text as position, (extract(epoch from clock_timestamp()) * 1000)::bigint as at`);
  if (!row) throw new Error("the database does not say what is committed");
  return row;
}

/** How many products are on sale, as they were counted last (search/queries.ts). */
export async function countIndexed(db: Queryable): Promise<number> {
  const row = await db.row<{ products: number }>(sql`select products from search_terms where term = ''`);
  return row?.products ?? 0;
}

/**
 * The products that transactions changed which `position` does not have yet, at most `limit` of them, and what is
 * committed now. A transaction that began early and committed late is in no gap: it is one of the running ones that
 * `position` names. Each part has two bounds where one says the same: with two, PostgreSQL expects few rows and uses
 * the index. With one it reads the whole table after a transaction that changed many products.
 */
export async function listChanges(
  db: Queryable,
  position: string,
  limit: number,
): Promise<{ position: string; ids: string[] }> {
  const row = await db.row<{ position: string; ids: string[] }>(sql`
    select pg_current_snapshot()::text as position, array(
      select distinct product_id::text from (
        select product_id from product_changes
        where xid >= pg_snapshot_xmax(${position}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
        union all select product_id from product_changes
        where xid = any (array(select pg_snapshot_xip(${position}::pg_snapshot)))
          and xid >= pg_snapshot_xmin(${position}::pg_snapshot) and xid < pg_snapshot_xmax(${position}::pg_snapshot)
      ) as changed limit ${limit}
    ) as ids`);
  return row ?? { position, ids: [] };
}

/** Deletes changes that are older than so many milliseconds. Returns how many. */
export function deleteOldChanges(db: Queryable, age: number): Promise<number> {
  return db.run(sql`
    delete from product_changes
    where position <= (select max(position) from product_changes where changed_at < now() - ${age} * interval '1 millisecond')`);
}

/** Locks the building of snapshots until this connection ends. False if another process builds. */
export async function lockBuild(db: Queryable): Promise<boolean> {
  return (await db.row<{ locked: boolean }>(sql`select pg_try_advisory_lock(4107241) as locked`))?.locked ?? false;
}
