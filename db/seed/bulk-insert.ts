import { identifier, joinFixed, sql, type Sql, type Tx } from "../../src/lib/database.ts";

/** A value of a row; arrays and JSON are given as PostgreSQL's text. */
export type Cell = string | number | boolean | Date | null;
/** The columns of a table with their types, in the order of the cells. */
export type Columns = Readonly<Record<string, Sql>>;

/** Types for {@link Columns}. */
export const types = {
  uuid: sql`uuid`,
  text: sql`text`,
  texts: sql`text[]`,
  int: sql`int`,
  bigint: sql`bigint`,
  boolean: sql`boolean`,
  jsonb: sql`jsonb`,
  time: sql`timestamptz`,
  tsvector: sql`tsvector`,
};

/** Stores many rows of one table in one statement. */
export async function insertRows(
  tx: Tx,
  table: string,
  columns: Columns,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const comma = sql`, `;
  const given = names.map((name, at) => ({
    column: identifier(name),
    cell: sql`g.${identifier(`c${at}`)}::${columns[name] ?? types.text}`,
    alias: identifier(`c${at}`),
    values: sql`${rows.map((row) => cellText(row[at] ?? null))}::text[]`,
  }));
  const list = (part: "column" | "cell" | "alias" | "values") =>
    joinFixed(
      given.map((one) => one[part]),
      comma,
    );
  await tx.run(sql`
    insert into ${identifier(table)} (${list("column")})
    select ${list("cell")} from unnest(${list("values")}) as g (${list("alias")})`);
}

function cellText(cell: Cell): string | null {
  if (cell === null) return null;
  return cell instanceof Date ? cell.toISOString() : String(cell);
}

/**
 * Runs `work` while these tables have no indexes and foreign keys except for those of their own keys, and makes the
 * same ones again: many rows are then stored several times as fast. Nobody else can use the tables meanwhile.
 */
export async function withoutIndexes(tx: Tx, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  await tx.run(sql`
    create temporary table dropped on commit drop as
    select 'drop index ' || i.indexrelid::regclass as removal, pg_get_indexdef(i.indexrelid) as creation
    from pg_index i
    where i.indrelid = any(${tables}::text[]::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    union all
    select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
    from pg_constraint c where c.conrelid = any(${tables}::text[]::regclass[]) and c.contype = 'f'`);
  await tx.run(
    sql`do $$ declare it record; begin for it in select removal from dropped loop execute it.removal; end loop; end $$`,
  );
  await work();
  await tx.run(sql`set local maintenance_work_mem = '512MB'`);
  await tx.run(
    sql`do $$ declare it record; begin for it in select creation from dropped order by creation desc loop execute it.creation; end loop; end $$`,
  );
}
