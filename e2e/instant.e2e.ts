import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hrefs } from "../src/hrefs.ts";
import { sql } from "../src/lib/database.ts";
import { formatRupiah } from "../src/lib/rupiah.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { startBiteshipDouble, type BiteshipDouble } from "../test/doubles/biteship.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { receiveMoney } from "../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser, verifyPhone } from "../test/make/rows.ts";
import { readOrders } from "../test/read/orders.ts";
import { openSite, visit, type Site } from "./open-site.ts";

let site: Site;
let biteship: BiteshipDouble;

beforeAll(async () => {
  biteship = await startBiteshipDouble();
  biteship.prices.set("gojek instant", 18_000);
  biteship.orderPrice = 18_000;
  site = await openSite({ settings: { ...biteship.settings, SHIPPING_TRACKING: "biteship" } });
});
afterAll(async () => {
  await site?.close();
  await biteship?.close();
});

const phone = { width: 390, height: 844 };
const [bandung, cimahi] = [
  { lat: -6.9175, lng: 107.6191 },
  { lat: -6.8722, lng: 107.5425 },
];

/** A shop whose drivers come at every hour, and a buyer near it with one of its products in the cart. */
async function makeNeighbours() {
  const { context } = site;
  const { shopId, ownerId } = await makeShop(context);
  await verifyPhone(context, ownerId);
  await context.db.run(sql`
    update shops set couriers = '{jne-reg,gojek-instant}', street = 'Jalan Braga 7', postcode = '40111', lat = ${bandung.lat}, lng = ${bandung.lng},
      pickup_days = '{1,2,3,4,5,6,7}', pickup_opens = 0, pickup_closes = 1440 where id = ${shopId}`);
  const buyerId = await makeUser(context);
  const addressId = await makeAddress(context, buyerId);
  await context.db.run(sql`update addresses set lat = ${cimahi.lat}, lng = ${cimahi.lng} where id = ${addressId}`);
  const { variantIds } = await makeProduct(context, shopId, { price: 100_000, stock: 3, weight: 500 });
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  return { shopId, ownerId, buyerId };
}

/** What Biteship says about the last courier that was ordered there. */
async function driverIs(status: string): Promise<void> {
  const ordered = biteship.orders.findLast((one) => one.isConfirmed);
  if (!ordered) throw new Error("no driver was called");
  ordered.status = status;
  const number = (ordered.waybill ?? "").replace(/[^A-Z0-9]/g, "");
  if (["picked", "delivered"].includes(status)) {
    if (status === "picked") biteship.setParcel({ waybill: number, company: "gojek" });
    biteship.scan(number, status, "Bandung", site.context.clock.now());
  }
  for (const body of [biteship.orderNotification("order.status", ordered.id), biteship.notification(number)]) {
    const answer = await fetch(`${site.server.origin}/v1/shipping/notifications/biteship`, {
      method: "POST",
      headers: { "content-type": "application/json", ...biteship.headers },
      body: JSON.stringify(body),
    });
    if (body.event === "order.status" && answer.status !== 200) throw new Error(await answer.text());
  }
}

/** What a side reads about the money while the order goes on. */
const moneyOf = (page: Page) => page.getByLabel("Yang terjadi berikutnya").innerText();

/** Opens the page again and again until it shows the text. */
const until = (page: Page, path: string, text: string | RegExp) =>
  expect
    .poll(async () => (await page.goto(path), page.getByRole("main").innerText()), { timeout: 40_000 })
    .toMatch(text);

test("on a phone a driver brings an order within hours: called by the seller, seen by both, and each reads where the money is", async () => {
  const { context } = site;
  const { shopId, ownerId, buyerId } = await makeNeighbours();
  const buyer = await site.window({ userId: buyerId, viewport: phone });
  await visit(buyer, `/checkout?shipping.${shopId}=gojek-instant`);
  await buyer
    .getByText(/Bila dibayar sekarang: dijemput paling lambat/)
    .first()
    .waitFor();
  expect(await buyer.getByRole("main").innerText()).toContain(formatRupiah(18_000));
  await buyer.getByRole("button", { name: /^Bayar Rp/ }).click();
  await buyer.waitForURL((url) => url.pathname.startsWith("/payment/"));
  const order = await context.db.row<{ id: string; payment_id: string; total: number }>(sql`
    select o.id, o.total, p.id as payment_id from orders o join payments p on p.checkout_id = o.checkout_id where o.buyer_id = ${buyerId}`);
  if (!order) throw new Error("no order");
  await receiveMoney(context, { paymentId: order.payment_id }, context.clock.now());

  const [buyers, sellers] = [hrefs.buyerTransaction(order.id), hrefs.sellerTransaction(order.id)];
  const seller = await site.window({ userId: ownerId, viewport: phone });
  await until(seller, sellers, /Terima pesanan/);
  await seller.getByRole("button", { name: "Terima pesanan" }).click();
  await seller.getByText("Paket siap, panggil pengemudi", { exact: true }).click();
  await seller.getByRole("button", { name: "Ya, pesan kurir" }).click();
  await until(buyer, buyers, /Mencari pengemudi/);
  expect(await moneyOf(buyer)).toContain("uang Anda kembali utuh");
  await visit(seller, sellers);
  expect(await moneyOf(seller)).toContain("uang kembali ke pembeli");

  const ordered = biteship.orders.findLast((one) => one.isConfirmed);
  if (!ordered) throw new Error("no driver was called");
  ordered.driver = { driver_name: "Asep Sunandar", driver_phone: "+628121111222", driver_plate_number: "D 1234 AB" };
  await driverIs("picking_up");
  for (const [page, path] of [
    [buyer, buyers],
    [seller, sellers],
  ] as const) {
    await until(page, path, /Pengemudi menuju toko: Asep Sunandar, D 1234 AB/);
    expect(await page.getByRole("link", { name: "+628121111222" }).getAttribute("href")).toBe("tel:+628121111222");
  }
  await driverIs("picked");
  const { statusOf } = readOrders(context);
  await expect.poll(() => statusOf({ orderId: order.id })).toBe("shipped");
  await visit(buyer, buyers);
  expect(await moneyOf(buyer)).toMatch(/Kurir sudah mengambil paket|dalam perjalanan/);
  expect(await moneyOf(buyer)).toMatch(/uang/i);
  await driverIs("delivered");
  await until(buyer, buyers, /Periksa pesanan Anda/);
  expect(await moneyOf(buyer)).toContain("pesanan selesai dengan sendirinya dan uang diteruskan ke penjual");
  expect(await buyer.getByRole("main").innerText()).not.toContain("Asep Sunandar");
  await buyer.getByText("Pesanan diterima", { exact: true }).first().click();
  await buyer.getByRole("button", { name: "Ya, pesanan sudah saya terima" }).click();
  await until(buyer, buyers, /Uang sudah diteruskan ke penjual\./);
  await until(seller, sellers, /Dana sudah masuk ke saldo Anda\./);
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("a shop's refused point is not refused any more once its pin was put elsewhere", async () => {
  const { ownerId } = await makeNeighbours();
  const page = await site.window({ userId: ownerId, path: `${hrefs.manageMerchant()}?page=settings`, viewport: phone });
  await page.getByRole("button", { name: "Hapus titik" }).click();
  await page.getByRole("button", { name: "Simpan pengaturan" }).click();
  const point = page.getByRole("group", { name: "Titik toko" });
  const error = point.locator("[id$=-error]");
  await error.waitFor();
  await page.getByRole("application", { name: "Peta" }).press("Enter");
  await point.getByRole("button", { name: "Hapus titik" }).waitFor();
  expect(await error.count()).toBe(0);
});
