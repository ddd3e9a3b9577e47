/**
 * Design note. CSV files come from and go to spreadsheets. A spreadsheet runs a cell that begins with =, +, - or @ as a
 * formula, so such text gets an apostrophe before it; numbers stay numbers. One that takes another sign for the
 * separator begins a cell in the middle of a text, also in a quoted one, so that place is treated alike. Reading walks
 * over the text once instead of matching a pattern, because the text comes from strangers, and is limited in rows,
 * columns and the length of a cell.
 */

/** What a cell may contain: text is protected against formulas, a number is written with plain digits. */
export type CsvCell = string | number;

// Apostrophes count too, so that a text that begins with one is another one in the file, and comes back as it was.
const formulaStart = /^'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;
const beginsFormula = /^'*(?:[=@]|[+-]\s*\S)/;

/** The places inside a text at which a spreadsheet with another separator would begin a cell. */
function innerStarts(text: string, separator: CsvSeparator): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === separator || !",;\t\r\n".includes(sign)) continue;
    let start = at + 1;
    while (text[start] === '"') start += 1;
    if (start < text.length) starts.push(start);
  }
  return [...new Set(starts)];
}

/** Text that no spreadsheet runs as a formula, in a file with this separator. */
export function neutraliseFormula(text: string, separator: CsvSeparator = ","): string {
  const cuts = innerStarts(text, separator).filter((at) => beginsFormula.test(text.slice(at, at + 100)));
  const parts = [0, ...cuts].map((at, n) => text.slice(at, cuts[n] ?? text.length)).join("'");
  return formulaStart.test(parts) ? `'${parts}` : parts;
}

/** The text that {@link neutraliseFormula} was given, from what it returned. */
export function restoreFormula(text: string, separator: CsvSeparator = ","): string {
  const whole = text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
  const cuts = innerStarts(whole, separator).filter(
    (at) => whole[at] === "'" && beginsFormula.test(whole.slice(at + 1, at + 101)),
  );
  return [0, ...cuts.map((at) => at + 1)].map((at, n) => whole.slice(at, cuts[n] ?? whole.length)).join("");
}

function writeCell(cell: CsvCell, separator: CsvSeparator): string {
  if (typeof cell === "number") return String(cell);
  const text = neutraliseFormula(cell, separator);
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
    else if (isEnd) {
      // A file may be millions of empty lines, which must cost no more than their signs.
      if (cell === "" && row.cells.length === 0 && row.beyond === null) row.line = line;
      else endRow();
    } else add(sign);
  }
  if (quotedAt !== null) return { rows, problem: { kind: "quote", line: quotedAt } };
  if (cell !== "" || row.cells.length > 0) endRow();
  return { rows, problem: rows.length > limits.maxRows ? { kind: "rows" } : null };
}
