import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { readCsvRows } from "#lib/csv.ts";
import { analyzeRegions, insertRegions, listNames, lockRegions, renameRegions, type NewRegion } from "./queries.ts";
import { importLimits, levelOf, parentOf } from "./rules.ts";

/** What an import does, or would do. With problems nothing is stored. */
export type RegionImport = {
  added: number;
  renamed: number;
  unchanged: number;
  /** What is wrong, with the number of the line in the file. */
  problems: { line: number; problem: string }[];
};

type Row = NewRegion & { line: number };

/**
 * Adds regions and changes names from a CSV file with the columns `code` and `name` (codes of Kemendagri, such as
 * 32.73.01). All of it is stored or, with a problem in any line or for a dry run, nothing. Nothing is removed: orders
 * and addresses have the codes.
 */
export async function importRegions(
  { db }: Pick<Context, "db">,
  text: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<RegionImport> {
  const { rows, problems } = readRows(text);
  return db.transaction(async (tx) => {
    await lockRegions(tx);
    const known = await listNames(tx, relatedCodes(rows));
    const inFile = new Set(rows.map(({ code }) => code));
    for (const { line, code, parent } of rows)
      if (parent !== null && !known.has(parent) && !inFile.has(parent))
        problems.push({ line, problem: `${code} lies in ${parent}, which is neither stored nor in the file` });
    const added = rows.filter(({ code }) => !known.has(code));
    const renamed = rows.filter(({ code, name }) => known.has(code) && known.get(code) !== name);
    const counts = { added: added.length, renamed: renamed.length };
    if (problems.length === 0 && !isDryRun) await store(tx, added, renamed);
    problems.sort((a, b) => a.line - b.line);
    return { ...counts, unchanged: rows.length - added.length - renamed.length, problems };
  });
}

const relatedCodes = (rows: readonly Row[]) => [
  ...new Set(rows.flatMap(({ code, parent }) => (parent === null ? [code] : [code, parent]))),
];

async function store(tx: Tx, added: readonly Row[], renamed: readonly Row[]): Promise<void> {
  // A region is stored after the one that it lies in.
  for (const level of [1, 2, 3, 4]) {
    const ofLevel = added.filter((one) => one.level === level);
    if (ofLevel.length > 0) await insertRegions(tx, ofLevel);
  }
  if (renamed.length > 0) await renameRegions(tx, renamed);
  await analyzeRegions(tx);
}

function readRows(text: string): { rows: Row[]; problems: RegionImport["problems"] } {
  const all = readCsvRows(text, ",", importLimits);
  if (!all) return { rows: [], problems: [{ line: 1, problem: "this is no CSV file, or it is too large" }] };
  const [head, ...rest] = all;
  if (head?.cells.join(",") !== "code,name")
    return { rows: [], problems: [{ line: 1, problem: "the first line must be code,name" }] };
  const problems: RegionImport["problems"] = [];
  const rows = new Map<string, Row>();
  for (const { line, cells } of rest) {
    const [code = "", name = "", ...more] = cells;
    const level = levelOf(code);
    const problem =
      level === undefined
        ? `"${code.slice(0, 20)}" is no code of a region, such as 32.73.01.1001`
        : more.length > 0
          ? "more than two columns"
          : name === ""
            ? `${code} has no name`
            : rows.has(code)
              ? `${code} is in the file twice`
              : undefined;
    if (problem !== undefined || level === undefined) problems.push({ line, problem: problem ?? "" });
    else rows.set(code, { line, code, name, level, parent: parentOf(code) });
  }
  return { rows: [...rows.values()], problems };
}
