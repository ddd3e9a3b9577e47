import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { formatRupiah } from "../src/lib/rupiah.ts";
import { makeAddress, makeUser } from "../test/make/rows.ts";
import { holdScripts } from "./hold-scripts.ts";
import { openSite, type Site } from "./open-site.ts";

/** A visitor says where goods are delivered, with and without scripts. */
let site: Site;
/** What shipping the products of the small marketplace to Bandung costs at least. */
let prices: string[];

beforeAll(async () => {
  site = await openSite();
  const products = await site.context.db.rows<{ id: string }>(
    sql`select id from products where status = 'active' order by id limit 60`,
  );
  const response = await fetch(
    `${site.server.origin}/v1/shipping/lowest?to=32.73&${products.map(({ id }) => `product=${id}`).join("&")}`,
  );
  const { result } = (await response.json()) as { result: { price: number }[] };
  prices = result.map(({ price }) => `Ongkir mulai ${formatRupiah(price)}`);
  expect(prices.length).toBeGreaterThan(0);
});
afterAll(() => site?.close());

const shown = async (page: Page): Promise<string[]> =>
  (await page.getByText(/^Ongkir mulai/).allTextContents()).map((text) => text.replaceAll(/\s/g, " "));
const known = () => prices.map((text) => text.replaceAll(/\s/g, " "));

async function chooseBandung(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Pilih kota tujuan untuk melihat ongkir" }).click();
  await page.getByRole("searchbox", { name: "Kota atau kecamatan" }).fill("kota bandung");
  await page.getByRole("button", { name: "Cari" }).last().click();
  await page.getByRole("main").getByRole("link", { name: "Kota Bandung", exact: true }).click();
  await page.getByText("Dikirim ke Kota Bandung").waitFor();
}

test("without scripts a city is chosen by a form, and cards, order and filter follow it", async () => {
  const page = await site.window({ javaScriptEnabled: false });
  await page.goto("/product");
  expect(await shown(page)).toEqual([]);
  await expect.poll(() => page.getByText(/^Dikirim dari/).count()).toBeGreaterThan(0);
  await chooseBandung(page);
  expect(page.url()).toContain("to=32.73");
  const cards = await shown(page);
  expect(cards.length).toBeGreaterThan(0);
  for (const text of cards) expect(known()).toContain(text);
  await page.getByRole("link", { name: "Ongkir sampai Rp20.000" }).click();
  expect(page.url()).toContain("ship=20000");
  for (const text of await shown(page)) expect(Number(text.replaceAll(/\D/g, ""))).toBeLessThanOrEqual(20_000);
  await page.goto("/product?to=32.73&sort=nearest");
  expect(await page.getByLabel("Urutkan").inputValue()).toBe("nearest");
});

test("where no price of shipping fits, the page still says the city and takes the limit off alone", async () => {
  const page = await site.window({ javaScriptEnabled: false });
  await page.goto("/product?to=32.73&ship=1");
  await page.getByText("Dikirim ke Kota Bandung").waitFor();
  await page.getByRole("link", { name: "Ongkir sampai Rp1 aktif, hapus" }).click();
  expect(page.url()).toContain("to=32.73");
  expect(page.url()).not.toContain("ship=");
  expect((await shown(page)).length).toBeGreaterThan(0);
});

test("the browser remembers the city, and a cached page of everybody gets its prices beside it", async () => {
  const page = await site.window();
  await page.goto("/product");
  await chooseBandung(page);
  // The first key starts the scripts of a page.
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => localStorage.getItem("deliver_to") !== null);
  const asked = page.waitForResponse((response) => response.url().includes("/v1/shipping/lowest"));
  const document = await page.goto("/product?sort=newest");
  expect(await document?.text()).not.toMatch(/Ongkir mulai|Dikirim ke/);
  await page.keyboard.press("Shift");
  await asked;
  await expect.poll(() => shown(page).then((texts) => texts.length)).toBeGreaterThan(0);
  for (const text of await shown(page)) expect(known()).toContain(text);
  await page.getByText("Dikirim ke Kota Bandung").waitFor();
  expect(new URL(page.url()).searchParams.has("to")).toBe(false);
  await page.getByRole("link", { name: "Ubah" }).click();
  await page.getByRole("link", { name: "Lanjut tanpa kota tujuan" }).click();
  await page.getByRole("link", { name: "Pilih kota tujuan untuk melihat ongkir" }).waitFor();
  expect(await shown(page)).toEqual([]);
});

test("a link with another city counts on its page alone, and the chosen city is offered there", async () => {
  const page = await site.window();
  await page.goto("/product");
  await chooseBandung(page);
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => localStorage.getItem("deliver_to")?.includes("32.73"));
  expect(new URL(page.url()).hash).toBe("");
  await page.goto("/product?to=33.74&sort=newest");
  await page.getByText("Dikirim ke Kota Semarang").waitFor();
  await page.keyboard.press("Shift");
  const own = page.getByRole("link", { name: "Pakai Kota Bandung" });
  await own.waitFor();
  expect(await page.evaluate(() => localStorage.getItem("deliver_to"))).toContain("32.73");
  await own.click();
  await page.getByText("Dikirim ke Kota Bandung").waitFor();
  expect(new URL(page.url()).searchParams.get("sort")).toBe("newest");
  await own.waitFor({ state: "detached" });
});

test("a place that does not exist leaves the address, with the order and the limit that need it", async () => {
  const page = await site.window({ javaScriptEnabled: false });
  await page.goto("/product?to=99.99&sort=nearest&ship=20000&discount=1");
  expect(page.url()).toBe(`${site.server.origin}/product?discount=1`);
  await page.goto("/product?to=99.99&sort=cheapest");
  expect(page.url()).toBe(`${site.server.origin}/product?sort=cheapest`);
  await page.getByRole("link", { name: "Pilih kota tujuan untuk melihat ongkir" }).waitFor();
});

test("on a phone cards show the whole name of the city", async () => {
  const { db } = site.context;
  await db.run(sql`update products set city_name = 'Bandar Lampung'`);
  const page = await site.window({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  // No other test has this page in the cache.
  await page.goto("/product?sort=rating");
  const cities = page.getByRole("article").getByText("Bandar Lampung");
  expect(await cities.count()).toBeGreaterThan(0);
  for (const city of await cities.all())
    expect(await city.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
});

test("a buyer who chose no city sees what shipping to the main address costs", async () => {
  const userId = await makeUser(site.context);
  await makeAddress(site.context, userId);
  const page = await site.window({ userId });
  await page.goto("/product");
  await page.getByText(/^Dikirim ke .*Kota Bandung/).waitFor();
  await expect.poll(() => shown(page).then((texts) => texts.length)).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Ubah" }).click();
  await page.getByRole("link", { name: "Lanjut tanpa kota tujuan" }).click();
  await page.getByRole("link", { name: "Pilih kota tujuan untuk melihat ongkir" }).waitFor();
  const session = page.waitForResponse((response) => response.url().includes("/v1/users"));
  await page.reload();
  await page.keyboard.press("Shift");
  await session;
  await page.getByRole("link", { name: "Pilih kota tujuan untuk melihat ongkir" }).waitFor();
  expect(await shown(page)).toEqual([]);
});

test("a buyer who goes on without a city before the script ran still sees no prices when it runs", async () => {
  const userId = await makeUser(site.context);
  await makeAddress(site.context, userId);
  const page = await site.window({ userId });
  const release = await holdScripts(page);
  await page.goto("/deliver-to?sort=newest");
  await page.getByRole("link", { name: "Lanjut tanpa kota tujuan" }).click();
  await page.getByRole("link", { name: "Pilih kota tujuan untuk melihat ongkir" }).waitFor();
  release();
  const session = page.waitForResponse((response) => response.url().includes("/v1/users"));
  await page.keyboard.press("Shift");
  await session;
  await page.waitForFunction(() => localStorage.getItem("deliver_to") === "null");
  await page.getByRole("link", { name: "Pilih kota tujuan untuk melihat ongkir" }).waitFor();
  expect(await shown(page)).toEqual([]);
  expect(page.url()).not.toContain("#");
});

test("a buyer's city appears on a cached page although the browser is never idle", async () => {
  const userId = await makeUser(site.context);
  await makeAddress(site.context, userId);
  const page = await site.window({ userId });
  // As browsers do for a page that they do not paint: without a limit of time the work waits for ever.
  await page.addInitScript(() => {
    window.requestIdleCallback = (work, limits) =>
      limits?.timeout ? window.setTimeout(work, limits.timeout, { didTimeout: true, timeRemaining: () => 0 }) : 0;
  });
  await page.goto("/product");
  await page.getByText(/^Dikirim ke .*Kota Bandung/).waitFor();
});
