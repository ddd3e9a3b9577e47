import { formatCount } from "#lib/rupiah.ts";

/** What stands before the amount in a currency input (specification §5). */
export const currencyPrefix = "Rp. ";

/** The most a currency input takes: fifteen digits stay exact. */
const maxDigits = 15;

/**
 * Whole rupiah in what a person typed or pasted, null for nothing. Understands `1250000`, `1.250.000`,
 * `Rp 1.250.000,00` and `1,250,000.00`; sen are cut off; a minus is ignored, for amounts are never negative
 * (specification §5).
 */
export function parseCurrency(text: string): number | null {
  const typed = text.replace(/[^\d.,]/g, "");
  let end = typed.length;
  while (end > 0 && !/\d/.test(typed[end - 1] ?? "")) end -= 1;
  const figures = typed.slice(0, end);
  // A last group of one or two digits after a separator are sen, provided that it is not the only kind of separator
  // grouping the digits before it ("12.5" while typing is 125, "1.250,5" is 1250).
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

/** The amount with thousands separators and without prefix, as it stands in the input: `1.250.000`; `""` for null. */
export function formatCurrency(amount: number | null): string {
  return amount === null ? "" : formatCount(Math.max(0, Math.trunc(amount)));
}

/** Where the caret belongs in `after` so that the same number of digits stands to its left as in `before`. */
export function caretAfterFormat(before: string, caret: number, after: string): number {
  let digits = before.slice(0, caret).replace(/\D/g, "").length;
  let position = 0;
  while (digits > 0 && position < after.length) {
    if (/\d/.test(after[position] ?? "")) digits -= 1;
    position += 1;
  }
  return position;
}
