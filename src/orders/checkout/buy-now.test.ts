import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeBuying, type Buyer } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi } from "../../../test/make/checkout.ts";
import { makeAddress, makeShop } from "../../../test/make/rows.ts";
import { makeContext } from "../../../test/make/context.ts";
import { checkoutRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let shop: Awaited<ReturnType<typeof makeShop>>;
let { buyer, variant, quoteOf, pay, count, stockOf } = {} as ReturnType<typeof makeBuying>;

beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [checkoutRoutes]);
  shop = await makeShop(context);
  ({ buyer, variant, quoteOf, pay, count, stockOf } = makeBuying(context, api, shop.shopId));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

async function cartOf({ id }: Buyer): Promise<unknown> {
  return context.db.rows(
    sql`select l.variant_id, l.quantity, l.selected, l.note, l.created_at from cart_lines l join carts c on c.id = l.cart_id where c.user_id = ${id} order by l.id`,
  );
}

describe("buying one product at once", () => {
  test("prices one product in one quantity, each time the checkout is opened, and leaves the cart unchanged", async () => {
    const one = await buyer();
    const wanted = await variant({ price: 65_000 });
    await makeCartLine(context, one.id, wanted, 3);
    await makeCartLine(context, one.id, await variant({ price: 10_000 }));
    const before = await cartOf(one);
    for (let look = 0; look < 2; look += 1) {
      const quote = await quoteOf(one, { buy: { variant_id: wanted, quantity: 1 } });
      expect(quote).toMatchObject({ pieces: 1, goods_total: 65_000, can_pay: true, problems: [] });
      expect(quote.shops.flatMap(({ lines }) => lines)).toMatchObject([{ variant_id: wanted, quantity: 1, note: "" }]);
    }
    expect(await cartOf(one)).toEqual(before);
  });

  test("places one order of it once, takes the stock, and leaves the cart unchanged", async () => {
    const one = await buyer();
    const wanted = await variant({ price: 65_000, stock: 5 });
    await makeCartLine(context, one.id, wanted, 3);
    const before = await cartOf(one);
    const buy = { variant_id: wanted, quantity: 2 };
    const quote = await quoteOf(one, { buy });
    const key = randomUUID();
    const answers = await Promise.all([pay(one, quote, { buy }, key), pay(one, quote, { buy }, key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await count("orders", one.id)).toBe(1);
    expect(await stockOf(wanted)).toBe(3);
    const lines = await context.db.rows(sql`
      select l.variant_id, l.quantity, l.price from order_lines l join orders o on o.id = l.order_id where o.buyer_id = ${one.id}`);
    expect(lines).toEqual([{ variant_id: wanted, quantity: 2, price: 65_000 }]);
    expect(await cartOf(one)).toEqual(before);
  });

  test("refuses the quote of the cart for one product, and the quote of one product for the cart", async () => {
    const one = await buyer();
    const wanted = await variant();
    await makeCartLine(context, one.id, wanted);
    const buy = { variant_id: wanted, quantity: 1 };
    expect((await pay(one, await quoteOf(one), { buy })).body.code).toBe("checkout.quote_changed");
    expect((await pay(one, await quoteOf(one, { buy }))).body.code).toBe("checkout.quote_changed");
    expect((await pay(one, await quoteOf(one, { buy }), { buy: { ...buy, quantity: 2 } })).body.code).toBe(
      "checkout.quote_changed",
    );
    expect(await count("orders", one.id)).toBe(0);
  });

  test("says why a product cannot be bought: sold out, too few, the buyer's own, or unknown", async () => {
    const one = await buyer();
    const gone = await variant({ stock: 0 });
    const few = await variant({ stock: 2 });
    expect(await quoteOf(one, { buy: { variant_id: gone, quantity: 1 } })).toMatchObject({
      shops: [],
      can_pay: false,
      problems: [{ kind: "out_of_stock", product_slug: expect.stringMatching(/^barang-/) }],
    });
    expect((await quoteOf(one, { buy: { variant_id: few, quantity: 3 } })).problems).toMatchObject([
      { kind: "short_stock", text: "Stok tinggal 2. Kurangi jumlahnya." },
    ]);
    const owner = {
      id: shop.ownerId,
      addressId: await makeAddress(context, shop.ownerId),
      call: await api.as(shop.ownerId),
    };
    expect((await quoteOf(owner, { buy: { variant_id: few, quantity: 1 } })).problems).toMatchObject([
      { kind: "own_product" },
    ]);
    expect(await quoteOf(one, { buy: { variant_id: randomUUID(), quantity: 1 } })).toMatchObject({
      shops: [],
      problems: [],
      can_pay: false,
    });
  });

  test("a product that runs out before the payment is refused with the new quote of that product", async () => {
    const one = await buyer();
    const wanted = await variant({ stock: 1 });
    await makeCartLine(context, one.id, await variant());
    const buy = { variant_id: wanted, quantity: 1 };
    const quote = await quoteOf(one, { buy });
    await context.db.run(sql`update variants set stock = 0 where id = ${wanted}`);
    const refused = await pay(one, quote, { buy });
    expect(refused).toMatchObject({ status: 409, body: { code: "checkout.out_of_stock" } });
    expect(refused.body.quote).toMatchObject({ shops: [], problems: [{ kind: "out_of_stock" }] });
  });

  test.each([0, 1000, 1.5, -1, "1", null])("a quantity of %j is refused", async (quantity) => {
    const { call } = await buyer();
    const buy = { variant_id: await variant(), quantity };
    expect((await call("POST", "/v1/checkout/quote", { buy })).status).toBe(422);
  });

  test("only one of many concurrent buyers gets the last piece", async () => {
    const wanted = await variant({ stock: 1 });
    const buyers = await Promise.all(Array.from({ length: 8 }, () => buyer()));
    const buy = { variant_id: wanted, quantity: 1 };
    const quotes = await Promise.all(buyers.map((one) => quoteOf(one, { buy })));
    const answers = await Promise.all(buyers.map((one, at) => pay(one, quotes[at] ?? { quote_id: "" }, { buy })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stockOf(wanted)).toBe(0);
  });
});
