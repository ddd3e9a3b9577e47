import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { makeCartLine } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeProduct, makeShop } from "../../test/make/rows.ts";
import {
  addToCart,
  cartOf,
  linesOf,
  makeVisitorCartApi,
  password,
  setCookieOf,
} from "../../test/make/visitor-cart-api.ts";
import { raceRounds } from "../../test/race-rounds.ts";
import { makeVisitor } from "../../test/spec/make-market.ts";
import type { Cart } from "./contract.ts";
import { cartRoutes } from "./routes.ts";
import { newVisitorCarts } from "./rules.ts";

let { context, app, makeBuyer, makeVariant, stored, countVisitorCarts, close } = {} as Awaited<
  ReturnType<typeof makeVisitorCartApi>
>;

beforeAll(async () => {
  ({ context, app, makeBuyer, makeVariant, stored, countVisitorCarts, close } = await makeVisitorCartApi());
});
afterAll(() => close());

describe("at the same moment", () => {
  test("two logins with one cart add its pieces once, in every round", async () => {
    const variantId = await makeVariant({ stock: 900 });
    for (let round = 0; round < raceRounds(10); round += 1) {
      const buyer = await makeBuyer();
      await makeCartLine(context, buyer.id, variantId, 2);
      const visitor = makeVisitor(app);
      await addToCart(visitor, variantId, 3);
      expect(await Promise.all([buyer.logIn(visitor), buyer.logIn(visitor)])).toEqual([200, 200]);
      expect(await stored(buyer.id)).toMatchObject({ [variantId]: { quantity: 5 } });
    }
  });

  test("a line that is added during the login is not lost, in any round", async () => {
    const [first, second] = [await makeVariant({ stock: 900 }), await makeVariant({ stock: 900 })];
    for (let round = 0; round < raceRounds(10); round += 1) {
      const buyer = await makeBuyer();
      const visitor = makeVisitor(app);
      await addToCart(visitor, first, 1);
      const [login, added, more] = await Promise.all([
        buyer.logIn(visitor),
        addToCart(visitor, second, 2),
        addToCart(visitor, first, 1),
      ]);
      expect([login, added.status, more.status]).toEqual([200, 200, 200]);
      // The next look at the cart brings in what was added after the login had read it.
      await cartOf(visitor);
      expect(await stored(buyer.id)).toMatchObject({ [first]: { quantity: 2 }, [second]: { quantity: 2 } });
      expect(visitor.cookies()).not.toContain("cart");
    }
  });

  test("logins of two browsers into one account merge both carts", async () => {
    const variantId = await makeVariant({ stock: 900 });
    for (let round = 0; round < raceRounds(5); round += 1) {
      const buyer = await makeBuyer();
      const browsers = [makeVisitor(app), makeVisitor(app), makeVisitor(app)];
      for (const [at, visitor] of browsers.entries()) await addToCart(visitor, variantId, at + 1);
      await Promise.all(browsers.map((visitor) => buyer.logIn(visitor)));
      expect(await stored(buyer.id)).toMatchObject({ [variantId]: { quantity: 6 } });
    }
  });
});

describe("an attacker", () => {
  test("a person who knows the token of a cart sees it until its owner logs in, and then nothing", async () => {
    const buyer = await makeBuyer();
    const variantId = await makeVariant({ stock: 50 });
    const visitor = makeVisitor(app);
    const cookie = setCookieOf((await addToCart(visitor, variantId, 2)).headers, "cart")?.split(";")[0] ?? "";
    const thief = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: object) =>
      makeVisitor(app).call(method, url, body, { cookie });
    const [line] = linesOf((await thief("GET", "/v1/cart")).body.result as Cart);
    await buyer.logIn(visitor);
    await cartOf(visitor);
    expect(linesOf((await thief("GET", "/v1/cart")).body.result as Cart)).toEqual([]);
    expect((await thief("PUT", `/v1/cart/lines/${line?.id}`, { quantity: 9 })).status).toBe(404);
    expect((await thief("DELETE", `/v1/cart/lines/${line?.id}`)).status).toBe(404);
    expect((await thief("POST", `/v1/cart/lines/${line?.id}/restore`)).status).toBe(404);
    await thief("PUT", "/v1/cart/selection", { selected: false });
    await thief("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 5 });
    expect(await stored(buyer.id)).toEqual({ [variantId]: { quantity: 2, note: "", selected: true } });
  });

  test("cannot change a line of another cart, a user's or a visitor's", async () => {
    const variantId = await makeVariant();
    const buyer = await makeBuyer();
    const ofUser = await makeCartLine(context, buyer.id, variantId);
    const victim = makeVisitor(app);
    const [ofVisitor] = linesOf((await addToCart(victim, variantId, 2)).body.data as Cart);
    const thief = makeVisitor(app);
    await addToCart(thief, variantId);
    for (const id of [ofUser, ofVisitor?.id ?? ""]) {
      expect((await thief.call("PUT", `/v1/cart/lines/${id}`, { quantity: 9 })).status).toBe(404);
      expect((await thief.call("DELETE", `/v1/cart/lines/${id}`)).status).toBe(404);
      await thief.call("PUT", "/v1/cart/selection", { line_ids: [id], selected: false });
    }
    expect((await cartOf(victim)).totals).toMatchObject({ lines: 1, pieces: 2 });
    expect(await stored(buyer.id)).toMatchObject({ [variantId]: { quantity: 1, selected: true } });
  });

  test.each([
    ["an empty cookie", ""],
    ["too short", "x"],
    ["of an unknown cart", "A".repeat(43)],
    ["oversized", "A".repeat(7000)],
    ["with SQL", "'; drop table carts; --"],
    ["with JSON", '{"userId":"1"}'],
    ["a digest instead of a token", randomBytes(32).toString("hex")],
  ])("gets an empty cart with a token that is %s, and a login with it adds nothing", async (_, value) => {
    const buyer = await makeBuyer();
    const send = (method: "GET" | "POST", url: string, body?: object) =>
      makeVisitor(app).call(method, url, body, { cookie: `cart=${encodeURIComponent(value)}; cart_count=99` });
    expect((await send("GET", "/v1/cart")).body.result.shops).toEqual([]);
    expect((await send("POST", "/v1/auth/login", { email: buyer.email, password })).status).toBe(200);
    expect(await stored(buyer.id)).toEqual({});
    const { status, body } = await send("POST", "/v1/cart/lines", { variant_id: await makeVariant(), quantity: 1 });
    expect([status, body.data.totals.lines]).toEqual([200, 1]);
  });

  test("cannot put anything into a visitor's cart from another site", async () => {
    const before = await countVisitorCarts();
    const variantId = await makeVariant();
    for (const site of ["cross-site", "same-site", "none"]) {
      const { status } = await makeVisitor(app).call(
        "POST",
        "/v1/cart/lines",
        { variant_id: variantId, quantity: 1 },
        { "sec-fetch-site": site },
      );
      expect(status, site).toBe(403);
    }
    expect(await countVisitorCarts()).toBe(before);
  });

  test("starts at most 200 carts an hour from one network, and others still can", async () => {
    const limited = await makeContext();
    const site = await createHttp(limited);
    await site.register(async (scope) => cartRoutes(scope, limited));
    await site.ready();
    const { shopId } = await makeShop(limited);
    const [variantId = ""] = (await makeProduct(limited, shopId, { stock: 900 })).variantIds;
    const start = (remoteAddress: string) =>
      site.inject({
        method: "POST",
        url: "/v1/cart/lines",
        headers: { "content-type": "application/json" },
        remoteAddress,
        payload: JSON.stringify({ variant_id: variantId, quantity: 1 }),
      });
    const statuses: number[] = [];
    for (let at = 0; at < 1000; at += 1) statuses.push((await start("203.0.113.7")).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(newVisitorCarts.max);
    expect(statuses.slice(newVisitorCarts.max)).toEqual(Array<number>(800).fill(429));
    expect((await start("203.0.113.8")).statusCode).toBe(200);
    const row = await limited.db.row<{ n: number }>(sql`select count(*)::int as n from carts`);
    expect(row?.n).toBe(newVisitorCarts.max + 1);
    await site.close();
    await limited.close();
  });
});
