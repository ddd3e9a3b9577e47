import { writeCsv, type CsvCell } from "#lib/csv.ts";
import { formatDate, formatTime } from "#lib/time.ts";
import type { Statement } from "./read-statement.ts";

const titles = [
  "Tanggal",
  "Jam",
  "Keterangan",
  "Nomor",
  "Bruto",
  "Komisi",
  "PPh 22 dipungut",
  "Biaya penarikan",
  "Jumlah",
  "Saldo",
];

/** A statement as CSV for spreadsheets, with the balance before the first line and after the last one. */
export function statementCsv({ label, shopName, opening, entries, closing }: Statement): string {
  const around = (text: string, balance: number): CsvCell[] => ["", "", text, "", "", "", "", "", "", balance];
  const lines = entries.map((entry): CsvCell[] => [
    formatDate(entry.at),
    formatTime(entry.at),
    entry.label,
    entry.number,
    entry.gross,
    -entry.commission,
    -entry.tax,
    -entry.withdrawalFee,
    entry.amount,
    entry.balance,
  ]);
  return writeCsv([
    [`Mutasi saldo ${shopName}`, label],
    titles,
    around("Saldo awal", opening),
    ...lines,
    around("Saldo akhir", closing),
  ]);
}
