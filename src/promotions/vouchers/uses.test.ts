import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makePlacedOrder, type MadeOrder } from "../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { makeVoucher, type VoucherFields } from "../../../test/make/vouchers.ts";
import { adjustCashback, issueCashback } from "./issue-cashback.ts";
import { markVouchersUsed, releaseVouchers, reserveVouchers } from "./reserve-vouchers.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let shop: Awaited<ReturnType<typeof makeShop>>;
beforeAll(async () => {
  context = await makeContext();
  shop = await makeShop(context);
});
afterAll(() => context.close());

// A listed voucher would be used by the orders of the tests themselves.
const makeHidden = (fields: VoucherFields = {}) => makeVoucher(context, { ...fields, isListed: false });
const now = () => context.clock.now();

/** Uses a voucher in an order that is placed already. Resolves to whether it was reserved. */
async function reserve(order: MadeOrder, voucherId: string, amount = 10_000): Promise<boolean> {
  const use = { voucherId, amount, shares: [{ orderId: order.orderId, amount }] };
  try {
    await context.db.transaction((tx) =>
      reserveVouchers(tx, { checkoutId: order.checkoutId, buyerId: order.buyerId, uses: [use], now: now() }),
    );
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "vouchers.used_up") return false;
    throw error;
  }
}
const release = (orderIds: readonly string[]) => context.db.transaction((tx) => releaseVouchers(tx, orderIds, now()));
const close = (orderId: string, status: string) =>
  sql`update orders set status = ${status}, due_at = null where id = ${orderId}`;
const setStatus = (orderId: string, status: string) => context.db.run(close(orderId, status));
async function usesOf(voucherId: string): Promise<{ counted: number; states: string[] }> {
  const row = await context.db.row<{ counted: number; states: string[] }>(sql`
    select used as counted, array(select state from voucher_uses where voucher_id = v.id order by reserved_at, id) as states
    from vouchers v where id = ${voucherId}`);
  return row ?? { counted: -1, states: [] };
}

test("a voucher with one use is reserved by one of twenty checkouts at the same moment", async () => {
  const { id } = await makeHidden({ quota: 1 });
  const orders = await Promise.all(
    Array.from({ length: 20 }, () => makePlacedOrder(context, { shops: [shop], stock: 5 })),
  );
  const reserved = await Promise.all(orders.map((order) => reserve(order, id)));
  expect(reserved.filter(Boolean)).toHaveLength(1);
  expect(await usesOf(id)).toEqual({ counted: 1, states: ["reserved"] });
});

test("a buyer uses a voucher as often as it allows, also in ten transactions at once without a lock on the buyer", async () => {
  const buyerId = await makeUser(context);
  const { id } = await makeHidden({ quota: 100, perBuyer: 3 });
  const orders: MadeOrder[] = [];
  for (let at = 0; at < 10; at += 1) orders.push(await makePlacedOrder(context, { shops: [shop], buyerId }));
  await Promise.all(orders.map((order) => reserve(order, id)));
  for (const order of orders) if ((await usesOf(id)).counted < 3) await reserve(order, id);
  expect((await usesOf(id)).counted).toBe(3);
  const refused = await Promise.all(orders.map((order) => reserve(order, id)));
  expect(refused).not.toContain(true);
});

test.each([
  ["stopped", sql`update vouchers set state = 'stopped', stopped_at = now()`],
  ["ended", sql`update vouchers set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'`],
  ["not begun", sql`update vouchers set starts_at = now() + interval '12 hours'`],
])("a voucher that is %s is not reserved, and its counter stays", async (_name, change) => {
  const order = await makePlacedOrder(context, { shops: [shop] });
  const { id } = await makeHidden();
  await context.db.run(sql`${change} where id = ${id}`);
  expect(await reserve(order, id)).toBe(false);
  expect(await usesOf(id)).toEqual({ counted: 0, states: [] });
});

test("the personal voucher of another buyer is not reserved", async () => {
  const order = await makePlacedOrder(context, { shops: [shop] });
  const { id } = await makeHidden({ buyerId: await makeUser(context), quota: 1 });
  expect(await reserve(order, id)).toBe(false);
});

test("a voucher is released once, when every order that it lowered is cancelled or refunded", async () => {
  const order = await makePlacedOrder(context, { shops: [shop, await makeShop(context)] });
  const [first = "", second = ""] = order.orderIds;
  const { id } = await makeHidden({ quota: 1 });
  const use = {
    voucherId: id,
    amount: 10_000,
    shares: [
      { orderId: first, amount: 4_000 },
      { orderId: second, amount: 6_000 },
    ],
  };
  await context.db.transaction((tx) =>
    reserveVouchers(tx, { checkoutId: order.checkoutId, buyerId: order.buyerId, uses: [use], now: now() }),
  );
  await context.db.transaction((tx) => markVouchersUsed(tx, order.checkoutId, now()));
  await setStatus(first, "cancelled");
  await release([first]);
  expect(await usesOf(id)).toEqual({ counted: 1, states: ["used"] });
  await setStatus(second, "refunded");
  await Promise.all([release([second]), release([first, second]), release([second])]);
  expect(await usesOf(id)).toEqual({ counted: 0, states: ["released"] });
  const again = await makePlacedOrder(context, { shops: [shop], buyerId: order.buyerId });
  expect(await reserve(again, id)).toBe(true);
});

test("two orders of one checkout that are cancelled at the same moment release their voucher once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await makePlacedOrder(context, { shops: [shop, await makeShop(context)] });
    const { id } = await makeHidden();
    const shares = order.orderIds.map((orderId) => ({ orderId, amount: 5_000 }));
    await context.db.transaction((tx) =>
      reserveVouchers(tx, {
        checkoutId: order.checkoutId,
        buyerId: order.buyerId,
        uses: [{ voucherId: id, amount: 10_000, shares }],
        now: now(),
      }),
    );
    await Promise.all(
      order.orderIds.map((orderId) =>
        context.db.transaction(async (tx) => {
          await tx.run(close(orderId, "cancelled"));
          await releaseVouchers(tx, [orderId], now());
        }),
      ),
    );
    expect(await usesOf(id)).toEqual({ counted: 0, states: ["released"] });
  }
});

test("the database refuses more uses than the quota", async () => {
  const { id } = await makeHidden({ quota: 1 });
  await expect(context.db.run(sql`update vouchers set used = 2 where id = ${id}`)).rejects.toThrow(/check/);
});

test("a cashback becomes a voucher for its buyer alone, once, in proportion to what the buyer keeps", async () => {
  const order = await makePlacedOrder(context, { shops: [shop] });
  const { id } = await makeHidden({ kind: "cashback", maxAmount: 5_000, shopId: shop.shopId });
  await reserve(order, id, 5_000);
  await context.db.transaction((tx) => markVouchersUsed(tx, order.checkoutId, now()));
  await context.db.run(sql`update order_lines set refunded = 30000 where order_id = ${order.orderId}`);
  const issue = () => context.db.transaction((tx) => issueCashback(tx, order.orderId, now()));
  await Promise.all([issue(), issue()]);
  const personal = await context.db.rows<{ amount: number; shop: string; days: number }>(sql`
    select max_amount as amount, shop_id as shop, extract(day from ends_at - starts_at)::int as days from vouchers where buyer_id = ${order.buyerId}`);
  expect(personal).toEqual([{ amount: 2_000, shop: shop.shopId, days: 30 }]);
  const told = await context.db.rows<{ title: string; description: string }>(
    sql`select title, description from notifications where user_id = ${order.buyerId} and title like 'Cashback%'`,
  );
  expect(told).toMatchObject([{ title: "Cashback Rp2.000 untuk Anda" }]);
});

test("a cashback is not issued for an unpaid order, nor when less than Rp100 is left of it", async () => {
  const order = await makePlacedOrder(context, { shops: [shop] });
  const { id } = await makeHidden({ kind: "cashback", maxAmount: 5_000 });
  await reserve(order, id, 5_000);
  const issue = async (kept: number) => {
    await context.db.run(sql`update order_lines set refunded = ${50_000 - kept} where order_id = ${order.orderId}`);
    await context.db.transaction((tx) => issueCashback(tx, order.orderId, now()));
  };
  await issue(50_000);
  await context.db.transaction((tx) => markVouchersUsed(tx, order.checkoutId, now()));
  await issue(900);
  await issue(0);
  expect(await context.db.rows(sql`select 1 from vouchers where buyer_id = ${order.buyerId}`)).toEqual([]);
});

describe("a refund after completion", () => {
  /** A completed order with a cashback of Rp5.000. */
  async function makeCashback() {
    const order = await makePlacedOrder(context, { shops: [shop] });
    const { id } = await makeHidden({ kind: "cashback", maxAmount: 5_000 });
    await reserve(order, id, 5_000);
    await context.db.transaction((tx) => markVouchersUsed(tx, order.checkoutId, now()));
    await context.db.transaction((tx) => issueCashback(tx, order.orderId, now()));
    const refund = async (refunded: number) => {
      await context.db.run(sql`update order_lines set refunded = ${refunded} where order_id = ${order.orderId}`);
      await context.db.transaction((tx) => adjustCashback(tx, order.orderId, now()));
    };
    const personal = () =>
      context.db.row<{ id: string; amount: number; state: string }>(
        sql`select id, max_amount as amount, state from vouchers where buyer_id = ${order.buyerId}`,
      );
    return { order, refund, personal };
  }

  test("lowers an unused cashback to what the buyer keeps, and ends it when nothing is left", async () => {
    const { order, refund, personal } = await makeCashback();
    await refund(20_000);
    expect(await personal()).toMatchObject({ amount: 3_000, state: "active" });
    await refund(0);
    expect(await personal()).toMatchObject({ amount: 5_000, state: "active" });
    await refund(50_000);
    await refund(50_000);
    expect(await personal()).toMatchObject({ state: "stopped" });
    const told = await context.db.rows<{ title: string }>(
      sql`select title from notifications where user_id = ${order.buyerId} order by id desc limit 1`,
    );
    expect(told).toEqual([{ title: "Voucher cashback berakhir" }]);
  });

  test("ends a cashback that an unpaid purchase holds, so that it is not free again when that purchase is cancelled", async () => {
    const { order, refund, personal } = await makeCashback();
    const next = await makePlacedOrder(context, { shops: [shop], buyerId: order.buyerId });
    const voucherId = (await personal())?.id ?? "";
    // The purchase has taken the buyer's own voucher.
    expect(await usesOf(voucherId)).toMatchObject({ states: ["reserved"] });
    await refund(20_000);
    expect(await personal()).toMatchObject({ amount: 5_000, state: "stopped" });
    await setStatus(next.orderId, "cancelled");
    await release([next.orderId]);
    expect(await reserve(await makePlacedOrder(context, { shops: [shop], buyerId: order.buyerId }), voucherId)).toBe(
      false,
    );
  });

  test("leaves a cashback that was used to its bearer", async () => {
    const { order, refund, personal } = await makeCashback();
    const next = await makePlacedOrder(context, { shops: [shop], buyerId: order.buyerId });
    await context.db.transaction((tx) => markVouchersUsed(tx, next.checkoutId, now()));
    const before = await personal();
    expect(await usesOf(before?.id ?? "")).toMatchObject({ states: ["used"] });
    await refund(50_000);
    expect(await personal()).toEqual(before);
  });
});
