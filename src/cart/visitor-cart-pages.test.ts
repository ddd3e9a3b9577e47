import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { makeMarket, type Market, type Visitor } from "../../test/spec/make-market.ts";
import type { Cart } from "./contract.ts";
import { visitorCartSetting } from "./rules.ts";

const password = "kebun-teh-di-lereng-7";

const linesOf = (cart: Cart) => cart.shops.flatMap((one) => one.lines);

const form = { "content-type": "application/x-www-form-urlencoded" };

let market: Market;
let variantId: string;

beforeAll(async () => {
  market = await makeMarket();
  const row = await market.context.db.row<{ id: string }>(
    sql`select v.id from variants v join products p on p.id = v.product_id where p.slug = 'kopi-gayo'`,
  );
  variantId = row?.id ?? "";
});
afterEach(() => applySettings({}, new Set()));
afterAll(() => market.close());

describe("without scripts", () => {
  const addForm = (visitor: Visitor, quantity: number) =>
    visitor.call(
      "POST",
      "/cart",
      `intent=add&then=cart&product=kopi-gayo&variant_id=${variantId}&quantity=${quantity}`,
      form,
    );

  test("the form of a product puts it into the visitor's cart and opens the cart", async () => {
    const visitor = market.visitor();
    const added = await addForm(visitor, 2);
    expect([added.status, added.headers.location]).toEqual([303, "/cart"]);
    const page = await visitor.open("/cart");
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    for (const words of ["Kopi Gayo Sangrai Sedang", "tersimpan di browser ini selama", "/login?from=%2Fcart"])
      expect(page.text).toContain(words);
  });

  test("quantity, note, selection, removal and undo are forms that work for a visitor", async () => {
    const visitor = market.visitor();
    await addForm(visitor, 2);
    const [line] = linesOf((await visitor.call("GET", "/v1/cart")).body.result as Cart);
    const send = (fields: Record<string, string>) =>
      visitor.call("POST", "/cart", new URLSearchParams({ line_id: line?.id ?? "", ...fields }).toString(), form);
    expect((await send({ intent: "quantity", quantity: "3" })).status).toBe(303);
    expect((await send({ intent: "note", note: "Giling halus" })).status).toBe(303);
    expect((await send({ intent: "select", selected: "0" })).status).toBe(303);
    expect(linesOf((await visitor.call("GET", "/v1/cart")).body.result as Cart)).toMatchObject([
      { quantity: 3, note: "Giling halus", selected: false },
    ]);
    const removed = await send({ intent: "remove" });
    expect((await visitor.open(String(removed.headers.location))).text).toContain("Barang dihapus.");
    await send({ intent: "undo" });
    expect((await visitor.open("/cart")).text).toContain("Giling halus");
  });

  test("a visitor who asks for more than the stock reads why in the cart", async () => {
    const visitor = market.visitor();
    const { status, text } = await addForm(visitor, 500);
    expect(status).toBe(409);
    expect(text).toContain("Stok tinggal 9. Kurangi jumlahnya.");
    expect(visitor.cookies()).toEqual([]);
  });

  test("public pages set no cookie and are the same with a cart as without", async () => {
    const visitor = market.visitor();
    const paths = ["/", "/product", "/product/kopi-gayo", "/merchant/kopi-takengon"];
    const before = await Promise.all(paths.map(async (path) => (await visitor.open(path)).text));
    await addForm(visitor, 2);
    for (const [at, path] of paths.entries()) {
      const { headers, text } = await visitor.open(path);
      expect(text, path).toBe(before[at]);
      expect(headers["set-cookie"], path).toBeUndefined();
    }
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
      from: "/cart",
    });
    await addForm(visitor, 2);
    const sent = await visitor.call("POST", "/register", typed.toString(), form);
    expect([sent.status, sent.headers.location]).toEqual([303, "/login?notice=registered&from=%2Fcart"]);
    const page = await visitor.open(String(sent.headers.location));
    for (const words of ["Berhasil Registrasi", "Selamat datang.", `value="${email}"`])
      expect(page.text).toContain(words);
    expect((await visitor.open(String(sent.headers.location))).text).not.toContain(email);
    await visitor.call("POST", "/v1/auth/login", { email, password });
    expect((await visitor.open("/cart")).text).toContain("Kopi Gayo Sangrai Sedang");
    await visitor.call("POST", "/v1/auth/logout");
    expect((await visitor.open("/login")).text).toContain("Senang melihat Anda lagi.");
  });
});

test("the empty cart of a visitor leads to the login, and help no longer promises a cart without an account", async () => {
  const visitor = market.visitor();
  expect((await visitor.open("/cart")).text).toContain("Lihat produk");
  applySettings({ [visitorCartSetting.key]: false }, new Set());
  const { text } = await visitor.open("/cart");
  expect(text).toContain("Masuk untuk memakai keranjang.");
  expect(text).not.toContain("Lihat produk");
  const added = await visitor.call(
    "POST",
    "/cart",
    "intent=add&then=cart&product=kopi-gayo&quantity=1&variant_id=1",
    form,
  );
  expect(`${added.status} ${added.headers.location ?? added.text}`).toContain("login");
  expect((await visitor.open("/faqBuyer")).text).toContain("untuk mengisi keranjang, masuk dulu");
});
