import { randomUUID } from "node:crypto";
import { expect } from "vitest";

import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import type { Quote } from "../../src/orders/checkout/contract.ts";
import type { Client, makeShopApi } from "./checkout.ts";
import { makeAddress, makeProduct, makeUser } from "./rows.ts";

export type Buyer = { id: string; addressId: string; call: Client };

/** Steps that tests of the checkout repeat. Products belong to `shopId` unless a test names another shop. */
export function makeBuying(context: Context, api: Awaited<ReturnType<typeof makeShopApi>>, shopId: string) {
  return {
    async buyer(): Promise<Buyer> {
      const id = await makeUser(context);
      return { id, addressId: await makeAddress(context, id), call: await api.as(id) };
    },
    async variant(fields: Parameters<typeof makeProduct>[2] = {}, ofShop = shopId): Promise<string> {
      return (await makeProduct(context, ofShop, fields)).variantIds[0] ?? "";
    },
    async quoteOf({ call }: Pick<Buyer, "call">, choice: object = {}): Promise<Quote> {
      const { status, body } = await call("POST", "/v1/checkout/quote", choice);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.result;
    },
    pay({ call, addressId }: Buyer, quote: { quote_id: string }, more: object = {}, key: string = randomUUID()) {
      const body = { quote_id: quote.quote_id, address_id: addressId, shipping: {}, payment_method: "va_bca", ...more };
      return call("POST", "/v1/checkout", body, { "idempotency-key": key });
    },
    async count(table: "orders" | "checkouts" | "payments", buyerId: string): Promise<number> {
      const counted = {
        orders: sql`select count(*)::int as count from orders where buyer_id = ${buyerId}`,
        checkouts: sql`select count(*)::int as count from checkouts where buyer_id = ${buyerId}`,
        payments: sql`select count(*)::int as count from payments where buyer_id = ${buyerId}`,
      }[table];
      return (await context.db.row<{ count: number }>(counted))?.count ?? -1;
    },
    async stockOf(variantId: string): Promise<number | undefined> {
      return (await context.db.row<{ stock: number }>(sql`select stock from variants where id = ${variantId}`))?.stock;
    },
  };
}
