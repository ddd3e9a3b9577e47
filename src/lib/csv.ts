/**
 * Design note. CSV files come from and go to spreadsheets. A spreadsheet runs a cell that begins with =, +, - or @ as a
 * formula, so such text gets an apostrophe before it; numbers stay numbers. Reading walks over the text once instead of
 * matching a pattern, because the text comes from strangers, and is limited in rows, columns and the length of a cell.
 */

/** What a cell may contain: text is protected against formulas, a number is written with plain digits. */
export type CsvCell = string | number;

/** Text that no spreadsheet runs as a formula. */
export function neutraliseFormula(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function writeCell(cell: CsvCell, separator: string): string {
  if (typeof cell === "number") return String(cell);
  const text = neutraliseFormula(cell);
  return /["\r\n]/.test(text) || text.includes(separator) || text !== text.trim()
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

/** A CSV file with CRLF line ends (RFC 4180). With `mark`, Excel reads it as UTF-8. */
export function writeCsv(
  rows: readonly (readonly CsvCell[])[],
  { separator = ",", mark = true }: { separator?: "," | ";"; mark?: boolean } = {},
): string {
  const lines = rows.map((row) => row.map((cell) => writeCell(cell, separator)).join(separator));
  return `${mark ? "\uFEFF" : ""}${lines.join("\r\n")}\r\n`;
}

export type CsvLimits = { maxRows: number; maxColumns: number; maxCellLength: number };

export type CsvSeparator = "," | ";" | "\t";

/** A row of a CSV file with trimmed cells, and the number of the line where it begins. */
export type CsvRow = { line: number; cells: string[] };

/**
 * The rows of a CSV file as trimmed texts. The separator is the one of comma, semicolon and tab that the first line has
 * most of. Empty lines are left out. Returns null for a file that is beyond the limits or ends inside a quoted cell.
 */
export function readCsv(text: string, limits: CsvLimits): string[][] | null {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const count = (sign: string) => first.split(sign).length;
  const separator = ([",", ";", "\t"] as const).reduce((best, sign) => (count(sign) > count(best) ? sign : best), ",");
  return readCsvRows(text, separator, limits)?.map(({ cells }) => cells) ?? null;
}

/** Like {@link readCsv}, with the given separator and the number of each row's line in the file. */
export function readCsvRows(text: string, separator: CsvSeparator, limits: CsvLimits): CsvRow[] | null {
  const { rows, problem } = readCsvParts(text, separator, limits);
  return problem === null && rows.every((row) => row.beyond === null) ? rows : null;
}

/** A row that may be beyond the limits: the part that is beyond is not there. */
export type CsvPart = CsvRow & { beyond: "cell" | "columns" | null };

/** What stopped the reading: more rows than the limit, or the line of a quote that nothing closes. */
export type CsvProblem = { kind: "rows" } | { kind: "quote"; line: number };

/** Like {@link readCsvRows}, but a row with a cell that is too long, or with too many cells, only says so. */
export function readCsvParts(
  text: string,
  separator: CsvSeparator,
  limits: CsvLimits,
): { rows: CsvPart[]; problem: CsvProblem | null } {
  const content = text.replace(/^\uFEFF/, "");
  const rows: CsvPart[] = [];
  let line = 1;
  let row: CsvPart = { line, cells: [], beyond: null };
  let cell = "";
  let quotedAt: number | null = null;
  const add = (sign: string) => {
    if (cell.length < limits.maxCellLength) cell += sign;
    else row.beyond = "cell";
  };
  const endCell = () => {
    if (row.cells.length < limits.maxColumns) row.cells.push(cell.trim());
    else row.beyond ??= "columns";
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.beyond !== null || row.cells.some((one) => one !== "")) rows.push(row);
    row = { line, cells: [], beyond: null };
  };
  for (let at = 0; at < content.length && rows.length <= limits.maxRows; at += 1) {
    const sign = content[at] ?? "";
    const isEnd = sign === "\n" || (sign === "\r" && content[at + 1] !== "\n");
    if (isEnd) line += 1;
    if (quotedAt !== null) {
      if (sign !== '"') add(sign);
      else if (content[at + 1] === '"') {
        add('"');
        at += 1;
      } else quotedAt = null;
    } else if (sign === '"' && cell.trim() === "") {
      cell = "";
      quotedAt = line;
    } else if (sign === separator) endCell();
    else if (isEnd) endRow();
    else add(sign);
  }
  if (quotedAt !== null) return { rows, problem: { kind: "quote", line: quotedAt } };
  if (cell !== "" || row.cells.length > 0) endRow();
  return { rows, problem: rows.length > limits.maxRows ? { kind: "rows" } : null };
}
