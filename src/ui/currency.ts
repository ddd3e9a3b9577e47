import { formatCount } from "#lib/rupiah.ts";

/** The text before the amount in a currency input (S101). */
export const currencyPrefix = "Rp. ";

/** Digits that a currency input accepts at most: fifteen stay exact. */
const maxDigits = 15;

/**
 * Whole rupiah in typed or pasted text; null for empty text. Understands `1250000`, `1.250.000`, `Rp 1.250.000,00` and
 * `1,250,000.00`. Sen are cut off. A minus is ignored, because amounts are never negative (S103).
 */
export function parseCurrency(text: string): number | null {
  const typed = text.replace(/[^\d.,]/g, "");
  let end = typed.length;
  while (end > 0 && !/\d/.test(typed[end - 1] ?? "")) end -= 1;
  const figures = typed.slice(0, end);
  // One or two digits after the last separator are sen, unless this separator is the only kind and also groups the
  // digits before it: "12.5" while typing is 125, "1.250,5" is 1250.
  const sen = /([.,])\d{1,2}$/.exec(figures);
  const whole = sen && isSen(figures, sen[1] ?? "") ? figures.slice(0, sen.index) : figures;
  const digits = whole.replace(/\D/g, "").slice(0, maxDigits);
  return digits === "" ? null : Number(digits);
}

function isSen(figures: string, separator: string): boolean {
  const other = separator === "," ? "." : ",";
  if (figures.includes(other))
    return figures.lastIndexOf(separator) > figures.lastIndexOf(other) && figures.split(separator).length === 2;
  return separator === "," && figures.split(",").length === 2;
}

/**
 * Whole rupiah as a currency input sends them: plain digits, or without scripts also dots between thousands. NaN for
 * anything else.
 */
export function readAmount(text: string): number {
  const typed = text.trim();
  const digits = /^\d{1,3}(\.\d{3})+$/.test(typed) ? typed.replaceAll(".", "") : typed;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** The amount in the input, with thousands separators and without prefix: `1.250.000`; `""` for null. */
export function formatCurrency(amount: number | null): string {
  return amount === null ? "" : formatCount(Math.max(0, Math.trunc(amount)));
}

/** The position of the caret in `after` that has as many digits to its left as the caret in `before`. */
export function caretAfterFormat(before: string, caret: number, after: string): number {
  let digits = before.slice(0, caret).replace(/\D/g, "").length;
  let position = 0;
  while (digits > 0 && position < after.length) {
    if (/\d/.test(after[position] ?? "")) digits -= 1;
    position += 1;
  }
  return position;
}
