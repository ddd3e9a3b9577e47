/**
 * Design note. A paper (invoice, receipt, summary, correction, statement) is plain data: parties, facts, rows, sums and
 * notes. The page and the PDF draw the same data, so they cannot differ, and tests add up its amounts.
 */
import type { Rupiah } from "#lib/rupiah.ts";

export const paperKinds = ["invoice", "receipt", "summary", "correction", "statement"] as const;
export type PaperKind = (typeof paperKinds)[number];

/** A row of a paper. `price` and `quantity` are null where they say nothing. */
export type PaperRow = {
  text: string;
  /** Smaller lines below the text. */
  details: string[];
  quantity: number | null;
  price: Rupiah | null;
  amount: Rupiah;
};

/** `total` is the sum of the plain ones before it; a `note` explains a part of it and is not added. */
export type PaperSum = { label: string; amount: Rupiah; look: "plain" | "total" | "note" };

export type Paper = {
  kind: PaperKind;
  title: string;
  number: string;
  /** A sentence below the title, for example which invoice a correction points to; empty without one. */
  about: string;
  parties: { role: string; name: string; lines: string[] }[];
  facts: { label: string; value: string }[];
  /** The headings of text, quantity, price and amount; empty for columns that are not shown. */
  head: { text: string; quantity: string; price: string; amount: string };
  rows: PaperRow[];
  sums: PaperSum[];
  notes: string[];
};

/** @rule A document about money of more than Rp5.000.000 needs a stamp of Rp10.000 when it is signed (UU 10/2020). */
export const stampDuty = { above: 5_000_000, amount: 10_000 } as const;

/**
 * @rule A user draws at most 20 PDFs a minute in one process, 2 of them at the same time. At most 30 wait for the
 * thread that draws, and one that takes 20 seconds is given up.
 */
export const pdfLimits = {
  max: 20,
  window: 60_000,
  maxOfUser: 2,
  maxWaiting: 30,
  drawingTimeout: 20_000,
  idleTtl: 30_000,
} as const;

/** @rule The paper of a statement lists at most 2,000 entries; its CSV file has all of them. */
export const maxStatementRows = 2000;

const units = [
  "",
  "satu",
  "dua",
  "tiga",
  "empat",
  "lima",
  "enam",
  "tujuh",
  "delapan",
  "sembilan",
  "sepuluh",
  "sebelas",
];
const scales = [
  { value: 1_000_000_000_000, name: "triliun" },
  { value: 1_000_000_000, name: "miliar" },
  { value: 1_000_000, name: "juta" },
] as const;

/** A whole number in Indonesian words, as receipts write it: `seratus dua puluh lima ribu`. Up to 999 trillion. */
export function inWords(count: number): string {
  if (count === 0) return "nol";
  return below(count).replaceAll(/ +/g, " ").trim();
}

function below(count: number): string {
  if (count < 12) return units[count] ?? "";
  if (count < 20) return `${below(count - 10)} belas`;
  if (count < 100) return `${below(Math.floor(count / 10))} puluh ${below(count % 10)}`;
  if (count < 200) return `seratus ${below(count - 100)}`;
  if (count < 1000) return `${below(Math.floor(count / 100))} ratus ${below(count % 100)}`;
  if (count < 2000) return `seribu ${below(count - 1000)}`;
  if (count < 1_000_000) return `${below(Math.floor(count / 1000))} ribu ${below(count % 1000)}`;
  const scale = scales.find(({ value }) => count >= value) ?? scales[2];
  return `${below(Math.floor(count / scale.value))} ${scale.name} ${below(count % scale.value)}`;
}

/** The file name of a paper: `INV-20261121-7KQ2M9XA0B.pdf`. */
export function fileName({ number }: Pick<Paper, "number">, ending: string): string {
  return `${number.replaceAll(/[^A-Za-z0-9]+/g, "-")}.${ending}`;
}
