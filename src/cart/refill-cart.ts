import type { Database } from "#lib/database.ts";
import { countLines, findOffer, lockCart, saveLine } from "./queries.ts";
import { maxCartLines, lineProblem, maxQuantity, problemText } from "./rules.ts";

export type Refilled = {
  variantId: string;
  /** What is in the cart now; 0 for what cannot be bought. */
  quantity: number;
  /** Why it is not there, or fewer than wanted; for a person to read. */
  problem: string | null;
};

/**
 * Sees to it that at least so much of each variant is in a person's cart, selected, as far as it is on sale and in stock.
 * What cannot be bought is left out and said; a quantity that is there already never shrinks, so that asking twice is asking
 * once.
 */
export async function refillCart(
  db: Database,
  { userId, wanted }: { userId: string; wanted: readonly { variantId: string; quantity: number }[] },
  now: Date,
): Promise<Refilled[]> {
  return db.transaction(async (tx) => {
    await lockCart(tx, userId);
    let lines = await countLines(tx, userId);
    const refilled: Refilled[] = [];
    for (const { variantId, quantity: asked } of wanted) {
      const out = (problem: string) => refilled.push({ variantId, quantity: 0, problem });
      const offer = await findOffer(tx, variantId, userId);
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
        await saveLine(tx, { userId, variantId, quantity, note: undefined, now });
        if (offer?.line_id === null) lines += 1;
        const short = quantity < asked ? `Stok tinggal ${facts.stock}, pesanan dulu ${asked}` : null;
        refilled.push({ variantId, quantity, problem: short });
      }
    }
    return refilled;
  });
}
