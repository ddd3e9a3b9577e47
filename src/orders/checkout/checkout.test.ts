import { randomUUID } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "#lib/database.ts";
import { documentNumber } from "#lib/document-number.ts";
import { firstCommission, firstServiceFee } from "#payments/fees/rules.ts";
import { calculateFee } from "#payments/rules.ts";
import { makeBuying, type Buyer } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi } from "../../../test/make/checkout.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { makeContext } from "../../../test/make/context.ts";
import { findBuyerFacts } from "./queries.ts";
import { checkoutRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let shop: Awaited<ReturnType<typeof makeShop>>;
let secondShop: Awaited<ReturnType<typeof makeShop>>;
let { buyer, variant, quoteOf, pay, count, stockOf } = {} as ReturnType<typeof makeBuying>;

beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [checkoutRoutes]);
  shop = await makeShop(context);
  secondShop = await makeShop(context, { name: "Toko Kedua" });
  ({ buyer, variant, quoteOf, pay, count, stockOf } = makeBuying(context, api, shop.shopId));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

type OrderRow = {
  id: string;
  shop_id: string;
  status: string;
  goods_total: number;
  shipping_cost: number;
  adjustments_total: number;
  commission: number;
  courier: string;
  due_at: Date;
  invoice: string;
  address: Record<string, unknown>;
};
describe("a quote", () => {
  test("shows every shop with its couriers and every cost on its own, the cheapest courier first", async () => {
    const one = await buyer();
    await makeCartLine(context, one.id, await variant({ price: 120_000, weight: 600 }), 2);
    await makeCartLine(context, one.id, await variant({ price: 45_000 }, secondShop.shopId));
    const quote = await quoteOf(one);
    expect(quote).toMatchObject({
      goods_total: 285_000,
      shipping_total: 28_500,
      service_fee: 1000,
      total: 314_500,
      problems: [],
      can_pay: true,
      pieces: 3,
    });
    expect(quote.shops.map((each) => [each.name, each.weight_kg, each.courier, each.shipping_cost])).toEqual([
      ["Toko Kedua", 1, "sicepat-reg", 9_500],
      ["Toko Uji", 2, "sicepat-reg", 19_000],
    ]);
    expect(quote.address).toMatchObject({ id: one.addressId, street: "Jalan Merdeka 10" });
    const other = await quoteOf(one, { shipping: { [shop.shopId]: "pickup" }, payment_method: "qris" });
    expect(other).toMatchObject({ shipping_total: 9_500, payment_method: "qris" });
    expect(other.quote_id).not.toBe(quote.quote_id);
  });

  test("without an address shows the goods but cannot be paid", async () => {
    const id = await makeUser(context);
    await makeCartLine(context, id, await variant({ price: 10_000 }));
    const quote = await quoteOf({ call: await api.as(id) });
    expect(quote).toMatchObject({ address: null, goods_total: 10_000, shipping_total: 0, can_pay: false });
  });

  test("leaves out lines that cannot be bought or delivered, and says why", async () => {
    const one = await buyer();
    const kept = await makeCartLine(context, one.id, await variant({ price: 10_000 }));
    await makeCartLine(context, one.id, await variant({ name: "Barang yang Habis", stock: 0 }));
    await makeCartLine(context, one.id, await variant({ name: "Barang Tinggal Dua", stock: 2 }), 3);
    const far = await makeShop(context, { name: "Toko Jauh" });
    await context.db.run(
      sql`update shops set regency_code = '91.71', province_code = '91', couriers = '{self}' where id = ${far.shopId}`,
    );
    await makeCartLine(context, one.id, await variant({}, far.shopId));
    const closed = await makeShop(context, { name: "Toko Libur" });
    await context.db.run(sql`update shops set on_vacation = true where id = ${closed.shopId}`);
    await makeCartLine(context, one.id, await variant({}, closed.shopId));
    const quote = await quoteOf(one);
    expect(quote.shops.flatMap((each) => each.lines.map((line) => line.id))).toEqual([kept]);
    expect(quote.goods_total).toBe(10_000);
    expect(quote.problems.map((problem) => problem.kind).sort()).toEqual([
      "no_courier",
      "out_of_stock",
      "short_stock",
      "vacation",
    ]);
  });

  test("goods above the limit of one checkout are refused with a sentence", async () => {
    const one = await buyer();
    await makeCartLine(context, one.id, await variant({ price: 1_000_000_000, stock: 999 }), 999);
    const quote = await quoteOf(one);
    expect(quote).toMatchObject({ goods_total: 999_000_000_000, can_pay: false, problems: [{ kind: "too_large" }] });
    expect(await pay(one, quote)).toMatchObject({ status: 422, body: { code: "checkout.too_large" } });
    expect(await count("checkouts", one.id)).toBe(0);
  });
});

describe("an order", () => {
  test("matches its quote exactly: one payment, one order a shop, snapshots, reserved stock, an empty cart", async () => {
    const one = await buyer();
    const first = await variant({ price: 120_000, weight: 600, stock: 5 });
    await makeCartLine(context, one.id, first, 2);
    await makeCartLine(context, one.id, await variant({ price: 45_000 }, secondShop.shopId));
    const quote = await quoteOf(one, { shipping: { [shop.shopId]: "jne-reg" } });
    const { status, body } = await pay(one, quote, {
      shipping: { [shop.shopId]: "jne-reg" },
      payment_method: "va_bni",
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.total).toBe(quote.total);
    const orders = await context.db.rows<OrderRow>(
      sql`select * from orders where checkout_id = ${body.data.checkout_id} order by shop_id`,
    );
    expect(orders.map((order) => order.id).sort()).toEqual([...body.data.order_ids].sort());
    expect(
      orders.map((order) => [
        order.shop_id,
        order.status,
        order.goods_total,
        order.shipping_cost,
        order.courier,
        order.commission,
      ]),
    ).toEqual(
      [
        [shop.shopId, "awaiting_payment", 240_000, 20_000, "jne-reg", 6_000],
        [secondShop.shopId, "awaiting_payment", 45_000, 9_500, "sicepat-reg", 1_125],
      ].sort(),
    );
    expect(orders.reduce((sum, order) => sum + order.adjustments_total, 0)).toBe(firstServiceFee.flat);
    const payment = await context.db.row<Record<string, unknown>>(sql`
      select p.*, a.method from payments p join payment_attempts a on a.payment_id = p.id where p.id = ${body.data.payment_id}`);
    expect(payment).toMatchObject({
      amount: quote.total,
      method: "va_bni",
      status: "pending",
      checkout_id: body.data.checkout_id,
    });
    for (const order of orders) {
      expect(order.due_at).toEqual(payment?.due_at);
      expect(order.invoice).toMatch(/^INV\/\d{8}\/[A-Z0-9]{10}$/);
      expect(order.address).toMatchObject({
        recipient: "Sari Dewi",
        street: "Jalan Merdeka 10",
        postcode: "40111",
        provinceCode: "32",
      });
      expect(order.address.id).toBeUndefined();
    }
    const events = await context.db.rows<OrderRow>(
      sql`select e.action, e.actor, e.actor_id, e.to_status from order_events e join orders o on o.id = e.order_id where o.checkout_id = ${body.data.checkout_id}`,
    );
    expect(events).toEqual(
      Array(2).fill({ action: "place", actor: "buyer", actor_id: one.id, to_status: "awaiting_payment" }),
    );
    expect(await stockOf(first)).toBe(3);
    expect((await one.call("GET", "/v1/cart")).body.result.shops).toEqual([]);
  });

  test("is placed with at most twelve statements for two shops, because locks are held meanwhile", async () => {
    const one = await buyer();
    const counts: number[] = [];
    // What the process reads by the clock, such as settings, may fall into one of them.
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await makeCartLine(context, one.id, await variant({ stock: 9 }), 2);
      await makeCartLine(context, one.id, await variant({ stock: 9 }, secondShop.shopId));
      const quote = await quoteOf(one);
      const executed = vi.spyOn(pg.Connection.prototype, "execute");
      try {
        expect((await pay(one, quote)).status).toBe(200);
        counts.push(executed.mock.calls.length);
      } finally {
        executed.mockRestore();
      }
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(12);
  });

  test("reads no unpaid orders of other buyers, even while PostgreSQL believes that hardly any order is unpaid", async () => {
    const [one, other] = [await buyer(), await buyer()];
    await makeCartLine(context, other.id, await variant({ stock: 9 }));
    expect((await pay(other, await quoteOf(other))).status).toBe(200);
    const others = await Promise.all(Array.from({ length: 5 }, () => makeUser(context)));
    const copies = (digit: string) => sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', uuidv7(),
        'invoice', 'INV/20260101/' || ${digit}::text || lpad(n::text, 9, '0'), 'buyer_id', (${others}::uuid[])[1 + n % 5]))).*
      from orders o, generate_series(1, 2000) n where o.buyer_id = ${other.id}`;
    const { made, read } = await context.db.transaction(async (tx) => {
      await tx.run(copies("1"));
      await tx.run(
        sql`update orders set status = 'completed', paid_at = now(), due_at = null where invoice like 'INV/20260101/%'`,
      );
      await tx.run(sql`analyze orders`);
      const made = await tx.run(copies("2"));
      const fetched = async () => {
        const row = await tx.row<{ rows: number }>(sql`
          select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'orders'`);
        return row?.rows ?? 0;
      };
      const before = await fetched();
      const facts = { ratesSince: new Date(0), purchase: "", sameSince: new Date(0) };
      const found = await findBuyerFacts(tx, one.id, one.addressId, facts);
      expect(found).toMatchObject({ unpaid: 0 });
      return { made, read: (await fetched()) - before };
    });
    expect(made).toBe(2000);
    expect(read).toBe(0);
  });

  test("leaves lines that were not selected or cannot be bought in the cart", async () => {
    const one = await buyer();
    await makeCartLine(context, one.id, await variant());
    const sold = await makeCartLine(context, one.id, await variant({ stock: 0 }));
    const later = await makeCartLine(context, one.id, await variant());
    await context.db.run(sql`update cart_lines set selected = false where id = ${later}`);
    expect((await pay(one, await quoteOf(one))).status).toBe(200);
    const left = (await one.call("GET", "/v1/cart")).body.result.shops.flatMap((each) =>
      each.lines.map((line) => line.id),
    );
    expect(left.sort()).toEqual([sold, later].sort());
  });

  test("always equals its quote, and its parts sum to the whole, for any purchase", async () => {
    const drawn = fc.array(
      fc.record({
        price: fc.integer({ min: 100, max: 3_000_000 }),
        quantity: fc.integer({ min: 1, max: 40 }),
        weight: fc.integer({ min: 1, max: 30_000 }),
        second: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const courier = fc.constantFrom("jne-reg", "sicepat-reg", "pickup");
    await fc.assert(
      fc.asyncProperty(drawn, courier, async (lines, chosen) => {
        const one = await buyer();
        for (const { price, quantity, weight, second } of lines) {
          await makeCartLine(
            context,
            one.id,
            await variant({ price, weight, stock: 40 }, second ? secondShop.shopId : shop.shopId),
            quantity,
          );
        }
        const shipping = { [shop.shopId]: chosen };
        const quote = await quoteOf(one, { shipping });
        const { status, body } = await pay(one, quote, { shipping });
        expect(status).toBe(200);
        const sums = await context.db.row<Record<string, unknown>>(sql`
          select c.total, (select sum(total)::bigint from orders where checkout_id = c.id) as orders,
            (select sum(l.price * l.quantity)::bigint from order_lines l join orders o on o.id = l.order_id where o.checkout_id = c.id) as goods,
            (select sum(l.commission)::bigint from order_lines l join orders o on o.id = l.order_id where o.checkout_id = c.id) as line_commission,
            (select sum(commission)::bigint from orders where checkout_id = c.id) as commission, p.amount
          from checkouts c join payments p on p.checkout_id = c.id where c.id = ${body.data.checkout_id}`);
        const commission = lines.reduce(
          (sum, { price, quantity }) => sum + calculateFee(firstCommission, price * quantity),
          0,
        );
        expect(sums).toEqual({
          total: quote.total,
          orders: quote.total,
          amount: quote.total,
          goods: quote.goods_total,
          commission,
          line_commission: commission,
        });
      }),
      { numRuns: 15 },
    );
  });

  test("whose price changed meanwhile is not placed: 409 with the new quote", async () => {
    const one = await buyer();
    const changing = await variant({ price: 50_000 });
    await makeCartLine(context, one.id, changing);
    const old = await quoteOf(one);
    for (const price of [60_000, 40_000]) {
      await context.db.run(sql`update variants set price = ${price} where id = ${changing}`);
      const { status, body } = await pay(one, old);
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: "checkout.quote_changed", quote: { goods_total: price } });
      expect(body.quote.quote_id).not.toBe(old.quote_id);
    }
    expect(await count("orders", one.id)).toBe(0);
    expect(await stockOf(changing)).toBe(10);
    expect((await pay(one, await quoteOf(one))).status).toBe(200);
  });

  test("whose weight, days of preparation, quantity or cart changed meanwhile is not placed either", async () => {
    const one = await buyer();
    const { variantIds, productId } = await makeProduct(context, shop.shopId, { weight: 900 });
    const lineId = await makeCartLine(context, one.id, variantIds[0] ?? "");
    const old = await quoteOf(one);
    await context.db.run(sql`update products set weight_g = 1900 where id = ${productId}`);
    expect(await pay(one, old)).toMatchObject({
      status: 409,
      body: { code: "checkout.quote_changed", quote: { shipping_total: 19_000 } },
    });
    const slower = await quoteOf(one);
    await context.db.run(sql`update products set preorder_days = 30 where id = ${productId}`);
    expect((await pay(one, slower)).body.code).toBe("checkout.quote_changed");
    const heavier = await quoteOf(one);
    await one.call("PUT", `/v1/cart/lines/${lineId}`, { quantity: 2 });
    expect((await pay(one, heavier)).status).toBe(409);
    await one.call("DELETE", `/v1/cart/lines/${lineId}`);
    expect(await pay(one, heavier)).toMatchObject({ status: 422, body: { code: "checkout.nothing_selected" } });
  });

  test("whose goods ran out between cart and checkout is answered with 409 and the remaining stock", async () => {
    const one = await buyer();
    const kept = await variant({ price: 10_000 });
    const gone = await variant({ price: 70_000, name: "Barang yang Habis" });
    await makeCartLine(context, one.id, kept);
    await makeCartLine(context, one.id, gone);
    const old = await quoteOf(one);
    await context.db.run(sql`update variants set stock = 0 where id = ${gone}`);
    const { status, body } = await pay(one, old);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: "checkout.out_of_stock",
      quote: { goods_total: 10_000, problems: [{ kind: "out_of_stock", name: "Barang yang Habis" }] },
    });
    expect(await stockOf(kept)).toBe(10);
  });

  test("whose price changed is not called sold out because another line was sold out before", async () => {
    const one = await buyer();
    const changing = await variant({ price: 10_000 });
    await makeCartLine(context, one.id, changing);
    await makeCartLine(context, one.id, await variant({ stock: 0 }));
    const old = await quoteOf(one);
    await context.db.run(sql`update variants set price = 11000 where id = ${changing}`);
    expect((await pay(one, old)).body.code).toBe("checkout.quote_changed");
  });

  test("takes no price, total, status or other field from the client", async () => {
    const one = await buyer();
    await makeCartLine(context, one.id, await variant());
    const quote = await quoteOf(one);
    for (const field of [
      "price",
      "subtotal",
      "shipping_cost",
      "total",
      "discount",
      "service_fee",
      "status",
      "buyer_id",
      "lines",
    ]) {
      const { status, body } = await pay(one, quote, { [field]: 1 });
      expect([field, status, Object.keys(body.data ?? {})]).toEqual([field, 422, [field]]);
    }
    expect((await one.call("POST", "/v1/checkout/quote", { total: 1 })).status).toBe(422);
    expect(await count("orders", one.id)).toBe(0);
  });

  test("refuses wrong types, unknown methods and couriers that do not serve the address, and changes nothing", async () => {
    const one = await buyer();
    await makeCartLine(context, one.id, await variant());
    const quote = await quoteOf(one);
    for (const wrong of [
      { quote_id: "x" },
      { quote_id: [quote.quote_id] },
      { quote_id: null },
      { address_id: 7 },
      { shipping: "jne-reg" },
      { shipping: { [shop.shopId]: 0 } },
      { shipping: { [shop.shopId]: "gratis" } },
      { shipping: { tidak: "jne-reg" } },
      { payment_method: "saldo_teman" },
      { payment_method: { id: "va_bca" } },
      { shipping: { [shop.shopId]: "jne-yes" } },
      { shipping: { [shop.shopId]: "self" } },
    ]) {
      const { status, body } = await pay(one, quote, wrong);
      expect([JSON.stringify(wrong), status, typeof body.code]).toEqual([JSON.stringify(wrong), 422, "string"]);
    }
    const noKey = await one.call("POST", "/v1/checkout", {
      quote_id: quote.quote_id,
      address_id: one.addressId,
      shipping: {},
      payment_method: "va_bca",
    });
    expect(noKey).toMatchObject({ status: 422, body: { code: "idempotency.required" } });
    expect((await (await api.as(null))("POST", "/v1/checkout", {})).status).toBe(401);
    expect(await count("orders", one.id)).toBe(0);
  });

  test("never goes to another person's address and does not reveal it", async () => {
    const [one, other] = [await buyer(), await buyer()];
    await makeCartLine(context, one.id, await variant());
    const quote = await quoteOf(one);
    for (const addressId of [other.addressId, randomUUID()]) {
      for (const answer of [
        await pay(one, quote, { address_id: addressId }),
        await one.call("POST", "/v1/checkout/quote", { address_id: addressId }),
      ]) {
        expect(answer).toMatchObject({ status: 422, body: { code: "checkout.address_unknown" } });
        expect(JSON.stringify(answer.body)).not.toContain("Merdeka");
      }
    }
    expect(await count("orders", one.id)).toBe(0);
  });

  test("cannot contain a seller's own products, even when the cart does", async () => {
    const addressId = await makeAddress(context, shop.ownerId);
    const seller: Buyer = { id: shop.ownerId, addressId, call: await api.as(shop.ownerId) };
    await makeCartLine(context, shop.ownerId, await variant());
    const quote = await quoteOf(seller);
    expect(quote).toMatchObject({ shops: [], can_pay: false, problems: [{ kind: "own_product" }] });
    expect(await pay(seller, quote)).toMatchObject({ status: 422, body: { code: "checkout.nothing_selected" } });
  });

  test("is refused as the eleventh unpaid one until another is paid or cancelled", async () => {
    const one = await buyer();
    for (let placed = 0; placed < 10; placed += 1) {
      await makeCartLine(context, one.id, await variant());
      expect((await pay(one, await quoteOf(one))).status).toBe(200);
    }
    await makeCartLine(context, one.id, await variant());
    const quote = await quoteOf(one);
    expect(await pay(one, quote)).toMatchObject({ status: 409, body: { code: "checkout.too_many_unpaid" } });
    await context.db.run(
      sql`update orders set status = 'cancelled', due_at = null where id = (select id from orders where buyer_id = ${one.id} limit 1)`,
    );
    expect((await pay(one, quote)).status).toBe(200);
  });

  test("invoice numbers contain the Jakarta day and are not sequential", () => {
    const numbers = Array.from({ length: 500 }, () => documentNumber("INV", new Date("2026-11-20T17:30:00Z")));
    expect(new Set(numbers).size).toBe(500);
    expect(numbers.every((number) => /^INV\/20261121\/[A-Z0-9]{10}$/.test(number))).toBe(true);
  });
});
