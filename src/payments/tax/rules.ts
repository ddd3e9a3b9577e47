import type { Rupiah } from "#lib/rupiah.ts";

/**
 * PPN per mille of the price without it.
 *
 * @rule The prices of a shop that is PKP contain PPN of 11 %: 12 % of 11/12 of the price without it (PMK 131/2024).
 * Goods of categories that an operator marked as luxury goods have 12 %.
 */
export const vatRates = { ordinary: 110, luxury: 120 } as const;

/**
 * PPh 22 per mille of the goods without PPN.
 *
 * @rule While its withholding is switched on, PPh 22 of 0.5 % of the goods without PPN is withheld from a seller who is
 * not exempt (PMK 37/2025), rounded down once for each order.
 */
export const withholdingPerMille = 5;

/**
 * Why no PPh 22 is withheld from goods of any seller.
 *
 * @rule No PPh 22 is withheld from categories that an operator marked as phone credit and SIM cards, gold and
 * jewellery, courier services of an app's partners, or land and buildings (PMK 37/2025, article 10).
 *
 * The regulation exempts gold only when its makers and dealers sell it, so an operator decides about the category.
 */
export const incomeTaxExemptions = {
  phone_credit: "Pulsa dan kartu perdana",
  gold: "Emas, perhiasan, dan batu mulia",
  courier_service: "Jasa pengiriman oleh mitra aplikasi",
  property: "Tanah dan bangunan",
} as const;
export type IncomeTaxExemption = keyof typeof incomeTaxExemptions;

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
  /** Why nothing is withheld, although it would be from other goods of this shop. */
  taxExemption: IncomeTaxExemption | null;
};

/** The tax terms of a product's line. */
export function taxOfLine({
  isPkp,
  isWithheld,
  isLuxury,
  exemption,
}: {
  isPkp: boolean;
  isWithheld: boolean;
  isLuxury: boolean;
  exemption: IncomeTaxExemption | null;
}): LineTax {
  return {
    vatPerMille: isPkp ? (isLuxury ? vatRates.luxury : vatRates.ordinary) : 0,
    taxPerMille: isWithheld && exemption === null ? withholdingPerMille : 0,
    taxExemption: isWithheld ? exemption : null,
  };
}

/** What is withheld of a price by these terms, in rupiah, when it is the only line of its order. */
export function withheldTaxOf(
  price: Rupiah,
  { vatPerMille, taxPerMille }: Pick<LineTax, "vatPerMille" | "taxPerMille">,
): Rupiah {
  return Math.floor(((price - vatOf(price, vatPerMille)) * taxPerMille) / 1000);
}
