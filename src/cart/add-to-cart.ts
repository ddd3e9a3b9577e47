import type { Database, Queryable, Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { cartRefusals } from "./contract.ts";
import { countLines, findOffer, lockCart, saveLine } from "./queries.ts";
import { maxCartLines, lineProblem, maxQuantity, problemText } from "./rules.ts";

type CartAddition = { userId: string; variantId: string; quantity: number; note?: string | undefined };

/**
 * Adds pieces of a variant to a user's cart and selects the line. Refuses a line that could not be bought: not on sale,
 * the user's own product, a shop on vacation, more than the stock or maxQuantity, less than the minimum order, or more
 * than maxCartLines lines.
 */
export async function addToCart(db: Database, add: CartAddition, now: Date): Promise<void> {
  await db.transaction((tx) => addToCartWithin(tx, add, now));
}

/** Does the same as {@link addToCart} in the caller's transaction. */
export async function addToCartWithin(tx: Tx, add: CartAddition, now: Date): Promise<void> {
  await lockCart(tx, add.userId);
  const { quantity, isNew } = await assertBuyable(tx, add);
  if (isNew && (await countLines(tx, add.userId)) >= maxCartLines) throw new Refusal(cartRefusals.full);
  await saveLine(tx, { userId: add.userId, variantId: add.variantId, quantity, note: add.note, now });
}

/**
 * Returns the quantity of the line after adding these pieces. Throws when it could not be bought. `userId` is null for
 * a visitor.
 */
export async function assertBuyable(
  db: Queryable,
  add: { userId: string | null; variantId: string; quantity: number },
): Promise<{ quantity: number; isNew: boolean }> {
  const offer = await findOffer(db, add.variantId, add.userId);
  if (!offer) throw new Refusal(requestRefusals.notFound);
  const quantity = (offer.in_cart ?? 0) + add.quantity;
  if (quantity > maxQuantity)
    throw new Refusal(cartRefusals.quantity, { quantity: [`Maksimal ${maxQuantity} untuk satu barang.`] });
  assertNoProblem({
    quantity,
    stock: offer.stock,
    minOrder: offer.min_order,
    onSale: offer.on_sale,
    onVacation: offer.on_vacation,
    own: offer.own,
  });
  return { quantity, isNew: offer.line_id === null };
}

const refusalOf = {
  own_product: cartRefusals.ownProduct,
  not_sold: cartRefusals.notSold,
  vacation: cartRefusals.shopOnVacation,
  out_of_stock: cartRefusals.outOfStock,
  short_stock: cartRefusals.outOfStock,
  below_minimum: cartRefusals.quantity,
} as const;

/** Throws when this line could not be bought, with a sentence for the quantity field. */
export function assertNoProblem(facts: Parameters<typeof lineProblem>[0]): void {
  const problem = lineProblem(facts);
  if (!problem) return;
  const aboutQuantity = problem === "short_stock" || problem === "below_minimum" || problem === "out_of_stock";
  throw new Refusal(refusalOf[problem], aboutQuantity ? { quantity: [problemText(problem, facts)] } : undefined);
}
