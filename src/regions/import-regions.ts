import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { readCsvParts, type CsvPart } from "#lib/csv.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { singleLine } from "#lib/schema.ts";
import { analyzeRegions, insertRegions, listNames, lockRegions, renameRegions, type NewRegion } from "./queries.ts";
import { importLimits, levelOf, parentOf } from "./rules.ts";

/** What an import does, or would do. With problems nothing is stored. */
export type RegionImport = {
  added: number;
  renamed: number;
  unchanged: number;
  /** What is wrong, with the number of the line in the file. */
  refused: { line: number; problem: string }[];
};

type Row = NewRegion & { line: number };

/**
 * Adds regions and changes names from a CSV file with the columns `code` and `name` (codes of Kemendagri, such as
 * 32.73.01). All of it is stored or, with a problem in any line or for a dry run, nothing. Nothing is removed: orders
 * and addresses have the codes. Refuses with `request.malformed`, which says why under `file`, for a file without rows.
 */
export async function importRegions(
  { db }: Pick<Context, "db">,
  text: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<RegionImport> {
  const { rows, refused } = readRows(text);
  return db.transaction(async (tx) => {
    await lockRegions(tx);
    const known = await listNames(tx, relatedCodes(rows));
    const inFile = new Set(rows.map(({ code }) => code));
    for (const { line, code, parent } of rows)
      if (parent !== null && !known.has(parent) && !inFile.has(parent))
        refused.push({ line, problem: `${code} lies in ${parent}, which is neither stored nor in the file` });
    const added = rows.filter(({ code }) => !known.has(code));
    const renamed = rows.filter(({ code, name }) => known.has(code) && known.get(code) !== name);
    const counts = { added: added.length, renamed: renamed.length };
    const hasChanged = added.length + renamed.length > 0;
    if (hasChanged && refused.length === 0 && !isDryRun) await store(tx, added, renamed);
    refused.sort((a, b) => a.line - b.line);
    return { ...counts, unchanged: rows.length - added.length - renamed.length, refused };
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

function readRows(text: string): { rows: Row[]; refused: RegionImport["refused"] } {
  const { rows: all, problem } = readCsvParts(text, ",", { ...importLimits, maxRows: importLimits.maxRows + 1 });
  if (problem?.kind === "rows")
    throw refusedFile(`The file has more than ${importLimits.maxRows} rows: import it in parts.`);
  if (problem) throw refusedFile(`The file ends inside a quoted cell, which begins in line ${problem.line}.`);
  const [head, ...rest] = all;
  if (!head) throw refusedFile("The file is empty.");
  if (head.cells.join(",").toLowerCase() !== "code,name")
    return { rows: [], refused: [{ line: head.line, problem: "the first line must be code,name" }] };
  if (rest.length === 0) throw refusedFile("The file has the names of the columns and no row below them.");
  const refused: RegionImport["refused"] = [];
  const rows = new Map<string, Row>();
  for (const part of rest) {
    const { line, cells } = part;
    const [code = "", typed = ""] = cells;
    const level = levelOf(code);
    const name = singleLine(1, importLimits.maxCellLength).safeParse(typed).data;
    const problem = problemOf(part, level, name) ?? (rows.has(code) ? `${code} is in the file twice` : undefined);
    if (problem !== undefined || level === undefined || name === undefined)
      refused.push({ line, problem: problem ?? "" });
    else rows.set(code, { line, code, name, level, parent: parentOf(code) });
  }
  return { rows: [...rows.values()], refused };
}

const refusedFile = (why: string) => new Refusal(requestRefusals.malformed, { file: [why] });

/** Why a row is no region, whatever the other rows are. */
function problemOf({ cells, beyond }: CsvPart, level?: number, name?: string): string | undefined {
  const [code = "", typed = "", ...more] = cells;
  if (beyond === "cell") return `a cell has more than ${importLimits.maxCellLength} characters`;
  if (level === undefined) return `"${code.slice(0, 20)}" is no code of a region, such as 32.73.01.1001`;
  if (beyond === "columns" || more.some((one) => one !== "")) return "more than two columns";
  if (typed === "") return `${code} has no name`;
  return name === undefined ? `the name of ${code} has a character that cannot be used` : undefined;
}
