import { formatCount } from "#lib/rupiah.ts";

/** @rule A list of payouts in the console has 30 rows a page, and 200 pages. */
export const payoutPages = { size: 30, maxPage: 200 };

/** The lists of payouts in the console, with the question that each answers. */
export const payoutViews = {
  waiting: "Perlu persetujuan",
  manual: "Transfer manual",
  attention: "Perlu diperiksa",
  open: "Berjalan",
  ended: "Selesai",
} as const;
export type PayoutView = keyof typeof payoutViews;
export const payoutViewNames = Object.keys(payoutViews) as PayoutView[];

/** @rule A file for the bank holds at most 500 payouts. */
export const maxBatchSize = 500;

/** @rule A file of results has at most 2,000 rows and 200 KB. */
export const resultFileLimits = { maxRows: 2000, maxColumns: 40, maxCellLength: 300, maxLength: 200_000 };

/** The variables of a column of the bank's file, written in braces, and what replaces each. */
export const placeholders = {
  referensi: "nomor pencairan kami",
  kode_bank: "kode bank, misalnya bca",
  bank: "nama bank",
  nomor_rekening: "nomor rekening tujuan",
  nama_penerima: "nama pemilik rekening",
  jumlah: "rupiah tanpa titik, misalnya 197500",
  jumlah_desimal: "rupiah dengan dua desimal, misalnya 197500.00",
  catatan: "teks untuk mutasi penerima",
  tanggal: "hari ini, misalnya 20261122",
  nomor_baris: "nomor urut baris",
  banyak_baris: "banyaknya baris",
  total: "jumlah semua baris",
} as const;
export type Placeholder = keyof typeof placeholders;

/** A column of the bank's file. `text` may contain placeholders, such as `KAWUNG {referensi}`. */
export type LayoutColumn = { title: string; text: string };
export type FileLayout = { name: string; separator: "," | ";"; firstRow: string; columns: readonly LayoutColumn[] };

/** Our own layout: neutral columns, which every bank's file can be made from. */
export const neutralLayout: FileLayout = {
  name: "Kolom netral",
  separator: ",",
  firstRow: "",
  columns: [
    { title: "referensi", text: "{referensi}" },
    { title: "kode_bank", text: "{kode_bank}" },
    { title: "bank", text: "{bank}" },
    { title: "nomor_rekening", text: "{nomor_rekening}" },
    { title: "nama_penerima", text: "{nama_penerima}" },
    { title: "jumlah", text: "{jumlah}" },
    { title: "catatan", text: "{catatan}" },
  ],
};

/** @rule A layout has at most 40 columns. */
export const layoutLimits = { columns: 40, textLength: 120, firstRowLength: 500, layouts: 20 };

/** The columns of a layout as an operator types them: a line `Judul: isi` for each. */
export function layoutText(columns: readonly LayoutColumn[]): string {
  return columns.map(({ title, text }) => `${title}: ${text}`).join("\n");
}

/**
 * The columns that an operator typed, or the Indonesian sentence that says what is wrong with them. A line without a
 * colon is a column whose title is empty.
 */
export function parseLayout(typed: string): { columns: LayoutColumn[] } | { problem: string } {
  const lines = typed.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0 || lines.length > layoutLimits.columns)
    return { problem: `Isi 1 sampai ${layoutLimits.columns} kolom, satu baris untuk setiap kolom.` };
  const columns = lines.map((line) => {
    const colon = line.indexOf(":");
    return { title: line.slice(0, Math.max(colon, 0)).trim(), text: line.slice(colon + 1).trim() };
  });
  for (const { title, text } of columns) {
    if (title.length > layoutLimits.textLength || text.length > layoutLimits.textLength)
      return { problem: `Judul dan isi kolom paling panjang ${layoutLimits.textLength} karakter.` };
    const unknown = unknownPlaceholder(text);
    if (unknown !== undefined) return { problem: `{${unknown}} tidak dikenal.` };
  }
  return { columns };
}

/** The first placeholder of a text that does not exist; undefined when all do. */
export function unknownPlaceholder(text: string): string | undefined {
  return [...text.matchAll(/\{([^{}]{0,40})\}/g)].map(([, name = ""]) => name).find((name) => !(name in placeholders));
}

/** A text with its placeholders filled in. Unknown ones stay as they are. */
export function fillIn(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(/\{([a-z_]{1,20})\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : whole,
  );
}

/** One result in a file that an operator uploads. */
export type FileResult = {
  reference: string;
  outcome: "paid" | "failed";
  bankReference: string;
};

const outcomeTexts: Readonly<Record<string, FileResult["outcome"]>> = {
  berhasil: "paid",
  sukses: "paid",
  success: "paid",
  paid: "paid",
  gagal: "failed",
  failed: "failed",
};

const headTexts = {
  reference: ["referensi", "reference"],
  outcome: ["hasil", "status"],
  bankReference: ["referensi_bank", "referensi bank", "bank_reference"],
};

/**
 * The results in the rows of a file. Columns are found by their titles: `referensi`, `hasil` (berhasil or gagal) and
 * `referensi_bank`. Returns the sentence that says what is wrong, with the number of the row.
 */
export function readResults(rows: readonly (readonly string[])[]): { results: FileResult[] } | { problem: string } {
  const [head = [], ...body] = rows;
  const titles = head.map((title) => title.toLowerCase());
  const at = (names: readonly string[]) => titles.findIndex((title) => names.includes(title));
  const [reference, outcome, bankReference] = [
    at(headTexts.reference),
    at(headTexts.outcome),
    at(headTexts.bankReference),
  ];
  if (reference < 0 || outcome < 0 || bankReference < 0)
    return { problem: "Baris pertama harus memuat judul kolom referensi, hasil, dan referensi_bank." };
  if (body.length === 0) return { problem: "Berkas ini tidak memuat hasil." };
  const results: FileResult[] = [];
  for (const [index, row] of body.entries()) {
    const end = outcomeTexts[(row[outcome] ?? "").toLowerCase()];
    const known = row[reference] ?? "";
    const bank = row[bankReference] ?? "";
    if (!/^KWP-[0-9A-F]{20}$/.test(known)) return { problem: `Baris ${index + 2}: referensi tidak dikenal.` };
    if (!end) return { problem: `Baris ${index + 2}: hasil harus berhasil atau gagal.` };
    if (end === "paid" && bank === "") return { problem: `Baris ${index + 2}: isi referensi bank.` };
    if (end === "paid" && !isBankReference(bank))
      return { problem: `Baris ${index + 2}: referensi bank ${bankReferenceText}` };
    if (results.some((one) => one.reference === known))
      return { problem: `Baris ${index + 2}: referensi ini sudah ada.` };
    results.push({ reference: known, outcome: end, bankReference: isBankReference(bank) ? bank : "" });
  }
  return { results };
}

/** What happened to the rows of a file of results, as a sentence. A skipped row was about no payout that waits. */
export function recordedText(entered: number, skipped: number): string {
  const rest = `${formatCount(skipped)} baris dilewati.`;
  if (entered === 0) return `Tidak ada hasil yang dicatat. ${rest}`;
  const recorded = `${formatCount(entered)} hasil dicatat`;
  return skipped === 0
    ? `${recorded}. Operator lain harus memastikannya.`
    : `${recorded}, ${rest} Operator lain harus memastikan yang dicatat.`;
}

/** @rule A bank's own number of a transfer has 3 to 80 letters, digits, spaces and `. / : - _`. */
export const bankReferenceLength = { min: 3, max: 80 };

/** What {@link isBankReference} allows, after the field's name. */
export const bankReferenceText = `harus ${bankReferenceLength.min} sampai ${bankReferenceLength.max} huruf, angka, spasi, atau tanda . / : - _.`;

/** A bank's own number of a transfer: what its statement or receipt shows. */
export function isBankReference(text: string): boolean {
  const { min, max } = bankReferenceLength;
  return text.length >= min && text.length <= max && /^[\w ./:-]+$/.test(text);
}
