import { formatCount, type Rupiah } from "#lib/rupiah.ts";
import { day, hour } from "#lib/time.ts";

/** @rule A cart holds at most 100 lines. */
export const maxCartLines = 100;
/** @rule Quantity of a line is a whole number from 1 to 999. */
export const maxQuantity = 999;
/** A quantity from a form field; NaN unless the text is only digits (`1e2` and `0x10` are not). The API refuses NaN. */
export function parseQuantity(text: string): number {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN;
}

/** @rule A note to the seller has at most 200 characters. */
export const maxNoteLength = 200;
/** @rule A line removed from the cart is remembered for a day, so that undo can restore it. */
export const undoDuration = day;

/** @rule A visitor's pending line waits an hour for the login. */
export const pendingLineTtl = hour;

/** Why a line cannot be bought now. A buyer can solve the first three by changing the quantity or waiting. */
export const lineProblems = [
  "short_stock",
  "below_minimum",
  "out_of_stock",
  "not_sold",
  "vacation",
  "own_product",
] as const;
export type LineProblem = (typeof lineProblems)[number];

export type LineFacts = {
  quantity: number;
  stock: number;
  minOrder: number;
  /** Product and variant are both on sale. */
  onSale: boolean;
  onVacation: boolean;
  /** The product is the buyer's own. */
  own: boolean;
};

/**
 * @rule A line can be bought when it is on sale and in stock, its shop is open and not the buyer's own, and it has at
 * least the minimum order.
 */
export function lineProblem(facts: LineFacts): LineProblem | null {
  if (facts.own) return "own_product";
  if (!facts.onSale) return "not_sold";
  if (facts.onVacation) return "vacation";
  if (facts.stock <= 0) return "out_of_stock";
  if (facts.stock < facts.quantity) return "short_stock";
  if (facts.quantity < facts.minOrder) return "below_minimum";
  return null;
}

/** The text beside the line. */
export function problemText(problem: LineProblem, facts: { stock: number; minOrder: number }): string {
  switch (problem) {
    case "short_stock":
      return facts.stock < facts.minOrder
        ? `Stok tinggal ${formatCount(facts.stock)}, kurang dari pembelian minimal ${formatCount(facts.minOrder)}.`
        : `Stok tinggal ${formatCount(facts.stock)}. Kurangi jumlahnya.`;
    case "below_minimum":
      return `Minimal pembelian ${formatCount(facts.minOrder)}.`;
    case "out_of_stock":
      return "Stok habis";
    case "not_sold":
      return "Barang ini sudah tidak dijual";
    case "vacation":
      return "Toko sedang libur";
    case "own_product":
      return "Barang dari toko Anda sendiri";
  }
}

/** True when another quantity makes the line buyable again. */
export function isFixable(problem: LineProblem | null): boolean {
  return problem === "short_stock" || problem === "below_minimum";
}

type Countable = { quantity: number; price: Rupiah; selected: boolean; problem: LineProblem | null };

/** The totals of the selected lines that can be bought: number of lines, number of pieces, and whole rupiah. */
export function cartTotals(lines: readonly Countable[]): { lines: number; pieces: number; goods_total: Rupiah } {
  const bought = lines.filter((line) => line.selected && line.problem === null);
  return {
    lines: bought.length,
    pieces: bought.reduce((sum, line) => sum + line.quantity, 0),
    goods_total: bought.reduce((sum, line) => sum + line.price * line.quantity, 0),
  };
}

/** The state of a checkbox for several lines. Lines that cannot be bought do not count. */
export function selectionOf(lines: readonly Countable[]): "all" | "some" | "none" {
  const buyable = lines.filter((line) => line.problem === null);
  const selected = buyable.filter((line) => line.selected).length;
  return selected === 0 ? "none" : selected === buyable.length ? "all" : "some";
}
