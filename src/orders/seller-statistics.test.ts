import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeContext } from "../../test/make/context.ts";
import { makePaidOrder } from "../../test/make/orders.ts";
import { makeShop } from "../../test/make/rows.ts";
import { ordersUnderWay } from "#payments/settlement/expected-share.ts";
import { sellerSummary } from "./seller-statistics.ts";

let context: Awaited<ReturnType<typeof makeContext>>;

beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

test("a seller's revenue is that of the last 30 days and the 30 before; an order counts on the day in Jakarta on which it was completed", async () => {
  const shop = await makeShop(context);
  const { orderId } = await makePaidOrder(context, { shops: [shop] });
  const completions = [
    // The last second of a day in Jakarta, and the first moment of the next one.
    "2026-11-20T16:59:59.999Z",
    "2026-11-20T17:00:00.000Z",
    "2026-11-21T03:00:00.000Z",
    // Today.
    "2026-11-24T01:00:00.000Z",
    // The first day of the 30, the last of the 30 before, the first of these, and the last moment that is too old.
    "2026-10-25T17:00:00.000Z",
    "2026-10-25T16:59:59.999Z",
    "2026-09-25T17:00:00.000Z",
    "2026-09-25T16:59:59.999Z",
  ];
  const undone = new Error("the copies are not stored");
  const storing = context.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'status', 'completed',
        'invoice', 'INV/20260101/' || upper(left(md5(n::text), 16)), 'completed_at', at, 'due_at', null, 'expected_share', null, 'settled_at', at))).*
      from orders o, unnest(${completions}::timestamptz[]) with ordinality c (at, n) where o.id = ${orderId}`);
    const {
      days,
      month,
      month_before: before,
    } = await sellerSummary(tx, shop.shopId, new Date("2026-11-24T02:00:00Z"));
    expect(days).toHaveLength(30);
    const price = 50_000;
    expect(days.filter(({ revenue }) => revenue > 0)).toEqual([
      { day: "2026-10-26", revenue: price },
      { day: "2026-11-20", revenue: price },
      { day: "2026-11-21", revenue: 2 * price },
      { day: "2026-11-24", revenue: price },
    ]);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(["2026-10-26", "2026-11-24"]);
    expect([month, before]).toEqual([
      { orders: 5, revenue: 5 * price },
      { orders: 2, revenue: 2 * price },
    ]);
    throw undone;
  });
  await expect(storing).rejects.toBe(undone);
});

test("what orders under way will bring the seller is the same whether it is stored or computed", async () => {
  const shop = await makeShop(context);
  for (let made = 0; made < 2; made += 1) await makePaidOrder(context, { shops: [shop] });
  const shares = async () => {
    const rows = await context.db.rows<{ share: number }>(
      sql`select o.share::bigint from ${ordersUnderWay(shop.shopId)} o`,
    );
    return rows.map(({ share }) => share);
  };
  const stored = await shares();
  expect(stored).toHaveLength(2);
  const cleared = await context.db.run(sql`
    update orders set expected_share = null where id = (select min(id::text)::uuid from orders where shop_id = ${shop.shopId}) and expected_share is not null`);
  expect(cleared).toBe(1);
  expect(await shares()).toEqual(stored);
  expect((await sellerSummary(context.db, shop.shopId, new Date())).pending).toBe(
    stored.reduce((all, one) => all + one, 0),
  );
});
