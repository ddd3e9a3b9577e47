import { readCsvRows, type CsvSeparator } from "#lib/csv.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { normaliseTrackingNumber } from "#shipping/rules.ts";
import { decodeText } from "../statements/parse-statement.ts";
import { remittanceColumns, remittanceLimits } from "./rules.ts";

/** A line of a courier's list: the cash that was collected for a parcel, and the courier's fee for that. */
export type RemittanceLine = { trackingNumber: string; amount: Rupiah; fee: Rupiah };

const limits = { maxRows: remittanceLimits.lines + 20, maxColumns: 60, maxCellLength: 400 } as const;

/** Reads a courier's list; null when it is no CSV with the columns of `remittanceColumns` and whole rupiah. */
export function readList(bytes: Uint8Array): RemittanceLine[] | null {
  const text = decodeText(bytes);
  if (text === null) return null;
  const titles = [remittanceColumns.trackingNumber, remittanceColumns.amount, remittanceColumns.fee];
  for (const separator of [",", ";", "\t"] satisfies CsvSeparator[]) {
    const [head, ...rows] = readCsvRows(text, separator, limits) ?? [];
    const places = titles.map((title) => head?.cells.findIndex((cell) => cell.trim().toLowerCase() === title) ?? -1);
    if (places.some((place) => place === -1)) continue;
    const lines = rows
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
      .map(({ cells }) => readRow(cells, places));
    return lines.length > 0 && lines.length <= remittanceLimits.lines && lines.every((line) => line !== null)
      ? lines
      : null;
  }
  return null;
}

function readRow(
  cells: readonly string[],
  [numberAt = 0, amountAt = 0, feeAt = 0]: readonly number[],
): RemittanceLine | null {
  const trackingNumber = normaliseTrackingNumber((cells[numberAt] ?? "").replace(/^'/, ""));
  const amount = readWhole(cells[amountAt] ?? "");
  const fee = readWhole(cells[feeAt] ?? "");
  if (!/^[\x21-\x7e]{5,40}$/.test(trackingNumber) || !amount || fee === null || fee > amount) return null;
  return { trackingNumber, amount, fee };
}

/** Whole rupiah: digits, with or without a dot before each three. An empty cell is 0. */
function readWhole(cell: string): Rupiah | null {
  const digits = cell.trim();
  if (digits === "") return 0;
  if (!/^\d{1,12}$/.test(digits) && !/^\d{1,3}(\.\d{3}){1,3}$/.test(digits)) return null;
  return Number(digits.replaceAll(".", ""));
}
