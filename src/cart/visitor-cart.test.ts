import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { addDuration, day } from "#lib/time.ts";
import { makeCartLine } from "../../test/make/checkout.ts";
import { makeProduct, makeUser } from "../../test/make/rows.ts";
import {
  addToCart,
  cartOf,
  linesOf,
  makeVisitorCartApi,
  password,
  setCookieOf,
} from "../../test/make/visitor-cart-api.ts";
import { makeVisitor } from "../../test/spec/make-market.ts";
import type { Cart } from "./contract.ts";
import { cartJobs } from "./jobs.ts";
import { maxCartLines, visitorCartSetting, visitorCartTtl } from "./rules.ts";

let { context, app, shop, makeBuyer, makeVariant, stored, countVisitorCarts, close } = {} as Awaited<
  ReturnType<typeof makeVisitorCartApi>
>;

beforeAll(async () => {
  ({ context, app, shop, makeBuyer, makeVariant, stored, countVisitorCarts, close } = await makeVisitorCartApi());
});
afterAll(() => close());

describe("a visitor's cart", () => {
  test("exists from the first line on, and looking or being refused creates none", async () => {
    const before = await countVisitorCarts();
    const visitor = makeVisitor(app);
    expect(await cartOf(visitor)).toEqual({
      shops: [],
      totals: { lines: 0, pieces: 0, goods_total: 0 },
      waiting: 0,
    });
    expect((await visitor.call("PUT", "/v1/cart/selection", { selected: true })).status).toBe(200);
    expect((await addToCart(visitor, await makeVariant({ stock: 1 }), 2)).body.code).toBe("cart.out_of_stock");
    expect((await addToCart(visitor, randomUUID())).status).toBe(404);
    expect(visitor.cookies()).toEqual([]);
    expect(await countVisitorCarts()).toBe(before);
    expect((await addToCart(visitor, await makeVariant())).status).toBe(200);
    expect((await addToCart(visitor, await makeVariant())).status).toBe(200);
    expect(await countVisitorCarts()).toBe(before + 1);
    expect((await cartOf(visitor)).totals).toMatchObject({ lines: 2, pieces: 2 });
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
    const { headers } = await addToCart(visitor, await makeVariant());
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
    await addToCart(visitor, first, 2, "Warna biru");
    await addToCart(visitor, first, 1);
    const answered = await addToCart(visitor, await makeVariant({ price: 5_000 }));
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
    await addToCart(visitor, await makeVariant());
    const age = (ms: number) =>
      context.db.run(sql`
        update carts set expires_at = expires_at - ${ms} * interval '1 millisecond' where user_id is null`);
    await age(29 * day);
    expect((await cartOf(visitor)).totals.lines).toBe(1);
    await age(29 * day);
    expect((await cartOf(visitor)).totals.lines).toBe(1);
    await age(visitorCartTtl);
    expect((await cartOf(visitor)).totals.lines).toBe(0);
    const kept = makeVisitor(app);
    await addToCart(kept, await makeVariant());
    const owner = await makeUser(context);
    await makeCartLine(context, owner, await makeVariant());
    await cartJobs["cart.delete_expired_carts"]?.({}, context);
    expect(await countVisitorCarts()).toBe(1);
    expect((await cartOf(kept)).totals.lines).toBe(1);
    expect(Object.keys(await stored(owner))).toHaveLength(1);
    expect((await addToCart(visitor, await makeVariant())).body.data.totals.lines).toBe(1);
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
    await addToCart(visitor, variantIds[0] ?? "");
    const statuses = await Promise.all(variantIds.slice(1).map(async (id) => (await addToCart(visitor, id)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(maxCartLines - 1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(4);
    expect(linesOf(await cartOf(visitor))).toHaveLength(maxCartLines);
  });
});

test("a cart remembers its last 100 removed lines", async () => {
  const visitor = makeVisitor(app);
  const variantId = await makeVariant();
  const removed: string[] = [];
  for (let time = 0; time < 103; time += 1) {
    const [line] = linesOf((await addToCart(visitor, variantId)).body.data as Cart);
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
    await addToCart(before, both, 2, "Bungkus kado");
    await addToCart(before, scarce, 4);
    await addToCart(before, own, 1, "Yang kecil");
    expect((await before.call("POST", "/v1/auth/logout")).status).toBe(200);
    expect((await cartOf(before)).shops).toEqual([]);

    await addToCart(before, both, 3, "Pita merah");
    await addToCart(before, scarce, 3);
    await addToCart(before, visitors, 2, "Lusa dikirim");
    const login = await before.call("POST", "/v1/auth/login", { email: buyer.email, password });
    expect(login.body.user.total_cart).toBe(4);
    expect(await stored(buyer.id)).toEqual({
      [both]: { quantity: 5, note: "Bungkus kado; Pita merah", selected: true },
      [scarce]: { quantity: 5, note: "", selected: true },
      [own]: { quantity: 1, note: "Yang kecil", selected: false },
      [visitors]: { quantity: 2, note: "Lusa dikirim", selected: true },
    });
    expect(before.cookies()).not.toContain("cart_count");
    expect((await cartOf(before)).totals.pieces).toBe(12);
    expect(before.cookies()).not.toContain("cart");
    await before.call("POST", "/v1/auth/logout");
    expect((await cartOf(before)).shops).toEqual([]);
    expect(Object.keys(await stored(buyer.id))).toHaveLength(4);
  });

  test("keeps the selection of the user's cart when the visitor had selected nothing", async () => {
    const buyer = await makeBuyer();
    const [earlier, later] = [await makeVariant(), await makeVariant()];
    await makeCartLine(context, buyer.id, earlier);
    const visitor = makeVisitor(app);
    await addToCart(visitor, later);
    await visitor.call("PUT", "/v1/cart/selection", { selected: false });
    await buyer.logIn(visitor);
    expect(await stored(buyer.id)).toMatchObject({ [earlier]: { selected: true }, [later]: { selected: false } });
  });

  test("a line keeps its id, so a page that was open before still changes it, and undo still restores", async () => {
    const buyer = await makeBuyer();
    const visitor = makeVisitor(app);
    await addToCart(visitor, await makeVariant(), 2);
    const answered = await addToCart(visitor, await makeVariant());
    const [second, first] = linesOf(answered.body.data as Cart);
    await visitor.call("DELETE", `/v1/cart/lines/${second?.id}`);
    await buyer.logIn(visitor);
    expect((await visitor.call("PUT", `/v1/cart/lines/${first?.id}`, { quantity: 3 })).status).toBe(200);
    expect((await visitor.call("POST", `/v1/cart/lines/${second?.id}/restore`)).status).toBe(200);
    expect((await cartOf(visitor)).totals.pieces).toBe(4);
  });

  test("a seller's own product joins the cart and shows why it cannot be bought", async () => {
    const seller = await makeBuyer(shop.ownerId);
    const visitor = makeVisitor(app);
    await addToCart(visitor, await makeVariant());
    await seller.logIn(visitor);
    expect(linesOf(await cartOf(visitor))).toMatchObject([{ problem: "own_product" }]);
  });

  test("lines that do not fit wait in the browser's cart and come in when there is room", async () => {
    const buyer = await makeBuyer();
    const { variantIds } = await makeProduct(context, shop.shopId, {
      variants: Array.from({ length: maxCartLines + 1 }, (_, at) => ({ option: `No ${at}`, price: 1000, stock: 9 })),
    });
    for (const id of variantIds.slice(0, maxCartLines - 1)) await makeCartLine(context, buyer.id, id);
    const visitor = makeVisitor(app);
    await addToCart(visitor, variantIds[0] ?? "", 4);
    await addToCart(visitor, variantIds[maxCartLines - 1] ?? "");
    await addToCart(visitor, variantIds[maxCartLines] ?? "", 2, "Jangan lupa");
    await buyer.logIn(visitor);
    const full = await cartOf(visitor);
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
    await addToCart(visitor, await makeVariant(), 2);
    expect((await visitor.call("POST", "/v1/auth/login", { email: buyer.email, password: "salah-besar" })).status).toBe(
      401,
    );
    expect((await cartOf(visitor)).totals.pieces).toBe(2);
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
    expect((await addToCart(visitor, second)).body.data.totals.lines).toBe(1);
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
  const takeNone = () => applySettings({ [visitorCartSetting.key]: false }, new Set());

  test("a visitor is asked to log in before a line is added, and no cart is stored", async () => {
    const before = await countVisitorCarts();
    takeNone();
    const visitor = makeVisitor(app);
    expect(await addToCart(visitor, await makeVariant())).toMatchObject({
      status: 401,
      body: { code: "session.required" },
    });
    expect((await cartOf(visitor)).shops).toEqual([]);
    expect(await countVisitorCarts()).toBe(before);
  });

  test("a visitor's cart with goods stays readable, takes nothing more, and joins the user's at the login", async () => {
    const buyer = await makeBuyer();
    const [first, second] = await Promise.all([makeVariant(), makeVariant()]);
    const visitor = makeVisitor(app);
    await addToCart(visitor, first, 2);
    takeNone();
    expect((await addToCart(visitor, second)).status).toBe(401);
    const [line] = linesOf(await cartOf(visitor));
    expect(line).toMatchObject({ quantity: 2 });
    expect((await visitor.call("PUT", `/v1/cart/lines/${line?.id}`, { quantity: 1 })).status).toBe(200);
    expect(await buyer.logIn(visitor)).toBe(200);
    expect(await stored(buyer.id)).toEqual({ [first]: { quantity: 1, note: "", selected: true } });
    expect((await addToCart(visitor, second)).status).toBe(200);
  });
});
