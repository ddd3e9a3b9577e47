import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeUser } from "../test/make/rows.ts";
import { openSite, visit, type Site } from "./open-site.ts";

/** After a logout, another person at the same device presses Back. */
const name = "Rahajeng Puri";
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

async function open(javaScriptEnabled = true): Promise<BrowserContext> {
  const page = await site.window({ userId: await makeUser(site.context, { name }), javaScriptEnabled });
  return page.context();
}

const shows = (page: Page) => page.getByText(name).first();

test("V14.3.1 Back after a logout shows no data of the user", async () => {
  const own = await open();
  const page = await own.newPage();
  await visit(page, "/guide");
  await shows(page).waitFor();
  await visit(page, "/profile");
  await shows(page).waitFor();
  await page.getByRole("button", { name: /^Akun/ }).click();
  await page.getByRole("button", { name: "Keluar" }).last().click();
  await page.waitForURL("**/login**");
  await page.goBack();
  await page.waitForURL("**/login**");
  expect(await shows(page).count()).toBe(0);
  await own.close();
});

test("V14.3.1 a page from the back/forward cache shows no data after a logout in another tab, with or without a network", async () => {
  const own = await open();
  const page = await own.newPage();
  await visit(page, "/guide");
  await shows(page).waitFor();
  await own.setOffline(true);
  // What another tab stores meanwhile, and the event of a page that is shown again from the cache.
  await page.evaluate(() => {
    localStorage.setItem("session", "logged-out");
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect
    .poll(() =>
      shows(page)
        .count()
        .catch(() => 1),
    )
    .toBe(0);
  await own.close();
});

test("V14.3.1 the same without scripts", async () => {
  const own = await open(false);
  const page = await own.newPage();
  await page.goto("/profile");
  await shows(page).waitFor();
  await page.getByRole("navigation", { name: "Akun saya" }).getByRole("button", { name: "Keluar" }).click();
  await page.waitForURL("**/login**");
  await page.goBack();
  await page.waitForURL("**/login**");
  expect(await shows(page).count()).toBe(0);
  await own.close();
});
