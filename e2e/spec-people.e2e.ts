// The statements of docs/requirements.md about session, accounts, notifications and forms, for buyers and sellers.
import { randomUUID } from "node:crypto";
import type { Locator, Page, Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { notify, type Notify } from "../src/notifications/notify.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { makePaidOrder } from "../test/make/orders.ts";
import { makeAddress, makeUser } from "../test/make/rows.ts";
import { batik, coffee, shopNames } from "../test/spec/make-market.ts";
import { callsAreIn, englishOn, openSite, recordCalls, shopOf, visit, type Site } from "./open-site.ts";
import { makeTemplateText } from "../test/make/template-text.ts";

const password = "kebun-teh-di-lereng-7";
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

const header = (page: Page) => page.getByRole("banner");
const account = (page: Page) => header(page).getByRole("button", { name: /^Akun / });
const bell = (page: Page) => header(page).getByRole("button", { name: /^Notifikasi/ });
const bellList = (page: Page) => page.getByRole("dialog", { name: "Notifikasi belum dibaca" });

/** A user who can log in with the password above, created by the call of the registration page. */
async function register(name: string): Promise<{ id: string; email: string }> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}-${randomUUID().slice(0, 8)}@kawung.test`;
  const response = await fetch(`${site.server.origin}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, email, password, password_confirmation: password }),
  });
  const { user } = (await response.json()) as { user: { id: string } };
  return { id: user.id, email };
}

async function logIn(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(typed);
  await page.getByRole("main").getByRole("button", { name: "Masuk", exact: true }).click();
}

type Told = Partial<Omit<Notify, "title" | "description"> & Record<"title" | "description", string>>;

async function tell(
  userId: string,
  { title = "Kabar baru", description = "Ada yang perlu Anda ketahui.", ...news }: Told = {},
): Promise<void> {
  await notify(site.context.db, {
    userId,
    type: "user",
    userType: "buyer",
    title: makeTemplateText(title),
    description: makeTemplateText(description),
    dedupeKey: randomUUID(),
    now: new Date(),
    ...news,
  });
}

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** An order of a new buyer at the batik shop. */
async function makeSale() {
  const shop = await shopOf(site, shopNames.batik);
  const buyerId = await makeUser(site.context, { name: "Sari Dewi" });
  const { orderId } = await makePaidOrder(site.context, { shops: [shop], buyerId });
  const order = await site.context.db.row<{ invoice: string }>(sql`select invoice from orders where id = ${orderId}`);
  await site.context.db.run(sql`delete from notifications where transaction_id = ${orderId}`);
  return { orderId, buyerId, sellerId: shop.ownerId, invoice: order?.invoice ?? "" };
}

test("S002 S096 a buyer finds a product of a seller, puts it into the cart, checks out and pays", async () => {
  const buyerId = await makeUser(site.context);
  await makeAddress(site.context, buyerId);
  const page = await site.window({ userId: buyerId, path: "/product" });
  await page.getByRole("main").getByRole("link", { name: coffee.name }).first().click();
  await page.getByRole("heading", { level: 1, name: coffee.name }).waitFor();
  // With scripts the button shows a message on the page; without them it opens the cart (another journey).
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
  const box = page.getByRole("complementary", { name: "Beli" });
  await box.getByRole("button", { name: "Keranjang" }).click();
  await page.getByText("Sudah masuk keranjang").waitFor();
  await page.getByRole("link", { name: "Lihat keranjang" }).click();
  await page.getByRole("button", { name: /^Beli \(1\)/ }).click();
  await page.waitForURL("**/checkout*");
  const method = page.getByRole("radio", { name: "BRI Virtual Account" });
  await method.check();
  expect(await method.isChecked()).toBe(true);
  await page.getByRole("button", { name: /^Bayar Rp/ }).click();
  await page.waitForURL("**/payment/*");
  await page.getByRole("link", { name: "Buka bank simulasi" }).click();
  await page.getByRole("button", { name: /^Bayar Rp/ }).click();
  await page.getByText("Uang Anda aman di rekening bersama").waitFor();
  expect(
    await site.context.db.row(sql`
      select s.name, p.status from orders o join shops s on s.id = o.shop_id join payments p on p.checkout_id = o.checkout_id
      where o.buyer_id = ${buyerId}`),
  ).toEqual({ name: shopNames.coffee, status: "paid" });
});

test("S022 /profile is the buyer's own page, and leads visitors to the login", async () => {
  const userId = await makeUser(site.context, { name: "Rina Wulandari" });
  const page = await site.window({ userId, path: "/profile" });
  await page.getByRole("navigation", { name: "Akun saya" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Nama" }).inputValue()).toBe("Rina Wulandari");
  await page.context().clearCookies();
  await page.goto("/profile");
  await page.waitForURL("**/login?from=%2Fprofile");
});

test("S023 S073 /profile?page=notification shows the notifications, or that there are none", async () => {
  const userId = await makeUser(site.context);
  const page = await site.window({ userId, path: "/profile?page=notification" });
  await page.getByRole("main").getByText("Tidak ada notifikasi.", { exact: true }).waitFor();
  await bell(page).click();
  await bellList(page).getByText("Tidak ada notifikasi.", { exact: true }).waitFor();
  await tell(userId, { title: "Selamat datang" });
  await page.reload();
  await page
    .getByRole("main")
    .getByRole("button", { name: /Selamat datang/ })
    .waitFor();
  expect(await page.getByRole("main").getByText("Tidak ada notifikasi.").count()).toBe(0);
});

test("S024 S027 the address of a transaction shows it to its buyer and to its seller, and to no one else", async () => {
  const { orderId, buyerId, sellerId, invoice } = await makeSale();
  const places = [
    [buyerId, `/profile?page=showTransaction&transactionId=${orderId}`],
    [sellerId, `/manageMerchant?page=showTransaction&transactionId=${orderId}`],
  ] as const;
  for (const [userId, path] of places) {
    const page = await site.window({ userId, path });
    await page.getByRole("heading", { level: 1, name: invoice }).waitFor();
    await page.context().close();
  }
  const other = await makeUser(site.context);
  const page = await site.window({ userId: other, path: `/profile?page=showTransaction&transactionId=${orderId}` });
  await page.getByRole("heading", { level: 1, name: "Halaman tidak ditemukan" }).waitFor();
  expect(await page.getByText(invoice).count()).toBe(0);
  await page.getByText("Alamatnya mungkin keliru, atau isinya milik akun lain.").waitFor();
  await page.getByRole("link", { name: "Ke pesanan Anda" }).waitFor();
});

test("S025 S026 /manageMerchant is the seller's area; buyers and visitors do not get in", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  const seller = await site.window({ userId: ownerId, path: "/manageMerchant" });
  await seller.getByRole("navigation", { name: "Toko" }).getByRole("link", { name: "Pesanan" }).waitFor();
  await seller.context().close();
  const buyer = await site.window({ userId: await makeUser(site.context), path: "/manageMerchant" });
  await buyer.getByRole("heading", { name: "Halaman ini untuk penjual" }).waitFor();
  expect(await buyer.getByRole("link", { name: "Buka toko gratis" }).getAttribute("href")).toBe(
    "/profile?page=openShop",
  );
  expect(await buyer.getByRole("navigation", { name: "Toko" }).count()).toBe(0);
  await buyer.context().close();
  const visitor = await site.window();
  await visitor.goto("/manageMerchant");
  await visitor.waitForURL("**/login?from=%2FmanageMerchant");
});

test("S057 the header shows the person's picture, or a default one", async () => {
  const userId = await makeUser(site.context, { name: "Rina Wulandari" });
  const page = await site.window({ userId, path: "/guide" });
  await account(page).getByText("RW", { exact: true }).waitFor();
  await site.context.db.run(sql`
    with picture as (insert into pictures (storage_key, width, height, color, alt) values ('rina-potret', 400, 400, '#aabbcc', '') returning id)
    update users set image_id = picture.id from picture where users.id = ${userId}`);
  await visit(page, "/guide");
  const image = account(page).getByRole("presentation");
  await image.waitFor();
  expect(await image.getAttribute("src")).toContain("rina-potret");
  expect(await account(page).getByText("RW", { exact: true }).count()).toBe(0);
});

test("S058 the header shows 14 characters of the name, and all of it as its title", async () => {
  const long = await site.window({
    userId: await makeUser(site.context, { name: "Bagaskara Nusantoro" }),
    path: "/guide",
  });
  const shown = account(long).getByText("Bagaskara Nusa…");
  await shown.waitFor();
  expect(await shown.getAttribute("title")).toBe("Bagaskara Nusantoro");
  await long.context().close();
  const fitting = await site.window({
    userId: await makeUser(site.context, { name: "Siti Rahmawati" }),
    path: "/guide",
  });
  await account(fitting).getByText("Siti Rahmawati").waitFor();
  expect(await account(fitting).innerText()).not.toContain("…");
});

test("S003 S059 S060 S061 S062 S063 S064 S125 the account menu: Profile, Toko for sellers only, Bantuan", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  const cases = [
    { userId: ownerId, type: "Penjual", items: ["Profile", "Pesanan", "Toko", "Bantuan"] },
    { userId: await makeUser(site.context), type: "Pembeli", items: ["Profile", "Pesanan", "Bantuan"] },
  ];
  const addresses: Record<string, string> = {
    Profile: "/profile",
    Pesanan: "/profile?page=transactions",
    Toko: "/manageMerchant",
    Bantuan: "/guide",
  };
  for (const { userId, type, items } of cases) {
    const page = await site.window({ userId, path: "/aboutUs" });
    await account(page).getByText(type, { exact: true }).waitFor();
    const menu = page.getByRole("navigation", { name: "Akun", exact: true });
    expect(await menu.isVisible()).toBe(false);
    for (const item of items) {
      await visit(page, "/aboutUs");
      await account(page).click();
      expect(await menu.getByRole("link").allInnerTexts()).toEqual(items);
      await menu.getByRole("link", { name: item, exact: true }).click();
      await page.waitForURL(`${site.server.origin}${addresses[item]}`);
    }
    await page.context().close();
  }
});

test("S065 S066 S067 S068 the bell counts unread notifications, lists them and leads to all", async () => {
  const { ownerId } = await shopOf(site, shopNames.coffee);
  for (const userId of [await makeUser(site.context), ownerId]) {
    await site.context.db.run(sql`delete from notifications where user_id = ${userId}`);
    await tell(userId, { title: "Sudah lama dibaca" });
    await site.context.db.run(sql`update notifications set status = 'read', read_at = now() where user_id = ${userId}`);
    await tell(userId, { title: "Kabar pertama" });
    await tell(userId, { title: "Kabar kedua" });
    const page = await site.window({ userId, path: "/guide" });
    await header(page).getByRole("button", { name: "Notifikasi, 2 belum dibaca" }).waitFor();
    expect((await bell(page).innerText()).trim()).toBe("2");
    await bell(page).click();
    const list = bellList(page);
    await list.getByRole("link", { name: /Kabar pertama/ }).waitFor();
    await list.getByRole("link", { name: /Kabar kedua/ }).waitFor();
    expect(await list.getByText("Sudah lama dibaca").count()).toBe(0);
    await list.getByRole("link", { name: "Lihat selengkapnya", exact: true }).click();
    await page.waitForURL("**/profile?page=notification");
    await page.getByRole("main").getByText("Sudah lama dibaca").waitFor();
    await page.context().close();
  }
});

test("S069 the cart in the header shows total_cart", async () => {
  const userId = await makeUser(site.context);
  const page = await site.window({ userId, path: "/guide" });
  expect(await header(page).getByRole("link", { name: "Keranjang", exact: true }).innerText()).toBe("");
  const variants = await site.context.db.rows<{ id: string }>(
    sql`select v.id from variants v join products p on p.id = v.product_id where p.name in (${coffee.name}, ${batik.name})`,
  );
  for (const { id } of variants) await makeCartLine(site.context, userId, id);
  // The response for the earlier page may still arrive.
  const totalOf = (response: Response) =>
    response.json().then(
      ({ result }: { result: { total_cart: number } }) => result.total_cart,
      () => undefined,
    );
  const known = page.waitForResponse(
    async (response) => response.url().endsWith("/v1/users") && (await totalOf(response)) === 2,
  );
  await visit(page, "/guide");
  await known;
  const cart = header(page).getByRole("link", { name: "Keranjang, 2 barang" });
  await cart.waitFor();
  expect((await cart.innerText()).trim()).toBe("2");
  expect(await cart.getAttribute("href")).toBe("/cart");
});

test("S111 a session is loading until the answer comes, then the user is known", async () => {
  const userId = await makeUser(site.context, { name: "Rina Wulandari" });
  const page = await site.window({ userId });
  const held = Promise.withResolvers<void>();
  await page.route("**/v1/users", async (route) => {
    await held.promise;
    await route.continue();
  });
  await visit(page, "/guide");
  await header(page).getByRole("link", { name: "Akun", exact: true }).waitFor();
  expect(await header(page).getByRole("link", { name: "Masuk", exact: true }).isVisible()).toBe(false);
  expect(await header(page).getByText("Rina").count()).toBe(0);
  held.resolve();
  await account(page).getByText("Rina Wulandari").waitFor();
});

test("S151 a login that fails says so", async () => {
  const { email } = await register("Rina Wulandari");
  const page = await site.window({ path: "/login" });
  for (const [whose, typed] of [
    [email, "bukan-yang-benar"],
    ["tidak.ada@kawung.test", password],
  ] as const) {
    await visit(page, "/login");
    await logIn(page, whose, typed);
    await page.getByText("Email atau Password salah!", { exact: true }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(whose);
    expect(new URL(page.url()).pathname).toBe("/login");
  }
});

test("S114 S116 S154 a login sets the user, goes home and says Berhasil Login", async () => {
  const { email } = await register("Rina Wulandari");
  const page = await site.window({ path: "/login" });
  await logIn(page, email);
  await page.waitForURL(`${site.server.origin}/`);
  await page.getByRole("status").getByText("Berhasil Login", { exact: true }).waitFor();
  await account(page).getByText("Rina Wulandari").waitFor();
});

test("S115 S117 a login leads to the address in `from`, unless it is of another site", async () => {
  const { email } = await register("Rina Wulandari");
  const cases = [
    ["/profile?page=security", "/profile?page=security"],
    ["https://jahat.example/", "/"],
    ["//jahat.example/x", "/"],
    ["/\\jahat.example", "/"],
    ["javascript:alert(1)", "/"],
  ] as const;
  for (const [from, to] of cases) {
    const page = await site.window({ path: `/login?${new URLSearchParams({ from })}` });
    await logIn(page, email);
    await page.waitForURL(`${site.server.origin}${to}`);
    await page.context().close();
  }
});

test("S118 S155 a registration goes to /login and says Berhasil Registrasi", async () => {
  const page = await site.window({ path: "/register" });
  await page.getByLabel("Nama", { exact: true }).fill("Budi Santoso");
  await page.getByLabel("Email").fill(`budi-${randomUUID().slice(0, 8)}@kawung.test`);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByLabel("Ulangi kata sandi").fill(password);
  await page.getByRole("button", { name: "Daftar" }).click();
  await page.waitForURL((url) => url.pathname === "/login");
  await page.getByText("Berhasil Registrasi", { exact: true }).waitFor();
});

test("S119 S120 a logout goes to /login and deletes all cached data of the user", async () => {
  const first = await register("Rina Wulandari");
  const second = await register("Budi Santoso");
  await tell(first.id, { title: "Hanya untuk Rina" });
  const page = await site.window({ path: "/login?from=%2Fprofile" });
  await logIn(page, first.email);
  await page.waitForURL("**/profile");
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
  await bell(page).click();
  await bellList(page).getByText("Hanya untuk Rina").waitFor();
  await page.keyboard.press("Escape");
  await account(page).click();
  await header(page).getByRole("button", { name: "Keluar" }).click();
  await page.waitForURL((url) => url.pathname === "/login");
  // The mark of a known browser contains no identity and is not a login (docs/decisions/0034).
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["browser"]);
  // The user's data is not shown again, neither after Back nor for the next user.
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/login");
  expect(await page.getByText(first.email).count()).toBe(0);
  await page.getByRole("link", { name: "Kembali ke beranda" }).click();
  await header(page).getByRole("link", { name: "Masuk", exact: true }).waitFor();
  await header(page).getByRole("link", { name: "Daftar", exact: true }).waitFor();
  expect(await account(page).count()).toBe(0);
  await header(page).getByRole("link", { name: "Masuk", exact: true }).click();
  await logIn(page, second.email);
  await account(page).getByText("Budi Santoso").waitFor();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
  await bell(page).click();
  await bellList(page).getByText("Tidak ada notifikasi.").waitFor();
  expect(await page.getByText("Hanya untuk Rina").count()).toBe(0);
});

test("S121 opening an unread notification makes it read", async () => {
  const userId = await makeUser(site.context);
  await tell(userId, { title: "Kabar pertama" });
  await tell(userId, { title: "Kabar kedua" });
  const page = await site.window({ userId, path: "/guide" });
  await header(page).getByRole("button", { name: "Notifikasi, 2 belum dibaca" }).click();
  await bellList(page)
    .getByRole("link", { name: /Kabar pertama/ })
    .click();
  await page.waitForURL("**/profile");
  await header(page).getByRole("button", { name: "Notifikasi, 1 belum dibaca" }).waitFor();
  const rows = await site.context.db.rows(
    sql`select title, status from notifications where user_id = ${userId} order by title`,
  );
  expect(rows).toEqual([
    { title: "Kabar kedua", status: "unread" },
    { title: "Kabar pertama", status: "read" },
  ]);
});

test("S126 S127 S128 notifications about orders and complaints open the buyer's or the seller's transaction", async () => {
  const { orderId, buyerId, sellerId, invoice } = await makeSale();
  for (const [userId, userType, path] of [
    [buyerId, "buyer", "/profile"],
    [sellerId, "seller", "/manageMerchant"],
  ] as const) {
    for (const type of ["order", "complaint"] as const) {
      const title = `Kabar ${type} ${userType}`;
      await tell(userId, { type, userType, title, transactionId: orderId });
      const page = await site.window({ userId, path: "/guide" });
      await bell(page).click();
      await bellList(page)
        .getByRole("link", { name: new RegExp(title) })
        .click();
      await page.waitForURL(`**${path}?page=showTransaction&transactionId=${orderId}`);
      await page.getByRole("heading", { level: 1, name: invoice }).waitFor();
      // The same on the page of all notifications.
      await visit(page, "/profile?page=notification");
      await page
        .getByRole("main")
        .getByRole("button", { name: new RegExp(title) })
        .click();
      await page.waitForURL(`**${path}?page=showTransaction&transactionId=${orderId}`);
      await page.context().close();
    }
  }
});

test("S153 a notification that cannot be marked as read says Terjadi kesalahan", async () => {
  const userId = await makeUser(site.context);
  await tell(userId, { title: "Kabar yang hilang" });
  const page = await site.window({ userId });
  let answered = 0;
  page.on("requestfinished", (call) => {
    if (call.method() === "GET" && new URL(call.url()).pathname === "/v1/users") answered += 1;
  });
  await visit(page, "/guide");
  // Counts and lists are requested again when the stream opens; once they are here, nothing replaces the shown list.
  await expect.poll(() => answered).toBeGreaterThan(1);
  await bell(page).click();
  const item = bellList(page).getByRole("link", { name: /Kabar yang hilang/ });
  await item.waitFor();
  await site.context.db.run(sql`delete from notifications where user_id = ${userId}`);
  await item.click();
  await bellList(page).getByRole("alert").getByText("Terjadi kesalahan", { exact: true }).waitFor();
  expect(pathOf(page)).toBe("/guide");
});

test("S160 the text of a notification is shown up to 80 characters", async () => {
  const userId = await makeUser(site.context);
  const fitting = "Abcdefghi ".repeat(8).slice(0, 79).concat("z");
  await tell(userId, { title: "Pas", description: fitting });
  await tell(userId, { title: "Terlalu panjang", description: `${fitting} dan seterusnya` });
  const page = await site.window({ userId, path: "/profile?page=notification" });
  await bell(page).click();
  await bellList(page).getByRole("link", { name: /Pas/ }).waitFor();
  for (const place of [bellList(page), page.getByRole("main")]) {
    await place.getByText(fitting, { exact: true }).waitFor();
    const cut = place.getByText(`${fitting}…`, { exact: true });
    await cut.waitFor();
    expect(await cut.getAttribute("title")).toBe(`${fitting} dan seterusnya`);
  }
});

test.each([true, false])(
  "the whole text of a cut notification can be read without opening it (scripts: %s)",
  async (scripts) => {
    const userId = await makeUser(site.context);
    const whole = "Uang Anda diteruskan ke penjual. ".repeat(5).trim();
    await tell(userId, { title: "Kabar panjang", description: whole });
    await tell(userId, { title: "Kabar pendek", description: "Pesanan dikirim." });
    const page = await site.window({ userId, javaScriptEnabled: scripts });
    await (scripts ? visit(page, "/profile?page=notification") : page.goto("/profile?page=notification"));
    const main = page.getByRole("main");
    const more = main.getByText("Selengkapnya");
    expect(await more.count()).toBe(1);
    await more.click();
    await main.getByText(whole, { exact: true }).waitFor();
    expect(pathOf(page)).toBe("/profile?page=notification");
  },
);

test("S150 a list is not requested again when the window gets the focus", async () => {
  const userId = await makeUser(site.context);
  await tell(userId, { title: "Kabar baru" });
  const page = await site.window({ userId });
  const calls = recordCalls(page);
  await page.clock.install();
  const stream = page.waitForResponse((response) => response.url().includes("/v1/users/events"));
  await visit(page, "/guide");
  await stream;
  await bell(page).click();
  await bellList(page)
    .getByRole("link", { name: /Kabar baru/ })
    .waitFor();
  // Longer than any interval of the cache between two requests.
  await page.clock.runFor(60_000);
  await callsAreIn(page);
  const asked = () => calls.filter(({ line }) => line === "GET /v1/users/notifications?status=unread").length;
  const before = asked();
  expect(before).toBeGreaterThan(0);
  await page.evaluate(() => {
    dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.clock.runFor(60_000);
  await callsAreIn(page);
  expect(asked()).toBe(before);
});

/** The error of a field, as a screen reader announces it. */
function describedAs(field: Locator): Promise<string> {
  return field.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );
}

test("S108 S109 the server's error is below its field, which is marked invalid", async () => {
  const page = await site.window({ path: "/register" });
  const name = page.getByLabel("Nama", { exact: true });
  const email = page.getByLabel("Email");
  const edge = (field: Locator) => field.evaluate((element) => getComputedStyle(element).borderTopColor);
  await name.fill("Budi Santoso");
  // A browser accepts it; the server does not.
  await email.fill("budi@kawung");
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByLabel("Ulangi kata sandi").fill(password);
  await page.getByRole("button", { name: "Daftar" }).click();
  const error = page.getByText("Alamat email tidak sesuai.").last();
  await error.waitFor();
  expect(await describedAs(email)).toContain("Alamat email tidak sesuai.");
  const [below, field] = [await error.boundingBox(), await email.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  expect(await name.getAttribute("aria-invalid")).not.toBe("true");
  await email.blur();
  // The colour of the edge changes in steps.
  await expect.poll(() => edge(email)).not.toBe(await edge(name));
  expect(await name.inputValue()).toBe("Budi Santoso");
});

test("S087 S100 S156 S157 a profile with text and date is saved with the server's sentence, or its errors are shown", async () => {
  const userId = await makeUser(site.context, { name: "Rina Wulandari" });
  const page = await site.window({ userId, path: "/profile" });
  const name = page.getByRole("textbox", { name: "Nama" });
  const born = page.getByLabel("Tanggal lahir");
  expect(await born.getAttribute("type")).toBe("date");
  await name.fill("   ");
  await page.getByRole("button", { name: "Simpan" }).click();
  await page.getByText("Wajib diisi.").waitFor();
  expect(await name.getAttribute("aria-invalid")).toBe("true");
  expect(await describedAs(name)).toContain("Wajib diisi.");
  await name.fill("Rina Kartika");
  await born.fill("1990-02-03");
  const answer = page.waitForResponse(
    (response) => response.url().endsWith("/v1/users") && response.request().method() === "PUT",
  );
  await page.getByRole("button", { name: "Simpan" }).click();
  const { message } = (await (await answer).json()) as { message: string };
  expect(message.length).toBeGreaterThan(5);
  await page.getByText(message, { exact: true }).waitFor();
  await page.reload();
  expect(await name.inputValue()).toBe("Rina Kartika");
  expect(await born.inputValue()).toBe("1990-02-03");
});

test("S088 S089 S091 an address takes a select, a checkbox of 1 or 0, and several lines of text", async () => {
  const userId = await makeUser(site.context);
  await makeAddress(site.context, userId);
  const page = await site.window({ userId, path: "/profile?page=addresses&edit=new" });
  for (const [label, choice] of [
    ["Provinsi", "Jawa Barat"],
    ["Kabupaten atau kota", "Kota Bandung"],
    ["Kecamatan", "Coblong"],
    ["Kelurahan atau desa", "Dago"],
  ] as const) {
    const select = page.getByRole("combobox", { name: label, exact: true });
    await select.getByRole("option", { name: choice, exact: true }).waitFor({ state: "attached" });
    await select.selectOption({ label: choice });
  }
  await page.getByLabel("Nama alamat").fill("Kantor");
  await page.getByLabel("Nama penerima").fill("Rina Wulandari");
  await page.getByLabel("Nomor telepon penerima").fill("0812-3456-7890");
  const street = page.getByRole("textbox", { name: "Jalan, nomor rumah, RT/RW" });
  await street.fill("Jalan Dago 12\nRT 3 RW 4");
  expect(await street.inputValue()).toBe("Jalan Dago 12\nRT 3 RW 4");
  await page.getByLabel("Kode pos").fill("40135");
  const main = page.getByRole("checkbox", { name: "Jadikan alamat utama" });
  const sent = () => main.evaluate((box: HTMLInputElement) => new FormData(box.form ?? undefined).getAll("is_main"));
  expect(await sent()).toEqual(["0"]);
  await main.check();
  expect(await sent()).toEqual(["1"]);
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await page.getByText("Kantor").first().waitFor();
  const rows = await site.context.db.rows(
    sql`select label, street, is_main from addresses where user_id = ${userId} order by label`,
  );
  expect(rows).toEqual([
    { label: "Kantor", street: "Jalan Dago 12, RT 3 RW 4", is_main: true },
    { label: "Rumah", street: "Jalan Merdeka 10", is_main: false },
  ]);
});

test("S090 S101 S102 S103 a price is typed after `Rp. `, with separators and without a minus", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  const page = await site.window({ userId: ownerId, path: "/manageMerchant?page=products" });
  const price = page.getByLabel(`Harga ${batik.name}`);
  await price.waitFor();
  expect(await price.evaluate((input) => input.parentElement?.textContent)).toBe("Rp. ");
  await price.fill("");
  await price.pressSequentially("1250000");
  expect(await price.inputValue()).toBe("1.250.000");
  await price.fill("-95000");
  expect(await price.inputValue()).toBe("95.000");
  await price.press("Home");
  await price.press("-");
  expect(await price.inputValue()).toBe("95.000");
  const saved = page.waitForResponse((response) => response.url().includes("/v1/seller/variants/"));
  await page.getByRole("button", { name: `Simpan ${batik.name}` }).click();
  expect((await saved).status()).toBe(200);
  await page.reload();
  const stored = sql`select v.price from variants v join products p on p.id = v.product_id where p.name = ${batik.name}`;
  expect(await site.context.db.row(stored)).toEqual({ price: 95_000 });
});

test("S095 a password can be shown and hidden", async () => {
  const page = await site.window({ path: "/login" });
  const field = page.getByLabel("Kata sandi", { exact: true });
  await field.fill(password);
  expect(await field.getAttribute("type")).toBe("password");
  await page.getByRole("button", { name: "Tampilkan kata sandi" }).click();
  expect(await field.getAttribute("type")).toBe("text");
  expect(await field.inputValue()).toBe(password);
  await page.getByRole("button", { name: "Sembunyikan kata sandi" }).click();
  expect(await field.getAttribute("type")).toBe("password");
});

test("S097 S104 a quantity is never less than 1", async () => {
  const page = await site.window({ path: "/product/kopi-gayo" });
  const quantity = page.getByRole("spinbutton", { name: "Jumlah" });
  const less = page.getByRole("button", { name: "Kurangi jumlah" });
  expect(await quantity.inputValue()).toBe("1");
  expect(await less.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Tambah jumlah" }).click();
  expect(await quantity.inputValue()).toBe("2");
  await less.click();
  expect(await quantity.inputValue()).toBe("1");
  for (const typed of ["0", "-1", ""]) {
    await quantity.fill(typed);
    await quantity.blur();
    expect(await quantity.inputValue(), typed).toBe("1");
  }
});

test("S099 tiles choose one or several, by native inputs", async () => {
  const page = await site.window({ path: "/register" });
  const buyer = page.getByRole("radio", { name: /Berbelanja/ });
  const seller = page.getByRole("radio", { name: /Berjualan/ });
  expect(await buyer.isChecked()).toBe(true);
  await seller.check();
  expect([await buyer.isChecked(), await seller.isChecked()]).toEqual([false, true]);
  await page.context().close();
  const userId = await makeUser(site.context, { type: "penjual" });
  const shop = await site.window({ userId, path: "/manageMerchant?province=32" });
  const couriers = shop.getByRole("group", { name: "Kurir yang Anda pakai" });
  const chosen = async () =>
    Promise.all((await couriers.getByRole("checkbox").all()).map((one) => one.isChecked())).then(
      (all) => all.filter(Boolean).length,
    );
  const before = await chosen();
  expect(before).toBeGreaterThan(1);
  await couriers.getByRole("checkbox", { name: "JNE YES" }).check();
  expect(await chosen()).toBe(before + 1);
});

test("S001 the pages of buyers and sellers are in Indonesian", async () => {
  const { orderId, buyerId, sellerId } = await makeSale();
  const visits = [
    [buyerId, ["/profile", "/profile?page=transactions", `/profile?page=showTransaction&transactionId=${orderId}`]],
    [buyerId, ["/profile?page=notification", "/profile?page=addresses", "/profile?page=security"]],
    [buyerId, ["/cart", "/checkout", "/product/kopi-gayo", "/merchant/kopi-takengon"]],
    [sellerId, ["/manageMerchant", "/manageMerchant?page=orders", "/manageMerchant?page=products"]],
    [sellerId, [`/manageMerchant?page=showTransaction&transactionId=${orderId}`]],
    [sellerId, ["/manageMerchant?page=balance", "/manageMerchant?page=settings"]],
  ] as const;
  for (const [userId, paths] of visits) {
    const page = await site.window({ userId });
    for (const path of paths) {
      await page.goto(path);
      expect(await englishOn(page), path).toEqual([]);
    }
    await page.context().close();
  }
});
