import type { Rupiah } from "#lib/rupiah.ts";

/**
 * PPN per mille of the price without it.
 *
 * @rule The prices of a shop that is PKP contain PPN: 12 % of 11/12 of the price without it (PMK 131/2024), so 11 %;
 * for luxury goods 12 %, which no product can be marked as yet.
 */
export const vatRates = { ordinary: 110, luxury: 120 } as const;

/**
 * PPh 22 per mille of the goods without PPN.
 *
 * @rule While its withholding is switched on, PPh 22 of 0,5 % of the goods without PPN is withheld from a seller who is
 * not exempt (PMK 37/2025), rounded down once for each order.
 */
export const withholdingPerMille = 5;

/**
 * The PPN that a price contains, rounded half up to whole rupiah. `perMille` is of the price without it; 0 without PPN.
 *
 * @rule Tax base and PPN of a price always sum to the price.
 */
export function vatOf(price: Rupiah, perMille: number): Rupiah {
  const whole = BigInt(1000 + perMille);
  return Number((2n * BigInt(price) * BigInt(perMille) + whole) / (2n * whole));
}

/** `11%`: a rate as people read it. */
export function formatVatRate(perMille: number): string {
  return `${String(perMille / 10).replace(".", ",")}%`;
}

/** The income tax that a marketplace withholds from sellers (PMK 37/2025). */
export const incomeTaxName = "PPh Pasal 22";

/** The tax terms of an order line, as the order stores them. */
export type LineTax = {
  vatPerMille: number;
  /** Withheld income tax, per mille of the price without PPN. */
  taxPerMille: number;
};

/** The tax terms of a product's line. */
export function taxOfLine({ isPkp, isWithheld }: { isPkp: boolean; isWithheld: boolean }): LineTax {
  return { vatPerMille: isPkp ? vatRates.ordinary : 0, taxPerMille: isWithheld ? withholdingPerMille : 0 };
}

/** What is withheld of a price by these terms, in rupiah, when it is the only line of its order. */
export function withheldTaxOf(price: Rupiah, { vatPerMille, taxPerMille }: LineTax): Rupiah {
  return Math.floor(((price - vatOf(price, vatPerMille)) * taxPerMille) / 1000);
}
