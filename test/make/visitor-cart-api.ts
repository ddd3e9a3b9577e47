import { hashPassword } from "../../src/accounts/password/hash-password.ts";
import { accountRoutes } from "../../src/accounts/routes.ts";
import type { Cart } from "../../src/cart/contract.ts";
import { cartRoutes } from "../../src/cart/routes.ts";
import { sql } from "../../src/lib/database.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import { makeContext } from "./context.ts";
import { makeProduct, makeShop, makeUser } from "./rows.ts";
import type { Visitor } from "../spec/make-market.ts";

/** The password of all buyers. */
export const password = "kebun-teh-di-lereng-7";

/** Puts a variant into the cart of a browser. */
export const addToCart = (visitor: Visitor, variantId: string, quantity = 1, note?: string) =>
  visitor.call("POST", "/v1/cart/lines", { variant_id: variantId, quantity, ...(note === undefined ? {} : { note }) });

export const linesOf = (cart: Cart) => cart.shops.flatMap((one) => one.lines);
/** The cart as its browser shows it. */
export const cartOf = async (visitor: Visitor): Promise<Cart> =>
  (await visitor.call("GET", "/v1/cart")).body.result as Cart;

/** The value of a cookie that a response sets. */
export function setCookieOf(headers: Record<string, unknown>, name: string): string | undefined {
  const all = [headers["set-cookie"] ?? []].flat() as string[];
  return all.find((one) => one.startsWith(`${name}=`));
}

/** A site with logins and carts, a shop, and readers of what carts hold. */
export async function makeVisitorCartApi() {
  const context = await makeContext({ LIMIT_FACTOR: "10000" });
  const app = await createHttp(context);
  for (const register of [accountRoutes, cartRoutes]) await app.register(async (scope) => register(scope, context));
  await app.ready();
  const shop = await makeShop(context);
  const passwordHash = await hashPassword(password);

  async function makeBuyer(
    id?: string,
  ): Promise<{ id: string; email: string; logIn(visitor: Visitor): Promise<number> }> {
    const userId = id ?? (await makeUser(context));
    const row = await context.db.row<{ email: string }>(
      sql`update users set password_hash = ${passwordHash} where id = ${userId} returning email`,
    );
    const email = row?.email ?? "";
    return {
      id: userId,
      email,
      logIn: async (visitor) => (await visitor.call("POST", "/v1/auth/login", { email, password })).status,
    };
  }

  async function makeVariant(fields: Parameters<typeof makeProduct>[2] = {}, shopId = shop.shopId): Promise<string> {
    return (await makeProduct(context, shopId, fields)).variantIds[0] ?? "";
  }

  /** What the database holds of a user's cart, by variant. */
  async function stored(
    userId: string,
  ): Promise<Record<string, { quantity: number; note: string; selected: boolean }>> {
    const rows = await context.db.rows<{ variant: string; quantity: number; note: string; selected: boolean }>(sql`
      select l.variant_id as variant, l.quantity, l.note, l.selected
      from carts c join cart_lines l on l.cart_id = c.id where c.user_id = ${userId}`);
    return Object.fromEntries(rows.map(({ variant, ...line }) => [variant, line]));
  }

  async function countVisitorCarts(): Promise<number> {
    const row = await context.db.row<{ n: number }>(sql`select count(*)::int as n from carts where user_id is null`);
    return row?.n ?? -1;
  }

  const close = async () => {
    await app.close();
    await context.close();
  };
  return { context, app, shop, makeBuyer, makeVariant, stored, countVisitorCarts, close };
}
