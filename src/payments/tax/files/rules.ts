/**
 * Design note. A month's file lists what was booked in that month: tax withheld, and corrections as negative rows in
 * the month of the refund. A refund that is taken back later, because a bank returned the money, is a positive row in
 * the month in which it came again. So a month that is over never changes, and its sum is that of the ledger. A month
 * in which refunds gave back more than was withheld leaves nothing to pay; its rest lowers the next month's payment.
 */
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { vatOf, vatRates } from "../rules.ts";

/** @rule A tax file has at most 100,000 rows. */
export const maxTaxRows = 100_000;

/** @rule Files of PPN are offered for the last 12 months; older ones can be requested by their month. */
export const offeredVatMonths = 12;

/** @rule The reference of a payment to the state (NTPN) has 3 to 40 characters. */
export const taxReferenceLength = { min: 3, max: 40 } as const;

/** The months before and including that of `now`, the latest first: `2026-11`, `2026-10`. */
export function latestMonths(now: Date, count: number): string[] {
  const months = [jakartaDay(now).slice(0, 7)];
  while (months.length < count) {
    const first = new Date(`${months.at(-1) ?? ""}-01T12:00:00+07:00`);
    months.push(jakartaDay(addDuration(first, -day)).slice(0, 7));
  }
  return months;
}

/**
 * What is to be paid to the state for each month, from the sums that were withheld in them. A negative rest is carried
 * to the following months.
 */
export function amountsDue(months: readonly { month: string; withheld: Rupiah }[]): Map<string, Rupiah> {
  let rest = 0;
  const due = new Map<string, Rupiah>();
  for (const { month, withheld } of months.toSorted((a, b) => (a.month < b.month ? -1 : 1))) {
    const sum = withheld + rest;
    due.set(month, Math.max(0, sum));
    rest = Math.min(0, sum);
  }
  return due;
}

/** A line whose price contains PPN. `price` is what the shop asks after its own discounts. */
export type VatLine = {
  price: Rupiah;
  vatPerMille: number;
  refunds: readonly { id: string; at: string; givenUp: Rupiah }[];
};

/**
 * A row of a PPN file: a sale when it was paid, or a correction: negative when a part was refunded, positive when a
 * refund was taken back.
 */
export type VatEntry = {
  at: Date;
  isSale: boolean;
  price: Rupiah;
  base: Rupiah;
  /** The part of the base that is of luxury goods. */
  luxuryBase: Rupiah;
  vat: Rupiah;
};

/** What a PKP shop reports for one order. All entries together are the PPN of what the shop keeps. */
export function vatEntries({ paidAt, lines }: { paidAt: Date; lines: readonly VatLine[] }): VatEntry[] {
  const entries = new Map<string, VatEntry>();
  const add = (key: string, at: Date, { price, vat, isLuxury }: { price: Rupiah; vat: Rupiah; isLuxury: boolean }) => {
    const before = entries.get(key) ?? { at, isSale: key === "sale", price: 0, base: 0, luxuryBase: 0, vat: 0 };
    entries.set(key, {
      ...before,
      price: before.price + price,
      base: before.base + price - vat,
      luxuryBase: before.luxuryBase + (isLuxury ? price - vat : 0),
      vat: before.vat + vat,
    });
  };
  for (const { price, vatPerMille, refunds } of lines) {
    const isLuxury = vatPerMille === vatRates.luxury;
    add("sale", paidAt, { price, vat: vatOf(price, vatPerMille), isLuxury });
    let kept = price;
    for (const { id, at, givenUp } of refunds) {
      const left = kept - givenUp;
      const vat = vatOf(left, vatPerMille) - vatOf(kept, vatPerMille);
      add(id, new Date(at), { price: -givenUp, vat, isLuxury });
      kept = left;
    }
  }
  return [...entries.values()].filter(({ price }) => price !== 0);
}

/** DPP nilai lain (PMK 131/2024): 11/12 of the base, rounded to whole rupiah, also for negative corrections. */
export function otherTaxBase(base: Rupiah): Rupiah {
  return Math.sign(base) * Math.round((Math.abs(base) * 11) / 12);
}

/** The base that PPN of 12 % is computed on: 11/12 of ordinary goods, the whole base of luxury goods (PMK 131/2024). */
export function otherBaseOf({ base, luxuryBase }: Pick<VatEntry, "base" | "luxuryBase">): Rupiah {
  return otherTaxBase(base - luxuryBase) + luxuryBase;
}
