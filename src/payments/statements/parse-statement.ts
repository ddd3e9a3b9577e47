/**
 * Design note. Every bank has another CSV file, and it changes without notice, so operators say which column means
 * what. The file is read strictly by that description: what is not understood is refused with its line, because a
 * wrongly read amount would book wrong money. The reader is lenient only around the table: lines before its head and
 * after its end, the separator, the encoding, movements that the bank has not booked yet. A cell is text; nothing in it
 * is computed. The readers work on short texts, with patterns that cannot backtrack.
 */
import { createHash } from "node:crypto";
import { readCsvRows, type CsvRow, type CsvSeparator } from "#lib/csv.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { countChains } from "./balances.ts";
import {
  maxDescriptionLength,
  maxLinesAround,
  statementCsvLimits,
  statementLimits,
  type DayFormat,
  type DecimalMark,
  type StatementLayout,
} from "./rules.ts";

/** A movement of a bank account. Positive amounts came in. `cents` has the sign of the amount. */
export type StatementLine = {
  day: string;
  amount: Rupiah;
  cents: number;
  description: string;
  /** The balance after it, in hundredths of a rupiah; null without a column for it. */
  balanceCents: number | null;
  /** The same line of an overlapping file has the same one, and two equal lines of one file have different ones. */
  fingerprint: Buffer;
};

export type StatementProblem =
  | { kind: "not_csv" }
  | { kind: "too_many_lines" }
  | { kind: "missing_columns"; missing: string[]; found: string[] }
  | {
      kind: "bad_row";
      line: number;
      column: string;
      text: string;
      what: "day" | "amount" | "sign" | "future" | "balance";
    }
  | { kind: "bad_balance"; line: number }
  | { kind: "empty" };

export type ReadStatement = { lines: StatementLine[]; skipped: number } | { problem: StatementProblem };

/** The text of a file in UTF-8, UTF-16 with a mark, or Windows-1252; null when it is no text. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return plainText(new TextDecoder("utf-16le").decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return plainText(new TextDecoder("utf-16be").decode(bytes));
  try {
    return plainText(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return plainText(new TextDecoder("windows-1252").decode(bytes));
  }
}

// A NUL is in every spreadsheet and archive, and in no CSV file.
const plainText = (text: string) => (text.includes("\0") || text.startsWith("PK\u0003\u0004") ? null : text);

/** Reads the movements of a file. `today` is the Jakarta day: no movement is later. */
export function parseStatement(bytes: Uint8Array, layout: StatementLayout, today: string): ReadStatement {
  const text = decodeText(bytes);
  if (text === null) return { problem: { kind: "not_csv" } };
  if (countLines(text) > statementCsvLimits.maxRows) return { problem: { kind: "too_many_lines" } };
  const table = findTable(text, layout);
  if ("problem" in table) return table;
  return readTable(table, layout, today);
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

type Column = { title: string; at: number };
type Table = { rows: CsvRow[]; columns: Record<ColumnName, Column | null> & { description: Column[] } };
type ColumnName = "day" | "amount" | "sign" | "credit" | "debit" | "balance";

/** The titles that a layout names. */
function namedColumns(layout: StatementLayout): string[] {
  const { dayColumn, descriptionColumns, amountColumn, signColumn, creditColumn, debitColumn, balanceColumn } = layout;
  const optional = [amountColumn, signColumn, creditColumn, debitColumn, balanceColumn ?? null];
  return [dayColumn, ...descriptionColumns, ...optional].filter((column) => column !== null);
}

const titleOf = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
const positionOf = (column: string) => (/^#[1-9]\d?$/.test(column) ? Number(column.slice(1)) - 1 : undefined);

/**
 * Finds the separator and the row with the titles. Without titles (all columns are positions) the table begins with the
 * first row. When no row has all titles, the problem names those that the best row lacks.
 */
function findTable(text: string, layout: StatementLayout): Table | { problem: StatementProblem } {
  const wanted = namedColumns(layout);
  const titles = wanted.filter((column) => positionOf(column) === undefined);
  const separators: CsvSeparator[] = [",", ";", "\t"];
  const readings = separators.flatMap((separator) => {
    const rows = readCsvRows(text, separator, statementCsvLimits);
    return rows ? [rows] : [];
  });
  if (readings.length === 0) return { problem: { kind: "not_csv" } };
  if (titles.length === 0) return { rows: widestReading(readings, wanted), columns: columnsOf(layout, []) };
  let best: { missing: string[]; found: string[] } | undefined;
  for (const rows of readings) {
    for (const [at, { cells }] of rows.slice(0, maxLinesAround).entries()) {
      const known = cells.map(titleOf);
      const missing = titles.filter((title) => !known.includes(titleOf(title)));
      if (missing.length === 0) return { rows: rows.slice(at + 1), columns: columnsOf(layout, known) };
      const isBetter = !best || missing.length < best.missing.length;
      const isWider = missing.length === best?.missing.length && cells.length > best.found.length;
      if (isBetter || isWider) best = { missing, found: cells.filter((cell) => cell !== "") };
    }
  }
  if (!best) return { problem: { kind: "empty" } };
  return { problem: { kind: "missing_columns", ...best } };
}

/** The reading with the most rows that have all wanted positions. */
function widestReading(readings: readonly CsvRow[][], wanted: readonly string[]): CsvRow[] {
  const width = Math.max(...wanted.map((column) => positionOf(column) ?? 0)) + 1;
  const score = (rows: readonly CsvRow[]) => rows.filter(({ cells }) => cells.length >= width).length;
  return readings.reduce((best, rows) => (score(rows) > score(best) ? rows : best), readings[0] ?? []);
}

function columnsOf(layout: StatementLayout, titles: readonly string[]): Table["columns"] {
  const column = (title: string): Column => ({ title, at: positionOf(title) ?? titles.indexOf(titleOf(title)) });
  const optional = (title: string | null) => (title === null ? null : column(title));
  return {
    day: column(layout.dayColumn),
    description: layout.descriptionColumns.map(column),
    amount: optional(layout.amountColumn),
    sign: optional(layout.signColumn),
    credit: optional(layout.creditColumn),
    debit: optional(layout.debitColumn),
    balance: optional(layout.balanceColumn ?? null),
  };
}

type BadRow = Extract<StatementProblem, { kind: "bad_row" }>;
type ReadLine = {
  day: string;
  amount: Rupiah;
  cents: number;
  description: string;
  balanceCents: number | null;
  at: number;
};
type ReadRow = ReadLine | "skipped" | BadRow;

function readTable(table: Table, layout: StatementLayout, today: string): ReadStatement {
  const read = table.rows.map((row) => readRow(row, table, layout, today));
  const isLine = (row: ReadRow): row is ReadLine => typeof row === "object" && "day" in row;
  const end = read.findLastIndex(isLine);
  const problem = read.find(
    (row, at) => typeof row === "object" && "kind" in row && mattersAt(row, at, end, read.length),
  );
  if (problem && problem !== "skipped" && "kind" in problem) return { problem };
  const lines = read.filter(isLine);
  if (lines.length === 0) return { problem: { kind: "empty" } };
  if (lines.length > statementLimits.lines) return { problem: { kind: "too_many_lines" } };
  const broken = firstBrokenBalance(lines);
  if (broken) return { problem: { kind: "bad_balance", line: broken.at } };
  const seen = new Map<string, number>();
  return {
    skipped: read.filter((row) => row === "skipped").length,
    lines: lines.map(({ at: _at, ...line }) => {
      const content = JSON.stringify([line.day, line.amount, line.cents, line.description]);
      const occurrence = seen.get(content) ?? 0;
      seen.set(content, occurrence + 1);
      return { ...line, fingerprint: createHash("sha256").update(`${occurrence} ${content}`).digest() };
    }),
  };
}

/** Rows without a day after the last movement are the bank's sums. A day that cannot be read elsewhere is a problem. */
function mattersAt(row: BadRow, at: number, end: number, count: number): boolean {
  return at < end || row.what !== "day" || end === -1 || count - end > maxLinesAround;
}

function readRow(row: CsvRow, { columns }: Table, layout: StatementLayout, today: string): ReadRow {
  const cell = (column: Column | null) => (column ? (row.cells[column.at] ?? "") : "");
  const bad = (column: Column | null, what: BadRow["what"]): BadRow => ({
    kind: "bad_row",
    line: row.line,
    column: column?.title ?? "",
    text: shorten(cell(column), 40),
    what,
  });
  const amountCells = [columns.amount, columns.credit, columns.debit].map(cell);
  // Banks list movements that they have not booked yet. They come again with their day.
  if (/^'?pend(ing)?$/i.test(cell(columns.day))) return "skipped";
  if (cell(columns.day) === "" && amountCells.every((text) => text === "")) return "skipped";
  const day = readDay(cell(columns.day), layout.dayFormat, today);
  if (day === null) return bad(columns.day, "day");
  if (day > today) return bad(columns.day, "future");
  const description = cleanDescription(columns.description.map(cell).join(" "));
  const withBalance = (line: Pick<ReadLine, "day" | "amount" | "cents" | "description">): ReadLine | BadRow => {
    if (!columns.balance) return { ...line, balanceCents: null, at: row.line };
    const balance = readAmount(cell(columns.balance), layout.decimalMark);
    if (!balance) return bad(columns.balance, "balance");
    const { amount, cents } = signed(balance.sign ?? 1, balance);
    return { ...line, balanceCents: amount * 100 + cents, at: row.line };
  };
  if (columns.amount) {
    const read = readAmount(cell(columns.amount), layout.decimalMark);
    if (!read) return bad(columns.amount, "amount");
    const sign = columns.sign ? readSign(cell(columns.sign)) : (read.sign ?? 1);
    if (sign === null) return bad(columns.sign, "sign");
    if (columns.sign && read.sign !== null && read.sign !== sign) return bad(columns.amount, "sign");
    if (read.amount === 0 && read.cents === 0) return "skipped";
    return withBalance({ day, ...signed(sign, read), description });
  }
  const credit = readOptionalAmount(cell(columns.credit), layout.decimalMark);
  if (!credit || credit.sign === -1) return bad(columns.credit, "amount");
  const debit = readOptionalAmount(cell(columns.debit), layout.decimalMark);
  if (!debit) return bad(columns.debit, "amount");
  const hasCredit = credit.amount + credit.cents > 0;
  const hasDebit = debit.amount + debit.cents > 0;
  if (hasCredit && hasDebit) return bad(columns.debit, "amount");
  if (!hasCredit && !hasDebit) return "skipped";
  return withBalance({ day, ...(hasCredit ? signed(1, credit) : signed(-1, debit)), description });
}

/**
 * Undefined when the balances of a file's movements add up, in whatever order the bank lists them: they form one
 * chain. Otherwise the first movement that breaks the order of the file.
 */
function firstBrokenBalance(lines: readonly ReadLine[]): ReadLine | undefined {
  if (countChains(lines) <= 1) return undefined;
  const before = (line: ReadLine) => (line.balanceCents ?? 0) - (line.amount * 100 + line.cents);
  const breaks = (from: (line: ReadLine) => number | null, to: (line: ReadLine) => number | null) =>
    lines.findIndex((line, at) => {
      const previous = lines[at - 1];
      return previous !== undefined && from(previous) !== to(line);
    });
  const upward = breaks((line) => line.balanceCents, before);
  const downward = breaks(before, (line) => line.balanceCents);
  return lines[Math.max(upward, downward)];
}

function signed(sign: 1 | -1, { amount, cents }: { amount: Rupiah; cents: number }) {
  // 0 and not -0, which JSON and the database would take, but comparisons would not.
  return { amount: sign * amount + 0, cents: sign * cents + 0 };
}

const months: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ["jan", "januari", "january"],
    ["feb", "peb", "februari", "february"],
    ["mar", "maret", "march"],
    ["apr", "april"],
    ["mei", "may"],
    ["jun", "juni", "june"],
    ["jul", "juli", "july"],
    ["agu", "agt", "ags", "aug", "agustus", "august"],
    ["sep", "sept", "september"],
    ["okt", "oct", "oktober", "october"],
    ["nov", "nop", "november", "nopember"],
    ["des", "dec", "desember", "december"],
  ].flatMap((names, at) => names.map((name) => [name, at + 1] as const)),
);

const monthOf = (text: string) =>
  /^\d{1,2}$/.test(text)
    ? Number(text)
    : Object.hasOwn(months, text.toLowerCase())
      ? months[text.toLowerCase()]
      : undefined;

/** `YYYY-MM-DD` from a cell in this format, with any separators and a time of day after it; null when it is no day. */
export function readDay(text: string, format: DayFormat, today: string): string | null {
  if (text.length > 40) return null;
  const plain = text
    .replace(/^['"=]+/, "")
    .replace(/(\d)T(\d)/, "$1 $2")
    .trim();
  const parts = /^\d{8}(\D|$)/.test(plain) ? splitDigits(plain, format) : plain.split(/[^\p{L}\d]+/u).filter(Boolean);
  const [first = "", second = "", third = ""] = parts;
  switch (format) {
    case "dmy":
      return makeDay(third, monthOf(second), first);
    case "mdy":
      return makeDay(third, monthOf(first), second);
    case "ymd":
      return makeDay(first, monthOf(second), third);
    case "dm": {
      const year = Number(today.slice(0, 4));
      const day = makeDay(String(year), monthOf(second), first);
      return day !== null && day <= today ? day : makeDay(String(year - 1), monthOf(second), first);
    }
  }
}

function splitDigits(text: string, format: DayFormat): string[] {
  const cut = format === "ymd" ? [4, 6] : [2, 4];
  return [text.slice(0, cut[0]), text.slice(cut[0], cut[1]), text.slice(cut[1], 8)];
}

function makeDay(yearText: string, month: number | undefined, dayText: string): string | null {
  if (!/^(\d{2}|20\d{2})$/.test(yearText) || !/^\d{1,2}$/.test(dayText) || month === undefined) return null;
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const at = new Date(Date.UTC(year, month - 1, Number(dayText)));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === Number(dayText);
  return isReal ? at.toISOString().slice(0, 10) : null;
}

type ReadAmount = { sign: 1 | -1 | null; amount: Rupiah; cents: number };

const signs: Readonly<Record<string, 1 | -1>> = {
  cr: 1,
  c: 1,
  k: 1,
  kr: 1,
  kredit: 1,
  credit: 1,
  "+": 1,
  db: -1,
  dr: -1,
  d: -1,
  debit: -1,
  debet: -1,
  "-": -1,
};

/** 1 for money that came in, -1 for money that went out; null for an unknown mark. */
export function readSign(text: string): 1 | -1 | null {
  const mark = text.trim().toLowerCase();
  return Object.hasOwn(signs, mark) ? (signs[mark] ?? null) : null;
}

/** The amount of a cell such as `1.234.567,00`, `Rp 50.000 CR`, `-500` or `(500.00)`; null when it is none. */
export function readAmount(text: string, decimalMark: DecimalMark): ReadAmount | null {
  if (text.length > 40) return null;
  let rest = text
    .replace(/^['"]+/, "")
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .trim();
  let sign: 1 | -1 | null = null;
  if (rest.startsWith("(") && rest.endsWith(")")) {
    sign = -1;
    rest = rest.slice(1, -1).trim();
  }
  const marks: (1 | -1)[] = [];
  const before = /^(rp\.?|idr)? ?([+-])? ?(rp\.?|idr)? ?/i.exec(rest)?.[0] ?? "";
  if (before.includes("-")) marks.push(-1);
  if (before.includes("+")) marks.push(1);
  rest = rest.slice(before.length);
  const end = rest.search(/ ?[^\d.,]/);
  if (end !== -1) {
    const mark = readSign(rest.slice(end));
    if (mark === null) return null;
    marks.push(mark);
    rest = rest.slice(0, end);
  }
  for (const mark of marks) {
    if (sign !== null) return null;
    sign = mark;
  }
  const read = readDigits(rest, decimalMark);
  return read && { sign, ...read };
}

/** Like {@link readAmount}, and zero for an empty cell or a dash. */
function readOptionalAmount(text: string, decimalMark: DecimalMark): ReadAmount | null {
  return text === "" || text === "-" ? { sign: null, amount: 0, cents: 0 } : readAmount(text, decimalMark);
}

/** Digits with groups of three and up to two decimals. A group of another length may be a wrong decimal mark. */
function readDigits(text: string, decimalMark: DecimalMark): { amount: Rupiah; cents: number } | null {
  const [whole = "", decimals, ...more] = text.split(decimalMark);
  if (more.length > 0 || (decimals !== undefined && !/^\d{1,2}$/.test(decimals))) return null;
  const groups = whole.split(decimalMark === "," ? "." : ",");
  const isGrouped =
    groups.length === 1 || groups.every((group, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  const digits = groups.join("");
  if (!isGrouped || !/^\d{1,13}$/.test(digits)) return null;
  return { amount: Number(digits), cents: Number((decimals ?? "").padEnd(2, "0")) };
}

/** One line without control characters and characters that change the direction of text. */
function cleanDescription(text: string): string {
  const shown = text
    // oxlint-disable-next-line no-control-regex -- removing them is the purpose
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/g, " ")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, " ")
    .replace(/ +/g, " ")
    .trim();
  return shorten(shown, maxDescriptionLength);
}

function shorten(text: string, length: number): string {
  const points = [...text];
  return points.length <= length ? text : `${points.slice(0, length - 1).join("")}…`;
}
