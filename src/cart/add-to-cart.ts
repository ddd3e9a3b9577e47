import type { Database, Queryable, Tx } from "#lib/database.ts";
import { alreadyChecked, type SessionCheck } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { cartRefusals, type Cart } from "./contract.ts";
import {
  addPiecesAtCommit,
  countLines,
  findOffer,
  listLinesAtCommit,
  openUserCart,
  openUserCartAtCommit,
  saveLineAtCommit,
  type CartRef,
  type LineRow,
} from "./queries.ts";
import { rememberShopsOfCart } from "./recent-shops.ts";
import { maxCartLines, lineProblem, maxQuantity, problemText } from "./rules.ts";
import { cartOf } from "./view-cart.ts";

type CartAddition = { variantId: string; quantity: number; note?: string | undefined };

/**
 * Adds pieces of a variant to a user's cart and selects the line. Refuses a line that could not be bought: not on sale,
 * the user's own product, a shop on vacation, more than the stock or maxQuantity, less than the minimum order, or more
 * than maxCartLines lines. Returns the cart as it is then.
 */
export async function addToCart(
  db: Database,
  add: CartAddition & { userId: string; session?: SessionCheck },
  now: Date,
): Promise<Cart> {
  // The cart is locked first, and named by its user, so that all statements leave in one packet.
  const { userId, session = alreadyChecked } = add;
  const cartAfter = (rows: readonly LineRow[]) => {
    rememberShopsOfCart(userId, rows);
    return cartOf(rows);
  };
  const { added, lines } = await db.transaction(async (tx) => {
    session.requireAtCommit(tx);
    openUserCartAtCommit(tx, userId, now);
    return { added: addPiecesAtCommit(tx, { ...add, now }), lines: listLinesAtCommit(tx, { userId }) };
  });
  if (await added) return cartAfter(await lines);
  // Something may be against it. These steps know what, and refuse.
  const stored = await db.transaction(async (tx) => {
    const cart = { cartOf: userId };
    await Promise.all([openUserCart(tx, userId, now), addLine(tx, { cart, userId }, add, now)]);
    return { lines: listLinesAtCommit(tx, { userId }) };
  });
  return cartAfter(await stored.lines);
}

/**
 * Adds pieces to a cart that the caller has locked. `userId` is null for a visitor's cart. Refuses as {@link addToCart}
 * does.
 */
export async function addLine(
  tx: Tx,
  { cart, userId }: { cart: CartRef; userId: string | null },
  { variantId, quantity: more, note }: CartAddition,
  now: Date,
): Promise<void> {
  const [{ quantity, isNew }, lines] = await Promise.all([
    assertBuyable(tx, { cart, userId, variantId, quantity: more }),
    countLines(tx, cart),
  ]);
  if (isNew && lines >= maxCartLines) throw new Refusal(cartRefusals.full);
  saveLineAtCommit(tx, { cart, variantId, quantity, note, now });
}

/**
 * Returns the quantity of the line after adding these pieces. Refuses when it could not be bought. `userId` is null for
 * a visitor.
 */
export async function assertBuyable(
  db: Queryable,
  add: { userId: string | null; cart: CartRef; variantId: string; quantity: number },
): Promise<{ quantity: number; isNew: boolean }> {
  const offer = await findOffer(db, add.variantId, add);
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

/** Refuses when this line could not be bought, with a sentence for the quantity field. */
export function assertNoProblem(facts: Parameters<typeof lineProblem>[0]): void {
  const problem = lineProblem(facts);
  if (!problem) return;
  const aboutQuantity = problem === "short_stock" || problem === "below_minimum" || problem === "out_of_stock";
  throw new Refusal(refusalOf[problem], aboutQuantity ? { quantity: [problemText(problem, facts)] } : undefined);
}
