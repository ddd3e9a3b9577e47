import type { Database } from "#lib/database.ts";
import { runOnce } from "#lib/idempotency.ts";
import { addLine, assertBuyable } from "./add-to-cart.ts";
import { openUserCart } from "./queries.ts";
import type { PendingLine } from "./pending-line-cookie.ts";

/** Refuses a pending line that cannot be bought now, before the visitor logs in for it. */
export async function assertPendingLine(
  db: Database,
  line: Pick<PendingLine, "variantId" | "quantity">,
): Promise<void> {
  await assertBuyable(db, { ...line, userId: null, cartId: null });
}

/** Adds the pending line from before the login to the user's cart, once. Refuses as `addToCart` does. */
export async function addPendingLine(
  db: Database,
  { userId, line }: { userId: string; line: PendingLine },
  now: Date,
): Promise<void> {
  const { variantId, quantity, key } = line;
  const body = { variantId, quantity };
  await runOnce(db, { userId, route: "POST /v1/cart/wish/redeem", key, body, now }, async (tx) => {
    const cartId = await openUserCart(tx, userId, now);
    await addLine(tx, { cartId, userId }, { variantId, quantity }, now);
    return true;
  });
}
