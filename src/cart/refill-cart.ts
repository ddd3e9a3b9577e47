import type { Database } from "#lib/database.ts";
import { countLines, findOffer, openUserCart, saveLine } from "./queries.ts";
import { maxCartLines, lineProblem, maxQuantity, problemText } from "./rules.ts";

export type Refilled = {
  variantId: string;
  /** The quantity in the cart now; 0 for a variant that cannot be bought. */
  quantity: number;
  /** Why the variant is missing or has fewer pieces than wanted, as a sentence. */
  problem: string | null;
};

/**
 * Makes sure that a user's cart has at least these quantities of the variants, selected, as far as they are on sale and
 * in stock. Variants that cannot be bought are left out and named. A larger quantity in the cart is never reduced, so
 * calling it twice has the effect of one call.
 */
export async function refillCart(
  db: Database,
  { userId, wanted }: { userId: string; wanted: readonly { variantId: string; quantity: number }[] },
  now: Date,
): Promise<Refilled[]> {
  return db.transaction(async (tx) => {
    const cartId = await openUserCart(tx, userId, now);
    let lines = await countLines(tx, { cartId });
    const refilled: Refilled[] = [];
    for (const { variantId, quantity: asked } of wanted) {
      const out = (problem: string) => refilled.push({ variantId, quantity: 0, problem });
      const offer = await findOffer(tx, variantId, { userId, cart: { cartId } });
      const facts = {
        stock: offer?.stock ?? 0,
        minOrder: offer?.min_order ?? 1,
        onSale: offer?.on_sale ?? false,
        onVacation: offer?.on_vacation ?? false,
        own: offer?.own ?? false,
      };
      const reach = Math.min(Math.max(asked, facts.minOrder), facts.stock, maxQuantity);
      const quantity = Math.max(reach, offer?.in_cart ?? 0);
      const problem = lineProblem({ ...facts, quantity: reach });
      if (problem) out(problemText(problem, facts));
      else if (offer?.line_id === null && lines >= maxCartLines) out("Keranjang sudah penuh");
      else {
        await saveLine(tx, { cart: { cartId }, variantId, quantity, note: undefined, now });
        if (offer?.line_id === null) lines += 1;
        const short = quantity < asked ? `Stok tinggal ${facts.stock}, pesanan dulu ${asked}` : null;
        refilled.push({ variantId, quantity, problem: short });
      }
    }
    return refilled;
  });
}
