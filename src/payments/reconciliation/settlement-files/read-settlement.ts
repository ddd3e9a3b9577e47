/**
 * Design note. Providers append columns to their reports without notice, so columns are found by their titles and never
 * by position. A row without a reference, such as a sum at the end, is left out; a row with a reference whose amount
 * cannot be read refuses the file, because a wrong amount would hide a difference.
 */
import { readCsvRows, type CsvSeparator } from "#lib/csv.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { decodeText, readAmount } from "../../statements/parse-statement.ts";
import { maxLinesBefore, settlementCsvLimits, settlementLimits, type SettlementColumns } from "./rules.ts";

/** A line of a report. The amount is positive; `kind` says the direction. The fee is in hundredths of a rupiah. */
export type SettlementLine = { kind: "payment" | "refund"; reference: string; amount: Rupiah; feeCents: number };

export type SettlementProblem =
  | { kind: "not_csv" | "too_many_lines" | "empty" }
  | { kind: "missing_columns"; missing: string[]; found: string[] }
  | { kind: "bad_row"; line: number; column: string; text: string };

const titleOf = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();

/** Reads the lines of a settlement report. */
export function readSettlement(
  bytes: Uint8Array,
  columns: SettlementColumns,
): { lines: SettlementLine[] } | { problem: SettlementProblem } {
  const text = decodeText(bytes);
  if (text === null) return { problem: { kind: "not_csv" } };
  const titles = [columns.reference, columns.amount, ...columns.fees];
  let missing: { missing: string[]; found: string[] } | undefined;
  let isReadable = false;
  for (const separator of [",", ";", "\t"] satisfies CsvSeparator[]) {
    const rows = readCsvRows(text, separator, settlementCsvLimits);
    if (!rows) continue;
    isReadable = true;
    for (const [at, { cells }] of rows.slice(0, maxLinesBefore).entries()) {
      const known = cells.map(titleOf);
      const lacking = titles.filter((title) => !known.includes(titleOf(title)));
      if (lacking.length === 0)
        return readRows(
          rows.slice(at + 1),
          titles.map((title) => known.indexOf(titleOf(title))),
          columns,
        );
      if (!missing || lacking.length < missing.missing.length)
        missing = { missing: lacking, found: cells.filter((cell) => cell !== "") };
    }
  }
  if (missing) return { problem: { kind: "missing_columns", ...missing } };
  if (isReadable) return { problem: { kind: "empty" } };
  const isLong = text.split("\n", settlementCsvLimits.maxRows + 1).length > settlementCsvLimits.maxRows;
  return { problem: { kind: isLong ? "too_many_lines" : "not_csv" } };
}

function readRows(
  rows: readonly { line: number; cells: string[] }[],
  [referenceAt = 0, amountAt = 0, ...feesAt]: readonly number[],
  columns: SettlementColumns,
): ReturnType<typeof readSettlement> {
  const lines: SettlementLine[] = [];
  for (const { line, cells } of rows) {
    const reference = (cells[referenceAt] ?? "").replace(/^'/, "");
    const bad = (column: string, text: string) => ({
      problem: { kind: "bad_row" as const, line, column, text: text.slice(0, 40) },
    });
    if (reference === "" || (cells[amountAt] ?? "") === "") continue;
    if (!/^[\x21-\x7e]{1,100}$/.test(reference)) return bad(columns.reference, reference);
    const amount = readAmount(cells[amountAt] ?? "", columns.decimalMark);
    if (!amount || amount.cents !== 0 || amount.amount === 0) return bad(columns.amount, cells[amountAt] ?? "");
    let feeCents = 0;
    for (const [at, place] of feesAt.entries()) {
      const cell = cells[place] ?? "";
      const fee = cell === "" || cell === "-" ? { amount: 0, cents: 0 } : readAmount(cell, columns.decimalMark);
      if (!fee) return bad(columns.fees[at] ?? "", cell);
      feeCents += fee.amount * 100 + fee.cents;
    }
    lines.push({ kind: amount.sign === -1 ? "refund" : "payment", reference, amount: amount.amount, feeCents });
  }
  if (lines.length === 0) return { problem: { kind: "empty" } };
  if (lines.length > settlementLimits.lines) return { problem: { kind: "too_many_lines" } };
  return { lines };
}
