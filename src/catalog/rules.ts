import { formatCount, formatShortCount, type Rupiah } from "#lib/rupiah.ts";
import { addDuration, day } from "#lib/time.ts";

/** @rule A price is 100 to 1,000,000,000 rupiah. */
export const priceLimits = { min: 100, max: 1_000_000_000 };

/** @rule Stock of a variant is 0 to 1,000,000 pieces. */
export const stockLimits = { min: 0, max: 1_000_000 };

/** @rule A variant with 3 pieces or fewer has low stock, and its seller sees it in the list of tasks. */
export const lowStockThreshold = 3;

/**
 * @rule A product of which no variant has the pieces of its minimum order stays on sale, but nobody can buy it: its
 * seller is warned. Without any stock it is sold out.
 */
export function isBelowMinOrder({
  min_order: pieces,
  variants,
}: {
  min_order: number;
  variants: readonly { stock: number }[];
}): boolean {
  return variants.some(({ stock }) => stock > 0) && variants.every(({ stock }) => stock < pieces);
}

/** Views of a seller's product list: low stock, no stock, hidden. The first two leave hidden products out. */
export const ownProductViews = ["thin", "empty", "hidden"] as const;
export type OwnProductView = (typeof ownProductViews)[number];

/** @rule A product weighs 1 gram to 500 kilograms. */
export const weightLimits = { min: 1, max: 500_000 };

/** @rule Each side of a packed product is 1 to 500 cm. */
export const sideLimits = { min: 1, max: 500 };

/** @rule A product has 1 to 10 pictures. */
export const pictureLimits = { min: 1, max: 10 };

/** @rule A product has at most two axes of options, 20 values each, and 100 variants. */
export const variantLimits = { axes: 2, values: 20, variants: 100 };

/** @rule A product's minimum order is 1 to 999 pieces. */
export const minOrderLimits = { min: 1, max: 999 };

/** @rule A pre-order takes 3 to 90 days. */
export const preorderLimits = { min: 3, max: 90 };

/** Length limits of a product's texts, and the maximum number of attributes. */
export const productTextLengths = {
  name: { min: 5, max: 120 },
  description: { min: 20, max: 6000 },
  attributes: 30,
  attributeName: 40,
  attributeValue: 200,
  option: 40,
};

/** Sort orders of a listing with their labels. The first is the default. */
export const listingSorts = [
  { id: "relevance", label: "Paling sesuai" },
  { id: "newest", label: "Terbaru" },
  { id: "sold", label: "Terlaris" },
  { id: "rating", label: "Penilaian tertinggi" },
  { id: "cheapest", label: "Harga terendah" },
  { id: "dearest", label: "Harga tertinggi" },
  // Only for a visitor who said where to deliver.
  { id: "nearest", label: "Terdekat" },
] as const;
/** The label of a sort order. Without a search text the default is a recommendation, not a relevance. */
export function sortLabel({ id, label }: (typeof listingSorts)[number], searched: boolean): string {
  return id === "relevance" && !searched ? "Rekomendasi" : label;
}
export type ListingSort = (typeof listingSorts)[number]["id"];

/** @rule Listings can be filtered by what shipping costs, in rupiah, for a visitor who said where to deliver. */
export const shippingSteps = [10_000, 20_000, 50_000];
export const maxShippingPrice = 10_000_000;

/** @rule A listing offers one limit of the price, in rupiah, that one press sets. */
export const quickMaxPrice = 100_000;

/** @rule A page of a listing has 24 products, at most 60 on request, and a listing at most 200 numbered pages. */
export const listingPage = { size: 24, maxSize: 60, maxPages: 200 };

/**
 * @rule Products are sorted by rating as if each had 10 more ratings of 3 stars, so that an average of few ratings does
 * not beat that of many. The average that people see is the plain one.
 */
export const scoreWeight = { ratings: 10, stars: 3 };

/**
 * The score by which products are sorted, 0 without a rating. The column `products.rating_score` computes the same
 * (a test compares them).
 */
export function ratingScore({ sum, count }: { sum: number; count: number }): number {
  return count === 0 ? 0 : (sum + scoreWeight.ratings * scoreWeight.stars) / (count + scoreWeight.ratings);
}

/** @rule Totals and filter counts of a listing are exact up to 10,000 products; above, it says "10 rb+". */
export const maxExactCount = 10_000;

/**
 * @rule The database alone counts filters among at most 20,000 products; of a listing with more, counts have a "+". The
 * other search engines count all.
 */
export const maxCountedProducts = 20_000;

/** The server answers this number instead of any count above {@link maxExactCount}. */
export const moreThanExact = maxExactCount + 1;

/** The total of a listing as people read it. */
export function totalLabel({ total, total_is_exact: isExact }: { total: number; total_is_exact: boolean }): string {
  return countLabel(isExact ? total : moreThanExact);
}

/** A count as people read it: `1.284`; `10 rb+` above the limit; `1.284+` if there may be more. */
export function countLabel(count: number, isExact = true): string {
  if (count > maxExactCount) return `${formatShortCount(maxExactCount)}+`;
  return `${formatCount(count)}${isExact ? "" : "+"}`;
}

/**
 * @rule A product whose price falls shows the lowest price of the 30 days before as its former price, for 30 days, if
 * it has been on sale for 14 days without a break. A rise of the price ends that.
 */
export const reduction = { comparedWith: 30 * day, shownFor: 30 * day, minOnSale: 14 * day } as const;

/** A former price and until when it is shown. */
export type FormerPrice = { strikePrice: Rupiah; strikeUntil: Date };

/**
 * The former price after a product's lowest price changed from `old` to `price` at `now`. `lowest` is the lowest price
 * of the time that a reduction is compared with. `shown` is what was shown until now; a further reduction keeps it.
 */
export function formerPriceAfter(
  {
    old,
    price,
    lowest,
    shown,
    onSaleSince,
  }: { old: Rupiah; price: Rupiah; lowest: Rupiah; shown: FormerPrice | null; onSaleSince: Date | null },
  now: Date,
): FormerPrice | null {
  if (price === old) return shown;
  if (price > old) return null;
  if (shown && shown.strikeUntil > now) return shown;
  if (lowest <= price || !onSaleSince || addDuration(onSaleSince, reduction.minOnSale) > now) return null;
  return { strikePrice: lowest, strikeUntil: addDuration(now, reduction.shownFor) };
}

/** The discount from the former price `before`, in whole percent, rounded down; 0 without a former price. */
export function discountPercent(price: Rupiah, before: Rupiah | null): number {
  return before !== null && before > price ? Math.floor(((before - price) * 100) / before) : 0;
}

/**
 * Every combination of the axes' values; the first axis changes slowest. Without axes there is one empty combination.
 */
export function combinations(axes: readonly { values: readonly string[] }[]): string[][] {
  return axes.reduce<string[][]>(
    (all, axis) => all.flatMap((one) => axis.values.map((value) => [...one, value])),
    [[]],
  );
}
