import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql, type Sql } from "#lib/database.ts";
import { addDuration, day } from "#lib/time.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeProduct, makeShop } from "../../../test/make/rows.ts";
import { reduction } from "../rules.ts";
import { reserveStock } from "../stock/reserve-stock.ts";
import { changeVariant } from "./change-variant.ts";
import { endOldReductions } from "./update-copies.ts";

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
    changes.push(changeVariant(context, shopId, taken, { stock: 0 }, context.clock.now()));
    await waiting(2);
  });
  await Promise.all(changes);
  const product = await context.db.row<{ in_stock: boolean }>(
    sql`select in_stock from products where id = ${productId}`,
  );
  expect(product?.in_stock).toBe(false);
});

describe("a price that a seller lowers", () => {
  const start = new Date("2026-11-02T03:00:00Z");
  const after = (days: number) => addDuration(start, days * day);
  async function onSale(price: number) {
    const { shopId } = await makeShop(context);
    const { productId, variantIds } = await makeProduct(context, shopId, { price });
    await context.db.run(sql`update products set on_sale_since = ${start} where id = ${productId}`);
    return {
      change: (to: number, at: Date) => changeVariant(context, shopId, variantIds[0] ?? "", { price: to }, at),
      set: (fields: Sql) => context.db.run(sql`update products set ${fields} where id = ${productId}`),
      former: async () =>
        (
          await context.db.row<{ strike_price: number | null }>(
            sql`select strike_price from products where id = ${productId}`,
          )
        )?.strike_price,
    };
  }

  test("shows the former one for thirty days, also when it falls further", async () => {
    const { change, former } = await onSale(100_000);
    await change(80_000, after(20));
    expect(await former()).toBe(100_000);
    await change(70_000, after(25));
    expect(await former()).toBe(100_000);
    await endOldReductions(context, addDuration(after(20), reduction.shownFor - 1));
    expect(await former()).toBe(100_000);
    await endOldReductions(context, addDuration(after(20), reduction.shownFor));
    expect(await former()).toBeNull();
  });

  test("ends also where more of them end than one statement takes", async () => {
    const sold = [await onSale(100_000), await onSale(50_000), await onSale(30_000)];
    for (const { change } of sold) await change(20_000, after(20));
    expect(await Promise.all(sold.map(({ former }) => former()))).toEqual([100_000, 50_000, 30_000]);
    await endOldReductions(context, addDuration(after(20), reduction.shownFor), 2);
    expect(await Promise.all(sold.map(({ former }) => former()))).toEqual([null, null, null]);
  });

  test("shows none when it was raised just before, and none after it is raised again", async () => {
    const { change, former } = await onSale(80_000);
    await change(120_000, after(20));
    await change(80_000, after(21));
    expect(await former()).toBeNull();
    await change(75_000, after(22));
    expect(await former()).toBe(80_000);
    await change(78_000, after(23));
    expect(await former()).toBeNull();
  });

  test("shows none while the product is new", async () => {
    const { change, former } = await onSale(100_000);
    await change(60_000, addDuration(start, reduction.minOnSale - 1));
    expect(await former()).toBeNull();
  });

  test("shows none for a price at which it was hidden, and none before it was on sale for two weeks", async () => {
    const { change, former, set } = await onSale(1_000_000);
    await set(sql`status = 'hidden'`);
    await change(100_000, after(20));
    expect(await former()).toBeNull();
    await set(sql`status = 'active', on_sale_since = ${after(21)}`);
    await change(90_000, after(34));
    expect(await former()).toBeNull();
    await change(80_000, after(36));
    expect(await former()).toBe(90_000);
  });

  test("is compared with the lowest price of the last thirty days only", async () => {
    const { change, former } = await onSale(50_000);
    await change(90_000, after(20));
    await change(60_000, addDuration(after(20), reduction.comparedWith - 1));
    expect(await former()).toBeNull();
    await change(90_000, addDuration(after(20), reduction.comparedWith - 1));
    const { change: changeOther, former: formerOther } = await onSale(50_000);
    await changeOther(90_000, after(20));
    await changeOther(60_000, addDuration(after(20), reduction.comparedWith));
    expect(await formerOther()).toBe(90_000);
  });
});
