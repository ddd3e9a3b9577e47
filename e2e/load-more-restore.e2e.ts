import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../test/browser.ts";
import { demoSettings, makeDemo } from "../test/make/demo.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";

/** A user who loaded more of a list finds it unchanged when they return. */
let context: Awaited<ReturnType<typeof makeDemo>>;
let server: HostedServer;
let browser: Browser;

beforeAll(async () => {
  context = await makeDemo();
  server = await startHostedServer(context.databaseUrl, demoSettings);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await context?.close();
});

const cards = (page: Page) => page.locator("main ul > li a[href^='/product/'] >> visible=true");
const isReady = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.ready === "1");
/** The position of a product in the viewport. */
const topOf = async (page: Page, href: string) =>
  Math.round((await page.locator(`main a[href="${href}"]`).first().boundingBox())?.y ?? Number.NaN);

/** A listing with three loaded pages, with a product of the third in the viewport. */
async function grow(page: Page, path: string): Promise<{ many: number; href: string; top: number }> {
  await page.goto(path);
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await isReady(page);
  const first = await cards(page).count();
  for (const pages of [2, 3]) {
    await page.getByRole("link", { name: "Muat lagi" }).click();
    await expect.poll(() => cards(page).count()).toBe(first * pages);
  }
  const seen = cards(page).nth(first * 2 + 5);
  await seen.scrollIntoViewIfNeeded();
  const href = (await seen.getAttribute("href")) ?? "";
  return { many: first * 3, href, top: await topOf(page, href) };
}

async function newPage(): Promise<Page> {
  const session = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 1000, height: 800 },
  });
  session.setDefaultTimeout(20_000);
  return session.newPage();
}

test("back from a product, the list has its earlier length and the product its earlier position", async () => {
  const page = await newPage();
  const { many, href, top } = await grow(page, "/product?sort=price_asc");
  await page.locator(`main a[href="${href}"]`).first().click();
  await page.waitForURL((url) => url.pathname === href);
  await page.getByRole("complementary", { name: "Beli" }).waitFor();
  await page.goBack();
  await expect.poll(() => cards(page).count()).toBe(many);
  await expect.poll(() => topOf(page, href)).toBe(top);
});

test("the same after a reload, and a new visit to the same URL begins with the first page", async () => {
  const page = await newPage();
  const { many, href, top } = await grow(page, "/product");
  await page.goto("/guide");
  await page.goBack();
  await isReady(page);
  await expect.poll(() => cards(page).count()).toBe(many);
  await expect.poll(() => topOf(page, href)).toBe(top);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => topOf(page, href)).toBe(top + 300);
  await page.getByRole("link", { name: "Muat lagi" }).click();
  await expect.poll(() => cards(page).count()).toBe((many / 3) * 4);
  await page.goto("/guide");
  await page.goto("/product");
  await page.mouse.move(7, 7);
  await page.mouse.move(9, 3);
  await isReady(page);
  await page.waitForLoadState("networkidle");
  expect(await cards(page).count()).toBe(many / 3);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("the list of shops returns with its earlier length too", async () => {
  const page = await newPage();
  await page.goto("/merchant");
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await isReady(page);
  const shops = page.locator("main li a[href^='/merchant/']");
  const first = await shops.count();
  await page.getByRole("link", { name: "Muat lagi" }).click();
  await expect.poll(() => shops.count()).toBeGreaterThan(first);
  const many = await shops.count();
  await page.goto("/guide");
  await page.goBack();
  await expect.poll(() => shops.count()).toBe(many);
});
