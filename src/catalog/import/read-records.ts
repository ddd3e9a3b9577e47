/**
 * Design note. A file of products is CSV, as spreadsheets write it, or JSON lines, as programs do. Both become the same
 * records: the body of a product as its seller sends it, with an id of the seller's own and names of picture files. In
 * CSV each row is a variant, and rows with the same id that follow each other are one product; the first of them says
 * what the product is. A record that cannot be read is refused by its line, and the others go on.
 */
import { productFields, type ProductField } from "../product/fields.ts";
import { readCsvParts, type CsvPart, type CsvSeparator } from "#lib/csv.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { importLimits } from "./rules.ts";

/** A record of a file: the line where it begins, and what it holds, not checked yet. */
export type RawRecord = { line: number; content: Record<string, unknown> } | RefusedRecord;

/** A record that cannot be read, with its id where that can be. */
type RefusedRecord = { line: number; id: string | null; problem: string };

/** All records of a file. Refuses with `request.malformed`, which says why under `file`, when there can be none. */
export function readRecords(text: string): RawRecord[] {
  const begin = text.slice(0, 100).trimStart();
  if (begin.startsWith("["))
    throw refusedFile("The file is a JSON array: write each object on a line of its own, without commas.");
  return begin.startsWith("{") ? readJsonLines(text) : readCsvRecords(text);
}

const refusedFile = (why: string) => new Refusal(requestRefusals.malformed, { file: [why] });

function readJsonLines(text: string): RawRecord[] {
  return text.split("\n").flatMap((content, at): RawRecord[] => {
    const refused = (problem: string): RawRecord[] => [{ line: at + 1, id: null, problem }];
    if (content.trim() === "") return [];
    if (content.length > importLimits.recordLength)
      return refused(`the record is longer than ${importLimits.recordLength / 1024} kB`);
    try {
      const value = JSON.parse(content.replace(/^\uFEFF/, "")) as unknown;
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        return [{ line: at + 1, content: value as Record<string, unknown> }];
    } catch {
      // Said below.
    }
    return refused("this is no JSON object");
  });
}

const listSign = "|";
const listOf = (cell: string) =>
  cell
    .split(listSign)
    .map((one) => one.trim())
    .filter((one) => one !== "");

const fields: [string, ProductField][] = Object.entries(productFields);
const fieldsOfKind = (isKind: (kind: ProductField["kind"]) => boolean) =>
  fields.filter(([, { kind }]) => isKind(kind)).map(([name]) => name);
const numberColumns: ReadonlySet<string> = new Set(fieldsOfKind((kind) => kind === "number"));
const flagColumns: ReadonlySet<string> = new Set(fieldsOfKind((kind) => kind === "flag"));
const textColumns: ReadonlySet<string> = new Set([
  ...fieldsOfKind((kind) => kind !== "number" && kind !== "flag"),
  "category",
  "status",
]);
const otherColumns: ReadonlySet<string> = new Set(
  "external_id attributes pictures axis1 option1 axis2 option2 price stock sku picture".split(" "),
);

const plainNumber = (count: number) => count.toLocaleString("en-US");

function readCsvRecords(text: string): RawRecord[] {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const signs: CsvSeparator[] = [",", ";", "\t"];
  const separator = signs.reduce((best, one) => (first.split(one).length > first.split(best).length ? one : best));
  // The first row has the names of the columns.
  const limits = { maxRows: importLimits.rows + 1, maxColumns: importLimits.columns, maxCellLength: importLimits.cell };
  const { rows: all, problem } = readCsvParts(text, separator, limits);
  if (problem?.kind === "rows")
    throw refusedFile(`The file has more than ${plainNumber(importLimits.rows)} rows: import it in parts.`);
  if (problem) throw refusedFile(`The file ends inside a quoted cell, which begins in line ${problem.line}.`);
  const [head, ...rows] = all;
  if (!head) throw refusedFile("The file is empty.");
  if (head.beyond !== null)
    throw refusedFile(`The first line has more than ${importLimits.columns} columns, or a name that is too long.`);
  const columns = head.cells.map((name) => name.toLowerCase());
  if (!columns.includes("external_id") && !columns.includes("sku"))
    throw refusedFile("The file is neither CSV with a column external_id nor JSON lines.");
  const wrong = problemOfColumns(columns);
  if (wrong !== null) return [{ line: head.line, id: null, problem: wrong }];
  if (rows.length === 0) throw refusedFile("The file has the names of the columns and no row below them.");
  return groupRows(columns, rows);
}

/** Why no row below these columns can be read. */
function problemOfColumns(columns: readonly string[]): string | null {
  const named = columns.filter((name) => name !== "");
  const unknown = named.filter(
    (name) => ![numberColumns, flagColumns, textColumns, otherColumns].some((one) => one.has(name)),
  );
  if (unknown.length > 0) return `unknown columns: ${unknown.join(", ").slice(0, 200)}`;
  const twice = named.find((name, at) => named.indexOf(name) !== at);
  return twice === undefined ? null : `the column ${twice} is there twice`;
}

/** Rows with the same id that follow each other are a product. One row that cannot be read refuses all of it. */
function groupRows(columns: readonly string[], rows: readonly CsvPart[]): RawRecord[] {
  type Group = { line: number; id: string; rows: Map<string, string>[]; refused: RefusedRecord | null };
  const groups: Group[] = [];
  for (const part of rows) {
    const row = new Map(columns.flatMap((name, at) => (name === "" ? [] : [[name, part.cells[at] ?? ""] as const])));
    const id = row.get("external_id") ?? "";
    const problem = problemOfRow(columns, part);
    const refused = problem === null ? null : { line: part.line, id: id || null, problem };
    const last = groups.at(-1);
    if (last && id !== "" && last.id === id) {
      last.rows.push(row);
      last.refused ??= refused;
    } else groups.push({ line: part.line, id, rows: [row], refused });
  }
  return groups.map(({ line, rows: own, refused }) => refused ?? { line, content: recordOf(own) });
}

function problemOfRow(columns: readonly string[], { cells, beyond }: CsvPart): string | null {
  if (beyond === "cell") return `a cell has more than ${plainNumber(importLimits.cell)} characters`;
  const isTooLong = beyond !== null || cells.some((cell, at) => cell !== "" && (columns[at] ?? "") === "");
  return isTooLong ? "the row has more cells than the first line has names" : null;
}

const number = (cell: string | undefined) => (cell && /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell);

/** A product as JSON lines have it, from its rows. What is no number stays a text, so that it is refused by name. */
function recordOf(rows: readonly Map<string, string>[]): Record<string, unknown> {
  const [first = new Map<string, string>()] = rows;
  const filled = [...first].filter(([, cell]) => cell !== "");
  const axes = ["1", "2"].flatMap((n) => {
    const name = first.get(`axis${n}`);
    return name ? [{ name, values: [...new Set(rows.map((row) => row.get(`option${n}`) ?? ""))] }] : [];
  });
  return {
    external_id: first.get("external_id") || first.get("sku"),
    ...Object.fromEntries(
      filled.flatMap(([name, cell]): [string, unknown][] =>
        numberColumns.has(name)
          ? [[name, number(cell)]]
          : flagColumns.has(name)
            ? [[name, /^(1|true|ya|yes)$/i.test(cell)]]
            : textColumns.has(name)
              ? [[name, cell]]
              : [],
      ),
    ),
    ...(first.get("attributes")
      ? {
          attributes: listOf(first.get("attributes") ?? "").map((one) => {
            const at = one.indexOf("=");
            return { name: one.slice(0, Math.max(0, at)).trim(), value: one.slice(at + 1).trim() };
          }),
        }
      : {}),
    ...(axes.length > 0 ? { axes } : {}),
    pictures: listOf(first.get("pictures") ?? ""),
    variants: rows.map((row) => ({
      options: axes.map((_, at) => row.get(`option${at + 1}`) ?? ""),
      price: number(row.get("price")),
      stock: number(row.get("stock")),
      ...(row.get("sku") ? { sku: row.get("sku") } : {}),
      ...(row.get("picture") ? { picture: row.get("picture") } : {}),
    })),
  };
}
