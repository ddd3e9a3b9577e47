import type { Database } from "#lib/database.ts";
import { once } from "#lib/idempotency.ts";
import { addToCartWithin, assertOffered } from "./add-to-cart.ts";
import type { Wish } from "./pending-line-cookie.ts";

/** Refuses a wish that cannot be bought now, before the visitor logs in for it. */
export async function assertWishable(db: Database, wish: Pick<Wish, "variantId" | "quantity">): Promise<void> {
  await assertOffered(db, { ...wish, userId: null });
}

/** Adds the wish from before the login to the person's cart, once. Refuses as `addToCart` does. */
export async function grantWish(
  db: Database,
  { userId, wish }: { userId: string; wish: Wish },
  now: Date,
): Promise<void> {
  const { variantId, quantity, key } = wish;
  const body = { variantId, quantity };
  await once(db, { userId, route: "POST /v1/cart/wish/redeem", key, body, now }, async (tx) => {
    await addToCartWithin(tx, { userId, variantId, quantity }, now);
    return true;
  });
}
