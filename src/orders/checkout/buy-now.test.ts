import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeBuying, type Buyer } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi } from "../../../test/make/checkout.ts";
import { makeAddress, makeShop, verifyPhone } from "../../../test/make/rows.ts";
import { makeVoucher } from "../../../test/make/vouchers.ts";
import { makeContext } from "../../../test/make/context.ts";
import { lockCheckout } from "../change-order.ts";
import { closeCheckout } from "./close-checkout.ts";
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

  test("is bought once in whatever tab it is pressed, and another press names the order that exists", async () => {
    const one = await buyer();
    const wanted = await variant({ price: 65_000, stock: 9 });
    const buy = { variant_id: wanted, quantity: 1 };
    const quote = await quoteOf(one, { buy });
    expect(quote.placed).toBeNull();
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(one, quote, { buy })));
    const [made, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(made?.body.data).toMatchObject({ repeated: false });
    const refused = answers.filter((answer) => answer !== made);
    const placed = {
      checkout_id: made?.body.data.checkout_id,
      payment_id: made?.body.data.payment_id,
      order_ids: made?.body.data.order_ids,
      awaits_payment: true,
    };
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: "checkout.already_placed", placed } });
    // Another address, courier or price is no other purchase of the product; another quantity is one.
    expect((await quoteOf(one, { buy })).placed).toMatchObject(placed);
    expect((await quoteOf(one, { buy: { ...buy, quantity: 2 } })).placed).toBeNull();
    await context.db.run(sql`update variants set price = 70000 where id = ${wanted}`);
    expect((await pay(one, await quoteOf(one, { buy }), { buy })).body.code).toBe("checkout.already_placed");
    expect([await count("orders", one.id), await stockOf(wanted)]).toEqual([1, 8]);
    const others = await buyer();
    expect((await quoteOf(others, { buy })).placed).toBeNull();
  });

  test("is bought once more on purpose, and each purpose counts once", async () => {
    const one = await buyer();
    const wanted = await variant({ price: 65_000, stock: 9 });
    const buy = { variant_id: wanted, quantity: 1 };
    const quote = await quoteOf(one, { buy });
    const first = (await pay(one, quote, { buy })).body.data;
    const again = { buy, repeat_of: first.checkout_id };
    const answers = await Promise.all(Array.from({ length: 4 }, () => pay(one, quote, again)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const second = answers.find(({ status }) => status === 200)?.body.data;
    expect((await quoteOf(one, { buy })).placed?.checkout_id).toBe(second?.checkout_id);
    expect((await pay(one, quote, { buy, repeat_of: randomUUID() })).body.code).toBe("checkout.already_placed");
    expect(await count("orders", one.id)).toBe(2);
    // The database itself refuses a second purchase after the same one.
    await expect(
      context.db.run(sql`update checkouts set repeat_of = null where id = ${second?.checkout_id ?? ""}`),
    ).rejects.toThrow("checkouts_purchase");
  });

  test("is bought freely after the first order was cancelled, and a day later", async () => {
    const one = await buyer();
    const wanted = await variant({ price: 65_000, stock: 9 });
    const buy = { variant_id: wanted, quantity: 1 };
    const first = (await pay(one, await quoteOf(one, { buy }), { buy })).body.data;
    await context.db.transaction(async (tx) =>
      closeCheckout(tx, context, await lockCheckout(tx, first.checkout_id), {
        action: "cancel",
        by: "buyer",
        actorId: one.id,
        now: context.clock.now(),
      }),
    );
    expect((await quoteOf(one, { buy })).placed).toBeNull();
    expect((await pay(one, await quoteOf(one, { buy }), { buy })).status).toBe(200);
    expect((await pay(one, await quoteOf(one, { buy }), { buy })).status).toBe(409);
    await context.db.run(
      sql`update checkouts set created_at = created_at - interval '1 day' where buyer_id = ${one.id}`,
    );
    expect((await quoteOf(one, { buy })).placed).toBeNull();
    expect((await pay(one, await quoteOf(one, { buy }), { buy })).status).toBe(200);
    expect(await count("orders", one.id)).toBe(3);
  });

  test("a cart that was bought in another tab leads to its order, and so does its key", async () => {
    const one = await buyer();
    await makeCartLine(context, one.id, await variant({ price: 65_000 }));
    const quote = await quoteOf(one);
    const key = randomUUID();
    const made = (await pay(one, quote, {}, key)).body.data;
    expect(await pay(one, quote)).toMatchObject({
      status: 409,
      body: { code: "checkout.already_placed", placed: { checkout_id: made.checkout_id } },
    });
    expect((await pay(one, quote, {}, key)).body).toMatchObject({
      message: "Pesanan ini sudah dibuat.",
      data: { ...made, repeated: true },
    });
    expect(await count("orders", one.id)).toBe(1);
  });

  test("keeps every choice that another address allows, and says which it does not", async () => {
    const one = await buyer();
    await verifyPhone(context, one.id);
    const near = await makeShop(context, { hasCod: true, name: "Toko Dekat" });
    await context.db.run(
      sql`update shops set couriers = '{jne-reg,sicepat-reg,pickup,self}' where id = ${near.shopId}`,
    );
    const buy = { variant_id: await variant({ price: 65_000 }, near.shopId), quantity: 1 };
    const choice = { buy, payment_method: "cod", insured: [near.shopId], address_id: one.addressId };
    const kept = { ...choice, insured: [], shipping: { [near.shopId]: "sicepat-reg" } };
    expect(await quoteOf(one, kept)).toMatchObject({
      payment_method: "cod",
      cod_problem: null,
      shops: [{ courier: "sicepat-reg" }],
      declined: [],
    });
    const far = await context.db.row<{ id: string }>(sql`
      with place as (select v.code as village, d.code as district, d.parent_code as regency, left(v.code, 2) as province
        from regions v join regions d on d.code = v.parent_code where v.level = 4 and v.code not like '32.%' order by v.code limit 1)
      insert into addresses (user_id, label, recipient, phone, province_code, regency_code, district_code, village_code, postcode, street)
      select ${one.id}, 'Kantor', 'Sari Dewi', '+6281234567890', province, regency, district, village, '80111', 'Jalan Sudirman 1' from place returning id`);
    expect(far).toBeDefined();
    const lost = await quoteOf(one, {
      ...choice,
      address_id: far?.id,
      shipping: { [near.shopId]: "self" },
      vouchers: [(await makeVoucher(context, { minGoods: 90_000, code: "BESARSEKALI" })).id],
    });
    expect(lost.shops[0]?.courier).toBe("sicepat-reg");
    expect(lost.declined).toEqual([
      expect.stringMatching(/^Toko Dekat: .+ tidak mengantar ke alamat ini, jadi kami pilih SiCepat REG\.$/),
      "Voucher BESARSEKALI: Minimal belanja Rp90.000. Kurang Rp25.000 lagi.",
    ]);
    const prepaid = await quoteOf(one, { ...choice, insured: [], shipping: { [near.shopId]: "pickup" } });
    expect(prepaid.declined).toEqual([prepaid.cod_problem]);
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
