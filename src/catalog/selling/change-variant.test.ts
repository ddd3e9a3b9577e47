import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeProduct, makeShop } from "../../../test/make/rows.ts";
import { reserveStock } from "../stock/reserve-stock.ts";
import { changeVariant } from "./change-variant.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

/** Waits until this many connections wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const row = await context.db.row<{ n: number }>(sql`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return row?.n;
    })
    .toBe(count);

test("a product whose last two variants go at the same moment, one sold and one taken out of stock, is out of stock", async () => {
  const { shopId } = await makeShop(context);
  const { productId, variantIds } = await makeProduct(context, shopId, {
    variants: [
      { option: "S", price: 10_000, stock: 1 },
      { option: "M", price: 10_000, stock: 1 },
    ],
  });
  const [sold = "", taken = ""] = variantIds;
  // Both wait for the product, the order first, so that each changed its variant before the other was committed.
  const changes: Promise<unknown>[] = [];
  await context.db.transaction(async (tx) => {
    await tx.run(sql`select from products where id = ${productId} for update`);
    changes.push(context.db.transaction((other) => reserveStock(other, [{ variantId: sold, quantity: 1 }])));
    await waiting(1);
    changes.push(changeVariant(context, shopId, taken, { stock: 0 }));
    await waiting(2);
  });
  await Promise.all(changes);
  const product = await context.db.row<{ in_stock: boolean }>(
    sql`select in_stock from products where id = ${productId}`,
  );
  expect(product?.in_stock).toBe(false);
});
