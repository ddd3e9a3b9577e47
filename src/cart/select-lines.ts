import type { Database } from "#lib/database.ts";
import { lockCart, updateSelection } from "./queries.ts";
import type { CartOwner } from "./rules.ts";

/**
 * Selects or unselects lines of the owner's cart: the given ones, those of a shop, or all. With `only` the other lines
 * get the opposite. Lines of other carts are ignored.
 */
export async function selectLines(
  db: Database,
  owner: CartOwner,
  choice: Parameters<typeof updateSelection>[2],
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const cartId = await lockCart(tx, owner, now);
    if (cartId) await updateSelection(tx, cartId, choice);
  });
}
