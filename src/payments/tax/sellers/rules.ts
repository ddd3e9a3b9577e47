/**
 * Design note. An exemption is a row with its first and last day. A statement (surat pernyataan) is a person's own word
 * about a year, so it counts as soon as it is handed in; a certificate (SKB) of the tax office counts once an operator
 * has checked it. Neither counts backwards. Our books know only what a shop sold here, so they can end a statement
 * but never replace it.
 */
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { jakartaDay } from "#lib/time.ts";

/** Who may be behind a shop. */
export const taxpayerKinds = { person: "Orang pribadi", company: "Badan usaha" } as const;
export type TaxpayerKind = keyof typeof taxpayerKinds;
export const taxpayerKindNames = Object.keys(taxpayerKinds) as [TaxpayerKind, ...TaxpayerKind[]];

export const taxNumberKinds = { npwp: "NPWP", nik: "NIK" } as const;
export type TaxNumberKind = keyof typeof taxNumberKinds;
export const taxNumberKindNames = Object.keys(taxNumberKinds) as [TaxNumberKind, ...TaxNumberKind[]];

/** @rule An NPWP and a NIK have 16 digits. An NPWP of 15 digits is the old form of one that begins with 0. */
export const taxNumberLength = 16;

/** The digits of a tax number as typed, in today's form. Spaces, dots and hyphens are left out. */
export function normaliseTaxNumber(kind: TaxNumberKind, typed: string): string {
  const digits = typed.replace(/[\s.-]/g, "");
  return kind === "npwp" && /^\d{15}$/.test(digits) ? `0${digits}` : digits;
}

/** Why a number cannot be one of this kind, as an Indonesian sentence; null when it can. */
export function taxNumberProblem(kind: TaxNumberKind, number: string): string | null {
  if (number.length !== taxNumberLength || !/^\d+$/.test(number))
    return `${taxNumberKinds[kind]} terdiri dari ${taxNumberLength} angka.`;
  if (/^(\d)\1*$/.test(number)) return `${taxNumberKinds[kind]} ini tidak sesuai. Periksa kembali.`;
  if (kind === "nik" && !isNik(number)) return "NIK ini tidak sesuai. Periksa kembali seperti tertulis di KTP.";
  return null;
}

// Six digits of the place, then day (40 more for women), month and year of birth, then four digits.
function isNik(number: string): boolean {
  const [province, day, month] = [number.slice(0, 2), number.slice(6, 8), number.slice(8, 10)].map(Number);
  const born = (day ?? 0) > 40 ? (day ?? 0) - 40 : (day ?? 0);
  return (province ?? 0) >= 11 && born >= 1 && born <= 31 && (month ?? 0) >= 1 && (month ?? 0) <= 12;
}

/** `•••• 6789`: how a tax number is shown. */
export function maskedTaxNumber(last4: string): string {
  return `•••• ${last4}`;
}

/** `3201 0101 0190 0001`: a tax number in a file; spreadsheets would round 16 digits without spaces. */
export function spacedTaxNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** @rule The name of a taxpayer has at most 100 characters, the address at most 300. */
export const taxpayerTextLength = { name: { min: 2, max: 100 }, address: { min: 10, max: 300 } } as const;

/**
 * @rule A person whose turnover in a year is at most Rp500.000.000 and who says so in a statement is exempt from the
 * withholding of PPh 22 for that year (PMK 37/2025).
 */
export const statementTurnover: Rupiah = 500_000_000;

/** @rule The statement for the next year can be handed in from December on. */
export const nextStatementMonth = 12;

/** The years for which a statement can be handed in. */
export function statementYears(now: Date): number[] {
  const [year = 0, month = 0] = jakartaDay(now).split("-").map(Number);
  return month >= nextStatementMonth ? [year, year + 1] : [year];
}

/** What a seller agrees to: the text that is shown, sent and stored. `number` is masked. */
export function statementText(
  { numberKind, last4 }: { numberKind: TaxNumberKind; last4: string },
  year: number,
): string {
  return `Sebagai wajib pajak orang pribadi dalam negeri dengan ${taxNumberKinds[numberKind]} ${maskedTaxNumber(last4)}, saya menyatakan bahwa peredaran bruto saya dari seluruh kegiatan usaha pada tahun pajak ${year} tidak melebihi ${formatRupiah(statementTurnover)}. Bila peredaran bruto saya melebihi jumlah itu, saya menyampaikannya paling lambat akhir bulan yang sama. Saya bertanggung jawab atas kebenaran pernyataan ini sesuai PMK 37/2025.`;
}

/** What a seller agrees to when a certificate is handed in. */
export function certificateText({ numberKind, last4 }: { numberKind: TaxNumberKind; last4: string }): string {
  return `Surat Keterangan Bebas (SKB) pemotongan dan pemungutan PPh ini diterbitkan DJP untuk saya dengan ${taxNumberKinds[numberKind]} ${maskedTaxNumber(last4)} dan masih berlaku. Saya bertanggung jawab atas kebenarannya sesuai PMK 37/2025.`;
}

/** The days for which a statement counts that is handed in now: until the year ends, and not backwards. */
export function statementDays(year: number, now: Date): { from: string; until: string } {
  const today = jakartaDay(now);
  const first = `${year}-01-01`;
  return { from: today > first ? today : first, until: `${year}-12-31` };
}

/** The last day of the month of a Jakarta day. */
export function lastDayOfMonth(onDay: string): string {
  const [year = 0, month = 1] = onDay.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/**
 * The last day of a statement whose turnover exceeded the limit: the end of the month in which it did so. Null while it
 * is within the limit. `beforeMonth` is the turnover of the year until this month began.
 *
 * @rule A statement ends with the month in which the turnover in our books exceeds its limit, so tax is withheld from
 * the next month on. The same when the seller says so.
 */
export function statementEnd(
  { beforeMonth, untilNow }: { beforeMonth: Rupiah; untilNow: Rupiah },
  today: string,
): string | null {
  if (beforeMonth > statementTurnover) {
    const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
    return new Date(first.getTime() - 1).toISOString().slice(0, 10);
  }
  return untilNow > statementTurnover ? lastDayOfMonth(today) : null;
}

/** @rule A certificate counts for at most 366 days. */
export const maxCertificateDays = 366;

export const certificateNumberLength = { min: 3, max: 60 } as const;

export const exemptionKinds = { statement: "Surat pernyataan", certificate: "SKB" } as const;
export type ExemptionKind = keyof typeof exemptionKinds;

/** How the state of an exemption is named. */
export const exemptionStatuses = { waiting: "Diperiksa", accepted: "Diterima", refused: "Ditolak" } as const;
export type ExemptionStatus = keyof typeof exemptionStatuses;

/** Why an exemption ended before its last day. */
export const endedTexts = {
  turnover: `Peredaran bruto melebihi ${formatRupiah(statementTurnover)}`,
  seller: "Diakhiri penjual",
} as const;
export type EndedReason = keyof typeof endedTexts;
