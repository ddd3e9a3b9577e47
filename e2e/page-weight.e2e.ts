import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstLoadBytes, scriptBudget, transferBudget, transferBytes } from "../bench/page-weight.ts";
import { pageRows } from "../src/pages.ts";
import { hrefs } from "../src/hrefs.ts";
import { sql } from "../src/lib/database.ts";
import { makeUser } from "../test/make/rows.ts";
import { callsAreIn, openSite, type Site } from "./open-site.ts";

const entering = ["/login", "/register"];
const pages = pageRows.filter(({ path, cache }) => cache !== undefined || entering.includes(path));

test("there are pages to measure", () => expect(pages.length).toBeGreaterThan(10));

test.each(pages)("scripts of the first load of $path weigh at most 88 kilobytes", async ({ file }) => {
  const bytes = await firstLoadBytes(file);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(scriptBudget);
});

describe("in a browser", () => {
  let site: Site;
  let buyerId: string;
  const addresses: Record<string, string> = {
    home: "/",
    listing: "/product",
    cart: "/cart",
    login: "/login",
  };

  beforeAll(async () => {
    site = await openSite({ freshWindows: true });
    const row = await site.context.db.row<{ product: string; shop: string }>(
      sql`select p.slug as product, s.slug as shop from products p join shops s on s.id = p.shop_id where p.status = 'active' limit 1`,
    );
    addresses.product = hrefs.product(row?.product ?? "");
    addresses.shop = hrefs.merchant(row?.shop ?? "");
    buyerId = await makeUser(site.context);
  });
  afterAll(() => site.close());

  test.each(pages)("scripts of $path with their headers weigh at most 90 kilobytes", async ({ file }) => {
    const { bytes, files } = await transferBytes(site.server.origin, file);
    expect(bytes).toBeGreaterThan((await firstLoadBytes(file)) + 100 * files);
    expect(bytes).toBeLessThanOrEqual(transferBudget);
  });

  test.each([
    ["home", "a visitor"],
    ["listing", "a visitor"],
    ["product", "a visitor"],
    ["shop", "a visitor"],
    ["login", "a visitor"],
    ["home", "a buyer"],
    ["product", "a buyer"],
    ["cart", "a buyer"],
  ])(
    "the page %s loads at most 88 kilobytes of script for %s, after its pictures, and all of it from its own host",
    async (name, who) => {
      const page = await site.window({
        viewport: { width: 390, height: 844 },
        ...(who === "a buyer" ? { userId: buyerId } : {}),
      });
      const foreign: string[] = [];
      const scripts: string[] = [];
      const sizes: Promise<number>[] = [];
      page.on("request", (request) => {
        if (new URL(request.url()).origin !== site.server.origin) foreign.push(request.url());
        if (request.resourceType() === "script") scripts.push(request.url());
      });
      page.on("requestfinished", (request) => {
        if (request.resourceType() === "script") sizes.push(request.sizes().then((size) => size.responseBodySize));
      });
      const pictures = await holdBack(page, /\/img\//);
      // A move of the mouse after the page's scripts have run loads the router too.
      const code = await holdBack(page, /\/assets\/.*\.js$/);

      await page.goto(addresses[name] ?? "", { waitUntil: "domcontentloaded" });
      await page.mouse.move(5, 5);
      await page.mouse.move(9, 9);
      await callsAreIn(page);
      if (pictures.held() > 0) expect(scripts, "scripts before the pictures").toEqual([]);
      await pictures.letGo();
      await code.letGo();
      await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
      await page.waitForLoadState("networkidle");
      const listens = scripts.some((script) => script.includes("live-notifications"));
      expect(listens, "the page listens for notifications").toBe(who === "a buyer");

      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(scriptBudget);
      expect(foreign).toEqual([]);
    },
  );

  test("a page that is requested again arrives smaller", async () => {
    const address = new URL(hrefs.products({ name: "kopi" }), site.server.origin);
    const bytes = async () => {
      const response = await fetch(address, { headers: { "accept-encoding": "br" } });
      await response.arrayBuffer();
      return Number(response.headers.get("content-length"));
    };
    const first = await bytes();
    await expect.poll(bytes).toBeLessThan(0.97 * first);
  });

  test("a touch does not wait for the pictures", async () => {
    const page = await site.window({ viewport: { width: 390, height: 844 } });
    const pictures = await holdBack(page, /\/img\//);
    await page.goto("/", { waitUntil: "domcontentloaded" });
    await page.keyboard.press("Shift");
    await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
    expect(pictures.held()).toBeGreaterThan(0);
  });

  for (const width of [390, 1280]) {
    test.each(["home", "listing", "product", "shop", "login"])(
      `nothing on the page %s moves at ${width} pixels when its pictures and its font come late`,
      async (name) => {
        const page = await site.window({ viewport: { width, height: 860 } });
        const pictures = await holdBack(page, /\/img\//);
        const font = await holdBack(page, /\.woff2$/);
        await page.addInitScript(() => {
          const moved: number[] = [];
          const watch = new PerformanceObserver((list) => moved.push(...list.getEntries().map(shift)));
          const shift = (entry: PerformanceEntry) => (entry as PerformanceEntry & { value: number }).value;
          watch.observe({ type: "layout-shift", buffered: true });
          Object.assign(globalThis, { moved: () => [...moved, ...watch.takeRecords().map(shift)] });
        });
        await page.goto(addresses[name] ?? "", { waitUntil: "domcontentloaded" });
        // Rendered without both.
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
        await pictures.letGo();
        await page.waitForFunction(() => [...document.images].every((one) => one.complete || one.loading === "lazy"));
        await font.letGo();
        await page.waitForLoadState("load");
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

        expect(font.held()).toBe(1);
        expect(await page.evaluate(() => (globalThis as unknown as { moved: () => number[] }).moved())).toEqual([]);
      },
    );
  }
});

// The responses of these requests wait until they are released.
async function holdBack(page: Page, what: RegExp): Promise<{ held: () => number; letGo: () => Promise<void> }> {
  const held: Route[] = [];
  let open = false;
  await page.route(what, async (route) => {
    held.push(route);
    if (open) await route.continue();
  });
  return {
    held: () => held.length,
    async letGo() {
      open = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}
