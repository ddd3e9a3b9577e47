import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql, type Sql } from "#lib/database.ts";
import { makeBuying } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShop } from "../../../test/make/rows.ts";
import { makeVoucher } from "../../../test/make/vouchers.ts";
import { checkoutRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let { buyer, variant, quoteOf, pay, count, stockOf } = {} as ReturnType<typeof makeBuying>;

beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [checkoutRoutes]);
  const { shopId } = await makeShop(context);
  ({ buyer, variant, quoteOf, pay, count, stockOf } = makeBuying(context, api, shopId));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

describe("at the same moment", () => {
  test("200 buyers of 10 pieces buy exactly 10", async () => {
    const wanted = await variant({ stock: 10, price: 25_000 });
    const buyers = await Promise.all(Array.from({ length: 200 }, () => buyer()));
    for (const { id } of buyers) await makeCartLine(context, id, wanted);
    const quoted = await Promise.all(buyers.map(async (one) => ({ one, quote: await quoteOf(one) })));
    const answers = await Promise.all(quoted.map(({ one, quote }) => pay(one, quote)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(190).fill("409 checkout.out_of_stock"),
    );
    expect(await stockOf(wanted)).toBe(0);
    const sold = await context.db.row<{ pieces: number }>(
      sql`select sum(quantity)::int as pieces from order_lines where variant_id = ${wanted}`,
    );
    expect(sold?.pieces).toBe(10);
  });

  test("30 identical checkouts with one key place one order, and all get its answer", async () => {
    const one = await buyer();
    const bought = await variant({ stock: 50 });
    await makeCartLine(context, one.id, bought, 2);
    const quote = await quoteOf(one);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 30 }, () => pay(one, quote, {}, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.payment_id)).size).toBe(1);
    expect([await count("checkouts", one.id), await count("orders", one.id), await count("payments", one.id)]).toEqual([
      1, 1, 1,
    ]);
    expect(answers.filter(({ body }) => body.data.repeated === false)).toHaveLength(1);
    expect(await stockOf(bought)).toBe(48);
    expect((await pay(one, quote, {}, key)).body.data).toEqual({ ...answers[0]?.body.data, repeated: true });
    expect(await pay(one, quote, { payment_method: "qris" }, key)).toMatchObject({
      status: 422,
      body: { code: "idempotency.reused" },
    });
  });

  test("one cart paid 10 times with different keys is bought once", async () => {
    const one = await buyer();
    const bought = await variant({ stock: 50 });
    await makeCartLine(context, one.id, bought);
    const quote = await quoteOf(one);
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(one, quote)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stockOf(bought)).toBe(49);
  });

  test("two carts with the same goods in opposite order never deadlock", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => variant({ stock: 1000 })));
    const buyers = await Promise.all(Array.from({ length: 24 }, () => buyer()));
    for (const [at, one] of buyers.entries())
      for (const id of at % 2 ? ids : ids.toReversed()) await makeCartLine(context, one.id, id);
    const quoted = await Promise.all(buyers.map(async (one) => ({ one, quote: await quoteOf(one) })));
    const answers = await Promise.all(quoted.map(({ one, quote }) => pay(one, quote)));
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
    expect(await Promise.all(ids.map(stockOf))).toEqual(Array(6).fill(976));
  });

  /** Runs `change` while an order waits for what `locked` locks, and commits it. Returns the answer of the order. */
  async function meanwhile(locked: Sql, change: Sql, order: () => ReturnType<typeof pay>) {
    let answer: ReturnType<typeof pay> | undefined;
    await context.db.transaction(async (tx) => {
      await tx.run(locked);
      answer = order();
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await context.db.rows(waiting)).length).toBe(1);
      await tx.run(change);
    });
    return answer;
  }

  test("a buyer who waits while another one leaves one piece gets it, and the product is out of stock", async () => {
    const one = await buyer();
    const wanted = await variant({ stock: 2 });
    await makeCartLine(context, one.id, wanted);
    const quote = await quoteOf(one);
    const answer = await meanwhile(
      sql`select from variants where id = ${wanted} for update`,
      sql`update variants set stock = 1 where id = ${wanted}`,
      () => pay(one, quote),
    );
    expect(answer?.status).toBe(200);
    expect(await stockOf(wanted)).toBe(0);
    const product = sql`select in_stock from products p join variants v on v.product_id = p.id where v.id = ${wanted}`;
    expect(await context.db.row(product)).toEqual({ in_stock: false });
    expect(await count("orders", one.id)).toBe(1);
  });

  test.each([
    ["buys the last pieces", sql`update variants set stock = 2`, "checkout.out_of_stock"],
    ["takes the variant off sale", sql`update variants set is_active = false`, "checkout.quote_changed"],
  ])("a buyer who waits while someone %s gets a new quote, and nothing is stored", async (_, change, code) => {
    const one = await buyer();
    const wanted = await variant({ stock: 9 });
    await makeCartLine(context, one.id, wanted, 3);
    const quote = await quoteOf(one);
    const answer = await meanwhile(
      sql`select from variants where id = ${wanted} for update`,
      sql`${change} where id = ${wanted}`,
      () => pay(one, quote),
    );
    expect(answer).toMatchObject({ status: 409, body: { code, quote: { can_pay: false } } });
    expect([await count("checkouts", one.id), await count("payments", one.id)]).toEqual([0, 0]);
    const cart = await one.call("GET", "/v1/cart");
    expect(cart.body.result.shops).toHaveLength(1);
  });

  test("a buyer who waits while another one uses a voucher up gets a new quote without it, and nothing is stored", async () => {
    const one = await buyer();
    const wanted = await variant({ stock: 9, price: 100_000 });
    const { id } = await makeVoucher(context, { quota: 1 });
    await makeCartLine(context, one.id, wanted);
    const quote = await quoteOf(one);
    expect(quote.vouchers).toMatchObject([{ id, is_chosen: true }]);
    const answer = await meanwhile(
      sql`select from vouchers where id = ${id} for update`,
      sql`update vouchers set used = quota where id = ${id}`,
      () => pay(one, quote, { vouchers: [id], voucher_mode: "best" }),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: "vouchers.used_up", quote: { discount_total: 0 } } });
    expect([await count("checkouts", one.id), await stockOf(wanted)]).toEqual([0, 9]);
  });
});
