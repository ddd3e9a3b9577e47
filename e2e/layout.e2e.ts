import { afterAll, beforeAll, expect, test } from "vitest";
import { openDemoSite, type DemoSite } from "./demo-site.ts";
import { visit } from "./spec-site.ts";

/** What stands where on a page, at the sizes and in the ways in which people look at it. */
let site: DemoSite;

beforeAll(async () => {
  site = await openDemoSite();
});
afterAll(async () => {
  await site?.close();
});

test("a page beyond the end of a listing leads to its last page, with the filters in their column", async () => {
  const page = await (await site.open("visitor", 1280, "light")).newPage();
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
  const page = await (await site.open("visitor", 1280, "light")).newPage();
  await page.goto(`${site.path.category}&min=999999999&page=3`);
  await page.waitForURL((url) => !url.searchParams.has("page"));
  await page.getByText("Data tidak ditemukan.").waitFor();
  const filters = await page.getByRole("complementary", { name: "Filter" }).boundingBox();
  expect(filters?.width).toBeLessThan(300);
  await page.context().close();
});

const nobody = "00000000-0000-4000-8000-000000000000";

test("every list leads back from beyond its end instead of saying that it is empty", async () => {
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
    const own = await site.open(who, 1280, "light");
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

test("on paper stands what a page says, in dark ink, and nothing of header, menus, footer, bars and buttons", async () => {
  const found: Record<string, string[]> = {};
  for (const [who, scheme, paths] of [
    [
      "visitor",
      "dark",
      [site.path.category, site.path.product, site.path.merchant, "/guide", "/faqBuyer", "/tidak-ada"],
    ],
    ["buyer", "light", ["/cart", "/checkout", site.path.payment, "/profile?page=transactions", site.path.buyerOrder]],
    ["seller", "dark", ["/manageMerchant?page=orders", site.path.sellerOrder, "/manageMerchant?page=balance"]],
    ["operator", "light", ["/operator", "/operator?page=ledger"]],
  ] as const) {
    const own = await site.open(who, 800, scheme);
    const page = await own.newPage();
    await page.emulateMedia({ media: "print", colorScheme: scheme });
    for (const path of paths) {
      await visit(page, path);
      const wrong = await page.evaluate(() => {
        const shown = (one: Element) => one.checkVisibility() && one.getBoundingClientRect().height > 1;
        const frame =
          "#root > :not(main), nav, button, [role=button], [data-chat], [data-bottom-nav], fieldset [name=tema]";
        const seen = [...document.querySelectorAll(frame)].filter(shown);
        const words = document.querySelector("main")?.innerText.trim().length ?? 0;
        const ink = getComputedStyle(document.body).color.match(/\d+/g)?.map(Number) ?? [];
        return [
          ...seen.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`),
          ...(words < 20 ? ["says nothing"] : []),
          ...(ink.some((part) => part > 100) ? [`is written in ${ink.join(" ")}`] : []),
        ];
      });
      if (wrong.length > 0) found[path] = wrong;
    }
    await own.close();
  }
  expect(found).toEqual({});
});
