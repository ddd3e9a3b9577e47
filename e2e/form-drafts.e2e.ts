import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { complaintHrefs } from "../src/complaint-hrefs.ts";
import { hrefs } from "../src/hrefs.ts";
import { sql } from "../src/lib/database.ts";
import { operatorHrefs } from "../src/operator-hrefs.ts";
import { reviewHrefs } from "../src/review-hrefs.ts";
import { sellerHrefs } from "../src/seller-hrefs.ts";
import { makeComplaint } from "../test/make/complaints.ts";
import { makeCompletedOrder, makeDeliveredOrder } from "../test/make/orders.ts";
import { makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { addressesOf, chooseRegion, typeAddress, typedAddress } from "./fill-address.ts";
import { holdScripts } from "./hold-scripts.ts";
import { holdWrites } from "./hold-writes.ts";
import { arrive, openSite, visit, type Site } from "./open-site.ts";

/** What a user types into a long form is there again after the page was left without sending it. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const restored = (page: Page) => page.getByText("Isian Anda yang belum tersimpan dikembalikan");
const unanswered = (page: Page) => page.getByText("Isian ini sudah dikirim, tetapi jawabannya belum sampai");
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft ")).length);

/** A shop that needs no more to save its settings. */
async function makeSettledShop(): Promise<{ ownerId: string }> {
  const { ownerId, shopId } = await makeShop(site.context);
  await site.context.db.run(sql`update shops set couriers = '{jne-reg}' where id = ${shopId}`);
  return { ownerId };
}

/** Follows a link of the page's menu and goes back. */
async function leaveAndReturn(page: Page, link: string): Promise<void> {
  const before = page.url();
  await expect.poll(() => drafts(page)).toBeGreaterThan(0);
  await page.getByRole("link", { name: link }).filter({ visible: true }).first().click();
  await arrive(page, ({ href }) => href !== before);
  await page.getByRole("heading", { level: 1, name: link }).first().waitFor();
  await page.goBack();
  await arrive(page, ({ href }) => href === before);
}

test("a product that a seller has typed is there again after a link and Back, after a reload, and gone once it is saved or discarded", async () => {
  const { ownerId } = await makeShop(site.context);
  const page = await site.window({ userId: ownerId, path: sellerHrefs.sellerProduct() });
  const name = page.getByLabel("Nama produk");
  const expectTyped = async () => {
    await restored(page).waitFor();
    await expect.poll(() => name.inputValue()).toBe("Teko tanah liat");
    expect(await page.getByLabel("Harga untuk varian baru").inputValue()).toBe("75.000");
    expect(await page.getByLabel("Stok Merah").inputValue()).toBe("3");
    expect(await page.getByLabel("Deskripsi").inputValue()).toBe("Teko dari tanah liat, dibuat tangan di Plered.");
    expect(await page.getByRole("combobox", { name: "Kategori" }).inputValue()).not.toBe("");
    expect(await page.getByRole("radio", { name: /Disembunyikan/ }).isChecked()).toBe(true);
    expect(await page.locator("[name=picture][type=hidden]").count()).toBe(1);
  };
  await name.fill("Teko tanah liat");
  await page.getByRole("combobox", { name: "Kategori" }).selectOption({ index: 2 });
  await page.getByLabel("Deskripsi").fill("Teko dari tanah liat, dibuat tangan di Plered.");
  await page.getByLabel("Berat dengan kemasan (gram)").fill("900");
  await page.getByLabel("Harga", { exact: true }).fill("75000");
  await page.getByText("Varian, misalnya warna dan ukuran").click();
  await page.getByLabel("Nama varian 1").fill("Warna");
  await page.getByLabel("Pilihan 1").fill("Merah");
  await page.getByLabel("Stok Merah").fill("3");
  await page
    .getByRole("radio", { name: /Disembunyikan/ })
    .locator("xpath=..")
    .click();
  const buffer = await sharp({ create: { width: 800, height: 800, channels: 3, background: "#b3411f" } })
    .png()
    .toBuffer();
  await page.locator("input[type=file]").setInputFiles([{ name: "teko.png", mimeType: "image/png", buffer }]);
  await page.locator("[name=picture][type=hidden]").waitFor({ state: "attached" });

  await leaveAndReturn(page, "Voucher");
  await expectTyped();
  // The picture was uploaded, so it is no file that was lost.
  expect(await page.getByText("Berkas yang Anda pilih tidak ikut.").count()).toBe(0);
  await visit(page, page.url());
  await expectTyped();
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  await page.getByText("Produk tersimpan").waitFor();
  await visit(page, sellerHrefs.sellerProduct());
  expect(await restored(page).count()).toBe(0);
  expect(await name.inputValue()).toBe("");

  await name.fill("Cangkir");
  await leaveAndReturn(page, "Voucher");
  await page.getByRole("button", { name: "Buang isian" }).click();
  await expect.poll(() => name.inputValue()).toBe("");
  expect([await restored(page).count(), await drafts(page)]).toEqual([0, 0]);
});

test("what somebody has saved meanwhile is not replaced by an older draft of the product", async () => {
  const { shopId, ownerId } = await makeShop(site.context);
  const { productId } = await makeProduct(site.context, shopId);
  const page = await site.window({ userId: ownerId, path: sellerHrefs.sellerProduct(productId) });
  await page.getByLabel("Nama produk").fill("Nama dari ketikan lama");
  await expect.poll(() => drafts(page)).toBe(1);
  await site.context.db.run(sql`update products set name = 'Nama yang disimpan rekan' where id = ${productId}`);
  await visit(page, page.url());
  expect(await page.getByLabel("Nama produk").inputValue()).toBe("Nama yang disimpan rekan");
  expect([await restored(page).count(), await drafts(page)]).toEqual([0, 0]);
});

test("a price that the seller has changed in the list meanwhile is not replaced by an older draft, which a sale leaves", async () => {
  const { shopId, ownerId } = await makeShop(site.context);
  const { productId } = await makeProduct(site.context, shopId);
  const page = await site.window({ userId: ownerId, path: sellerHrefs.sellerProduct(productId) });
  await page.getByLabel("Deskripsi").fill("Kain dari Jepara, ditenun tangan.");
  await expect.poll(() => drafts(page)).toBe(1);
  const { db } = site.context;
  await db.run(
    sql`update variants set stock = stock - 1, stock_version = stock_version + 1 where product_id = ${productId}`,
  );
  await visit(page, page.url());
  await restored(page).waitFor();
  await db.run(sql`update variants set price = 91000 where product_id = ${productId}`);
  await visit(page, page.url());
  expect(await page.getByLabel("Harga", { exact: true }).inputValue()).toBe("91.000");
  expect([await restored(page).count(), await drafts(page)]).toEqual([0, 0]);
});

test("a message for one complaint is not in the form of another, to which a link leads directly", async () => {
  const [first, second] = [await makeComplaint(site.context), await makeComplaint(site.context)];
  const userId = await makeUser(site.context, { type: "operator" });
  const page = await site.window({ userId, path: operatorHrefs.complaint(first.complaintId) });
  const message = page.getByLabel("Tulis pesan untuk kedua pihak");
  // As a notification does.
  const follow = async (id: string) => {
    await page
      .locator("main a")
      .first()
      .evaluate((link, href) => link.setAttribute("href", href), operatorHrefs.complaint(id));
    await page.locator("main a").first().click();
    await arrive(page, ({ href }) => href.includes(id));
  };
  await message.fill("Untuk komplain pertama.");
  await expect.poll(() => drafts(page)).toBe(1);
  await follow(second.complaintId);
  await expect.poll(() => message.inputValue()).toBe("");
  await follow(first.complaintId);
  await restored(page).waitFor();
  expect(await message.inputValue()).toBe("Untuk komplain pertama.");
});

test("a new voucher is there again after a link and Back", async () => {
  const { ownerId } = await makeShop(site.context);
  const page = await site.window({ userId: ownerId, path: sellerHrefs.sellerVoucher() });
  await page
    .getByRole("radio", { name: /^Gratis ongkir/ })
    .locator("xpath=..")
    .click();
  await page.getByLabel("Potongan paling banyak").fill("20000");
  await page.getByLabel("Kuota", { exact: true }).fill("50");
  await page.getByLabel("Kode voucher").fill("ONGKIR50");
  await leaveAndReturn(page, "Ulasan");
  await restored(page).waitFor();
  expect(await page.getByRole("radio", { name: /^Gratis ongkir/ }).isChecked()).toBe(true);
  expect(await page.getByLabel("Potongan paling banyak").inputValue()).toBe("20.000");
  expect(await page.getByLabel("Kuota", { exact: true }).inputValue()).toBe("50");
  expect(await page.getByLabel("Kode voucher").inputValue()).toBe("ONGKIR50");
  await page.getByRole("link", { name: "Batal" }).click();
  await arrive(page, ({ href }) => !href.includes("page=voucher&") && !href.endsWith("page=voucher"));
  expect(await drafts(page)).toBe(0);
});

test("a message in a complaint is there again after a link and Back, without its pictures, and gone once it is sent", async () => {
  const made = await makeComplaint(site.context);
  const page = await site.window({ userId: made.buyerId, path: complaintHrefs.buyerComplaint(made.complaintId) });
  const message = page.getByLabel("Tulis pesan");
  await page
    .locator("input[type=file]")
    .setInputFiles([{ name: "retak.png", mimeType: "image/png", buffer: Buffer.from([137, 80, 78, 71]) }]);
  await message.fill("Retaknya sepanjang tangan.");
  await leaveAndReturn(page, "Ulasan");
  await restored(page).waitFor();
  expect(await message.inputValue()).toBe("Retaknya sepanjang tangan.");
  await page.getByText("Berkas yang Anda pilih tidak ikut.").waitFor();
  await page.getByRole("button", { name: "Kirim pesan" }).click();
  await expect.poll(() => message.inputValue()).toBe("");
  await visit(page, page.url());
  expect(await message.inputValue()).toBe("");
  expect([await restored(page).count(), await drafts(page)]).toEqual([0, 0]);
});

test("what was corrected in a refused message is still there when the case shows a message that the buyer sent in another tab", async () => {
  const made = await makeComplaint(site.context);
  const path = complaintHrefs.buyerComplaint(made.complaintId);
  const page = await site.window({ userId: made.buyerId, path });
  const message = page.getByLabel("Tulis pesan");
  const data = { text: ["Tulis apa yang retak."] };
  const refusal = { success: false, code: "uji.refused", message: "Coba lagi nanti.", data };
  await page.route("**/messages", (route) => route.fulfill({ status: 409, json: refusal }));
  await message.fill("Retaknya sepanjang tangan.");
  await page.getByRole("button", { name: "Kirim pesan" }).click();
  await page.getByText(refusal.message).waitFor();
  expect(await message.getAttribute("aria-invalid")).toBe("true");
  await message.fill("Retaknya sepanjang gagang.");
  const send = async (userId: string, href: string, text: string) => {
    const other = await site.window({ userId, path: href });
    await other.getByLabel("Tulis pesan").fill(text);
    await other.getByRole("button", { name: "Kirim pesan" }).click();
    await other.getByText(text).first().waitFor();
  };
  await send(made.buyerId, path, "Fotonya menyusul.");
  // The page loads the case again when the seller answers.
  await send(made.sellerId, complaintHrefs.sellerComplaint(made.complaintId), "Kami tunggu fotonya.");
  await page.getByText("Kami tunggu fotonya.").first().waitFor();
  await page.getByText("Fotonya menyusul.").first().waitFor();
  expect(await message.inputValue()).toBe("Retaknya sepanjang gagang.");
  expect(await message.getAttribute("aria-invalid")).toBe(null);
  expect(await restored(page).count()).toBe(0);
});

test("a report about a product is there again after a link and Back, and gone once it is sent", async () => {
  const { shopId } = await makeShop(site.context);
  const { slug } = await makeProduct(site.context, shopId);
  const userId = await makeUser(site.context);
  const page = await site.window({ userId, path: reviewHrefs.listingReports({ product: slug }) });
  const text = page.getByLabel("Penjelasan");
  await page.getByLabel("Apa masalahnya").selectOption({ index: 1 });
  await text.fill("Fotonya diambil dari toko lain di kota kami.");
  await leaveAndReturn(page, "Alamat");
  await restored(page).waitFor();
  expect(await text.inputValue()).toBe("Fotonya diambil dari toko lain di kota kami.");
  expect(await page.getByLabel("Apa masalahnya").inputValue()).not.toBe("");
  await page.getByRole("button", { name: "Kirim laporan" }).click();
  await page.getByText("Laporan Anda terkirim.").waitFor();
  expect(await drafts(page)).toBe(0);
});

test("an address is there again after a link and Back, with its regions, and is stored as it was typed", async () => {
  const buyerId = await makeUser(site.context);
  const page = await site.window({ userId: buyerId, path: `${hrefs.profile("addresses")}&edit=new` });
  await chooseRegion(page, true);
  await typeAddress(page);
  await leaveAndReturn(page, "Keamanan");
  await restored(page).waitFor();
  await expect
    .poll(() => page.getByLabel("Kelurahan atau desa", { exact: true }).inputValue())
    .toBe(typedAddress.village);
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await arrive(page, ({ searchParams }) => searchParams.get("edit") === null);
  expect(await addressesOf(site.context, { id: buyerId })).toEqual([typedAddress]);
  expect(await drafts(page)).toBe(0);
});

test("regions that the search of an address has filled in are there again after a reload", async () => {
  const buyerId = await makeUser(site.context);
  const page = await site.window({ userId: buyerId, path: `${hrefs.profile("addresses")}&edit=new` });
  const village = page.getByLabel("Kelurahan atau desa", { exact: true });
  const district = page.getByLabel("Kecamatan", { exact: true });
  await page.getByLabel("Nama penerima").fill("Sekar Arum");
  await page.getByRole("combobox", { name: "Cari wilayah" }).fill("coblong");
  await page
    .getByRole("option", { name: /Coblong/ })
    .first()
    .click();
  await village.locator("option", { hasText: "Dago" }).waitFor({ state: "attached" });
  const code = typedAddress.village.slice(0, 8);
  expect(await district.inputValue()).toBe(code);
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain(code);
  await visit(page, page.url());
  await restored(page).waitFor();
  await village.locator("option", { hasText: "Dago" }).waitFor({ state: "attached" });
  expect(await district.inputValue()).toBe(code);
});

test("what is typed before the script has started is not replaced by an older draft, which brings the other fields", async () => {
  const buyerId = await makeUser(site.context);
  const page = await site.window({ userId: buyerId, path: `${hrefs.profile("addresses")}&edit=new` });
  await page.getByLabel("Nama penerima").fill("Sekar Arum");
  await page.getByLabel("Nama alamat").fill("Warung");
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("Warung");
  const release = await holdScripts(page);
  await page.goto(page.url(), { waitUntil: "domcontentloaded" });
  await page.getByLabel("Nama penerima").fill("Ratna Dewi");
  release();
  await restored(page).waitFor();
  expect(await page.getByLabel("Nama alamat").inputValue()).toBe("Warung");
  expect(await page.getByLabel("Nama penerima").inputValue()).toBe("Ratna Dewi");
});

test("a new complaint is there again after a link and Back, and a refused one too", async () => {
  const order = await makeDeliveredOrder(site.context, { price: 84_000, quantity: 2 });
  const page = await site.window({ userId: order.buyerId, path: complaintHrefs.openComplaint(order.orderId) });
  const story = page.getByLabel("Apa yang terjadi?");
  await story.fill("Pecah.");
  await leaveAndReturn(page, "Ulasan");
  await restored(page).waitFor();
  expect(await story.inputValue()).toBe("Pecah.");
  await story.evaluate((field: HTMLTextAreaElement) => void (field.form && (field.form.noValidate = true)));
  await page.getByRole("button", { name: "Buka komplain" }).click();
  await page.getByRole("alert").first().waitFor();
  await leaveAndReturn(page, "Ulasan");
  await restored(page).waitFor();
  expect(await story.inputValue()).toBe("Pecah.");
});

test("a review is there again after a link and Back, and nobody else reads it after a logout", async () => {
  const order = await makeCompletedOrder(site.context);
  const line = await site.context.db.row<{ id: string }>(
    sql`select id from order_lines where order_id = ${order.orderId}`,
  );
  const page = await site.window({ userId: order.buyerId, path: reviewHrefs.buyerReviews({ line: line?.id ?? "" }) });
  await page.getByText("4 bintang", { exact: true }).locator("xpath=..").click();
  await page.getByLabel("Cerita Anda").fill("Halus, warnanya sedikit lebih tua.");
  await leaveAndReturn(page, "Alamat");
  await restored(page).waitFor();
  expect(await page.getByLabel("Cerita Anda").inputValue()).toBe("Halus, warnanya sedikit lebih tua.");
  expect(await page.getByRole("radio", { name: "4 bintang" }).isChecked()).toBe(true);
  expect(await drafts(page)).toBe(1);
  await page.getByRole("button", { name: /^Akun/ }).click();
  await page.getByRole("button", { name: "Keluar" }).last().click();
  await arrive(page, ({ pathname }) => pathname === hrefs.login());
  await expect.poll(() => drafts(page)).toBe(0);
});

test("settings of a shop are there again after a reload during which they were being sent, until they are saved", async () => {
  const { ownerId } = await makeSettledShop();
  const page = await site.window({ userId: ownerId, path: hrefs.manageMerchant("settings") });
  const tagline = page.getByLabel("Slogan toko");
  const { sent } = await holdWrites(page);
  await tagline.fill("Teko dari Plered");
  await page.getByRole("button", { name: "Simpan pengaturan" }).click();
  await expect.poll(() => sent).toEqual(["PUT /v1/seller/shop"]);
  await visit(page, page.url());
  await unanswered(page).waitFor();
  expect(await tagline.inputValue()).toBe("Teko dari Plered");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Simpan pengaturan" }).click();
  await page.getByText("Pengaturan toko tersimpan.").waitFor();
  expect(await drafts(page)).toBe(0);
  await visit(page, hrefs.manageMerchant("settings"));
  expect(await tagline.inputValue()).toBe("Teko dari Plered");
  expect(await unanswered(page).count()).toBe(0);
});

test("a message that was being sent when its page was loaded again is said to have been sent, not to be unsaved", async () => {
  const made = await makeComplaint(site.context);
  const page = await site.window({ userId: made.buyerId, path: complaintHrefs.buyerComplaint(made.complaintId) });
  const { sent } = await holdWrites(page);
  await page.getByLabel("Tulis pesan").fill("Retaknya sepanjang tangan.");
  await page.getByRole("button", { name: "Kirim pesan" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await visit(page, page.url());
  await unanswered(page).waitFor();
  expect(await restored(page).count()).toBe(0);
});

test("a message that is saved after its writer has left the page is not there again", async () => {
  const made = await makeComplaint(site.context);
  const page = await site.window({ userId: made.buyerId, path: complaintHrefs.buyerComplaint(made.complaintId) });
  const before = page.url();
  const { sent, release } = await holdWrites(page);
  await page.getByLabel("Tulis pesan").fill("Retaknya sepanjang tangan.");
  await page.getByRole("button", { name: "Kirim pesan" }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(await drafts(page)).toBe(1);
  await page.getByRole("link", { name: "Ulasan" }).filter({ visible: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Ulasan" }).first().waitFor();
  release();
  await expect.poll(() => drafts(page)).toBe(0);
  await page.goBack();
  await arrive(page, ({ href }) => href === before);
  await page.getByText("Retaknya sepanjang tangan.").first().waitFor();
  expect(await page.getByLabel("Tulis pesan").inputValue()).toBe("");
});

test("what the browser itself sends is there again while nothing has answered, and gone once the next page says that it is saved", async () => {
  const { ownerId } = await makeSettledShop();
  const page = await site.window({ userId: ownerId });
  await page.route("**/assets/browser-router-*", (route) => route.abort("failed"));
  await visit(page, hrefs.manageMerchant("settings"));
  const tagline = page.getByLabel("Slogan toko");
  const save = page.getByRole("button", { name: "Simpan pengaturan" });
  const lost = (url: URL) => url.pathname === "/manageMerchant";
  await page.route(lost, (route) => (route.request().method() === "POST" ? route.abort("aborted") : route.continue()));
  await tagline.fill("Teko dari Plered");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await save.click();
  await sent;
  await visit(page, page.url());
  await unanswered(page).waitFor();
  expect(await tagline.inputValue()).toBe("Teko dari Plered");
  await page.unroute(lost);
  await save.click();
  await page.getByText("Pengaturan toko tersimpan.").waitFor();
  await expect.poll(() => drafts(page)).toBe(0);
});
