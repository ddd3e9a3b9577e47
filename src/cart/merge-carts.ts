/**
 * Design note. At login the cart of the browser joins the user's cart, in the transaction that opens the session. So a
 * login either has both or neither, and two logins at once find the browser's cart once. The lines move with their ids,
 * notes and selection. Lines of a variant that is in both carts become one (rules.ts, `mergeLines`).
 *
 * The token gives no access to the user's cart: it still finds only the browser's cart, which is empty now. That cart
 * and the cookie remain a moment, because another tab may just be adding a line without the session. A user's next look
 * at the cart brings in what came after the login, and clears the cookie. Lines that do not fit into the user's cart
 * stay in the browser's too, and move in as soon as there is room.
 *
 * Not chosen: the cookie is cleared at login. The browser might get the reply to the other tab first and then forget
 * the cart that its line is in.
 *
 * Locks: the browser's cart, then the user's. Every other change locks one cart.
 */
import { hashToken } from "#accounts/session/session.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import type { AtLogin } from "#lib/http/endpoint.ts";
import { addDuration } from "#lib/time.ts";
import { clearCartCount, readCartCookie } from "./cart-cookie.ts";
import {
  deleteOtherLines,
  listMergeLines,
  lockCart,
  moveLines,
  moveRemovedLines,
  openUserCart,
  unselectLines,
  updateExpiry,
  updateMergedLines,
} from "./queries.ts";
import { mergedCartTtl, mergeLines } from "./rules.ts";

/**
 * Moves the lines of the browser's cart into the user's and returns how many did not fit. `isLogin` says that the user
 * logs in now (rules.ts).
 */
export async function mergeVisitorCart(
  tx: Tx,
  { userId, token, isLogin }: { userId: string; token: string; isLogin: boolean },
  now: Date,
): Promise<number> {
  const visitorCartId = await lockCart(tx, { tokenHash: hashToken(token), now }, now);
  if (!visitorCartId) return 0;
  const cartId = await openUserCart(tx, userId, now);
  const lines = await listMergeLines(tx, [cartId, visitorCartId]);
  const { moved, merged, left, unselectsOthers } = mergeLines(
    lines.filter((line) => line.cartId === cartId),
    lines.filter((line) => line.cartId === visitorCartId),
    isLogin,
  );
  if (unselectsOthers) await unselectLines(tx, cartId);
  await updateMergedLines(tx, cartId, merged);
  await moveLines(tx, { from: visitorCartId, to: cartId, lineIds: moved });
  await moveRemovedLines(tx, { from: visitorCartId, to: cartId });
  await deleteOtherLines(tx, visitorCartId, left);
  if (left.length === 0) await updateExpiry(tx, visitorCartId, addDuration(now, mergedCartTtl));
  return left.length;
}

/** Makes what the cart does when a user logs in: the browser's cart joins the user's. */
export function createMergeAtLogin({ config }: Pick<Context, "config">): AtLogin {
  return async (tx, { userId, request, reply, now }) => {
    const token = readCartCookie({ config }, request);
    if (token === undefined) return () => {};
    await mergeVisitorCart(tx, { userId, token, isLogin: true }, now);
    return () => clearCartCount({ config }, reply);
  };
}
