import type { CsvLimits } from "#lib/csv.ts";
import type { DecimalMark } from "../../statements/rules.ts";

/** @rule A settlement report has at most 5 megabytes and 20,000 lines. */
export const settlementLimits = { bytes: 5 * 1024 * 1024, lines: 20_000 } as const;

/** Reports put up to this many lines before the head of the table. */
export const maxLinesBefore = 40;

export const settlementCsvLimits: CsvLimits = {
  maxRows: settlementLimits.lines + 2 * maxLinesBefore,
  maxColumns: 120,
  maxCellLength: 4000,
};

/** Providers with settlement reports. */
export const settlementProviders = ["midtrans", "xendit"] as const;
export type SettlementProvider = (typeof settlementProviders)[number];

export const maxFeeColumns = 5;

/** What the columns of a report mean. A column is its title. The fees of all fee columns are added up. */
export type SettlementColumns = {
  reference: string;
  amount: string;
  fees: readonly string[];
  decimalMark: DecimalMark;
};

/** Columns to begin with. Neither provider publishes its titles, so operators correct them with the first file. */
export const firstColumns: SettlementColumns = {
  reference: "Order ID",
  amount: "Amount",
  fees: ["MDR", "Transaction Fee"],
  decimalMark: ".",
};

/** How many differences of a file are stored and shown. */
export const maxFileDifferences = 100;

export const settlementPages = { size: 10, maxPage: 500 } as const;
