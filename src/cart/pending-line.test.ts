import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seal } from "#accounts/session/seal.ts";
import { sql } from "#lib/database.ts";
import { makeMarket, type Market, type Visitor } from "../../test/spec/make-market.ts";
import { pendingLineTtl } from "./rules.ts";

let market: Market;
let variantId: string;

beforeAll(async () => {
  market = await makeMarket();
  const row = await market.context.db.row<{ id: string }>(
    sql`select v.id from variants v join products p on p.id = v.product_id where p.slug = 'kopi-gayo'`,
  );
  variantId = row?.id ?? "";
});
afterAll(async () => {
  await market.close();
});

const form = { "content-type": "application/x-www-form-urlencoded" };
const password = "kebun-teh-di-lereng-7";
let people = 0;

/** Registers and logs in with the visitor's cookies, and returns the user id. */
async function enter(visitor: Visitor): Promise<string> {
  people += 1;
  const email = `titip-${people}@kawung.test`;
  const typed = { name: "Sekar Arum", email, password, password_confirmation: password };
  expect((await visitor.call("POST", "/v1/auth/register", typed)).status).toBe(200);
  const { body } = await visitor.call("POST", "/v1/auth/login", { email, password });
  return body.user.id as string;
}

const cartOf = (userId: string) =>
  market.context.db.rows(
    sql`select l.variant_id as variant, l.quantity from cart_lines l join carts c on c.id = l.cart_id where c.user_id = ${userId}`,
  );
const want = (visitor: Visitor, quantity = 2, headers = {}) =>
  visitor.call("POST", "/v1/cart/wish", { variant_id: variantId, quantity }, headers);
const redeem = (visitor: Visitor) => visitor.call("POST", "/v1/cart/wish/redeem");

describe("a visitor's pending line", () => {
  test("is kept during the login and is in the cart afterwards, once", async () => {
    const visitor = market.visitor();
    expect((await want(visitor)).status).toBe(200);
    const userId = await enter(visitor);
    expect(await cartOf(userId)).toEqual([]);
    expect((await redeem(visitor)).body.data.totals).toMatchObject({ lines: 1, pieces: 2 });
    expect((await redeem(visitor)).body.code).toBe("cart.no_wish");
    expect(await cartOf(userId)).toEqual([{ variant: variantId, quantity: 2 }]);
  });

  test("is added once when two tabs return from the login at the same moment", async () => {
    const visitor = market.visitor();
    await want(visitor, 3);
    const userId = await enter(visitor);
    await Promise.all([redeem(visitor), redeem(visitor), redeem(visitor)]);
    expect(await cartOf(userId)).toEqual([{ variant: variantId, quantity: 3 }]);
  });

  test("cannot be set by another site, forged or changed", async () => {
    const visitor = market.visitor();
    const userId = await enter(visitor);
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])
      expect((await want(visitor, 1, headers)).status).toBe(403);
    const pendingLine = { variantId, quantity: 5, key: randomUUID(), at: Date.now() };
    const sealed = (secret: Buffer, purpose: string) =>
      seal(secret, purpose, "", Buffer.from(JSON.stringify(pendingLine))).toString("base64url");
    const forged = [
      "",
      "x",
      "A".repeat(5000),
      Buffer.from(JSON.stringify(pendingLine)).toString("base64url"),
      sealed(Buffer.alloc(32), "pending cart line"),
      sealed(market.context.secret, "registered email"),
    ];
    for (const value of forged) {
      const token = market.visitor();
      const login = await token.call("POST", "/v1/auth/login", { email: `titip-${people}@kawung.test`, password });
      const sid = String(login.headers["set-cookie"]).match(/sid=[^;]+/)?.[0] ?? "";
      const answer = await market.visitor().call("POST", "/v1/cart/wish/redeem", undefined, {
        cookie: `${sid}; pending_line=${value}`,
      });
      expect(answer.body.code, value.slice(0, 30)).toBe("cart.no_wish");
    }
    expect(await cartOf(userId)).toEqual([]);
  });

  test("expires after an hour", async () => {
    const visitor = market.visitor();
    const userId = await enter(visitor);
    const old = {
      variantId,
      quantity: 1,
      key: randomUUID(),
      at: market.context.clock.now().getTime() - pendingLineTtl - 1000,
    };
    const value = seal(market.context.secret, "pending cart line", "", Buffer.from(JSON.stringify(old))).toString(
      "base64url",
    );
    const login = await visitor.call("POST", "/v1/auth/login", { email: `titip-${people}@kawung.test`, password });
    const sid = String(login.headers["set-cookie"]).match(/sid=[^;]+/)?.[0] ?? "";
    const answer = await market.visitor().call("POST", "/v1/cart/wish/redeem", undefined, {
      cookie: `${sid}; pending_line=${value}`,
    });
    expect(answer.body.code).toBe("cart.no_wish");
    expect(await cartOf(userId)).toEqual([]);
  });

  test("is refused at once when it cannot be bought, and later when it has sold out meanwhile", async () => {
    const visitor = market.visitor();
    expect(await want(visitor, 500)).toMatchObject({ status: 409, body: { code: "cart.out_of_stock" } });
    expect((await visitor.call("POST", "/v1/cart/wish", { variant_id: randomUUID(), quantity: 1 })).status).toBe(404);
    expect((await want(visitor, 2)).status).toBe(200);
    const userId = await enter(visitor);
    await market.context.db.run(sql`update variants set stock = 1 where id = ${variantId}`);
    expect(await redeem(visitor)).toMatchObject({ status: 409, body: { code: "cart.out_of_stock" } });
    await market.context.db.run(sql`update variants set stock = 9 where id = ${variantId}`);
    expect((await redeem(visitor)).body.code).toBe("cart.no_wish");
    expect(await cartOf(userId)).toEqual([]);
  });
});

describe("without scripts", () => {
  test("the form of a product takes a visitor through the login to the cart that contains it", async () => {
    const visitor = market.visitor();
    const add = `intent=add&then=cart&product=kopi-gayo&variant_id=${variantId}&quantity=2`;
    const asked = await visitor.call("POST", "/cart", add, form);
    expect([asked.status, asked.headers.location]).toEqual([303, "/login?from=%2Fcart%3Fpending%3D1"]);
    expect((await visitor.open("/login?from=%2Fcart%3Fpending%3D1")).text).toContain("Barang ini kami simpan");
    const userId = await enter(visitor);
    const came = await visitor.open("/cart?pending=1");
    expect([came.status, came.headers.location]).toEqual([302, "/cart?notice=added"]);
    expect((await visitor.open("/cart?notice=added")).text).toContain("sudah masuk keranjang");
    expect(await cartOf(userId)).toEqual([{ variant: variantId, quantity: 2 }]);
    expect((await visitor.open("/cart?pending=1")).headers.location).toBe("/cart");
  });

  test("the cart says when it has sold out meanwhile", async () => {
    const visitor = market.visitor();
    await want(visitor, 2);
    await enter(visitor);
    await market.context.db.run(sql`update variants set stock = 0 where id = ${variantId}`);
    const { status, text } = await visitor.open("/cart?pending=1");
    await market.context.db.run(sql`update variants set stock = 9 where id = ${variantId}`);
    expect(status).toBe(200);
    expect(text).toContain("Stok tidak mencukupi");
  });

  test("a visitor who asks for more than the stock returns to the product", async () => {
    const add = `intent=add&then=cart&product=kopi-gayo&variant_id=${variantId}&quantity=500`;
    const asked = await market.visitor().call("POST", "/cart", add, form);
    expect([asked.status, asked.headers.location]).toEqual([303, "/product/kopi-gayo"]);
  });

  test("registration leads to the login with the e-mail filled in once, and no e-mail in the URL", async () => {
    const visitor = market.visitor();
    expect((await visitor.open("/login")).text).toContain("Selamat datang.");
    const email = "baru.sekali@kawung.test";
    const typed = new URLSearchParams({
      name: "Rina",
      email,
      password,
      password_confirmation: password,
      from: "/cart?pending=1",
    });
    const sent = await visitor.call("POST", "/register", typed.toString(), form);
    expect([sent.status, sent.headers.location]).toEqual([303, "/login?notice=registered&from=%2Fcart%3Fpending%3D1"]);
    const page = await visitor.open(String(sent.headers.location));
    for (const words of ["Berhasil Registrasi", "Selamat datang.", `value="${email}"`])
      expect(page.text).toContain(words);
    expect((await visitor.open(String(sent.headers.location))).text).not.toContain(email);
    await visitor.call("POST", "/v1/auth/login", { email, password });
    await visitor.call("POST", "/v1/auth/logout");
    expect((await visitor.open("/login")).text).toContain("Senang melihat Anda lagi.");
  });
});
