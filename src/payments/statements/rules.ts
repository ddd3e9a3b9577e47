import type { CsvLimits } from "#lib/csv.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { day } from "#lib/time.ts";

/** @rule The file of a bank statement has at most 5 megabytes and 20,000 lines. */
export const statementLimits = { bytes: 5 * 1024 * 1024, lines: 20_000 } as const;

/** Banks put up to this many lines before the head of the table, and after its end. */
export const maxLinesAround = 40;

/** Limits of the file as CSV. */
export const statementCsvLimits: CsvLimits = {
  maxRows: statementLimits.lines + 2 * maxLinesAround,
  maxColumns: 60,
  maxCellLength: 4000,
};

/** The text of a movement is stored up to this length. */
export const maxDescriptionLength = 500;

/** @rule The day of a transfer is at most 3 days after its deadline: banks book transfers of a weekend later. */
export const lateBookingDays = 3;

/** @rule A purchase whose transfer waits for a second operator expires 3 days after its deadline. */
export const undecidedDuration = 3 * day;

/** @rule A second operator confirms a match when more than Rp10.000.000 are matched to one transfer. */
export const secondOperatorAmount: Rupiah = 10_000_000;

/**
 * @rule A second operator also confirms what an operator matches by hand beyond Rp50.000.000 in 24 hours, and every
 * match with the operator's own purchase.
 */
export const ownMatches = { max: 50_000_000, window: day } as const;

/**
 * @rule The files that one operator uploads match at most Rp100.000.000 in 24 hours without a second operator. Further
 * matches wait until another operator uploads the bank's file too, or confirms them.
 */
export const uploadedMatches = { max: 100_000_000, window: day } as const;

/**
 * Whether a second operator has to confirm a match. Amounts in rupiah, each with the new match included; `byOperator`
 * counts the matches by hand, or those of the operator's files.
 */
export function needsSecondOperator(match: {
  ofTransfer: Rupiah;
  byOperator: Rupiah;
  isAutomatic: boolean;
  isOwnPurchase: boolean;
}): boolean {
  const max = match.isAutomatic ? uploadedMatches.max : ownMatches.max;
  return match.ofTransfer > secondOperatorAmount || match.byOperator > max || match.isOwnPurchase;
}

/**
 * @rule One operator can book at most Rp1.000.000 in 24 hours as charges or interest of the bank, because no second
 * operator confirms them.
 */
export const bankCharges = { max: 1_000_000, window: day } as const;

/** @rule Operators give a reason of 3 to 300 characters for what they match, reject or mark. */
export const decisionReasonLength = { min: 3, max: 300 } as const;

/** The status of a movement of a bank account. `proposed` waits for a second operator. */
export const lineStatuses = {
  open: "Belum dicocokkan",
  proposed: "Menunggu operator kedua",
  matched: "Cocok",
  foreign: "Bukan pembayaran pembeli",
  bank_charge: "Biaya atau bunga bank",
} as const;
export type LineStatus = keyof typeof lineStatuses;
/** What operators call a movement that is none of a buyer. */
export const lineMarks = ["foreign", "bank_charge"] as const satisfies readonly LineStatus[];
export type LineMark = (typeof lineMarks)[number];

/** Whether an operator called the movement none of a buyer. */
export function isMarked(status: LineStatus): boolean {
  return (lineMarks as readonly LineStatus[]).includes(status);
}
export const lineStatusNames = Object.keys(lineStatuses) as LineStatus[];

/** The parts of the list of movements. `waiting` are those that need a person. */
export const lineViews = {
  waiting: "Menunggu",
  matched: "Cocok",
  foreign: "Ditandai",
  outgoing: "Uang keluar",
} as const;
export type LineView = keyof typeof lineViews;
export const lineViewNames = Object.keys(lineViews) as LineView[];

/** What operators did with a movement. */
export const decisionLabels = {
  matched: "Dicocokkan",
  proposed: "Diusulkan cocok",
  approved: "Disetujui operator kedua",
  rejected: "Usulan ditolak",
  foreign: "Ditandai bukan pembayaran pembeli",
  bank_charge: "Dibukukan sebagai biaya atau bunga bank",
  reopened: "Dibuka lagi",
} as const;
export type DecisionAction = keyof typeof decisionLabels;

export const statementPages = { size: 30, maxPage: 1000 } as const;

/** How many transfers are proposed for a movement. */
export const maxSuggestions = 8;

/** A proposed transfer differs by less than this from the movement: the buyer forgot the last three digits. */
export const suggestedDifference: Rupiah = 1000;

/** Orders of day, month and year in a file. `dm` has no year. */
export const dayFormats = {
  dmy: "31/12/2026",
  dm: "31/12 (tanpa tahun)",
  ymd: "2026-12-31",
  mdy: "12/31/2026",
} as const;
export type DayFormat = keyof typeof dayFormats;
export const dayFormatNames = Object.keys(dayFormats) as DayFormat[];

/** Signs before the decimals of an amount. */
export const decimalMarks = { ",": "1.234.567,00", ".": "1,234,567.00" } as const;
export type DecimalMark = keyof typeof decimalMarks;

/**
 * What the columns of a bank's file mean. A column is its title, or `#3` for the third one. Amounts are either in one
 * column, with a sign or a mark such as CR and DB in the cell or in `signColumn`, or in two.
 */
export type StatementLayout = {
  dayColumn: string;
  dayFormat: DayFormat;
  descriptionColumns: readonly string[];
  amountColumn: string | null;
  signColumn: string | null;
  creditColumn: string | null;
  debitColumn: string | null;
  /** The balance after each movement. Layouts that were stored before it existed have none. */
  balanceColumn?: string | null;
  decimalMark: DecimalMark;
};

export const maxDescriptionColumns = 3;

const common = { dayFormat: "dmy", signColumn: null, decimalMark: "." } as const;

/**
 * Columns to begin with. Banks change their files, and each of their channels has another one, so the operator compares
 * them with the first file and corrects them.
 */
export const firstLayouts: Readonly<Record<string, StatementLayout>> = {
  bca: {
    ...common,
    dayColumn: "Tanggal Transaksi",
    descriptionColumns: ["Keterangan"],
    amountColumn: "Jumlah",
    creditColumn: null,
    debitColumn: null,
    balanceColumn: "Saldo",
  },
  mandiri: {
    ...common,
    dayColumn: "PostDate",
    descriptionColumns: ["Remarks", "AdditionalDesc"],
    amountColumn: null,
    creditColumn: "Credit Amount",
    debitColumn: "Debit Amount",
  },
};

/** Columns to begin with for a bank without an entry in {@link firstLayouts}. */
export const defaultLayout: StatementLayout = {
  ...common,
  dayColumn: "Tanggal",
  descriptionColumns: ["Keterangan"],
  amountColumn: null,
  creditColumn: "Kredit",
  debitColumn: "Debit",
};
