import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../db/demo/accounts.ts";
import { sql } from "../src/lib/database.ts";
import { launchBrowser } from "../test/browser.ts";
import { makeSession } from "../test/make-checkout.ts";
import { makeDemo } from "../test/make-demo.ts";
import { startServer, type Server } from "./server.ts";

/** Every page, as each kind of person meets it: no barrier for anyone, nothing wider than the screen, nobody else asked. */
let context: Awaited<ReturnType<typeof makeDemo>>;
let server: Server;
let browser: Browser;
let axe: string;
const path = { product: "", merchant: "", category: "", buyerOrder: "", sellerOrder: "", payment: "", bank: "" };
const cookies = { buyer: "", seller: "", operator: "" };

beforeAll(async () => {
  context = await makeDemo();
  const one = async (query: ReturnType<typeof sql>) => (await context.db.row<{ it: string }>(query))?.it ?? "";
  const buyer = await one(sql`select id as it from users where email = ${demoAccounts.buyer}`);
  const operator = await one(sql`select id as it from users where email = ${demoAccounts.operator}`);
  const seller = await one(sql`select id as it from users where email = ${demoAccounts.seller}`);
  cookies.buyer = await makeSession(context, buyer);
  cookies.seller = await makeSession(context, seller);
  cookies.operator = await makeSession(context, operator);
  await context.db.run(sql`
    insert into cart_lines (user_id, variant_id, quantity, created_at)
    select ${buyer}, v.id, 1, now() from (select distinct on (p.shop_id) v.id from variants v join products p on p.id = v.product_id where v.stock > 3 and p.min_order = 1 order by p.shop_id, v.id limit 3) v`);
  path.product = `/product/${await one(sql`select slug as it from products where jsonb_array_length(axes) = 2 order by sold_count desc limit 1`)}`;
  path.merchant = `/merchant/${await one(sql`select slug as it from shops order by sold_count desc limit 1`)}`;
  path.category = `/product?category=${await one(sql`select slug as it from categories where parent_id is null order by position limit 1`)}`;
  path.buyerOrder = `/profile?page=showTransaction&transactionId=${await one(sql`select id as it from orders where buyer_id = ${buyer} and status = 'shipped' limit 1`)}`;
  path.sellerOrder = `/manageMerchant?page=showTransaction&transactionId=${await one(sql`select o.id as it from orders o join shops s on s.id = o.shop_id where s.owner_id = ${seller} and o.status = 'awaiting_confirmation' limit 1`)}`;
  path.payment = `/payment/${await one(sql`select id as it from payments where buyer_id = ${buyer} and status = 'pending' limit 1`)}`;
  path.bank = `/simulator/pay/${await one(sql`select provider_reference as it from payments where buyer_id = ${buyer} and status = 'pending' limit 1`)}`;
  server = await startServer(context.databaseUrl);
  browser = await launchBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await context?.close();
});

const pages: Record<"visitor" | "buyer" | "seller" | "operator", () => string[]> = {
  visitor: () => [
    "/",
    path.category,
    "/product?name=batik&type=product",
    "/product?name=tidakadabarangini",
    path.product,
    "/merchant?name=batik&type=seller",
    path.merchant,
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password?token=lama",
    "/guide",
    "/guide?q=pengembalian",
    "/aboutUs",
    "/faqBuyer",
    "/faqSeller",
    "/privacy",
    "/termCondition",
    "/simulator",
    "/simulator/outbox",
    "/ui",
    "/halaman-yang-tidak-ada",
  ],
  buyer: () => [
    "/cart",
    "/checkout",
    path.payment,
    path.bank,
    "/profile",
    "/profile?page=transactions",
    path.buyerOrder,
    "/profile?page=notification",
    "/profile?page=notification&view=settings",
    "/profile?page=addresses",
    "/profile?page=addresses&edit=new",
    "/profile?page=security",
    "/profile?page=privacy",
    "/profile?page=openShop",
    "/profile?page=openShop&province=32",
    "/manageMerchant",
  ],
  seller: () => [
    "/manageMerchant",
    "/manageMerchant?page=orders",
    path.sellerOrder,
    "/manageMerchant?page=products",
    "/manageMerchant?page=product",
    "/manageMerchant?page=toString",
    "/manageMerchant?page=balance",
    "/manageMerchant?page=settings",
  ],
  operator: () => [
    "/operator",
    "/operator?page=orders",
    "/operator?page=orders&q=tidak-ada",
    "/operator?page=payments",
    "/operator?page=ledger",
    "/manageMerchant",
  ],
};

async function open(who: keyof typeof pages, width: number, colorScheme: "light" | "dark"): Promise<BrowserContext> {
  const session = await browser.newContext({
    baseURL: server.origin,
    viewport: { width, height: 844 },
    colorScheme,
    reducedMotion: "reduce",
  });
  if (who !== "visitor")
    await session.addCookies([
      { name: "sid", value: cookies[who], url: server.origin, httpOnly: true, sameSite: "Lax" },
      { name: "masuk", value: "1", url: server.origin, sameSite: "Lax" },
    ]);
  return session;
}

type Finding = { id: string; nodes: { html: string }[] };

async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const findings = await page.evaluate(async () => {
    const { axe: engine } = window as unknown as {
      axe: { run(root: Document, options: object): Promise<{ violations: Finding[] }> };
    };
    return (
      await engine.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        // What passed is not gathered, and stylesheets are not fetched once more.
        resultTypes: ["violations"],
        preload: false,
      })
    ).violations;
  });
  return findings.map(
    (one) =>
      `${one.id}: ${one.nodes
        .map((node) => node.html.slice(0, 160))
        .slice(0, 2)
        .join(" | ")}`,
  );
}

describe.each([
  { who: "visitor", width: 390, scheme: "light" },
  { who: "visitor", width: 1280, scheme: "dark" },
  { who: "buyer", width: 390, scheme: "dark" },
  { who: "buyer", width: 1280, scheme: "light" },
  { who: "seller", width: 390, scheme: "light" },
  { who: "seller", width: 1280, scheme: "dark" },
  { who: "operator", width: 390, scheme: "dark" },
  { who: "operator", width: 1280, scheme: "light" },
] as const)("$who at $width px, $scheme", ({ who, width, scheme }) => {
  test("no page has a barrier, is wider than the screen, fails a script or asks another host", async () => {
    const session = await open(who, width, scheme);
    const page = await session.newPage();
    const found: Record<string, string[]> = {};
    let here = "";
    const note = (text: string) => (found[here] ??= []).push(text);
    page.on("request", (request) => {
      if (!request.url().startsWith(server.origin) && !request.url().startsWith("data:")) note(`asks ${request.url()}`);
    });
    page.on("pageerror", (error) => note(`script: ${error.message}`));
    for (const address of pages[who]()) {
      here = address;
      const response = await page.goto(address, { waitUntil: "load" });
      if ((response?.status() ?? 0) >= 500) note(`answers ${response?.status()}`);
      await page.keyboard.press("Shift");
      await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (over > 0) note(`is ${over} px too wide`);
      for (const barrier of await barriers(page)) note(barrier);
    }
    await session.close();
    expect(found).toEqual({});
  });
});
