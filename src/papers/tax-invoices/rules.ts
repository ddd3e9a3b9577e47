/**
 * Design note. Coretax wants the tax base of each line with two decimals, and unit price × quantity − discount must be
 * that base. So amounts are counted in sen (hundredths of a rupiah) as whole numbers, the unit price is rounded up, and
 * the discount takes the rest. Tax base and PPN of a line together are what the buyer was asked, to the sen; each
 * differs from the whole rupiah on our invoice by less than one rupiah. The file for retail (faktur pajak digunggung)
 * takes whole rupiah, so it has exactly the amounts of our invoices.
 */
import type { Rupiah } from "#lib/rupiah.ts";
import { monthBounds } from "#payments/payouts/statement/rules.ts";
import { vatOf, vatRates } from "#payments/tax/rules.ts";

/** @rule Coretax takes at most 1,000 tax invoices in a file; more are split into several files. */
export const maxInvoicesPerFile = 1000;

/** @rule Tax invoices of the last 24 months are offered. */
export const listedTaxMonths = 24;

/** @rule At most 1,000 corrections of a month are listed. */
export const maxListedCorrections = 1000;

/** @rule A seller downloads at most 30 tax files a minute. */
export const taxFileLimit = { max: 30, window: 60_000, by: "user" } as const;

/**
 * The transaction code of Coretax and the part of the price without PPN that is taxed with 12 %, by the PPN per mille
 * that an order line stores.
 *
 * @rule Tax invoices of ordinary goods have code 04 (tax base 11/12, PMK 131/2024), those of luxury goods code 01.
 */
const codes: Readonly<Record<number, { code: "04" | "01"; share: readonly [bigint, bigint] }>> = {
  [vatRates.ordinary]: { code: "04", share: [11n, 12n] },
  [vatRates.luxury]: { code: "01", share: [1n, 1n] },
};

/** The rate that Coretax counts with, per cent of the other tax base. */
export const coretaxRate = 12;

/** How the Coretax code of a rate is found. Throws for a rate without one (a bug). */
export function transactionCode(vatPerMille: number): "04" | "01" {
  return codeOf(vatPerMille).code;
}

function codeOf(vatPerMille: number) {
  const found = codes[vatPerMille];
  if (!found) throw new Error(`Coretax has no code for PPN of ${vatPerMille} per mille`);
  return found;
}

const roundedDivision = (count: bigint, by: bigint) => (2n * count + by) / (2n * by);

/** Amounts of a line in sen. */
export type TaxInvoiceAmounts = {
  unitPrice: bigint;
  discount: bigint;
  base: bigint;
  otherBase: bigint;
  vat: bigint;
};

/**
 * The amounts of a line in a tax invoice. `price` is the catalogue's price of one piece, `kept` what the seller asks
 * for the whole line after own discounts and refunds; both contain PPN.
 */
export function taxInvoiceAmounts({
  price,
  quantity,
  kept,
  vatPerMille,
}: {
  price: Rupiah;
  quantity: number;
  kept: Rupiah;
  vatPerMille: number;
}): TaxInvoiceAmounts {
  const [part, whole] = codeOf(vatPerMille).share;
  const gross = BigInt(1000 + vatPerMille);
  const base = roundedDivision(BigInt(kept) * 100_000n, gross);
  const unitPrice = (BigInt(price) * 100_000n + gross - 1n) / gross;
  const otherBase = roundedDivision(base * part, whole);
  return {
    unitPrice,
    discount: unitPrice * BigInt(quantity) - base,
    base,
    otherBase,
    vat: roundedDivision(otherBase * BigInt(coretaxRate), 100n),
  };
}

/** The amounts of a price in the retail file, in whole rupiah; base and PPN sum to it. */
export function retailAmounts(kept: Rupiah, vatPerMille: number): { base: Rupiah; otherBase: Rupiah; vat: Rupiah } {
  const [part, whole] = codeOf(vatPerMille).share;
  const vat = vatOf(kept, vatPerMille);
  const base = kept - vat;
  return { base, otherBase: Number(roundedDivision(BigInt(base) * part, whole)), vat };
}

/** `90090.09`: an amount in sen as Coretax writes it. */
export function formatSen(sen: bigint): string {
  const digits = String(sen).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** @rule Tax invoices of a month are offered when it is over, so their file does not change any more. */
export function isMonthOver(month: string, now: Date): boolean {
  return monthBounds(month).to <= now;
}
