import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makePlacedOrder } from "../../../test/make/orders.ts";
import { makeShop } from "../../../test/make/rows.ts";
import { maxSearchedOrders } from "../rules.ts";
import { listOrdersOfShop } from "./queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;

beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

test("a seller finds one of the newest 1,000 orders by a part of it, and an older one by its whole number", async () => {
  const shop = await makeShop(context);
  const { orderId } = await makePlacedOrder(context, { shops: [shop] });
  const other = await makePlacedOrder(context);
  const found: string[][] = [];
  const undone = new Error("the copies are not stored");
  const storing = context.db.transaction(async (tx) => {
    const newer = (count: number) =>
      tx.run(sql`
        insert into orders select (jsonb_populate_record(o, jsonb_build_object(
          'id', gen_random_uuid(), 'invoice', 'INV/20260101/' || upper(left(md5(n || ' of ' || ${count}::text), 16)), 'created_at', o.created_at + n * interval '1 second'))).*
        from orders o, generate_series(1, ${count}::int) n where o.id = ${orderId}`);
    const row = await tx.row<{ invoice: string }>(sql`select invoice from orders where id = ${orderId}`);
    const invoice = row?.invoice ?? "";
    const search = async (shopId: string, q: string, status?: "awaiting_payment" | "completed") => {
      const rows = await listOrdersOfShop(tx, shopId, { q, status, limit: 5 });
      found.push(rows.map(({ id }) => id));
    };
    await newer(maxSearchedOrders - 1);
    await search(shop.shopId, invoice.slice(2).toLowerCase());
    await newer(1);
    await search(shop.shopId, invoice.slice(2).toLowerCase());
    await search(shop.shopId, invoice.toLowerCase());
    await search(shop.shopId, invoice, "awaiting_payment");
    await search(shop.shopId, invoice, "completed");
    const otherShop = await tx.row<{ id: string }>(sql`select shop_id as id from orders where id = ${other.orderId}`);
    await search(otherShop?.id ?? "", invoice);
    throw undone;
  });
  await expect(storing).rejects.toBe(undone);
  expect(found).toEqual([[orderId], [], [orderId], [orderId], [], []]);
});
