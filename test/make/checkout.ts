import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";

import { hashToken } from "../../src/accounts/session/session.ts";
import type { Cart } from "../../src/cart/contract.ts";
import { cartRoutes } from "../../src/cart/routes.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import type { Quote } from "../../src/orders/checkout/contract.ts";
import type { PlacedCheckout } from "../../src/orders/checkout/place-order.ts";
import type { ShippingOption } from "../../src/shipping/provider.ts";
import { shippingRoutes } from "../../src/shipping/routes.ts";

/** The response bodies of all calls of a purchase in one type. A test reads only the fields of its call. */
export type Body = {
  success: boolean;
  code: string;
  message: string;
  data: Cart & PlacedCheckout & { repeated: boolean };
  result: Cart & Quote & ShippingOption[];
  quote: Quote;
};

export type Client = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: Body }>;

/** The API of shipping and cart, and of the slices in `more`, without pages. */
export async function makeShopApi(
  context: Context,
  more: readonly ((app: FastifyInstance, context: Context) => void)[] = [],
): Promise<{
  /** A client with a new session of this user, or without one. */
  as(userId: string | null): Promise<Client>;
  withToken(token: string): Client;
  /** A browser that always sends these cookies. */
  withCookie(cookie: string): Client;
  close(): Promise<void>;
}> {
  const app = await createHttp(context);
  for (const register of [shippingRoutes, cartRoutes, ...more])
    await app.register(async (scope) => register(scope, context));
  await app.ready();
  function withHeaders(own: Record<string, string>): Client {
    return async (method, url, body, headers = {}) => {
      const response = await app.inject({
        method,
        url,
        headers: {
          ...own,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: response.statusCode, body: response.json<Body>() };
    };
  }
  const withToken = (token: string) => withHeaders({ authorization: `Bearer ${token}` });
  return {
    as: async (userId) => (userId ? withToken(await makeSession(context, userId)) : withHeaders({})),
    withToken,
    withCookie: (cookie) => withHeaders({ cookie, "sec-fetch-site": "same-origin" }),
    close: () => app.close(),
  };
}

/** Creates a session for a user, with the second factor if they have one. Returns its token. */
export async function makeSession(context: Context, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await context.db.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, authenticated_at, expires_at, ends_at, second_factor)
    values (${hashToken(token)}, ${userId}, now(), now(), now(), now() + interval '14 days', now() + interval '90 days',
      exists (select from second_factors where user_id = ${userId}))`);
  return token;
}

/** Inserts a selected line into a user's cart without checking any rule. Returns its id. */
export async function makeCartLine(context: Context, userId: string, variantId: string, quantity = 1): Promise<string> {
  const row = await context.db.row<{ id: string }>(sql`
    with cart as (
      insert into carts (user_id, created_at, updated_at) values (${userId}, now(), now())
      on conflict (user_id) do update set updated_at = excluded.updated_at returning id
    )
    insert into cart_lines (cart_id, variant_id, quantity, created_at) select id, ${variantId}, ${quantity}, now() from cart returning id`);
  if (!row) throw new Error("no line");
  return row.id;
}
