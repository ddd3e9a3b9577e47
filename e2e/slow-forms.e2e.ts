import type { Locator, Page, Route } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { complaintHrefs } from "../src/complaint-hrefs.ts";
import { hrefs } from "../src/hrefs.ts";
import { sql } from "../src/lib/database.ts";
import { operatorHrefs } from "../src/operator-hrefs.ts";
import { saveReview } from "../src/reviews/save-review.ts";
import { sellerHrefs } from "../src/seller-hrefs.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { makeComplaint } from "../test/make/complaints.ts";
import { makeCompletedOrder } from "../test/make/orders.ts";
import { makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { addressesOf, chooseRegion, typeAddress, typedAddress } from "./fill-address.ts";
import { holdScripts } from "./hold-scripts.ts";
import { holdWrites } from "./hold-writes.ts";
import { openSite, type Site } from "./open-site.ts";

/** On a slow connection users press a button again. What they send arrives once. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const phone = { width: 390, height: 844 };
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).filter({ visible: true }).first();

/** Presses a button again and again while its first press is under way. It keeps the focus and says that it is busy. */
async function pressOften(pressed: Locator): Promise<void> {
  await pressed.focus();
  for (let times = 0; times < 4; times += 1) {
    await pressed.evaluate(
      (element: HTMLButtonElement) =>
        new Promise<void>((done) => {
          element.click();
          // A changed form is no other form.
          for (const text of element.form?.querySelectorAll("textarea") ?? []) text.value += " ";
          // Two frames later the page has rendered what the press changed.
          requestAnimationFrame(() => requestAnimationFrame(() => done()));
        }),
    );
    expect(await pressed.getAttribute("aria-busy")).toBe("true");
    expect(await pressed.evaluate((element) => element === document.activeElement)).toBe(true);
  }
}

const pieces = (userId: string) =>
  site.context.db.rows(
    sql`select l.quantity from cart_lines l join carts c on c.id = l.cart_id where c.user_id = ${userId}`,
  );

async function makeGoods() {
  const { shopId } = await makeShop(site.context);
  return makeProduct(site.context, shopId, { price: 65_000, stock: 9 });
}

test("four presses of Keranjang on a slow connection put one piece into the cart, and a later press a second", async () => {
  const { slug } = await makeGoods();
  const buyerId = await makeUser(site.context);
  const page = await site.window({ userId: buyerId, path: hrefs.product(slug), viewport: phone });
  const { sent, release } = await holdWrites(page);
  const cart = button(page, "Keranjang");
  await pressOften(cart);
  release();
  await page.getByText("Sudah masuk keranjang").waitFor();
  expect(sent).toEqual(["POST /v1/cart/lines"]);
  expect(await pieces(buyerId)).toEqual([{ quantity: 1 }]);
  await expect.poll(() => cart.getAttribute("aria-busy")).toBeNull();
  await cart.click();
  await expect.poll(() => pieces(buyerId)).toEqual([{ quantity: 2 }]);
});

test("another variant that is chosen while the first is under way is put into the cart too", async () => {
  const { shopId } = await makeShop(site.context);
  const sizes = ["S", "M"].map((option) => ({ option, price: 65_000, stock: 9 }));
  const { slug } = await makeProduct(site.context, shopId, { variants: sizes });
  const buyerId = await makeUser(site.context);
  const page = await site.window({ userId: buyerId, path: hrefs.product(slug), viewport: phone });
  const { sent, release } = await holdWrites(page);
  await pressOften(button(page, "Keranjang"));
  await page.getByRole("radio", { name: "M" }).locator("xpath=..").click();
  await page.waitForURL((url) => url.searchParams.get("o1") === "M");
  await pressOften(button(page, "Keranjang"));
  expect(sent).toHaveLength(2);
  release();
  await expect.poll(() => pieces(buyerId)).toEqual([{ quantity: 1 }, { quantity: 1 }]);
});

test("a photo that arrives at the second attempt is announced so, and a corrected field has no error any more", async () => {
  const { ownerId } = await makeShop(site.context);
  const page = await site.window({ userId: ownerId, path: sellerHrefs.sellerProduct() });
  const said = (text: string) => page.getByRole("status").filter({ hasText: text });
  const buffer = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#b3411f" } })
    .png()
    .toBuffer();
  const save = page.getByRole("button", { name: "Simpan dan tayangkan" });
  await save.evaluate((element: HTMLButtonElement) => void (element.form && (element.form.noValidate = true)));
  await save.click();
  const name = page.getByLabel("Nama produk");
  const photos = page.locator("main input[type=file]");
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
  const sentences = await name.evaluate((field) =>
    (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent),
  );
  await name.fill("Teko tanah liat");
  expect(await name.getAttribute("aria-invalid")).toBeNull();
  expect(
    await page
      .locator("[id$=-error]")
      .filter({ hasText: sentences.at(-1) ?? "" })
      .count(),
  ).toBe(0);
  expect(await photos.getAttribute("aria-invalid")).toBe("true");

  await page.route("**/pictures", (route) => route.abort("connectionreset"));
  await photos.setInputFiles([{ name: "teko.png", mimeType: "image/png", buffer }]);
  await said("teko.png belum terkirim.").waitFor({ state: "attached" });
  expect(await photos.getAttribute("aria-invalid")).toBeNull();
  await page.unroute("**/pictures");
  await page.getByRole("button", { name: "Coba lagi" }).click();
  await said("teko.png terkirim.").waitFor({ state: "attached" });
  expect(await said("teko.png belum terkirim.").count()).toBe(0);
  // Another refusal in the same words is shown again.
  await name.fill("");
  await save.click();
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
});

test("a message in a complaint is sent once however often its button is pressed, and the next message after it", async () => {
  const made = await makeComplaint(site.context);
  const page = await site.window({ userId: made.buyerId, path: complaintHrefs.buyerComplaint(made.complaintId) });
  const { release } = await holdWrites(page);
  const messages = () =>
    site.context.db.rows(
      sql`select text from complaint_messages where complaint_id = ${made.complaintId} and kind = 'message' order by id`,
    );
  await page.getByLabel("Tulis pesan").fill("Retaknya sepanjang tangan.");
  await pressOften(button(page, "Kirim pesan"));
  release();
  await expect.poll(() => page.getByLabel("Tulis pesan").inputValue()).toBe("");
  await expect.poll(() => button(page, "Kirim pesan").getAttribute("aria-busy")).toBeNull();
  await page.getByLabel("Tulis pesan").fill("Fotonya menyusul.");
  await button(page, "Kirim pesan").click();
  await page.getByText("Fotonya menyusul.").first().waitFor();
  expect(await messages()).toEqual([{ text: "Retaknya sepanjang tangan." }, { text: "Fotonya menyusul." }]);
});

test("a message in a complaint whose answer was lost stands there once when it is sent again, and a changed one beside it", async () => {
  const made = await makeComplaint(site.context);
  const page = await site.window({ userId: made.buyerId, path: complaintHrefs.buyerComplaint(made.complaintId) });
  const messages = async () => {
    const rows = await site.context.db.rows<{ text: string }>(
      sql`select text from complaint_messages where complaint_id = ${made.complaintId} and kind = 'message' order by id`,
    );
    return rows.map(({ text }) => text);
  };
  const isLost = { next: true };
  await page.route("**/messages", async (route) => {
    if (!isLost.next) return route.continue();
    isLost.next = false;
    await route.fetch();
    await route.abort("connectionreset");
  });
  const send = async (text: string) => {
    await page.getByLabel("Tulis pesan").fill(text);
    await button(page, "Kirim pesan").click();
  };
  for (const [first, again] of [
    ["Kotaknya penyok.", "Kotaknya penyok."],
    ["Fotonya menyusul.", "Fotonya menyusul besok."],
  ] as const) {
    isLost.next = true;
    await send(first);
    await page.getByText("Sambungan terputus.").waitFor();
    await expect.poll(() => button(page, "Kirim pesan").getAttribute("aria-busy")).toBeNull();
    await send(again);
    await expect.poll(() => page.getByLabel("Tulis pesan").inputValue()).toBe("");
  }
  expect(await messages()).toEqual(["Kotaknya penyok.", "Fotonya menyusul.", "Fotonya menyusul besok."]);
  await page.context().close();
});

test("a reply to a review that was pressed several times is saved once, and nothing refuses it", async () => {
  const order = await makeCompletedOrder(site.context);
  const row = await site.context.db.row<{ line: string; owner: string }>(sql`
    select l.id as line, s.owner_id as owner from order_lines l join orders o on o.id = l.order_id join shops s on s.id = o.shop_id
    where o.id = ${order.orderId}`);
  const { line = "", owner = "" } = row ?? {};
  const review = { rating: 5, text: "Rapi dan halus.", picture_ids: [] };
  await saveReview(site.context, { lineId: line, buyerId: order.buyerId }, review, new Date());
  const page = await site.window({ userId: owner, path: sellerHrefs.sellerReviews(), viewport: phone });
  const { sent, release } = await holdWrites(page);
  await page.getByText("Balas", { exact: true }).first().click();
  await page.getByLabel("Balasan").first().fill("Terima kasih.");
  await pressOften(button(page, "Kirim balasan"));
  release();
  await page.getByText("Balasan Anda tampil di halaman produk.").waitFor();
  expect(sent).toHaveLength(1);
  expect(await page.getByText("sudah Anda balas").count()).toBe(0);
});

test("the button that an answer brings is free while the page's data is still being loaded", async () => {
  const operatorId = await makeUser(site.context, { type: "operator" });
  const page = await site.window({ userId: operatorId, path: operatorHrefs.fee() });
  await page.getByLabel("Persen").fill("2");
  await page.getByLabel("Paling banyak").fill("70000");
  const announced = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/v1/operator/fees"),
  );
  const held: Route[] = [];
  await page.route("**/v1/**", (route) =>
    route.request().method() === "GET" ? void held.push(route) : route.continue(),
  );
  await button(page, "Lihat akibatnya").click();
  await button(page, "Umumkan ke penjual").click();
  await announced;
  expect(held.length).toBeGreaterThan(0);
  await page.unrouteAll();
  await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  await page.getByText("Aturan diumumkan.").waitFor();
});

test("an address whose button was pressed several times is stored once", async () => {
  const buyerId = await makeUser(site.context);
  const page = await site.window({ userId: buyerId, path: `${hrefs.profile("addresses")}&edit=new`, viewport: phone });
  await chooseRegion(page, true);
  await typeAddress(page);
  const { sent, release } = await holdWrites(page);
  await pressOften(button(page, "Simpan alamat"));
  release();
  await page.waitForURL((url) => url.searchParams.get("edit") === null);
  expect(sent).toHaveLength(1);
  expect(await addressesOf(site.context, { id: buyerId })).toEqual([typedAddress]);
});

test("a product whose picture is still uploading says beside its button and at the picture what it waits for", async () => {
  const { ownerId } = await makeShop(site.context);
  const page = await site.window({ userId: ownerId, path: sellerHrefs.sellerProduct() });
  const { sent, release } = await holdWrites(page);
  await page.getByLabel("Nama produk").fill("Teko tanah liat");
  await page.getByRole("combobox", { name: "Kategori" }).selectOption({ index: 2 });
  await page.getByLabel("Deskripsi").fill("Teko dari tanah liat, dibuat tangan di Plered.");
  await page.getByLabel("Berat dengan kemasan (gram)").fill("900");
  await page.getByLabel("Harga", { exact: true }).fill("75000");
  await page.getByLabel("Stok", { exact: true }).fill("3");
  const picture = sharp({ create: { width: 800, height: 800, channels: 3, background: "#b3411f" } }).png();
  const file = { name: "teko.png", mimeType: "image/png", buffer: await picture.toBuffer() };
  await page.locator("input[type=file]").setInputFiles([file]);
  const waits = page.getByText("Tunggu sampai semua foto terkirim.");
  await waits.waitFor();
  const field = page.locator("input[type=file]");
  for (const press of ["first", "second"]) {
    await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
    // The browser shows the sentence at the field of the pictures.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("file");
    expect([press, await field.evaluate((input: HTMLInputElement) => input.validationMessage)]).toEqual([
      press,
      await waits.textContent(),
    ]);
  }
  expect(sent).toEqual(["POST /v1/media/pictures"]);
  release();
  await page.locator("[name=picture][type=hidden]").waitFor({ state: "attached" });
  await expect.poll(() => waits.count()).toBe(0);
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  await page.getByText("Produk tersimpan").waitFor();
});

test("presses before, while and after the scripts load put one piece into the cart", async () => {
  const { slug } = await makeGoods();
  const buyerId = await makeUser(site.context);
  const page = await site.window({ userId: buyerId });
  const scriptsLoad = await holdScripts(page);
  await page.goto(hrefs.product(slug), { waitUntil: "domcontentloaded" });
  const { sent, release } = await holdWrites(page);
  await pressWhileLoading(page, "Keranjang", scriptsLoad);
  release();
  await page.waitForURL((url) => url.pathname === "/cart");
  expect(sent).toEqual(["POST /cart"]);
  expect(await pieces(buyerId)).toEqual([{ quantity: 1 }]);
});

/** Presses a button before, while and after the scripts load, with the page's own timers: its next page is loading. */
async function pressWhileLoading(page: Page, name: string, scriptsLoad: () => void): Promise<void> {
  const pressed = page.waitForEvent("console", (message) => message.text() === "pressed");
  await page.evaluate((text) => {
    const found = [...document.querySelectorAll<HTMLButtonElement>("main button")].find(
      (one) => one.textContent === text && one.checkVisibility(),
    );
    const press = (times: number) => {
      if (times === 4) console.log("pressed"); // oxlint-disable-line no-console
      // A finger or a mouse also starts the loading of the scripts.
      found?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      found?.click();
      if (times > 0 || document.documentElement.dataset.ready !== "1") setTimeout(press, 50, times - 1);
      else console.log("hydrated and pressed"); // oxlint-disable-line no-console
    };
    setTimeout(press, 0, 4);
  }, name);
  await pressed;
  const hydrated = page.waitForEvent("console", (message) => message.text() === "hydrated and pressed");
  scriptsLoad();
  await hydrated;
}

test("a second press that means something else passes: a box of the cart is ticked and unticked while the first is under way", async () => {
  const { variantIds } = await makeGoods();
  const buyerId = await makeUser(site.context);
  await makeCartLine(site.context, buyerId, variantIds[0] ?? "");
  const page = await site.window({ userId: buyerId, path: hrefs.cart(), viewport: phone });
  const { sent, release } = await holdWrites(page);
  const box = page.getByRole("checkbox", { name: "Pilih semua barang" });
  for (const checked of ["false", "true"]) {
    await box.click();
    await expect.poll(() => box.getAttribute("aria-checked")).toBe(checked);
  }
  expect(sent).toHaveLength(2);
  release();
});

test("a form that the browser sends can be sent again after the loading was stopped, and after Back", async () => {
  const { slug } = await makeGoods();
  const buyerId = await makeUser(site.context);
  const page = await site.window({ userId: buyerId, path: hrefs.product(slug), viewport: phone });
  const buy = button(page, "Beli sekarang");
  const { sent, release } = await holdWrites(page);
  const stopped = page.waitForEvent("console", (message) => message.text() === "stopped");
  await buy.evaluate((element: HTMLButtonElement) => {
    element.click();
    setTimeout(() => {
      element.click();
      window.stop();
      setTimeout(() => console.log("stopped"), 0); // oxlint-disable-line no-console
    }, 100);
  });
  await stopped;
  await expect.poll(() => buy.getAttribute("aria-busy")).toBeNull();
  expect(sent).toHaveLength(1);
  release();
  await buy.click();
  await page.waitForURL((url) => url.pathname === "/checkout");
  await page.goBack();
  await page.waitForURL((url) => url.pathname.startsWith("/product/"));
  expect(await buy.getAttribute("aria-busy")).toBeNull();
  await buy.click();
  await page.waitForURL((url) => url.pathname === "/checkout");
  expect(sent).toHaveLength(3);
});

test("a corrected part of a setting has no error while it is being sent again", async () => {
  const userId = await makeUser(site.context, { type: "operator" });
  const page = await site.window({ userId, path: operatorHrefs.setting("site.announcement") });
  const link = page.getByLabel("Alamat penjelasan");
  const save = page.getByRole("button", { name: "Simpan", exact: true });
  await link.fill("bukan alamat");
  await save.click();
  await expect.poll(() => link.getAttribute("aria-invalid")).toBe("true");
  await link.fill("/guide");
  expect(await link.getAttribute("aria-invalid")).toBeNull();
  const { sent, release } = await holdWrites(page);
  await save.click();
  await expect.poll(() => sent.length).toBe(1);
  expect(await link.getAttribute("aria-invalid")).toBeNull();
  release();
});
