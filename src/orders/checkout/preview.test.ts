import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { firstServiceFee } from "#payments/fees/rules.ts";
import { makeVoucher } from "../../../test/make/vouchers.ts";
import { makeMarket, makePerson, type Market, type Visitor } from "../../../test/spec/make-market.ts";

let market: Market;
let coffee: string;
let batik: string;

beforeAll(async () => {
  market = await makeMarket();
  const variantOf = async (slug: string) =>
    (
      await market.context.db.row<{ id: string }>(
        sql`select v.id from variants v join products p on p.id = v.product_id where p.slug = ${slug}`,
      )
    )?.id ?? "";
  [coffee, batik] = await Promise.all([variantOf("kopi-gayo"), variantOf("kain-batik")]);
});
afterAll(() => market.close());

const add = (visitor: Visitor, variantId: string, quantity: number, note = "") =>
  visitor.call("POST", "/v1/cart/lines", { variant_id: variantId, quantity, note });
const previewOf = async (visitor: Visitor, body: object = {}) =>
  (await visitor.call("POST", "/v1/checkout/preview", body)).body;

test("a visitor sees the selected goods of the cart with their sum, without address and couriers", async () => {
  const visitor = market.visitor();
  await add(visitor, coffee, 2, "Giling halus");
  const { body } = await add(visitor, batik, 1);
  const { result } = await previewOf(visitor);
  expect(result).toMatchObject({
    pieces: 3,
    goods_total: 255_000,
    total: 255_000 + firstServiceFee.flat,
    problems: [],
  });
  expect(result.shops.map((shop: { name: string }) => shop.name)).toEqual(["Griya Laksono", "Kopi Takengon"]);
  expect(result.shops[1].lines).toMatchObject([{ quantity: 2, note: "Giling halus", price: 85_000 }]);
  expect(JSON.stringify(result)).not.toMatch(/address|courier|shipping/);
  const line = body.data.shops[0].lines[0].id as string;
  await visitor.call("PUT", "/v1/cart/selection", { line_ids: [line], selected: false });
  expect((await previewOf(visitor)).result).toMatchObject({ pieces: 2, goods_total: 170_000 });
});

test("one product is shown without the cart, and what cannot be bought is named", async () => {
  const visitor = market.visitor();
  await add(visitor, coffee, 2);
  const buy = { variant_id: batik, quantity: 3 };
  expect((await previewOf(visitor, { buy })).result).toMatchObject({ pieces: 3, goods_total: 255_000 });
  const tooMany = (await previewOf(visitor, { buy: { ...buy, quantity: 500 } })).result;
  expect(tooMany).toMatchObject({ shops: [], total: 0, problems: [{ kind: "short_stock" }] });
  const unknown = (await previewOf(visitor, { buy: { ...buy, variant_id: randomUUID() } })).result;
  expect(unknown).toMatchObject({ shops: [], problems: [] });
  expect((await visitor.call("POST", "/v1/checkout/preview", { buy: { ...buy, quantity: 0 } })).status).toBe(422);
});

test("a visitor without a cart sees nothing to buy, and gets no quote and no order", async () => {
  const visitor = market.visitor();
  expect((await previewOf(visitor)).result).toMatchObject({ shops: [], goods_total: 0 });
  expect((await visitor.call("POST", "/v1/checkout/quote", {})).status).toBe(401);
  expect(visitor.cookies()).toEqual([]);
});

test("a user sees the own cart, and after the end of the session is asked to log in", async () => {
  const person = await makePerson(market);
  await add(person, coffee, 1);
  expect((await previewOf(person)).result).toMatchObject({ pieces: 1 });
  await market.context.db.run(sql`delete from sessions where user_id = ${person.id}`);
  expect((await previewOf(person)).code).toBe("session.required");
});

test("a visitor's checkout names the vouchers that the cart named, and they are used after the login", async () => {
  const { context } = market;
  const voucher = await makeVoucher(context, { maxAmount: 9_000, minGoods: 100_000 });
  const visitor = await makePerson(market);
  await visitor.call("POST", "/v1/auth/logout");
  await add(visitor, coffee, 2);
  const inCart = (await visitor.call("GET", "/v1/cart/vouchers")).body.result;
  expect(inCart).toMatchObject([{ id: voucher.id, is_chosen: true, saves: 9_000 }]);
  expect((await previewOf(visitor)).result).toMatchObject({ vouchers: inCart, total: 170_000 + firstServiceFee.flat });
  const buy = { variant_id: coffee, quantity: 1 };
  const [lacking] = (await previewOf(visitor, { buy })).result.vouchers;
  expect(lacking).toMatchObject({ id: voucher.id, is_chosen: false, problem: { code: "vouchers.min_goods" } });
  for (const path of ["/cart", "/checkout"]) {
    const { text } = await visitor.open(path);
    expect(text).toContain("Hemat Rp9.000 setelah masuk");
    expect(text).toContain("Voucher dipasang setelah Anda masuk, bila masih bisa Anda pakai.");
    expect(text).not.toContain("pada langkah berikutnya");
  }
  await visitor.call("POST", "/v1/auth/login", { email: visitor.email, password: visitor.password });
  const { result } = (await visitor.call("POST", "/v1/checkout/quote", {})).body;
  expect(result).toMatchObject({ goods_total: 170_000, discount_total: 9_000 });
  await context.db.run(sql`update vouchers set ends_at = ${context.clock.now()} where id = ${voucher.id}`);
});

const form = { "content-type": "application/x-www-form-urlencoded" };

test("the page shows a visitor the goods, and its buttons lead to the login and the registration and back", async () => {
  const visitor = market.visitor();
  await add(visitor, coffee, 2, "Giling halus");
  const page = await visitor.open("/checkout");
  expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  for (const words of ["Kopi Gayo Sangrai Sedang", "Catatan:", "Rp171.000", "Masuk untuk melanjutkan"])
    expect(page.text).toContain(words);
  const send = async (fields: string) => (await visitor.call("POST", "/checkout", fields, form)).headers.location;
  expect(await send("intent=login")).toBe("/login?from=%2Fcheckout");
  expect(await send(`intent=login&variant_id=${batik}&quantity=3`)).toBe(
    `/login?${new URLSearchParams({ from: `/checkout?variant_id=${batik}&quantity=3` })}`,
  );
  expect(await send("intent=register")).toBe("/register?from=%2Fcheckout");
});

test("the page of an ended session asks for the login and returns to the same checkout", async () => {
  const person = await makePerson(market);
  await market.context.db.run(sql`delete from sessions where user_id = ${person.id}`);
  const { status, headers } = await person.open(`/checkout?variant_id=${batik}&quantity=2`);
  expect([status, headers.location]).toEqual([
    302,
    `/login?${new URLSearchParams({ from: `/checkout?variant_id=${batik}&quantity=2` })}`,
  ]);
});

test("after the login the checkout has the visitor's lines and notes, and not what was selected in the account before", async () => {
  const person = await makePerson(market);
  await add(person, batik, 1);
  await person.call("POST", "/v1/auth/logout");
  await add(person, coffee, 2, "Giling halus");
  expect((await previewOf(person)).result).toMatchObject({ pieces: 2 });
  await person.call("POST", "/v1/auth/login", { email: person.email, password: person.password });
  const { result } = (await person.call("POST", "/v1/checkout/quote", {})).body;
  expect(result).toMatchObject({ pieces: 2, goods_total: 170_000, service_fee: firstServiceFee.flat });
  expect(result.shops[0].lines).toMatchObject([{ quantity: 2, note: "Giling halus" }]);
});
