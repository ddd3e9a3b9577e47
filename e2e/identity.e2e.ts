import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../test/browser.ts";
import { makeContext } from "../test/make.ts";
import { startOauthDouble, type OauthDouble } from "../test/oauth-double.ts";
import { freePort, startServer, type Server } from "./server.ts";

const password = "kebun-teh-di-lereng-7";
let double: OauthDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let server: Server;
let origin: string;
let browser: Browser;

beforeAll(async () => {
  [double, context] = await Promise.all([startOauthDouble(), makeContext()]);
  const port = await freePort();
  // Passkeys belong to a name, not to a number.
  origin = `http://localhost:${port}`;
  const settings = { DEMO: "0", NODE_ENV: "test", LIMIT_FACTOR: "1000", PORT: String(port), PUBLIC_URL: origin };
  [server, browser] = await Promise.all([
    startServer(context.databaseUrl, { ...settings, ...double.settings }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await context?.close();
  await double?.close();
});

async function openWindow(javaScriptEnabled = true): Promise<BrowserContext> {
  return browser.newContext({ baseURL: origin, javaScriptEnabled, viewport: { width: 1280, height: 900 } });
}

/** Goes there and waits until the page's own scripts have taken over. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
}

test("S152 a login by provider that fails says Bad credentials. at the e-mail field; one that succeeds leads on", async () => {
  const window = await openWindow();
  const page = await window.newPage();
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await visit(page, "/login?from=%2Fprofile%3Fpage%3Dsecurity");
  expect([...hosts]).toEqual([new URL(origin).host]);

  double.next = { sub: "123450001", email: "laras@kawung.test", email_verified: true, name: "Laras Kinanti" };
  double.nonce = "of another login";
  await page.getByRole("link", { name: "Masuk dengan Google" }).click();
  const email = page.getByLabel("Email");
  await email.waitFor();
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  const described = (await email.getAttribute("aria-describedby")) ?? "";
  expect(await page.locator(`[id="${described.split(" ").at(-1)}"]`).textContent()).toBe("Bad credentials.");

  double.nonce = undefined;
  await page.getByRole("link", { name: "Masuk dengan Google" }).click();
  await page.waitForURL("**/profile?page=security");
  await page.getByRole("banner").getByText("Laras Kinanti").waitFor();
  await window.close();
});

test("login by a provider that posts its answer works without JavaScript", async () => {
  const window = await openWindow(false);
  const page = await window.newPage();
  await page.goto("/register");
  double.next = { sub: "000111.aaa", email: "dimas@kawung.test" };
  await page.getByRole("link", { name: "Daftar dengan Apple" }).click();
  await page.getByRole("button", { name: "Lanjut" }).click();
  await page.waitForURL(`${origin}/`);
  await page.goto("/profile");
  expect(await page.getByLabel("Nama", { exact: true }).inputValue()).toBe("dimas");
  await window.close();
});
