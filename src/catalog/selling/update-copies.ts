import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { formerPriceAfter, reduction } from "../rules.ts";
import {
  deleteFormerPrices,
  endReductions,
  insertFormerPrice,
  lockPrices,
  updateProductCopies,
} from "./price-queries.ts";

/**
 * Updates what a product repeats of its variants: prices and `in_stock`. When its lowest price changed, the old one is
 * remembered, and a fall shows the former price.
 */
export async function updateCopies(tx: Tx, productId: string, now: Date): Promise<void> {
  const read = await lockPrices(tx, productId, addDuration(now, -reduction.comparedWith));
  if (!read) return;
  const { old, price, lowest, strike_price: strikePrice, strike_until: strikeUntil, on_sale_since: onSaleSince } = read;
  const shown = strikePrice !== null && strikeUntil !== null ? { strikePrice, strikeUntil } : null;
  await updateProductCopies(tx, productId, formerPriceAfter({ old, price, lowest, shown, onSaleSince }, now));
  if (price !== old) await insertFormerPrice(tx, productId, old, now);
}

/**
 * Ends the reductions whose time is over, and clears former prices that are not needed any more. Safe to repeat. Ends
 * `limit` of them in a statement, because many of them end together after a day of sales.
 */
export async function endOldReductions(
  { db, pages }: Pick<Context, "db" | "pages">,
  now: Date,
  limit = 1000,
): Promise<void> {
  for (;;) {
    const ended = await endReductions(db, now, limit);
    if (ended.length === 0) break;
    pages.purge([
      ...ended.map(({ id }) => `product:${id}`),
      ...new Set(ended.map(({ shop_id: shopId }) => `shop:${shopId}`)),
      "catalog",
    ]);
  }
  await deleteFormerPrices(db, addDuration(now, -reduction.comparedWith));
}
