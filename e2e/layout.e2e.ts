import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeShop } from "../test/make/rows.ts";
import { openDemoSite, type DemoSite } from "./open-demo-site.ts";
import { enter } from "./make-people.ts";
import { visit } from "./open-site.ts";

/** The layout of pages at different window sizes, zoom levels and media. */
let site: DemoSite;

beforeAll(async () => {
  site = await openDemoSite();
});
afterAll(async () => {
  await site?.close();
});

test("a page beyond the end of a listing leads to its last page, with the filters in their column", async () => {
  const page = await (await site.open("visitor", 1280)).newPage();
  await page.goto(`${site.path.category}&page=99`);
  await page.waitForURL((url) => url.searchParams.get("page") === "2");
  const filters = await page.getByRole("complementary", { name: "Filter" }).boundingBox();
  const first = await page.getByRole("main").locator("a[href^='/product/']").first().boundingBox();
  expect(filters?.width).toBeLessThan(300);
  expect(first?.y).toBeLessThan(600);
  expect(first?.x).toBeGreaterThan((filters?.x ?? 0) + (filters?.width ?? 0));
  await page.context().close();
});

test("a listing in which nothing is found keeps its filters in their column", async () => {
  const page = await (await site.open("visitor", 1280)).newPage();
  await page.goto(`${site.path.category}&min=999999999&page=3`);
  await page.waitForURL((url) => !url.searchParams.has("page"));
  await page.getByText("Data tidak ditemukan.").waitFor();
  const filters = await page.getByRole("complementary", { name: "Filter" }).boundingBox();
  expect(filters?.width).toBeLessThan(300);
  await page.context().close();
});

test("on a phone a city is ticked in the filter sheet, which stays open until its products are shown", async () => {
  const own = await site.open("visitor", 390);
  const page = await own.newPage();
  await visit(page, site.path.category);
  await page.getByRole("button", { name: /^Filter/ }).click();
  const sheet = page.getByRole("complementary", { name: "Filter" });
  await sheet.getByText(/^\d+ kota dan kabupaten$/).click();
  const city = sheet.locator("input[name=city]").first();
  const id = (await city.getAttribute("value")) ?? "";
  // The label, as people press it.
  await city.locator("xpath=..").click();
  expect(await city.isChecked()).toBe(true);
  expect(await sheet.isVisible()).toBe(true);
  await sheet.getByRole("button", { name: /^Tampilkan/ }).click();
  await page.waitForURL((url) => url.searchParams.get("city") === id);
  await own.close();
});

test("a comparison of four products scrolls in its own box and is no wider than a phone", async () => {
  const own = await site.open("visitor", 390);
  const page = await own.newPage();
  await visit(page, site.path.comparison);
  const table = page.getByRole("region", { name: "Perbandingan produk" });
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await own.close();
});

const nobody = "00000000-0000-4000-8000-000000000000";

test.each([390, 1280])(
  "a review, its reply and a description of one long word stay inside a window of %s px",
  async (width) => {
    const word = "panjang".repeat(80);
    const product = await site.context.db.row<{ id: string; slug: string }>(sql`
    select p.id, p.slug from products p where p.rating_count > 0 and p.slug <> ${site.path.product.split("/").pop() ?? ""}
    order by p.id ${width === 390 ? sql`asc` : sql`desc`} limit 1`);
    await site.context.db.run(sql`
    update reviews set text = ${word}, reply = ${word}, replied_at = now() where product_id = ${product?.id ?? ""}`);
    await site.context.db.run(sql`update products set description = ${word} where id = ${product?.id ?? ""}`);
    const own = await site.open("visitor", width);
    const page = await own.newPage();
    await page.goto(`/product/${product?.slug}`);
    await page.getByText(word).nth(2).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await own.close();
  },
);

test("a page beyond the end of a list redirects to the list instead of showing an empty one", async () => {
  const shop = site.path.merchant;
  const found: Record<string, string | undefined> = {};
  for (const [who, path] of [
    ["visitor", `${shop}?page=150`],
    ["visitor", `${shop}?name=tidakadabarangini&page=2`],
    ["visitor", `/merchant?cursor=0_${nobody}`],
    ["seller", "/manageMerchant?page=balance&halaman=999"],
    ["buyer", `/profile?page=transactions&status=completed&cursor=0_${nobody}`],
    ["buyer", `/profile?page=notification&status=unread&cursor=0_${nobody}`],
    ["seller", `/manageMerchant?page=orders&status=completed&cursor=0_${nobody}`],
    ["operator", "/operator?page=orders&status=cancelled&n=200"],
    ["operator", "/operator?page=payments&status=cancelled&n=200"],
  ] as const) {
    const own = await site.open(who, 1280);
    const response = await own.request.get(path, { maxRedirects: 0 });
    found[path] = response.headers().location;
    expect(response.status(), path).toBe(302);
    expect((await own.request.get(found[path] ?? "")).status(), path).toBe(200);
    await own.close();
  }
  expect(found).toEqual({
    [`${shop}?page=150`]: expect.stringMatching(new RegExp(`^${shop}(\\?page=\\d)?$`)),
    [`${shop}?name=tidakadabarangini&page=2`]: `${shop}?name=tidakadabarangini`,
    [`/merchant?cursor=0_${nobody}`]: "/merchant",
    "/manageMerchant?page=balance&halaman=999": "/manageMerchant?page=balance",
    [`/profile?page=transactions&status=completed&cursor=0_${nobody}`]: "/profile?page=transactions&status=completed",
    [`/profile?page=notification&status=unread&cursor=0_${nobody}`]: "/profile?page=notification&status=unread",
    [`/manageMerchant?page=orders&status=completed&cursor=0_${nobody}`]: "/manageMerchant?page=orders&status=completed",
    "/operator?page=orders&status=cancelled&n=200": "/operator?page=orders&status=cancelled",
    "/operator?page=payments&status=cancelled&n=200": "/operator?page=payments&status=cancelled",
  });
});

const phone = { width: 390, height: 844 };

test("on work pages the footer is folded and has the same content as elsewhere, without scripts too", async () => {
  const own = await site.open("buyer", phone.width);
  const page = await own.newPage();
  await visit(page, "/profile?page=addresses");
  const footer = page.getByRole("contentinfo");
  const [folded, heading] = [footer.locator("details"), footer.getByRole("heading", { name: "Hubungi kami" })];
  expect((await footer.boundingBox())?.height).toBeLessThan(360);
  expect(await heading.isVisible()).toBe(false);
  await footer.getByText("Tentang Kawung, kontak, dan pembayaran").click();
  await heading.waitFor();
  await footer.getByRole("region", { name: "Pembayaran" }).waitFor();
  // The same footer stays at a client-side navigation.
  await page.getByRole("banner").getByRole("link", { name: "Kawung, beranda" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await folded.getAttribute("open")).not.toBeNull();
  await heading.waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/profile");
  await heading.waitFor({ state: "hidden" });
  await own.close();
});

test("on a phone the account is a list of its sections, one press from every page, and each section links back to it", async () => {
  for (const who of ["buyer", "seller", "operator"] as const) {
    const own = await site.open(who, phone.width);
    const page = await own.newPage();
    await visit(page, "/guide");
    await page.getByRole("navigation", { name: "Navigasi utama" }).getByRole("link", { name: "Akun" }).click();
    await page.waitForURL((url) => url.pathname === "/profile");
    const account = page.getByRole("navigation", { name: "Akun saya" });
    await account.waitFor();
    const area = { buyer: "Buka toko gratis", seller: "Toko", operator: "Konsol operator" }[who];
    for (const name of ["Profil", "Pesanan", "Notifikasi", "Alamat", "Keamanan", "Privasi & data", area, "Bantuan"]) {
      const box = await account.getByRole("link", { name, exact: true }).boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(phone.width);
    }
    const leave = await account.getByRole("button", { name: "Keluar" }).boundingBox();
    expect((leave?.y ?? 0) + (leave?.height ?? 0)).toBeLessThan(phone.height - 60);
    await account.getByRole("link", { name: "Keamanan" }).click();
    await account.waitFor({ state: "hidden" });
    await page.getByRole("main").getByRole("link", { name: "Akun saya" }).click();
    await account.getByRole("button", { name: "Keluar" }).click();
    await page.waitForURL((url) => url.pathname === "/login");
    await own.close();
  }
});

test("the menu of a phone leads a logged-in user to the account, and opens at the categories from the button for them", async () => {
  const own = await site.open("buyer", phone.width);
  const page = await own.newPage();
  await visit(page, "/guide");
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  const account = menu.getByRole("navigation", { name: "Akun" });
  expect(await account.getByRole("link").allInnerTexts()).toEqual(["Akun saya", "Pesanan", "Notifikasi"]);
  expect(await menu.getByRole("link", { name: "Masuk" }).isVisible()).toBe(false);
  await menu.getByRole("button", { name: "Tutup menu" }).click();
  await page.getByRole("navigation", { name: "Navigasi utama" }).getByRole("button", { name: "Kategori" }).click();
  await expect
    .poll(async () => (await menu.getByRole("heading", { name: "Kategori" }).boundingBox())?.y)
    .toBeLessThan(90);
  await page.goto("/profile?page=notification");
  const bar = page.getByRole("navigation", { name: "Navigasi utama" });
  await expect.poll(() => bar.locator("[aria-current]").count()).toBe(0);
  expect(
    await page
      .getByRole("link", { name: /^Notifikasi/ })
      .first()
      .getAttribute("aria-current"),
  ).toBe("page");
  await own.close();
});

test("without scripts a cached page shows neither the state of a logged-in user nor that of a visitor", async () => {
  for (const who of ["buyer", "visitor"] as const) {
    const { cookies } = await (await site.open(who, phone.width)).storageState();
    const own = await site.browser.newContext({
      baseURL: site.server.origin,
      javaScriptEnabled: false,
      viewport: phone,
      storageState: { cookies, origins: [] },
    });
    const page = await own.newPage();
    await page.goto(site.path.category);
    const header = page.getByRole("banner");
    expect(await header.getByRole("link", { name: "Masuk", exact: true }).isVisible()).toBe(false);
    // The title is not cut beside the sort control.
    const title = page.getByRole("heading", { level: 1 });
    expect((await title.boundingBox())?.height).toBeLessThan(60);
    await header.getByRole("link", { name: "Akun saya" }).click();
    await page.waitForURL((url) => url.pathname === (who === "buyer" ? "/profile" : "/login"));
    if (who === "buyer") await page.getByRole("navigation", { name: "Akun saya" }).waitFor();
    await own.close();
  }
});

/** Waits for the router, which loads at the user's first action. */
async function routerIsIn(page: Page): Promise<void> {
  await page.keyboard.press("Shift");
  await codeHasRun(page, "browser-router");
}

/** Waits until this part of the page's code has arrived and run. */
async function codeHasRun(page: Page, code: string): Promise<void> {
  const file = await codeIsIn(page, code);
  // A file that has arrived intercepts no links until it has run. As a text, because the tests rewrite imports.
  await page.evaluate(`import(${JSON.stringify(file)}).then(() => new Promise((done) => setTimeout(done)))`);
}

/** Loses the network. The page knows it a moment later, and until then a form is sent by the browser itself. */
async function loseNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}

/** Waits until this part of the page's code has arrived; returns its address. */
async function codeIsIn(page: Page, code: string): Promise<string> {
  const found = await page.waitForFunction(
    (name) =>
      performance
        .getEntriesByType("resource")
        .find((one) => one.name.includes(name) && (one as PerformanceResourceTiming).responseEnd > 0)?.name,
    `/assets/${code}-`,
  );
  return (await found.jsonValue()) ?? "";
}

test("without a network, a press on a product shows a message on the current page, and continues when the network is back", async () => {
  const own = await site.open("visitor", phone.width);
  const page = await own.newPage();
  await visit(page, site.path.category);
  await routerIsIn(page);
  const [first, second] = await page.getByRole("main").locator("li a[href^='/product/']").all();
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  const again = page.getByRole("button", { name: "Coba lagi" });
  const isHere = async () => {
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(title);
    expect(await page.title()).toContain(title);
  };
  await loseNetwork(page);
  await first?.click();
  await page.getByRole("alert").getByText("Sambungan terputus").waitFor();
  expect(await again.evaluate((one) => one === document.activeElement)).toBe(true);
  await isHere();
  await again.click();
  await page.getByRole("alert").getByText("Masih terputus").waitFor();
  await isHere();
  const href = await first?.getAttribute("href");
  await own.setOffline(false);
  await page.waitForURL((url) => url.pathname === href);
  await page.getByRole("complementary", { name: "Beli" }).waitFor();
  await again.waitFor({ state: "detached" });

  // The page's code is loaded but its data is not, and no event reports that the network is back.
  await visit(page, site.path.category);
  await routerIsIn(page);
  const other = await second?.getAttribute("href");
  for (const path of ["**/v1/**", "**/robots.txt"])
    await page.route(path, (route) => route.abort("internetdisconnected"));
  await second?.click();
  await page.getByRole("alert").getByText("Sambungan terputus").waitFor();
  await isHere();
  await page.unrouteAll();
  await again.click();
  await page.waitForURL((url) => url.pathname === other);
  await page.getByRole("complementary", { name: "Beli" }).waitFor();
  await again.waitFor({ state: "detached" });
  await own.close();
});

test("a press on a product shows that message also when the network was lost before it, and when going back", async () => {
  const own = await site.open("visitor", phone.width);
  const page = await own.newPage();
  await page.route("**/assets/browser-router-*", (route) => route.abort("internetdisconnected"));
  await page.goto(site.path.merchant);
  await page.keyboard.press("Shift");
  await codeIsIn(page, "offline");
  await loseNetwork(page);
  const link = page.getByRole("main").locator("li a[href^='/product/']").first();
  const href = await link.getAttribute("href");
  await link.click();
  await page.getByRole("alert").getByText("Sambungan terputus").waitFor();
  expect(new URL(page.url()).pathname).toBe(site.path.merchant);
  await page.unrouteAll();
  await own.setOffline(false);
  await page.waitForURL((url) => url.pathname === href);
  await visit(page, site.path.merchant);
  await routerIsIn(page);
  await page.getByRole("banner").getByRole("link", { name: "Kawung, beranda" }).click();
  await page.getByRole("heading", { level: 1, name: "Langsung dari penjual" }).waitFor();
  await page.waitForURL((url) => url.pathname === "/");
  await loseNetwork(page);
  await page.goBack();
  await page.getByRole("alert").getByText("Sambungan terputus").waitFor();
  await page.getByRole("heading", { level: 1, name: "Langsung dari penjual" }).waitFor();
  await own.setOffline(false);
  await page.getByRole("search", { name: "Cari di toko ini" }).waitFor();
  await own.close();
});

test.each([true, false])("a search in a shop shows its products on a phone (scripts: %s)", async (scripts) => {
  const own = await site.open("visitor", phone.width);
  const page = await own.newPage();
  if (!scripts) await page.route("**/*.js", (route) => route.abort());
  await (scripts ? visit(page, site.path.merchant) : page.goto(site.path.merchant));
  const field = page.getByRole("searchbox", { name: "Cari di toko ini" });
  await field.fill("batik");
  await field.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("name") === "batik");
  if (scripts) expect(new URL(page.url()).search).toBe("?name=batik");
  const { y = 999 } = (await page.getByRole("heading", { name: "“batik” di toko ini" }).boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(phone.height / 2);
  await own.close();
});

test('without a network "Beli sekarang" shows that message, and continues when the network is back', async () => {
  const own = await site.open("buyer", phone.width);
  const page = await own.newPage();
  await visit(page, site.path.product);
  await codeHasRun(page, "offline");
  await loseNetwork(page);
  await page.getByRole("button", { name: "Beli sekarang" }).filter({ visible: true }).click();
  await page.getByRole("alert").getByText("Sambungan terputus").waitFor();
  expect(new URL(page.url()).pathname).toBe(site.path.product);
  await own.setOffline(false);
  await page.waitForURL((url) => url.pathname === "/checkout");
  await own.close();
});

test("a button works as without scripts when neither the router nor the code for a lost network can be loaded", async () => {
  const own = await site.open("buyer", phone.width);
  const page = await own.newPage();
  for (const code of ["browser-router", "offline"])
    await page.route(`**/assets/${code}-*`, (route) => route.abort("internetdisconnected"));
  // Nothing is bought.
  await page.route("**/checkout*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  // The page asks for this code by itself when it has run for a while.
  const tried = page.waitForEvent("requestfailed", (request) => request.url().includes("/assets/offline-"));
  await page.goto("/checkout");
  await tried;
  const sent = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === "POST");
  await page.getByRole("button", { name: /^Bayar Rp/ }).click();
  await sent;
  await own.close();
});

test("on a phone products begin on the first screen of the home page, and categories show that there are more", async () => {
  const own = await site.open("visitor", phone.width);
  const page = await own.newPage();
  await visit(page, "/");
  const main = page.getByRole("main");
  const first = await main.locator("a[href^='/product/']").first().boundingBox();
  expect(first?.y).toBeLessThan(phone.height - 160);
  const categories = main.getByRole("navigation", { name: "Kategori" }).getByRole("listitem");
  const cut = await categories.evaluateAll((all) =>
    all.some((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left < innerWidth - 10 && right > innerWidth + 10;
    }),
  );
  expect(cut).toBe(true);
  await own.close();
});

test("“Belanja dari daerah” leads to the products of the chosen province", async () => {
  const own = await site.open("visitor", phone.width);
  const page = await own.newPage();
  await visit(page, "/guide");
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Belanja dari daerah" }).click();
  await page.waitForURL((url) => url.pathname === "/" && url.hash === "#daerah");
  const places = page.getByRole("navigation", { name: "Belanja dari daerah" });
  await expect.poll(async () => (await places.boundingBox())?.y ?? 9999).toBeLessThan(phone.height);
  const [, name = "", count = ""] = /^(\D+?)\s*([\d.]+)/.exec(await places.getByRole("link").nth(1).innerText()) ?? [];
  await places.getByRole("link").nth(1).click();
  await page.waitForURL((url) => url.pathname === "/product" && url.searchParams.has("province"));
  await page.getByRole("link", { name: `${name} aktif, hapus` }).waitFor();
  await page.getByRole("main").getByText(`${count} produk`, { exact: true }).first().waitFor();
  await own.close();
});

test("at 200 % a product shows its name and price beside its picture, at 320 px no label touches another", async () => {
  const own = await site.browser.newContext({ baseURL: site.server.origin, viewport: { width: 640, height: 430 } });
  const page = await own.newPage();
  await visit(page, site.path.product);
  const main = page.getByRole("main");
  const price = await main
    .getByText(/^Rp[\d.]+$/)
    .first()
    .boundingBox();
  expect((price?.y ?? 999) + (price?.height ?? 0)).toBeLessThan(430 - 66);
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/");
  const bar = page.getByRole("navigation", { name: "Navigasi utama" });
  const gaps = await bar.evaluate((nav) => {
    const words = [...nav.children].map((child) => {
      const range = document.createRange();
      const text = [...child.childNodes].find((one) => one.nodeType === Node.TEXT_NODE);
      if (text) range.selectNode(text);
      return range.getBoundingClientRect();
    });
    return words.slice(1).map((box, at) => box.left - (words[at]?.right ?? 0));
  });
  expect(gaps).toHaveLength(4);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(12);
  await own.close();
});

test("on a phone a new seller reads what is missing in whole lines, above the button", async () => {
  const { ownerId } = await makeShop(site.context);
  const own = await site.open("visitor", phone.width);
  await enter(own, site.context, site.server.origin, ownerId);
  const page = await own.newPage();
  await visit(page, "/manageMerchant");
  const text = await page.getByText("Etalase Anda masih kosong").boundingBox();
  const button = await page.getByRole("link", { name: "Tambah produk pertama" }).boundingBox();
  expect(text?.width).toBeGreaterThan(200);
  expect(button?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0));
  await own.close();
});
