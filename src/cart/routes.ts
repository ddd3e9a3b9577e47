import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hashToken } from "#accounts/session/session.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addToCart } from "./add-to-cart.ts";
import { addToVisitorCart } from "./add-to-visitor-cart.ts";
import { clearCartCookies, readCartCookie, setCartCookies } from "./cart-cookie.ts";
import { changeLine } from "./change-line.ts";
import { cartEndpoints, type Cart } from "./contract.ts";
import { findCartOwner } from "./find-cart-owner.ts";
import { listCartVouchers } from "./list-vouchers.ts";
import { mergeVisitorCart } from "./merge-carts.ts";
import { extendVisitorCart } from "./queries.ts";
import { isVisitorCartOpen, type CartOwner } from "./rules.ts";
import { removeLine } from "./remove-lines.ts";
import { restoreLine } from "./restore-line.ts";
import { selectLines } from "./select-lines.ts";
import { emptyCart, viewCart } from "./view-cart.ts";

type Caller = { actor: Pick<Actor, "userId"> | null; request: FastifyRequest; reply: FastifyReply; now: Date };

/**
 * `/v1` endpoints of the cart: the user's, and without a session that of the browser. Each returns the whole cart, so
 * that a client never needs a second request.
 */
export function cartRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  /** Refuses with `request.not_found` when the caller has no cart, because then it has no such line. */
  function requireOwner(caller: Caller): CartOwner {
    const owner = findCartOwner(context, caller);
    if (!owner) throw new Refusal(requestRefusals.notFound);
    return owner;
  }

  /** The cart as it is now. `token` is that of the browser's cart. */
  async function showCart(
    { actor, request, reply, now }: Caller,
    token = readCartCookie(context, request),
  ): Promise<Cart> {
    if (actor) {
      const { userId } = actor;
      // Lines that did not fit at the login, or that another tab added at the same moment.
      const waiting = token
        ? await db.transaction((tx) => mergeVisitorCart(tx, { userId, token, isLogin: false }, now))
        : 0;
      if (token && waiting === 0) clearCartCookies(context, reply);
      return { ...(await viewCart(db, { userId })), waiting };
    }
    if (token === undefined) return emptyCart;
    const tokenHash = hashToken(token);
    await extendVisitorCart(db, tokenHash, now);
    const cart = await viewCart(db, { tokenHash, now });
    setCartCookies(context, reply, { token, lines: cart.shops.flatMap((shop) => shop.lines).length });
    return cart;
  }

  async function answer(caller: Caller, message: string, token?: string) {
    return { success: true as const, message, data: await showCart(caller, token) };
  }

  serve(app, context, cartEndpoints, {
    "GET /v1/cart": async (caller) => {
      findCartOwner(context, caller);
      return { success: true, result: await showCart(caller) };
    },
    "GET /v1/cart/vouchers": async (caller) => {
      const owner = findCartOwner(context, caller);
      return { success: true, result: owner ? await listCartVouchers(context, owner, caller.now) : [] };
    },
    "POST /v1/cart/lines": async ({ body, session, ...caller }) => {
      const { actor, request, now } = caller;
      const line = { variantId: body.variant_id, quantity: body.quantity, note: body.note };
      const message = "Barang masuk ke keranjang.";
      if (actor) {
        const cart = await addToCart(db, { userId: actor.userId, session, ...line }, now);
        const hasWaiting = readCartCookie(context, request) !== undefined;
        return hasWaiting ? answer(caller, message) : { success: true, message, data: cart };
      }
      // A browser whose session has ended adds as a visitor; the next login brings the line into the user's cart.
      if (request.headers.authorization !== undefined || !isVisitorCartOpen())
        throw new Refusal(sessionRefusals.required);
      return answer(caller, message, await addToVisitorCart(context, line, caller));
    },
    "PUT /v1/cart/lines/:lineId": async ({ params, body, ...caller }) => {
      await changeLine(db, { owner: requireOwner(caller), lineId: params.lineId, ...body }, caller.now);
      return answer(caller, "Keranjang diperbarui.");
    },
    "PUT /v1/cart/selection": async ({ body, ...caller }) => {
      const { line_ids: lineIds, shop_id: shopId, selected, only = false } = body;
      const owner = findCartOwner(context, caller);
      if (owner) await selectLines(db, owner, { lineIds, shopId, selected, only }, caller.now);
      return answer(caller, "Pilihan diperbarui.");
    },
    "DELETE /v1/cart/lines/:lineId": async ({ params, ...caller }) => {
      await removeLine(db, { owner: requireOwner(caller), lineId: params.lineId }, caller.now);
      return answer(caller, "Barang dihapus dari keranjang.");
    },
    "POST /v1/cart/lines/:lineId/restore": async ({ params, ...caller }) => {
      await restoreLine(db, { owner: requireOwner(caller), lineId: params.lineId }, caller.now);
      return answer(caller, "Barang kembali ke keranjang.");
    },
  });
}
