import type { Queryable } from "#lib/database.ts";
import type { Cart, CartShop } from "./contract.ts";
import { listLines, type LineRow } from "./queries.ts";
import { problemOf } from "./line-problem.ts";
import { rememberShopsOfCart } from "./recent-shops.ts";
import { cartTotals, problemText, type CartOwner } from "./rules.ts";

/** The cart of a caller who has none. */
export const emptyCart: Cart = { shops: [], totals: cartTotals([]), waiting: 0 };

/** A cart by shop, with today's prices and the reason why a line cannot be bought. */
export async function viewCart(db: Queryable, owner: CartOwner): Promise<Cart> {
  const lines = await listLines(db, owner);
  if ("userId" in owner) rememberShopsOfCart(owner.userId, lines);
  return cartOf(lines);
}

/** The cart that has these lines. */
export function cartOf(rows: readonly LineRow[]): Cart {
  const shops = new Map<string, CartShop>();
  for (const row of rows) {
    const shop = shops.get(row.shop_id) ?? {
      id: row.shop_id,
      slug: row.shop_slug,
      name: row.shop_name,
      city_name: row.city_name,
      on_vacation: row.on_vacation,
      lines: [],
    };
    shops.set(row.shop_id, shop);
    const problem = problemOf(row);
    shop.lines.push({
      id: row.id,
      variant_id: row.variant_id,
      product_slug: row.product_slug,
      product_name: row.product_name,
      variant_name: row.variant_name,
      picture: row.picture_key && row.picture_color ? { key: row.picture_key, color: row.picture_color } : null,
      price: row.price,
      quantity: row.quantity,
      stock: row.stock,
      min_order: row.min_order,
      note: row.note,
      selected: row.selected,
      problem,
      problem_text: problem && problemText(problem, { stock: row.stock, minOrder: row.min_order }),
      line_total: row.price * row.quantity,
    });
  }
  const all = [...shops.values()];
  return { shops: all, totals: cartTotals(all.flatMap((shop) => shop.lines)), waiting: 0 };
}
