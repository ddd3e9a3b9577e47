import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeBuying } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShop } from "../../../test/make/rows.ts";
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
});
