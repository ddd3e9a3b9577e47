/**
 * Design note. A file of products is CSV, as spreadsheets write it, or JSON lines, as programs do. Both become the same
 * records: the body of a product as its seller sends it, with an id of the seller's own and names of picture files. In
 * CSV each row is a variant, and rows with the same id that follow each other are one product; the first of them says
 * what the product is. A record that cannot be read is refused by its line, and the others go on.
 */
import { productFields, type ProductField } from "../product/fields.ts";
import { readCsvRows, type CsvSeparator } from "#lib/csv.ts";
import { importLimits } from "./rules.ts";

/** A record of a file: the line where it begins, and what stands there, not checked yet. */
export type RawRecord = { line: number; content: Record<string, unknown> } | { line: number; problem: string };

/** All records of a file; null for a CSV file that is none or has no column `external_id` and no `sku`. */
export function readRecords(text: string): RawRecord[] | null {
  return /^\s*\{/.test(text.slice(0, 100)) ? readJsonLines(text) : readCsvRecords(text);
}

function readJsonLines(text: string): RawRecord[] {
  return text.split("\n").flatMap((content, at): RawRecord[] => {
    const line = at + 1;
    if (content.trim() === "") return [];
    if (content.length > importLimits.recordLength) return [{ line, problem: "the record is too long" }];
    try {
      const value = JSON.parse(content.replace(/^\uFEFF/, "")) as unknown;
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        return [{ line, content: value as Record<string, unknown> }];
    } catch {
      // Said below.
    }
    return [{ line, problem: "this is no JSON object" }];
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

function readCsvRecords(text: string): RawRecord[] | null {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const signs: CsvSeparator[] = [",", ";", "\t"];
  const separator = signs.reduce((best, one) => (first.split(one).length > first.split(best).length ? one : best));
  const limits = { maxRows: importLimits.rows, maxColumns: importLimits.columns, maxCellLength: importLimits.cell };
  const [head, ...rows] = readCsvRows(text, separator, limits) ?? [];
  const columns = head?.cells.map((name) => name.toLowerCase()) ?? [];
  if (!columns.includes("external_id") && !columns.includes("sku")) return null;
  const unknown = columns.filter(
    (name) => ![numberColumns, flagColumns, textColumns, otherColumns].some((one) => one.has(name)),
  );
  if (unknown.length > 0) return [{ line: 1, problem: `unknown columns: ${unknown.join(", ").slice(0, 200)}` }];
  const groups: { line: number; rows: Map<string, string>[] }[] = [];
  for (const { line, cells } of rows) {
    const row = new Map(columns.map((name, at) => [name, cells[at] ?? ""]));
    const last = groups.at(-1);
    const id = row.get("external_id") ?? "";
    if (last && id !== "" && last.rows[0]?.get("external_id") === id) last.rows.push(row);
    else groups.push({ line, rows: [row] });
  }
  return groups.map(({ line, rows: own }) => ({ line, content: recordOf(own) }));
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
