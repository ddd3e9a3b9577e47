import { formatCount, type Rupiah } from "#lib/rupiah.ts";
import { settingOf, type Setting } from "#lib/settings/setting.ts";
import { day, hour, minute } from "#lib/time.ts";

/** Whose cart: a user's, or that of a visitor's browser by the SHA-256 of its token. An expired cart is not found. */
export type CartOwner = { userId: string } | { tokenHash: Buffer; now: Date };

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
/** Removed lines that a cart remembers. */
export const maxRemovedLines = 100;

/**
 * @rule Visitors fill a cart without an account, unless an operator closes that; a stored cart stays and joins the
 * user's at login.
 */
export const visitorCartSetting: Setting<boolean> = { key: "cart.visitors_open", defaultValue: true };

/** Whether visitors can add to a cart now. */
export const isVisitorCartOpen = (): boolean => settingOf(visitorCartSetting);

/** @rule A visitor's cart is deleted 30 days after it was last used. */
export const visitorCartTtl = 30 * day;
/** Looking at a visitor's cart extends it at most once in this time; a change always does. */
export const visitorCartExtendInterval = day;
/** A visitor's cart whose lines have joined a user's remains this long, for a line that another tab is just adding. */
export const mergedCartTtl = minute;
/** @rule One network starts at most 200 carts of visitors an hour. */
export const newVisitorCarts = { max: 200, window: hour };

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

export type MergeLine = {
  id: string;
  variantId: string;
  quantity: number;
  note: string;
  selected: boolean;
  /** Pieces of the variant in stock. */
  stock: number;
};

/** How two carts become one. */
export type Merge = {
  /** Ids of the visitor's lines that move as they are. */
  moved: string[];
  /** Lines of the user that take in the visitor's line of the same variant, with their new values. */
  merged: { id: string; quantity: number; note: string; selected: boolean }[];
  /** Ids of the visitor's lines that do not fit into the cart. */
  left: string[];
  /** The user's other lines are unselected. */
  unselectsOthers: boolean;
};

/**
 * @rule At login the visitor's cart joins the user's. Quantities of a variant add up as far as stock and limits allow,
 * never to less than either cart had, and notes stay.
 * @rule After a login the lines are selected that the visitor had selected, and no others, so that the checkout shows
 * what the visitor saw before. A visitor who had selected none leaves the user's selection.
 *
 * Lines beyond {@link maxCartLines} are left, unselected ones first, then the last of `visitors`. A merge that is no
 * login, for lines that were left, keeps the user's selection.
 */
export function mergeLines(users: readonly MergeLine[], visitors: readonly MergeLine[], isLogin: boolean): Merge {
  const byVariant = new Map(users.map((line) => [line.variantId, line]));
  const unselectsOthers = isLogin && visitors.some(({ selected }) => selected);
  const merge: Merge = { moved: [], merged: [], left: [], unselectsOthers };
  for (const line of visitors.toSorted((a, b) => Number(b.selected) - Number(a.selected))) {
    const same = byVariant.get(line.variantId);
    if (same)
      merge.merged.push({
        id: same.id,
        quantity: Math.max(
          same.quantity,
          line.quantity,
          Math.min(same.quantity + line.quantity, line.stock, maxQuantity),
        ),
        note: mergeNotes(same.note, line.note),
        selected: line.selected || (same.selected && !unselectsOthers),
      });
    else if (users.length + merge.moved.length < maxCartLines) merge.moved.push(line.id);
    else merge.left.push(line.id);
  }
  return merge;
}

/** Both notes, the earlier one first. The later one alone when they do not fit together. */
function mergeNotes(earlier: string, later: string): string {
  if (earlier.includes(later)) return earlier;
  const both = `${earlier}; ${later}`;
  return later.includes(earlier) || both.length > maxNoteLength ? later : both;
}
