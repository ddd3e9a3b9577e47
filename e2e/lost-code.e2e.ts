import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hrefs } from "../src/hrefs.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { openSite, visit, type Site } from "./open-site.ts";

/** On a bad connection, code that a page loads later may not arrive. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

test("a page goes on without the suggestions and notifications whose code was not loaded", async () => {
  const { shopId } = await makeShop(site.context);
  const { slug } = await makeProduct(site.context, shopId, { name: "Tampah bambu" });
  const page = await site.window({ userId: await makeUser(site.context) });
  const extras = ["live-notifications", "notification-list", "search-suggestions"];
  await page.route(new RegExp(`/assets/(${extras.join("|")})-[^/]*$`), (route) => route.abort("internetdisconnected"));
  const lost = extras.map((name) =>
    page.waitForEvent("requestfailed", (request) => request.url().includes(`/${name}-`)),
  );
  await visit(page, hrefs.product(slug));
  await lost[0];
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Notifikasi/ })
    .click();
  await lost[1];
  await page.keyboard.press("Escape");
  const field = page.getByRole("combobox", { name: "Cari produk" });
  await field.fill("tampah");
  await lost[2];
  await page.getByRole("heading", { level: 1, name: "Tampah bambu" }).click();
  await page.getByRole("button", { name: "Keranjang", exact: true }).filter({ visible: true }).click();
  await page.getByText("Sudah masuk keranjang").waitFor();
  expect(await field.inputValue()).toBe("tampah");
});

test("a picture stays as it is, and the field says so, when the code for cropping was not loaded", async () => {
  const page = await site.window({ userId: await makeUser(site.context), path: "/profile" });
  await page.route("**/assets/image-crop-*", (route) => route.abort("internetdisconnected"));
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#8a4a2f" } })
    .png()
    .toBuffer();
  await page.getByText("Tambahkan foto").click();
  await page
    .getByLabel("Foto profil", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({ name: "saya.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Potong saya.png" }).click();
  const problem = page.getByRole("alert").filter({ hasText: "saya.png belum bisa dipotong" });
  await problem.waitFor();
  expect(await problem.evaluate((list) => list === document.activeElement)).toBe(true);
  await page.getByRole("img", { name: "Foto 1: saya.png" }).waitFor();
});

test("a saved form is not sent again to the page that follows when the code of that page was not loaded", async () => {
  const userId = await makeUser(site.context, { name: "Ningsih Rahayu" });
  await makeAddress(site.context, userId);
  const page = await site.window({ userId, path: "/profile?page=openShop" });
  await page.getByLabel("Nama toko").fill("Anyaman Ningsih");
  await page.route("**/assets/manage-merchant-*", (route) => route.abort("failed"));
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole("button", { name: "Buka toko" }).click();
  await page.getByText("sudah dibuka. Selamat berjualan.").waitFor();
  expect(loads).toEqual(["GET /manageMerchant"]);
});
