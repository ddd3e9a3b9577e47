import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressesOf, regions, typeAddress, typedAddress } from "./fill-address.ts";
import { endSessions, makePerson, password, type Person } from "./make-people.ts";
import { autoReloadLimit } from "../src/lib/browser/auto-reload.ts";
import { openSite, visit, type Site } from "./open-site.ts";

/** All tabs of a browser show the same user. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Sesi Anda sudah berakhir" });

/** Another tab of the same browser. */
async function tab(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  await visit(other, path);
  return other;
}

/** Marks the document. A full page load removes the mark. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.dataset.mark = "1"));
}

const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset.mark === "1");
const header = (page: Page) => page.getByRole("banner");

async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
}

test("a logout in one tab logs out all: personal pages are left, public pages change only their header", async () => {
  const person = await makePerson(site.context, "Rina Wulandari");
  const page = await site.window({ userId: person.id, path: "/guide" });
  const listing = await tab(page, "/product");
  const profile = await tab(page, "/profile");
  await header(listing).getByRole("button", { name: /Rina/ }).waitFor();
  await mark(listing);
  await profile.getByRole("textbox", { name: "Nama" }).fill("Setengah jadi");
  await header(page).getByRole("button", { name: /Rina/ }).click();
  await page.getByRole("button", { name: "Keluar" }).click();
  await page.waitForURL((url) => url.pathname === "/login");
  await profile.waitForURL((url) => url.pathname === "/login");
  await header(listing).getByRole("link", { name: "Masuk", exact: true }).waitFor();
  expect(await isMarked(listing)).toBe(true);
});

test("a login in one tab logs in all tabs, and a waiting login page continues to its target", async () => {
  const person = await makePerson(site.context, "Budi Santoso");
  const page = await site.window({ path: "/login" });
  const listing = await tab(page, "/product");
  const waiting = await tab(page, "/login?from=%2Fprofile");
  await mark(listing);
  await logIn(page, person);
  await page.waitForURL(`${site.server.origin}/`);
  await header(listing).getByRole("button", { name: /Budi/ }).waitFor();
  expect(await isMarked(listing)).toBe(true);
  await waiting.waitForURL("**/profile");
});

test("when another user logs in, no tab shows or sends data of the first user", async () => {
  const [first, second] = [
    await makePerson(site.context, "Wening Asih"),
    await makePerson(site.context, "Dimas Prakoso"),
  ];
  const page = await site.window({ userId: first.id, path: "/profile" });
  await page.getByRole("textbox", { name: "Nama" }).fill("Wening yang Lain");
  // Without a logout in between: the session ended, and another user logs in.
  await endSessions(site.context, first);
  const other = await tab(page, "/login");
  await logIn(other, second);
  await other.waitForURL(`${site.server.origin}/`);
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("main input[name=name]")?.value === "Dimas Prakoso",
  );
});

test("when a session ends elsewhere, a page without input is left, and a page with input waits", async () => {
  const person = await makePerson(site.context, "Laras Kinanti");
  const page = await site.window({ userId: person.id, path: "/profile?page=addresses&edit=new" });
  await page.getByLabel("Nama penerima").fill("Laras");
  await mark(page);
  const orders = await tab(page, "/profile?page=transactions");
  await endSessions(site.context, person);
  // A third tab notices it.
  await tab(page, "/guide");
  await orders.waitForURL("**/login?from=%2Fprofile%3Fpage%3Dtransactions");
  await header(page).getByRole("link", { name: "Masuk", exact: true }).waitFor();
  expect(await page.getByLabel("Nama penerima").inputValue()).toBe("Laras");
  // A login in another tab closes the login dialog here.
  await page.getByRole("button", { name: "Simpan alamat" }).waitFor();
  await typeAddress(page);
  for (const [label, choice] of regions) await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await dialog(page).waitFor();
  await logIn(orders, person);
  await orders.waitForURL("**/profile?page=transactions");
  await page.getByRole("article", { name: "Rumah" }).waitFor();
  expect(await isMarked(page)).toBe(true);
  expect(await addressesOf(site.context, person)).toEqual([typedAddress]);
});

/** Responds to these requests as the server does without cookies. Counts the loaded documents. */
async function withoutCookies(page: Page, of: "documents" | "calls"): Promise<() => number> {
  let documents = 0;
  await page.route("**/*", async (route) => {
    const request = route.request();
    const isDocument = request.resourceType() === "document";
    if (isDocument) documents += 1;
    const isCall = /\/(v1\/|removeToken)/.test(new URL(request.url()).pathname);
    if (of === "documents" ? !isDocument : !isCall) return route.continue();
    const answer = await fetch(request.url(), {
      method: request.method(),
      redirect: "manual",
      headers: { accept: request.headers().accept ?? "*/*", prefer: request.headers().prefer ?? "" },
    });
    const headers = Object.fromEntries(answer.headers);
    delete headers["content-encoding"];
    delete headers["content-length"];
    return route.fulfill({ status: answer.status, headers, body: await answer.text() });
  });
  return () => documents;
}

const stopped = (page: Page) => page.getByRole("alert").filter({ hasText: "berhenti memuat ulang sendiri" });

test("a login page whose calls find a session and whose document does not stops reloading itself, and can be used", async () => {
  const person = await makePerson(site.context, "Galuh Pramesti");
  const page = await site.window({ userId: person.id });
  const documents = await withoutCookies(page, "documents");
  await page.goto("/login");
  await stopped(page).waitFor();
  expect(documents()).toBeLessThanOrEqual(1 + autoReloadLimit.max);
  await page.getByLabel("Email").fill(person.email);
  expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
});

test("a personal page whose document finds a session and whose calls do not stops redirecting to the login and back", async () => {
  const person = await makePerson(site.context, "Tri Handayani");
  const page = await site.window({ userId: person.id });
  const documents = await withoutCookies(page, "calls");
  await page.goto("/profile");
  // Up to seven pages are loaded before.
  await stopped(page).waitFor({ timeout: 60_000 });
  // Each redirect goes to /login, which redirects back to the profile.
  expect(documents()).toBeLessThanOrEqual(1 + 2 * autoReloadLimit.max);
});
