import type { FastifyReply, FastifyRequest } from "fastify";
import { limitAttempts, tooManyAttempts } from "#accounts/attempts/count-attempts.ts";
import { hashToken } from "#accounts/session/session.ts";
import type { Context } from "#lib/context.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { addLine, assertBuyable } from "./add-to-cart.ts";
import { createCartToken, readCartCookie } from "./cart-cookie.ts";
import { cartRefusals } from "./contract.ts";
import { insertVisitorCart, lockCart } from "./queries.ts";
import { newVisitorCarts } from "./rules.ts";

/**
 * Adds pieces of a variant to the cart of a visitor's browser. Without a cart, creates one, so a visitor who only looks
 * has none. Returns the token of the cart. Refuses as `addToCart` does, and with `cart.too_many_carts` when the network
 * has started too many.
 */
export async function addToVisitorCart(
  context: Pick<Context, "db" | "config">,
  line: { variantId: string; quantity: number; note?: string | undefined },
  { request, reply, now }: { request: FastifyRequest; reply: FastifyReply; now: Date },
): Promise<string> {
  const { db } = context;
  const token = readCartCookie(context, request);
  const isAdded =
    token !== undefined &&
    (await db.transaction(async (tx) => {
      const cartId = await lockCart(tx, { tokenHash: hashToken(token), now }, now);
      if (cartId) await addLine(tx, { cart: { cartId }, userId: null }, line, now);
      return cartId !== undefined;
    }));
  if (isAdded) return token;
  // Checked before the limit counts it: a refused line starts no cart.
  await assertBuyable(db, { ...line, userId: null, cart: { cartId: null } });
  const wait = await limitAttempts(context, "visitor cart", newVisitorCarts).consume(clientNetwork(request.ip), now);
  if (wait > 0) throw tooManyAttempts(reply, wait, cartRefusals.tooManyCarts);
  const newToken = createCartToken();
  await db.transaction(async (tx) => {
    const cartId = await insertVisitorCart(tx, hashToken(newToken), now);
    await addLine(tx, { cart: { cartId }, userId: null }, line, now);
  });
  return newToken;
}
