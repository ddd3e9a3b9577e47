import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#accounts/password/hash-password.ts";
import { accountRoutes } from "#accounts/routes.ts";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { addDuration, day } from "#lib/time.ts";
import { makeCartLine } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeProduct, makeShop, makeUser } from "../../test/make/rows.ts";
import { raceRounds } from "../../test/race-rounds.ts";
import { makeVisitor, type Visitor } from "../../test/spec/make-market.ts";
import type { Cart } from "./contract.ts";
import { cartJobs } from "./jobs.ts";
import { cartRoutes } from "./routes.ts";
import { maxCartLines, newVisitorCarts, visitorCartSetting, visitorCartTtl } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
let shop: Awaited<ReturnType<typeof makeShop>>;
let passwordHash: string;
const password = "kebun-teh-di-lereng-7";

beforeAll(async () => {
  context = await makeContext({ LIMIT_FACTOR: "10000" });
  app = await createHttp(context);
  for (const register of [accountRoutes, cartRoutes]) await app.register(async (scope) => register(scope, context));
  await app.ready();
  shop = await makeShop(context);
  passwordHash = await hashPassword(password);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

async function makeBuyer(
  id?: string,
): Promise<{ id: string; email: string; logIn(visitor: Visitor): Promise<number> }> {
  const userId = id ?? (await makeUser(context));
  const row = await context.db.row<{ email: string }>(
    sql`update users set password_hash = ${passwordHash} where id = ${userId} returning email`,
  );
  const email = row?.email ?? "";
  return {
    id: userId,
    email,
    logIn: async (visitor) => (await visitor.call("POST", "/v1/auth/login", { email, password })).status,
  };
}

async function makeVariant(fields: Parameters<typeof makeProduct>[2] = {}, shopId = shop.shopId): Promise<string> {
  return (await makeProduct(context, shopId, fields)).variantIds[0] ?? "";
}

const add = (visitor: Visitor, variantId: string, quantity = 1, note?: string) =>
  visitor.call("POST", "/v1/cart/lines", { variant_id: variantId, quantity, ...(note === undefined ? {} : { note }) });

const linesOf = (cart: Cart) => cart.shops.flatMap((one) => one.lines);
const shown = async (visitor: Visitor): Promise<Cart> => (await visitor.call("GET", "/v1/cart")).body.result as Cart;

/** What the database holds of a user's cart, by variant. */
async function stored(userId: string): Promise<Record<string, { quantity: number; note: string; selected: boolean }>> {
  const rows = await context.db.rows<{ variant: string; quantity: number; note: string; selected: boolean }>(sql`
    select l.variant_id as variant, l.quantity, l.note, l.selected
    from carts c join cart_lines l on l.cart_id = c.id where c.user_id = ${userId}`);
  return Object.fromEntries(rows.map(({ variant, ...line }) => [variant, line]));
}

async function countVisitorCarts(): Promise<number> {
  const row = await context.db.row<{ n: number }>(sql`select count(*)::int as n from carts where user_id is null`);
  return row?.n ?? -1;
}

/** The value of a cookie that a response sets. */
function setCookieOf(headers: Record<string, unknown>, name: string): string | undefined {
  const all = [headers["set-cookie"] ?? []].flat() as string[];
  return all.find((one) => one.startsWith(`${name}=`));
}

describe("a visitor's cart", () => {
  test("exists from the first line on, and looking or being refused creates none", async () => {
    const before = await countVisitorCarts();
    const visitor = makeVisitor(app);
    expect(await shown(visitor)).toEqual({
      shops: [],
      totals: { lines: 0, pieces: 0, goods_total: 0 },
      waiting: 0,
    });
    expect((await visitor.call("PUT", "/v1/cart/selection", { selected: true })).status).toBe(200);
    expect((await add(visitor, await makeVariant({ stock: 1 }), 2)).body.code).toBe("cart.out_of_stock");
    expect((await add(visitor, randomUUID())).status).toBe(404);
    expect(visitor.cookies()).toEqual([]);
    expect(await countVisitorCarts()).toBe(before);
    expect((await add(visitor, await makeVariant())).status).toBe(200);
    expect((await add(visitor, await makeVariant())).status).toBe(200);
    expect(await countVisitorCarts()).toBe(before + 1);
    expect((await shown(visitor)).totals).toMatchObject({ lines: 2, pieces: 2 });
  });

  test("costs the database nothing for a visitor who has none", async () => {
    let statements = 0;
    const count = () => void (statements += 1);
    context.db.pool.on("acquire", count);
    for (const cookie of ["theme=dark", "cart=", "cart=x", `cart=${"A".repeat(7000)}`, "cart_count=3"])
      expect((await makeVisitor(app).call("GET", "/v1/cart", undefined, { cookie })).body.result.shops).toEqual([]);
    context.db.pool.off("acquire", count);
    expect(statements).toBe(0);
  });

  test("has a token of 256 bits in a cookie that scripts cannot read, and the database has only its digest", async () => {
    const visitor = makeVisitor(app);
    const { headers } = await add(visitor, await makeVariant());
    const cookie = setCookieOf(headers, "cart") ?? "";
    expect(cookie).toMatch(/^cart=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(setCookieOf(headers, "cart_count")).toBe("cart_count=1; Max-Age=2592000; Path=/; SameSite=Lax");
    const token = cookie.slice("cart=".length, cookie.indexOf(";"));
    const rows = await context.db.rows<{ text: string }>(sql`select to_jsonb(c)::text as text from carts c`);
    for (const { text } of rows) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(Buffer.from(token, "base64url").toString("hex"));
    }
  });

  test("can be changed like a user's: quantity, note, selection, removal and undo", async () => {
    const visitor = makeVisitor(app);
    const first = await makeVariant({ price: 10_000 });
    await add(visitor, first, 2, "Warna biru");
    await add(visitor, first, 1);
    const answered = await add(visitor, await makeVariant({ price: 5_000 }));
    const line = linesOf(answered.body.data as Cart).find(({ variant_id }) => variant_id === first);
    expect(line).toMatchObject({ quantity: 3, note: "Warna biru", selected: true });
    const change = (body: object) => visitor.call("PUT", `/v1/cart/lines/${line?.id}`, body);
    expect((await change({ quantity: 4, note: "Hijau" })).status).toBe(200);
    expect((await change({ quantity: 999 })).body.code).toBe("cart.out_of_stock");
    expect((await visitor.call("PUT", "/v1/cart/selection", { selected: false })).body.data.totals.lines).toBe(0);
    expect((await change({ selected: true })).body.data.totals).toEqual({ lines: 1, pieces: 4, goods_total: 40_000 });
    const removed = await visitor.call("DELETE", `/v1/cart/lines/${line?.id}`);
    expect(linesOf(removed.body.data as Cart)).toHaveLength(1);
    expect(setCookieOf(removed.headers, "cart_count")).toMatch(/^cart_count=1;/);
    const restored = await visitor.call("POST", `/v1/cart/lines/${line?.id}/restore`);
    expect(linesOf(restored.body.data as Cart).find(({ id }) => id === line?.id)).toMatchObject({
      quantity: 4,
      note: "Hijau",
    });
  });

  test("is deleted 30 days after its last use, and looking at it is a use", async () => {
    const visitor = makeVisitor(app);
    await add(visitor, await makeVariant());
    const age = (ms: number) =>
      context.db.run(sql`
        update carts set expires_at = expires_at - ${ms} * interval '1 millisecond' where user_id is null`);
    await age(29 * day);
    expect((await shown(visitor)).totals.lines).toBe(1);
    await age(29 * day);
    expect((await shown(visitor)).totals.lines).toBe(1);
    await age(visitorCartTtl);
    expect((await shown(visitor)).totals.lines).toBe(0);
    const kept = makeVisitor(app);
    await add(kept, await makeVariant());
    const owner = await makeUser(context);
    await makeCartLine(context, owner, await makeVariant());
    await cartJobs["cart.delete_expired_carts"]?.({}, context);
    expect(await countVisitorCarts()).toBe(1);
    expect((await shown(kept)).totals.lines).toBe(1);
    expect(Object.keys(await stored(owner))).toHaveLength(1);
    expect((await add(visitor, await makeVariant())).body.data.totals.lines).toBe(1);
  });

  test("holds 100 lines, also when many are added at once", async () => {
    const visitor = makeVisitor(app);
    const { variantIds } = await makeProduct(context, shop.shopId, {
      variants: Array.from({ length: maxCartLines + 4 }, (_, at) => ({
        option: `Ukuran ${at}`,
        price: 1000,
        stock: 5,
      })),
    });
    await add(visitor, variantIds[0] ?? "");
    const statuses = await Promise.all(variantIds.slice(1).map(async (id) => (await add(visitor, id)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(maxCartLines - 1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(4);
    expect(linesOf(await shown(visitor))).toHaveLength(maxCartLines);
  });
});

test("a cart remembers its last 100 removed lines", async () => {
  const visitor = makeVisitor(app);
  const variantId = await makeVariant();
  const removed: string[] = [];
  for (let time = 0; time < 103; time += 1) {
    const [line] = linesOf((await add(visitor, variantId)).body.data as Cart);
    await visitor.call("DELETE", `/v1/cart/lines/${line?.id}`);
    removed.push(line?.id ?? "");
  }
  const row = await context.db.row<{ n: number }>(
    sql`select count(*)::int as n from cart_removed_lines where variant_id = ${variantId}`,
  );
  expect(row?.n).toBe(100);
  expect((await visitor.call("POST", `/v1/cart/lines/${removed[2]}/restore`)).status).toBe(404);
  expect((await visitor.call("POST", `/v1/cart/lines/${removed[3]}/restore`)).status).toBe(200);
});

describe("at the login", () => {
  test("joins the user's cart: quantities add up to the stock, notes stay, and the browser forgets it", async () => {
    const buyer = await makeBuyer();
    const [both, scarce, own, visitors] = await Promise.all([
      makeVariant(),
      makeVariant({ stock: 5 }),
      makeVariant(),
      makeVariant(),
    ]);
    const before = makeVisitor(app);
    expect(await buyer.logIn(before)).toBe(200);
    await add(before, both, 2, "Bungkus kado");
    await add(before, scarce, 4);
    await add(before, own, 1, "Yang kecil");
    expect((await before.call("POST", "/v1/auth/logout")).status).toBe(200);
    expect((await shown(before)).shops).toEqual([]);

    await add(before, both, 3, "Pita merah");
    await add(before, scarce, 3);
    await add(before, visitors, 2, "Lusa dikirim");
    const login = await before.call("POST", "/v1/auth/login", { email: buyer.email, password });
    expect(login.body.user.total_cart).toBe(4);
    expect(await stored(buyer.id)).toEqual({
      [both]: { quantity: 5, note: "Bungkus kado; Pita merah", selected: true },
      [scarce]: { quantity: 5, note: "", selected: true },
      [own]: { quantity: 1, note: "Yang kecil", selected: false },
      [visitors]: { quantity: 2, note: "Lusa dikirim", selected: true },
    });
    expect(before.cookies()).not.toContain("cart_count");
    expect((await shown(before)).totals.pieces).toBe(12);
    expect(before.cookies()).not.toContain("cart");
    await before.call("POST", "/v1/auth/logout");
    expect((await shown(before)).shops).toEqual([]);
    expect(Object.keys(await stored(buyer.id))).toHaveLength(4);
  });

  test("keeps the selection of the user's cart when the visitor had selected nothing", async () => {
    const buyer = await makeBuyer();
    const [earlier, later] = [await makeVariant(), await makeVariant()];
    await makeCartLine(context, buyer.id, earlier);
    const visitor = makeVisitor(app);
    await add(visitor, later);
    await visitor.call("PUT", "/v1/cart/selection", { selected: false });
    await buyer.logIn(visitor);
    expect(await stored(buyer.id)).toMatchObject({ [earlier]: { selected: true }, [later]: { selected: false } });
  });

  test("a line keeps its id, so a page that was open before still changes it, and undo still restores", async () => {
    const buyer = await makeBuyer();
    const visitor = makeVisitor(app);
    await add(visitor, await makeVariant(), 2);
    const answered = await add(visitor, await makeVariant());
    const [second, first] = linesOf(answered.body.data as Cart);
    await visitor.call("DELETE", `/v1/cart/lines/${second?.id}`);
    await buyer.logIn(visitor);
    expect((await visitor.call("PUT", `/v1/cart/lines/${first?.id}`, { quantity: 3 })).status).toBe(200);
    expect((await visitor.call("POST", `/v1/cart/lines/${second?.id}/restore`)).status).toBe(200);
    expect((await shown(visitor)).totals.pieces).toBe(4);
  });

  test("a seller's own product joins the cart and shows why it cannot be bought", async () => {
    const seller = await makeBuyer(shop.ownerId);
    const visitor = makeVisitor(app);
    await add(visitor, await makeVariant());
    await seller.logIn(visitor);
    expect(linesOf(await shown(visitor))).toMatchObject([{ problem: "own_product" }]);
  });

  test("lines that do not fit wait in the browser's cart and come in when there is room", async () => {
    const buyer = await makeBuyer();
    const { variantIds } = await makeProduct(context, shop.shopId, {
      variants: Array.from({ length: maxCartLines + 1 }, (_, at) => ({ option: `No ${at}`, price: 1000, stock: 9 })),
    });
    for (const id of variantIds.slice(0, maxCartLines - 1)) await makeCartLine(context, buyer.id, id);
    const visitor = makeVisitor(app);
    await add(visitor, variantIds[0] ?? "", 4);
    await add(visitor, variantIds[maxCartLines - 1] ?? "");
    await add(visitor, variantIds[maxCartLines] ?? "", 2, "Jangan lupa");
    await buyer.logIn(visitor);
    const full = await shown(visitor);
    expect([linesOf(full).length, full.waiting]).toEqual([maxCartLines, 1]);
    expect((await stored(buyer.id))[variantIds[0] ?? ""]?.quantity).toBe(5);
    const line = linesOf(full).find(({ variant_id }) => variant_id === variantIds[5]);
    const { body } = await visitor.call("DELETE", `/v1/cart/lines/${line?.id}`);
    expect([linesOf(body.data as Cart).length, body.data.waiting]).toEqual([maxCartLines, 0]);
    const inCart = await stored(buyer.id);
    const waited = variantIds.slice(maxCartLines - 1).map((id) => inCart[id]?.quantity);
    expect(waited).toEqual([1, 2]);
    expect(visitor.cookies()).not.toContain("cart");
  });

  test("a refused login leaves the visitor's cart as it is", async () => {
    const buyer = await makeBuyer();
    const visitor = makeVisitor(app);
    await add(visitor, await makeVariant(), 2);
    expect((await visitor.call("POST", "/v1/auth/login", { email: buyer.email, password: "salah-besar" })).status).toBe(
      401,
    );
    expect((await shown(visitor)).totals.pieces).toBe(2);
    expect(await stored(buyer.id)).toEqual({});
  });
});

describe("when the session has ended", () => {
  test("a change asks for a login, and a new line waits in the browser's cart for it", async () => {
    const buyer = await makeBuyer();
    const [first, second] = [await makeVariant(), await makeVariant()];
    const lineId = await makeCartLine(context, buyer.id, first);
    const visitor = makeVisitor(app);
    await buyer.logIn(visitor);
    await context.db.run(sql`delete from sessions where user_id = ${buyer.id}`);
    expect((await visitor.call("GET", "/v1/cart")).body.code).toBe("session.required");
    expect((await visitor.call("PUT", `/v1/cart/lines/${lineId}`, { quantity: 2 })).body.code).toBe("session.required");
    expect((await visitor.call("PUT", "/v1/cart/selection", { selected: false })).status).toBe(401);
    expect((await visitor.call("DELETE", `/v1/cart/lines/${lineId}`)).status).toBe(401);
    expect((await add(visitor, second)).body.data.totals.lines).toBe(1);
    await buyer.logIn(visitor);
    expect(Object.keys(await stored(buyer.id)).sort()).toEqual([first, second].sort());
  });

  test("a program with a wrong bearer token is refused", async () => {
    const authorization = `Bearer ${randomBytes(32).toString("base64url")}`;
    const before = await countVisitorCarts();
    const call = (method: "GET" | "POST", url: string, body?: object) =>
      makeVisitor(app).call(method, url, body, { authorization });
    expect((await call("GET", "/v1/cart")).status).toBe(401);
    expect((await call("POST", "/v1/cart/lines", { variant_id: await makeVariant(), quantity: 1 })).status).toBe(401);
    expect(await countVisitorCarts()).toBe(before);
  });
});

describe("at the same moment", () => {
  test("two logins with one cart add its pieces once, in every round", async () => {
    const variantId = await makeVariant({ stock: 900 });
    for (let round = 0; round < raceRounds(10); round += 1) {
      const buyer = await makeBuyer();
      await makeCartLine(context, buyer.id, variantId, 2);
      const visitor = makeVisitor(app);
      await add(visitor, variantId, 3);
      expect(await Promise.all([buyer.logIn(visitor), buyer.logIn(visitor)])).toEqual([200, 200]);
      expect(await stored(buyer.id)).toMatchObject({ [variantId]: { quantity: 5 } });
    }
  });

  test("a line that is added during the login is not lost, in any round", async () => {
    const [first, second] = [await makeVariant({ stock: 900 }), await makeVariant({ stock: 900 })];
    for (let round = 0; round < raceRounds(10); round += 1) {
      const buyer = await makeBuyer();
      const visitor = makeVisitor(app);
      await add(visitor, first, 1);
      const [login, added, more] = await Promise.all([
        buyer.logIn(visitor),
        add(visitor, second, 2),
        add(visitor, first, 1),
      ]);
      expect([login, added.status, more.status]).toEqual([200, 200, 200]);
      // The next look at the cart brings in what was added after the login had read it.
      await shown(visitor);
      expect(await stored(buyer.id)).toMatchObject({ [first]: { quantity: 2 }, [second]: { quantity: 2 } });
      expect(visitor.cookies()).not.toContain("cart");
    }
  });

  test("logins of two browsers into one account merge both carts", async () => {
    const variantId = await makeVariant({ stock: 900 });
    for (let round = 0; round < raceRounds(5); round += 1) {
      const buyer = await makeBuyer();
      const browsers = [makeVisitor(app), makeVisitor(app), makeVisitor(app)];
      for (const [at, visitor] of browsers.entries()) await add(visitor, variantId, at + 1);
      await Promise.all(browsers.map((visitor) => buyer.logIn(visitor)));
      expect(await stored(buyer.id)).toMatchObject({ [variantId]: { quantity: 6 } });
    }
  });
});

describe("an attacker", () => {
  test("who knows the token of a cart sees it until its owner logs in, and then nothing", async () => {
    const buyer = await makeBuyer();
    const variantId = await makeVariant({ stock: 50 });
    const visitor = makeVisitor(app);
    const cookie = setCookieOf((await add(visitor, variantId, 2)).headers, "cart")?.split(";")[0] ?? "";
    const thief = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: object) =>
      makeVisitor(app).call(method, url, body, { cookie });
    const [line] = linesOf((await thief("GET", "/v1/cart")).body.result as Cart);
    await buyer.logIn(visitor);
    await shown(visitor);
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
    const [ofVisitor] = linesOf((await add(victim, variantId, 2)).body.data as Cart);
    const thief = makeVisitor(app);
    await add(thief, variantId);
    for (const id of [ofUser, ofVisitor?.id ?? ""]) {
      expect((await thief.call("PUT", `/v1/cart/lines/${id}`, { quantity: 9 })).status).toBe(404);
      expect((await thief.call("DELETE", `/v1/cart/lines/${id}`)).status).toBe(404);
      await thief.call("PUT", "/v1/cart/selection", { line_ids: [id], selected: false });
    }
    expect((await shown(victim)).totals).toMatchObject({ lines: 1, pieces: 2 });
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

test("expired carts are deleted in batches, with their lines", async () => {
  const now = context.clock.now();
  const variantId = await makeVariant();
  await context.db.run(sql`
    with made as (
      insert into carts (token_hash, created_at, updated_at, expires_at)
      select sha256(('kadaluwarsa ' || n)::bytea), ${now}, ${now}, ${addDuration(now, -day)} from generate_series(1, 2500) n returning id
    )
    insert into cart_lines (cart_id, variant_id, quantity, created_at) select id, ${variantId}, 1, ${now} from made`);
  await cartJobs["cart.delete_expired_carts"]?.({}, context);
  const left = await context.db.row<{ carts: number; lines: number }>(sql`
    select (select count(*)::int from carts where expires_at <= ${now}) as carts,
      (select count(*)::int from cart_lines where variant_id = ${variantId}) as lines`);
  expect(left).toEqual({ carts: 0, lines: 0 });
});

describe("while operators take no carts without an account", () => {
  afterEach(() => applySettings({}, new Set()));
  const close = () => applySettings({ [visitorCartSetting.key]: false }, new Set());

  test("a visitor is asked to log in before a line is added, and no cart is stored", async () => {
    const before = await countVisitorCarts();
    close();
    const visitor = makeVisitor(app);
    expect(await add(visitor, await makeVariant())).toMatchObject({ status: 401, body: { code: "session.required" } });
    expect((await shown(visitor)).shops).toEqual([]);
    expect(await countVisitorCarts()).toBe(before);
  });

  test("a cart that was filled before is readable, takes nothing more, and joins the user's at the login", async () => {
    const buyer = await makeBuyer();
    const [first, second] = await Promise.all([makeVariant(), makeVariant()]);
    const visitor = makeVisitor(app);
    await add(visitor, first, 2);
    close();
    expect((await add(visitor, second)).status).toBe(401);
    const [line] = linesOf(await shown(visitor));
    expect(line).toMatchObject({ quantity: 2 });
    expect((await visitor.call("PUT", `/v1/cart/lines/${line?.id}`, { quantity: 1 })).status).toBe(200);
    expect(await buyer.logIn(visitor)).toBe(200);
    expect(await stored(buyer.id)).toEqual({ [first]: { quantity: 1, note: "", selected: true } });
    expect((await add(visitor, second)).status).toBe(200);
  });
});
