import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPassword } from "../db/demo/accounts.ts";
import { sql } from "../src/lib/database.ts";
import { formatRupiah } from "../src/lib/rupiah.ts";
import { openBrowser } from "../test/browser.ts";
import { demoSettings, makeDemo } from "../test/make/demo.ts";
import { holdScripts } from "./hold-scripts.ts";
import { arrive } from "./open-site.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";

let context: Awaited<ReturnType<typeof makeDemo>>;
let server: HostedServer;
let browser: Browser;
let goods: { slug: string; variant_id: string; option: string; price: number };

beforeAll(async () => {
  context = await makeDemo();
  server = await startHostedServer(context.databaseUrl, demoSettings);
  browser = await openBrowser();
  const [first] = await context.db.rows<typeof goods>(sql`
    select p.slug, v.id as variant_id, v.option1 as option, v.price::int as price
    from products p join variants v on v.product_id = p.id join shops s on s.id = p.shop_id
    where v.option1 is not null and v.option2 is null and v.stock > 20 and p.min_order = 1 and p.preorder_days is null
      and v.price > (select min(price) from variants o where o.product_id = p.id) and 'jne-reg' = any(s.couriers)
    order by p.id, v.id limit 1`);
  if (!first) throw new Error("the demo has no product with a dearer variant");
  goods = first;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await context?.close();
});

async function newPage(javaScriptEnabled = true): Promise<Page> {
  const session = await browser.newContext({ baseURL: server.origin, javaScriptEnabled });
  const page = await session.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function buyersPage(): Promise<Page> {
  const page = await newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill("pembeli@kawung.test");
  await page.getByLabel("Kata sandi", { exact: true }).fill(demoPassword);
  await page.getByRole("main").getByRole("button", { name: "Masuk", exact: true }).click();
  await arrive(page, (url) => url.pathname === "/");
  return page;
}

test("a variant and a quantity chosen before the script ran are shown, counted and bought", async () => {
  const page = await newPage();
  const release = await holdScripts(page);
  await page.goto(`/product/${goods.slug}`, { waitUntil: "domcontentloaded" });
  await page.getByRole("radio", { name: goods.option, exact: true }).locator("xpath=..").click();
  await page.getByLabel("Jumlah", { exact: true }).fill("3");
  release();
  const box = page.getByRole("complementary", { name: "Beli" });
  await box.getByText(formatRupiah(goods.price * 3), { exact: true }).waitFor();
  expect(await box.locator("[name=variant_id]").inputValue()).toBe(goods.variant_id);
  expect(await page.getByRole("radio", { name: goods.option, exact: true }).isChecked()).toBe(true);
});

test("the quantity buttons work at once, before the script ran too, and their result is bought", async () => {
  const page = await newPage();
  const release = await holdScripts(page);
  await page.goto(`/product/${goods.slug}`, { waitUntil: "domcontentloaded" });
  const box = page.getByRole("complementary", { name: "Beli" });
  const [more, less] = [box.getByRole("button", { name: /^Tambah/ }), box.getByRole("button", { name: /^Kurangi/ })];
  const field = page.getByLabel("Jumlah", { exact: true });
  for (let at = 0; at < 4; at += 1) await more.click();
  await less.click();
  expect(await field.inputValue()).toBe("4");
  release();
  const [{ price } = { price: 0 }] = await context.db.rows<{ price: number }>(sql`
    select v.price::int as price from variants v where v.id = ${await box.locator("[name=variant_id]").inputValue()}`);
  await box.getByText(formatRupiah(price * 4), { exact: true }).waitFor();
  await more.click();
  await box.getByText(formatRupiah(price * 5), { exact: true }).waitFor();
  expect(await field.inputValue()).toBe("5");
});

test("a button that needs scripts works once when pressed before they load", async () => {
  const page = await newPage();
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "domcontentloaded" });
  await page.getByLabel("Kata sandi", { exact: true }).fill("rahasia-sekali");
  await page.getByRole("button", { name: "Tampilkan kata sandi" }).click();
  release();
  await page.getByRole("button", { name: "Sembunyikan kata sandi" }).waitFor();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
  expect(await page.getByLabel("Kata sandi", { exact: true }).getAttribute("type")).toBe("text");
  expect(await page.getByLabel("Kata sandi", { exact: true }).inputValue()).toBe("rahasia-sekali");
});

test("a search sends what its field shows, also when the page's script has not noticed it yet", async () => {
  const page = await newPage();
  await page.goto("/guide");
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
  const field = page.getByRole("search").getByLabel("Cari produk");
  // Typing that the script does not notice, because it starts between the typing and Enter.
  await field.evaluate((input: HTMLInputElement) => {
    input.value = "Sajadah Beludru";
    input.form?.requestSubmit();
  });
  await arrive(page, (url) => url.searchParams.get("name") === "Sajadah Beludru");
});

test("choosing another variant keeps the quantity", async () => {
  const page = await newPage();
  await page.goto(`/product/${goods.slug}`);
  const box = page.getByRole("complementary", { name: "Beli" });
  await page.getByLabel("Jumlah", { exact: true }).fill("2");
  await page.getByRole("radio", { name: goods.option, exact: true }).locator("xpath=..").click();
  await box.getByText(formatRupiah(goods.price * 2), { exact: true }).waitFor();
});

test("without scripts a visitor's choice is in the cart", async () => {
  const page = await newPage(false);
  await page.goto(`/product/${goods.slug}?${new URLSearchParams({ o1: goods.option })}`);
  await page.getByRole("complementary", { name: "Beli" }).getByRole("button", { name: "Keranjang" }).click();
  await arrive(page, (url) => url.pathname === "/cart");
  await page.getByText(goods.option, { exact: true }).waitFor();
});

test("a courier chosen before the script ran is included in the total", async () => {
  const page = await buyersPage();
  await page.goto(`/product/${goods.slug}`);
  await page.getByRole("complementary", { name: "Beli" }).getByRole("button", { name: "Beli sekarang" }).click();
  await arrive(page, (url) => url.pathname === "/checkout");
  const release = await holdScripts(page);
  await page.goto(page.url(), { waitUntil: "domcontentloaded" });
  const couriers = page.getByRole("group", { name: /^Kurir/ }).locator("label");
  await page.getByText("Ubah", { exact: true }).first().click();
  const dearest = couriers.last();
  const cost = await dearest.locator("span").last().innerText();
  const before = await page.getByRole("button", { name: /^Bayar Rp/ }).innerText();
  await dearest.click();
  release();
  await expect.poll(() => page.getByRole("button", { name: /^Bayar Rp/ }).innerText()).not.toBe(before);
  await page.getByRole("term").filter({ hasText: "Ongkos kirim" }).locator("xpath=..").getByText(cost).waitFor();
});

test("a province chosen before the script ran offers its cities", async () => {
  const page = await buyersPage();
  const release = await holdScripts(page);
  await page.goto("/profile?page=addresses&edit=new", { waitUntil: "domcontentloaded" });
  await page.getByLabel("Provinsi", { exact: true }).selectOption({ label: "Jawa Barat" });
  release();
  await page.getByLabel("Kabupaten atau kota", { exact: true }).selectOption({ label: "Kota Bandung" });
  expect(await page.getByLabel("Provinsi", { exact: true }).inputValue()).toBe("32");
});

test.each(["/product", "/merchant/griya-laksono"])(
  "an order of %s that was chosen by keyboard before the script ran is the order of the list",
  async (path) => {
    const page = await newPage();
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await page.getByRole("combobox", { name: "Urutkan" }).focus();
    await page.keyboard.type("Harga terendah");
    expect(await page.getByRole("combobox", { name: "Urutkan" }).inputValue()).toBe("cheapest");
    release();
    await arrive(page, (url) => url.pathname === path && url.searchParams.get("sort") === "cheapest");
    expect(await page.getByRole("combobox", { name: "Urutkan" }).inputValue()).toBe("cheapest");
  },
);

test("a filter ticked before the script ran takes effect", async () => {
  const page = await newPage();
  const release = await holdScripts(page);
  await page.goto("/product?name=batik&type=product", { waitUntil: "domcontentloaded" });
  await page.getByRole("complementary", { name: "Filter" }).getByLabel("Sedang turun harga").check();
  release();
  await arrive(page, (url) => url.searchParams.get("discount") === "1" && url.searchParams.get("name") === "batik");
});

test("an untouched listing does not change when the script has loaded", async () => {
  const page = await newPage();
  const path = "/product?name=batik&type=product&province=34&discount=1";
  await page.goto(path);
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("Tab");
  await page.waitForLoadState("networkidle");
  expect(page.url()).toBe(server.origin + path);
});

test("“Muat lagi” works as the first press, and a second press meanwhile changes nothing", async () => {
  const page = await newPage();
  const cards = page.locator("main ul > li a[href^='/product/'] >> visible=true");
  const release = await holdScripts(page);
  await page.goto("/product", { waitUntil: "domcontentloaded" });
  const many = await cards.count();
  const more = page.getByRole("link", { name: "Muat lagi" });
  await more.click();
  await more.click();
  expect(await more.getAttribute("aria-busy")).toBe("true");
  release();
  await expect.poll(() => cards.count()).toBe(many * 2);
  expect(new URL(page.url()).search).toBe("");
});

test("“Muat lagi” opens the next page when no script loads", async () => {
  const page = await newPage();
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/product", { waitUntil: "domcontentloaded" });
  await page.getByRole("link", { name: "Muat lagi" }).click();
  await arrive(page, (url) => url.searchParams.get("page") === "2");
});
