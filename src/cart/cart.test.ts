import { randomUUID } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "#lib/database.ts";
import { makeCartLine, makeShopApi, type Body, type Client } from "../../test/make/checkout.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../../test/make/rows.ts";
import { makeContext } from "../../test/make/context.ts";
import type { PurchaseVoucher } from "#promotions/vouchers/contract.ts";
import { makeVoucher } from "../../test/make/vouchers.ts";
import type { Cart } from "./contract.ts";
import { addPiecesAtCommit, openUserCartAtCommit } from "./queries.ts";
import { lineProblem, maxQuantity } from "./rules.ts";

function firstLine(cart: Cart): string {
  return cart.shops[0]?.lines[0]?.id ?? "";
}

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let shop: Awaited<ReturnType<typeof makeShop>>;
beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context);
  shop = await makeShop(context);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

async function buyer(): Promise<{ id: string; call: Client }> {
  const id = await makeUser(context);
  return { id, call: await api.as(id) };
}
async function variant(fields: Parameters<typeof makeProduct>[2] = {}): Promise<string> {
  const { variantIds } = await makeProduct(context, shop.shopId, fields);
  return variantIds[0] ?? "";
}

test("adding twice makes one line with the sum, grouped under its shop with today's price", async () => {
  const { call } = await buyer();
  const first = await variant({ price: 25_000 });
  await call("POST", "/v1/cart/lines", { variant_id: first, quantity: 2, note: "Warna biru" });
  await context.db.run(sql`update variants set price = 30000 where id = ${first}`);
  const { status, body } = await call("POST", "/v1/cart/lines", { variant_id: first, quantity: 3 });
  expect(status).toBe(200);
  expect(body.data.shops).toMatchObject([
    {
      id: shop.shopId,
      lines: [{ quantity: 5, note: "Warna biru", price: 30_000, line_total: 150_000, selected: true, problem: null }],
    },
  ]);
  expect(body.data.totals).toEqual({ lines: 1, pieces: 5, goods_total: 150_000 });
});

test("quantities that are not whole numbers from 1 to 999 are refused and change nothing", async () => {
  const { call } = await buyer();
  const variantId = await variant({ stock: 5000 });
  const lineId = firstLine((await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 2 })).body.data);
  for (const quantity of [-1, 0, 1.5, 1000, 1e9, 2 ** 53, "2", "1e2", null, [1], {}, true]) {
    expect((await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity })).status, String(quantity)).toBe(
      422,
    );
    expect((await call("PUT", `/v1/cart/lines/${lineId}`, { quantity })).status, String(quantity)).toBe(422);
  }
  expect((await call("PUT", `/v1/cart/lines/${lineId}`, {})).status).toBe(422);
  expect((await call("GET", "/v1/cart")).body.result.totals.pieces).toBe(2);
});

test("prices and other unknown fields are refused", async () => {
  const { call } = await buyer();
  const variantId = await variant();
  for (const extra of [{ price: 1 }, { user_id: randomUUID() }, { selected: false }]) {
    const { status, body } = await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1, ...extra });
    expect(status).toBe(422);
    expect(Object.keys(body.data)).toEqual(Object.keys(extra));
  }
});

test("more than the stock is refused, and the answer says what is left", async () => {
  const { call } = await buyer();
  const variantId = await variant({ stock: 3 });
  await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 2 });
  const { status, body } = await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 2 });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: "cart.out_of_stock",
    data: { quantity: ["Stok tinggal 3. Kurangi jumlahnya."] },
  });
  expect((await call("GET", "/v1/cart")).body.result.totals.pieces).toBe(2);
});

test("less than the minimum order, own products, closed shops and unknown goods are refused", async () => {
  const { call } = await buyer();
  const minimum = await makeProduct(context, shop.shopId);
  await context.db.run(sql`update products set min_order = 6 where id = ${minimum.productId}`);
  expect((await call("POST", "/v1/cart/lines", { variant_id: minimum.variantIds[0], quantity: 5 })).body.code).toBe(
    "cart.quantity",
  );
  expect((await call("POST", "/v1/cart/lines", { variant_id: minimum.variantIds[0], quantity: 6 })).status).toBe(200);

  const seller = await api.as(shop.ownerId);
  expect((await seller("POST", "/v1/cart/lines", { variant_id: await variant(), quantity: 1 })).body.code).toBe(
    "cart.own_product",
  );

  const closed = await makeShop(context);
  await context.db.run(sql`update shops set on_vacation = true where id = ${closed.shopId}`);
  const { variantIds } = await makeProduct(context, closed.shopId);
  expect((await call("POST", "/v1/cart/lines", { variant_id: variantIds[0], quantity: 1 })).body.code).toBe(
    "cart.shop_on_vacation",
  );

  const hidden = await makeProduct(context, shop.shopId);
  await context.db.run(sql`update products set status = 'hidden' where id = ${hidden.productId}`);
  expect((await call("POST", "/v1/cart/lines", { variant_id: hidden.variantIds[0], quantity: 1 })).body.code).toBe(
    "cart.not_sold",
  );
  expect((await call("POST", "/v1/cart/lines", { variant_id: randomUUID(), quantity: 1 })).status).toBe(404);
});

test("pieces are stored at once exactly when neither a problem of the line nor its limit is against it", async () => {
  const { id } = await buyer();
  const { productId, variantIds } = await makeProduct(context, shop.shopId);
  const variantId = variantIds[0] ?? "";
  const stored = new Set<boolean>();
  const small = fc.integer({ min: 1, max: 5 });
  const mostly = fc.integer({ min: 0, max: 9 }).map((one) => one > 0);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        stock: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.constant(2000)),
        minOrder: small,
        inCart: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 994, max: 999 })),
        more: small,
        isActive: mostly,
        isPublished: mostly,
        isOpen: mostly,
        isSuspended: mostly.map((one) => !one),
        isOther: mostly,
      }),
      async ({ stock, minOrder, inCart, more, isActive, isPublished, isOpen, isSuspended, isOther }) => {
        const userId = isOther ? id : shop.ownerId;
        await context.db.run(
          sql`update variants set stock = ${stock}, is_active = ${isActive} where id = ${variantId}`,
        );
        await context.db.run(
          sql`update products set min_order = ${minOrder}, status = ${isPublished ? "active" : "hidden"} where id = ${productId}`,
        );
        await context.db.run(sql`
          update shops set on_vacation = ${!isOpen}, suspended_at = case when ${isSuspended} then now() end where id = ${shop.shopId}`);
        await context.db.run(sql`delete from cart_lines where variant_id = ${variantId}`);
        if (inCart > 0) await makeCartLine(context, userId, variantId, inCart);
        const now = context.clock.now();
        const { added } = await context.db.transaction(async (tx) => {
          openUserCartAtCommit(tx, userId, now);
          return { added: addPiecesAtCommit(tx, { userId, variantId, quantity: more, now }) };
        });
        const quantity = inCart + more;
        const onSale = isActive && isPublished && !isSuspended;
        const problem = lineProblem({ quantity, stock, minOrder, onSale, onVacation: !isOpen, own: !isOther });
        const isFine = problem === null && quantity <= maxQuantity;
        stored.add(isFine);
        expect(await added).toBe(isFine);
        const line = await context.db.row<{ quantity: number }>(
          sql`select quantity from cart_lines where variant_id = ${variantId}`,
        );
        expect(line?.quantity ?? 0).toBe(isFine ? quantity : inCart);
      },
    ),
    { numRuns: 60 },
  );
  await context.db.run(sql`update shops set on_vacation = false, suspended_at = null where id = ${shop.shopId}`);
  expect(stored).toEqual(new Set([true, false]));
});

test("an addition that PostgreSQL cancels fails alone: the process goes on", async () => {
  const { id: userId, call } = await buyer();
  const variantId = await variant({ stock: 9 });
  await makeCartLine(context, userId, variantId);
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", note);
  try {
    const adding = await context.db.transaction(async (tx) => {
      await tx.row(sql`select from carts where user_id = ${userId} for update`);
      const added = call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1 });
      await expect
        .poll(() =>
          context.db.rows(sql`
            select pg_cancel_backend(pid) as cancelled from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`),
        )
        .toEqual([{ cancelled: true }]);
      return added;
    });
    expect(adding.status).toBe(503);
    await new Promise((done) => setImmediate(done));
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
  }
  expect((await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1 })).status).toBe(200);
});

test("adding waits for the database once, together with the check of a session that this process has just read", async () => {
  const { call } = await buyer();
  const variantId = await variant({ stock: 9 });
  const counts: number[] = [];
  // What the process reads by the clock, such as settings, may fall into one of them.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const packets = vi.spyOn(pg.Connection.prototype, "sync");
    try {
      expect((await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1 })).status).toBe(200);
      counts.push(packets.mock.calls.length);
    } finally {
      packets.mockRestore();
    }
  }
  expect(Math.min(...counts)).toBe(1);
});

test("a cart holds 100 lines, also when many are added at once", async () => {
  const { id, call } = await buyer();
  const { variantIds } = await makeProduct(context, shop.shopId, {
    variants: Array.from({ length: 104 }, (_, at) => ({ option: `Ukuran ${at}`, price: 1000, stock: 5 })),
  });
  for (const variantId of variantIds.slice(0, 98)) await makeCartLine(context, id, variantId);
  const answers = await Promise.all(
    variantIds.slice(98).map((variantId) => call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ body }) => body.code === "cart.full")).toHaveLength(4);
  expect((await call("GET", "/v1/cart")).body.result.totals.lines).toBe(100);
});

test("concurrent additions all count", async () => {
  const { call } = await buyer();
  const variantId = await variant({ stock: 100 });
  await Promise.all(
    Array.from({ length: 10 }, () => call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 2 })),
  );
  expect((await call("GET", "/v1/cart")).body.result.totals.pieces).toBe(20);
});

test("another person's line is treated as missing", async () => {
  const owner = await buyer();
  const thief = await buyer();
  const lineId = await makeCartLine(context, owner.id, await variant({ price: 10_000 }), 2);
  expect((await thief.call("PUT", `/v1/cart/lines/${lineId}`, { quantity: 9, note: "x" })).status).toBe(404);
  expect((await thief.call("DELETE", `/v1/cart/lines/${lineId}`)).status).toBe(404);
  await thief.call("PUT", "/v1/cart/selection", { line_ids: [lineId], selected: false });
  await thief.call("PUT", "/v1/cart/selection", { selected: false });
  expect((await owner.call("GET", "/v1/cart")).body.result.totals).toEqual({
    lines: 1,
    pieces: 2,
    goods_total: 20_000,
  });
});

test("selecting works for a line, a shop, everything, and one line only", async () => {
  const { id, call } = await buyer();
  const other = await makeShop(context);
  const { variantIds } = await makeProduct(context, other.shopId);
  const [a, b] = [await makeCartLine(context, id, await variant()), await makeCartLine(context, id, await variant())];
  const c = await makeCartLine(context, id, variantIds[0] ?? "");
  const selected = (body: Body) =>
    body.data.shops
      .flatMap((one) => one.lines)
      .filter((one) => one.selected)
      .map((one) => one.id)
      .sort();
  expect(selected((await call("PUT", "/v1/cart/selection", { selected: false })).body)).toEqual([]);
  expect(selected((await call("PUT", "/v1/cart/selection", { shop_id: shop.shopId, selected: true })).body)).toEqual(
    [a, b].sort(),
  );
  expect(selected((await call("PUT", "/v1/cart/selection", { line_ids: [a], selected: false })).body)).toEqual([b]);
  expect(
    selected((await call("PUT", "/v1/cart/selection", { line_ids: [c], selected: true, only: true })).body),
  ).toEqual([c]);
  expect(selected((await call("PUT", "/v1/cart/selection", { selected: true })).body)).toEqual([a, b, c].sort());
});

test("a line that sold out stays, says so and does not count", async () => {
  const { call } = await buyer();
  const [gone, kept] = [await variant({ price: 70_000 }), await variant({ price: 20_000 })];
  await call("POST", "/v1/cart/lines", { variant_id: gone, quantity: 1 });
  await call("POST", "/v1/cart/lines", { variant_id: kept, quantity: 1 });
  await context.db.run(sql`update variants set stock = 0 where id = ${gone}`);
  const { result } = (await call("GET", "/v1/cart")).body;
  expect(result.totals).toEqual({ lines: 1, pieces: 1, goods_total: 20_000 });
  expect(result.shops.flatMap((one) => one.lines).find((one) => one.variant_id === gone)).toMatchObject({
    problem: "out_of_stock",
    problem_text: "Stok habis",
  });
});

test("a removed line is gone, and every change is also reachable as POST with _method", async () => {
  const { call } = await buyer();
  const variantId = await variant();
  const lineId = firstLine((await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1 })).body.data);
  expect(
    (await call("POST", `/v1/cart/lines/${lineId}`, { _method: "PUT", quantity: 4 })).body.data.totals.pieces,
  ).toBe(4);
  expect((await call("POST", `/v1/cart/lines/${lineId}?_method=DELETE`)).body.data.shops).toEqual([]);
  expect((await call("DELETE", `/v1/cart/lines/${lineId}`)).status).toBe(404);
});

test("undo restores a removed line with its place, quantity, note and selection, also when it sold out meanwhile", async () => {
  const { call } = await buyer();
  const other = await makeShop(context);
  const elsewhere = (await makeProduct(context, other.shopId)).variantIds[0] ?? "";
  const [first, second] = [await variant(), await variant()];
  for (const variant_id of [first, second, elsewhere])
    await call("POST", "/v1/cart/lines", { variant_id, quantity: 2, note: "Bungkus kado" });
  const { result: before } = (await call("GET", "/v1/cart")).body;
  const line = before.shops.flatMap((one) => one.lines).find((one) => one.variant_id === first);
  await call("PUT", `/v1/cart/lines/${line?.id}`, { selected: false });
  const { result: unselected } = (await call("GET", "/v1/cart")).body;
  await call("DELETE", `/v1/cart/lines/${line?.id}`);
  expect((await call("POST", `/v1/cart/lines/${line?.id}/restore`)).body.data).toEqual(unselected);
  expect((await call("POST", `/v1/cart/lines/${line?.id}/restore`)).status).toBe(404);
  await call("DELETE", `/v1/cart/lines/${line?.id}`);
  await context.db.run(sql`update variants set stock = 0 where id = ${first}`);
  const sold = (await call("POST", `/v1/cart/lines/${line?.id}/restore`)).body.data;
  expect(sold.shops.flatMap((one) => one.lines).map((one) => one.id)).toEqual(
    before.shops.flatMap((one) => one.lines).map((one) => one.id),
  );
});

test("only the person who removed a line can undo it, and undo does not change a line that was added again", async () => {
  const { call } = await buyer();
  const stranger = await buyer();
  const variantId = await variant();
  const lineId = firstLine((await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 3 })).body.data);
  await call("DELETE", `/v1/cart/lines/${lineId}`);
  expect((await stranger.call("POST", `/v1/cart/lines/${lineId}/restore`)).status).toBe(404);
  await call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1 });
  expect((await call("POST", `/v1/cart/lines/${lineId}/restore`)).body.data.totals.pieces).toBe(1);
});

test("shipping is quoted to a regency and to one's own address, never to another person's", async () => {
  const { id, call } = await buyer();
  const stranger = await buyer();
  const addressId = await makeAddress(context, id);
  const own = await call("GET", `/v1/shipping/quotes?shop_id=${shop.shopId}&address_id=${addressId}&weight_g=1500`);
  expect(own.body.result.map((option) => [option.courier, option.price])).toEqual([
    ["sicepat-reg", 19_000],
    ["jne-reg", 20_000],
    ["pickup", 0],
  ]);
  const foreign = await stranger.call("GET", `/v1/shipping/quotes?shop_id=${shop.shopId}&address_id=${addressId}`);
  expect(foreign.status).toBe(422);
  expect(JSON.stringify(foreign.body)).not.toContain("Merdeka");
  const visitor = await api.as(null);
  expect(
    (await visitor("GET", `/v1/shipping/quotes?shop_id=${shop.shopId}&regency=91.71`)).body.result[0],
  ).toMatchObject({ courier: "jne-reg", price: 79_000 });
  expect((await visitor("GET", `/v1/shipping/quotes?shop_id=${shop.shopId}&regency=99.99`)).status).toBe(422);
  expect((await visitor("GET", `/v1/shipping/quotes?shop_id=${shop.shopId}`)).status).toBe(422);
  expect((await visitor("GET", `/v1/shipping/quotes?shop_id=${randomUUID()}&regency=91.71`)).status).toBe(404);
});

test("free shipping whose minimum is reached stays listed, as far as the other vouchers allow it", async () => {
  const { id, call } = await buyer();
  const { shopId } = await makeShop(context);
  const goods = (await makeProduct(context, shopId, { price: 100_000 })).variantIds[0] ?? "";
  await makeCartLine(context, id, goods, 1);
  const shipping = { kind: "free_shipping", minGoods: 150_000 } as const;
  await makeVoucher(context, { ...shipping, maxAmount: 10_000 });
  const larger = await makeVoucher(context, { ...shipping, maxAmount: 20_000 });
  const discount = await makeVoucher(context, { maxAmount: 5_000 });
  const ofShop = await makeVoucher(context, { shopId, maxAmount: 3_000 });
  await makeVoucher(context, { shopId, kind: "free_shipping", maxAmount: 30_000 });
  const listed = async () => {
    const result: unknown = (await call("GET", "/v1/cart/vouchers")).body.result;
    return (result as PurchaseVoucher[]).map((one) => [one.id, one.is_chosen ? one.saves : one.problem?.code]);
  };
  expect(await listed()).toContainEqual([larger.id, "vouchers.min_goods"]);
  await context.db.run(sql`update cart_lines set quantity = 2 where variant_id = ${goods}`);
  const chosen = (await listed()).filter(([, saves]) => typeof saves === "number");
  expect(chosen).toEqual([
    [discount.id, 5_000],
    [ofShop.id, 3_000],
    [larger.id, 0],
  ]);
  await context.db.run(sql`update vouchers set state = 'stopped', stopped_at = now()`);
});
