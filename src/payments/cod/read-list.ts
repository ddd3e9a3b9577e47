/**
 * Design note. Each courier writes its list in another form, and none publishes it. So columns are found by usual
 * titles (`remittanceTitles`), in one of the first lines, and amounts are read as people and spreadsheets write them.
 * A row without a tracking number is a sum or a remark and is left out. A row with one that cannot be read refuses the
 * file and is named, because leaving it out would hide money.
 */
import { readCsvRows, type CsvRow, type CsvSeparator } from "#lib/csv.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { normaliseTrackingNumber } from "#shipping/rules.ts";
import { decodeText } from "../statements/parse-statement.ts";
import { remittanceColumns, remittanceLimits, remittanceTitles, type RemittanceColumn } from "./rules.ts";

/** A line of a courier's list: the cash that was collected for a parcel, and the courier's fee for that. */
export type RemittanceLine = { trackingNumber: string; amount: Rupiah; fee: Rupiah };

/** Why a list is refused: its form, or a cell. */
export type ListProblem = { kind: "form" } | { kind: "cell"; line: number; column: string; text: string };

const maxLinesBefore = 40;
const limits = { maxRows: remittanceLimits.lines + 2 * maxLinesBefore, maxColumns: 60, maxCellLength: 400 } as const;

/** Reads a courier's list: a CSV with the columns of `remittanceColumns`, of which the fee may be missing. */
export function readList(bytes: Uint8Array): { lines: RemittanceLine[] } | { problem: ListProblem } {
  const text = decodeText(bytes);
  for (const separator of text === null ? [] : ([",", ";", "\t"] satisfies CsvSeparator[])) {
    const rows = readCsvRows(text ?? "", separator, limits) ?? [];
    for (const [at, { cells }] of rows.slice(0, maxLinesBefore).entries()) {
      const places = placesOf(cells);
      if (places.trackingNumber !== -1 && places.amount !== -1) return readRows(rows.slice(at + 1), places);
    }
  }
  return { problem: { kind: "form" } };
}

type Places = Readonly<Record<RemittanceColumn, number>>;

function placesOf(cells: readonly string[]): Places {
  const titles = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]+/g, ""));
  const find = (column: RemittanceColumn) =>
    titles.findIndex((title) => (remittanceTitles[column] as readonly string[]).includes(title));
  return { trackingNumber: find("trackingNumber"), amount: find("amount"), fee: find("fee") };
}

function readRows(rows: readonly CsvRow[], places: Places): ReturnType<typeof readList> {
  const lines: RemittanceLine[] = [];
  for (const { line, cells } of rows) {
    const cellOf = (column: RemittanceColumn) => (cells[places[column]] ?? "").replace(/^'/, "");
    if (cellOf("trackingNumber") === "") continue;
    const trackingNumber = normaliseTrackingNumber(cellOf("trackingNumber"));
    const amount = readWhole(cellOf("amount"));
    const fee = places.fee === -1 ? 0 : readWhole(cellOf("fee"));
    const isNumber = /^[\x21-\x7e]{5,40}$/.test(trackingNumber);
    const bad = !isNumber ? "trackingNumber" : !amount ? "amount" : fee === null || fee > amount ? "fee" : null;
    if (bad !== null || !amount || fee === null)
      return {
        problem: {
          kind: "cell",
          line,
          column: remittanceColumns[bad ?? "amount"],
          text: cellOf(bad ?? "amount").slice(0, 40),
        },
      };
    lines.push({ trackingNumber, amount, fee });
  }
  if (lines.length === 0 || lines.length > remittanceLimits.lines) return { problem: { kind: "form" } };
  return { lines };
}

/**
 * Whole rupiah: digits, with `Rp`, with a dot or a comma before each three, and with two zeros after the other sign. An
 * empty cell and `-` are 0.
 */
function readWhole(cell: string): Rupiah | null {
  const digits = cell.trim().replace(/^Rp\.? ?/i, "");
  if (digits === "" || digits === "-") return 0;
  const isPlain = /^\d{1,12}([.,]00?)?$/.test(digits);
  const isGrouped = /^\d{1,3}(\.\d{3}){1,3}(,00?)?$/.test(digits) || /^\d{1,3}(,\d{3}){1,3}(\.00?)?$/.test(digits);
  if (!isPlain && !isGrouped) return null;
  return Number(digits.replace(/[.,]00?$/, "").replace(/[.,]/g, ""));
}
