import type { Queryable } from "#lib/database.ts";
import { listTablesOfPeople, proveTable } from "./queries.ts";
import { tableNames } from "./table-names.ts";
import { retainedTables, usualRules, type Retained } from "./rules.ts";

export type ProvenTable = {
  table: string;
  /** What it holds, as operators read it. */
  name: string;
  rule: string;
  oldest: Date | null;
  tooOld: number;
};

/**
 * For each table with personal data: its rule, its oldest row, and how many rows are too old. The database's own
 * catalogue names the tables, so a new one cannot be forgotten. Changes nothing.
 */
export async function proveRetention(db: Queryable, now: Date): Promise<ProvenTable[]> {
  const found = await listTablesOfPeople(db);
  const usual = Object.fromEntries(
    found.map(({ name, owner, moment }): [string, Retained] => [
      name,
      owner === null ? { rule: usualRules.work, moment } : { rule: usualRules.account, moment, owner },
    ]),
  );
  const tables = Object.entries({ ...usual, ...retainedTables }).toSorted(([a], [b]) =>
    (tableNames[a] ?? a).localeCompare(tableNames[b] ?? b, "id"),
  );
  const proven: ProvenTable[] = [];
  for (const [table, retained] of tables)
    proven.push({
      table,
      name: tableNames[table] ?? table,
      rule: retained.rule,
      ...(await proveTable(db, table, retained, now)),
    });
  return proven;
}
