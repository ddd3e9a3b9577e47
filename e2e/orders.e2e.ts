import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { requestCancel } from "../src/orders/cancel-order.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import sharp from "sharp";
import { acceptOrder } from "../src/orders/accept-order.ts";
import { shipOrder } from "../src/orders/ship-order.ts";
import { makeCartLine, makeSession } from "../test/make/checkout.ts";
import {
  makeAcceptedOrder,
  makeDeliveredOrder,
  makePaidOrder,
  makePlacedOrder,
  newTrackingNumber,
  receiveMoney,
  scanParcel,
} from "../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser, verifyPhone } from "../test/make/rows.ts";
import { byBuyer, readOrders } from "../test/read/orders.ts";
import { startServer } from "./start-server.ts";
import { hrefs } from "../src/hrefs.ts";
import { arrive, openSite, visit, type Site } from "./open-site.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

const phone = { width: 390, height: 844 };
const buyersPage = (orderId: string) => `/profile?page=showTransaction&transactionId=${orderId}`;
const sellersPage = (orderId: string) => `/manageMerchant?page=showTransaction&transactionId=${orderId}`;

test.each([true, false])(
  "a buyer reads their cancel request and withdraws it, and the seller continues (scripts: %s)",
  async (scripts) => {
    const made = await makeAcceptedOrder(site.context);
    const page = await site.window({ userId: made.buyerId, javaScriptEnabled: scripts, viewport: phone });
    const open = () => (scripts ? visit(page, buyersPage(made.orderId)) : page.goto(buyersPage(made.orderId)));
    await open();
    await page.getByText("Minta pembatalan", { exact: true }).click();
    await page.getByLabel("Alasan").fill("Salah memilih warna");
    await page.getByRole("button", { name: "Kirim permintaan" }).click();
    await page.getByText("Permintaan pembatalan terkirim").waitFor();
    await page.getByText("Alasan Anda: Salah memilih warna").waitFor();
    await page.getByRole("heading", { name: "Penjual perlu menjawab permintaan pembatalan Anda" }).waitFor();
    const next = page.getByLabel("Yang terjadi berikutnya");
    expect(await next.innerText()).not.toMatch(/menyiapkan|Bila tidak/);

    const seller = await site.window({ userId: made.sellerId, path: sellersPage(made.orderId), viewport: phone });
    const sellersNext = seller.getByLabel("Yang terjadi berikutnya");
    await sellersNext.getByRole("heading", { name: "Jawab permintaan pembatalan pembeli" }).waitFor();
    expect(await sellersNext.innerText()).not.toMatch(/Siapkan paket|Bila tidak/);

    await page.getByText("Tarik permintaan pembatalan", { exact: true }).click();
    await page.getByRole("button", { name: "Ya, lanjutkan pesanan" }).click();
    await page.getByRole("heading", { name: "Penjual perlu mengirim" }).waitFor();
    expect(await page.getByText("Permintaan pembatalan terkirim").count()).toBe(0);
    expect(await page.getByText("Minta pembatalan", { exact: true }).count()).toBe(0);
    await seller.reload();
    await seller.getByRole("heading", { name: "Kirim pesanan ini" }).waitFor();
    await seller.getByRole("button", { name: "Tandai sudah dikirim" }).waitFor();
  },
);

test("of a withdrawal at one process and the seller's decision at another, exactly one succeeds", async () => {
  const { context, server } = site;
  const second = await startServer(context.databaseUrl, { NODE_ENV: "test", LIMIT_FACTOR: "1000", DEMO: "0" });
  const { statusOf, refundsOf } = readOrders(context);
  const shop = await makeShop(context);
  const buyerId = await makeUser(context);
  const [buyer, seller] = await Promise.all([makeSession(context, buyerId), makeSession(context, shop.ownerId)]);
  const call = async (origin: string, token: string, path: string, body: object) => {
    const response = await fetch(`${origin}/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, code: ((await response.json()) as { code?: string }).code };
  };
  try {
    for (let round = 0; round < 20; round += 1) {
      const made = await makeAcceptedOrder(context, { shops: [shop], buyerId });
      await requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, context.clock.now());
      const agrees = round % 2 === 0;
      const answer = agrees ? "approve-cancel" : "refuse-cancel";
      const [withdrawn, answered] = await Promise.all([
        call(server.origin, buyer, `orders/${made.orderId}/withdraw-cancel`, {}),
        call(
          second.origin,
          seller,
          `seller/orders/${made.orderId}/${answer}`,
          agrees ? {} : { reason: "Sudah dikemas" },
        ),
      ]);
      expect([withdrawn.status, answered.status].sort(), `round ${round}`).toEqual([200, 409]);
      expect([withdrawn.code, answered.code]).toContain("orders.not_allowed");
      const isCancelled = agrees && answered.status === 200;
      expect([await statusOf(made), await refundsOf(made)]).toEqual(isCancelled ? ["cancelled", 1] : ["processing", 0]);
    }
    expect(await brokenInvariants(context.db)).toEqual([]);
  } finally {
    await second.close();
  }
});

test.each([true, false])(
  "a seller accepts an order from its card and stays in the list (scripts: %s)",
  async (scripts) => {
    const shop = await makeShop(site.context);
    const [first, second] = [
      await makePaidOrder(site.context, { shops: [shop] }),
      await makePaidOrder(site.context, { shops: [shop] }),
    ];
    const page = await site.window({ userId: shop.ownerId, javaScriptEnabled: scripts, viewport: phone });
    const list = "/manageMerchant?page=orders&status=awaiting_confirmation";
    await (scripts ? visit(page, list) : page.goto(list));
    const accept = page.getByRole("main").getByRole("button", { name: /^Terima INV/ });
    await expect.poll(() => accept.count()).toBe(2);
    await accept.first().click();
    await page.getByText("1 pesanan diterima.").waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("awaiting_confirmation");
    await expect.poll(() => accept.count()).toBe(1);
    const { statusOf } = readOrders(site.context);
    expect([await statusOf(first), await statusOf(second)].sort()).toEqual(["awaiting_confirmation", "processing"]);
  },
);

test("a search of a seller goes on in another state, as a search within a state does", async () => {
  const { sellerId, orderId } = await makePaidOrder(site.context);
  const order = await site.context.db.row<{ invoice: string }>(sql`select invoice from orders where id = ${orderId}`);
  const invoice = order?.invoice ?? "";
  const page = await site.window({ userId: sellerId, path: "/manageMerchant?page=orders" });
  await page.getByRole("searchbox", { name: /^Cari pesanan/ }).fill(invoice);
  await page.keyboard.press("Enter");
  await arrive(page, ({ searchParams }) => searchParams.get("q") === invoice);
  const tabs = page.getByRole("navigation", { name: "Status pesanan" });
  await tabs.getByRole("link", { name: "Diproses" }).click();
  await page.getByText(`Tidak ada yang cocok dengan “${invoice}” di antara pesanan Diproses.`).waitFor();
  await tabs.getByRole("link", { name: "Menunggu konfirmasi" }).click();
  await page.getByText(invoice).first().waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe(invoice);
});

test("an order shows its payment method, and to the seller the state of the tracking number; its active step has no pale corner", async () => {
  const made = await makeDeliveredOrder(site.context);
  const page = await site.window({ userId: made.buyerId, path: buyersPage(made.orderId), viewport: phone });
  await page.getByText("Dibayar dengan").waitFor();
  await page.getByText("BCA Virtual Account").waitFor();
  const filled = page.locator("details", { hasText: "Pesanan diterima" }).first();
  const colours = await filled.evaluate((details) => {
    const { backgroundColor, borderTopColor } = getComputedStyle(details);
    return [backgroundColor, borderTopColor];
  });
  expect(colours[0]).toBe(colours[1]);
  await page.context().close();
  const accepted = await makeAcceptedOrder(site.context);
  const seller = await site.window({ userId: accepted.sellerId, path: sellersPage(accepted.orderId) });
  await seller.getByText("Anda mengisi nomor resi saat menandai pesanan sudah dikirim.").waitFor();
});

test("a printed order shows both sides, goods, sums, payment and dates, and no buttons", async () => {
  const made = await makeDeliveredOrder(site.context, { quantity: 2 });
  const order = await site.context.db.row<{ invoice: string; shop: string; buyer: string }>(sql`
    select o.invoice, s.name as shop, u.name as buyer from orders o
    join shops s on s.id = o.shop_id join users u on u.id = o.buyer_id where o.id = ${made.orderId}`);
  for (const [userId, path] of [
    [made.buyerId, buyersPage(made.orderId)],
    [made.sellerId, sellersPage(made.orderId)],
  ] as const) {
    const page = await site.window({ userId, path });
    await page.emulateMedia({ media: "print" });
    const sheet = await page.getByRole("main").innerText();
    for (const word of [
      order?.invoice,
      order?.shop,
      order?.buyer,
      "Dipesan",
      "Dibayar",
      "BCA Virtual Account",
      "2 × Rp",
    ])
      expect(sheet, path).toContain(word);
    expect(sheet).not.toMatch(/Giliran Anda|Berikutnya|Pesanan diterima|Minta tambahan|Semua pesanan|Riwayat lengkap/);
    const shown = page.getByRole("main").locator("button, summary, nav, form");
    expect(
      await shown.evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML)),
    ).toEqual([]);
    await page.context().close();
  }
});

test.each([true, false])(
  "a buyer insures a parcel and names its sender; the seller sends it in two parcels and reports progress with a picture (scripts: %s)",
  async (javaScriptEnabled) => {
    const { context } = site;
    const { shopId, ownerId } = await makeShop(context);
    const buyerId = await makeUser(context);
    await makeAddress(context, buyerId);
    const { variantIds } = await makeProduct(context, shopId, { price: 100_000, stock: 3 });
    await makeCartLine(context, buyerId, variantIds[0] ?? "", 2);
    const page = await site.window({ userId: buyerId, javaScriptEnabled, viewport: phone });
    await visit(page, `/checkout?shipping.${shopId}=jne-reg`, javaScriptEnabled);
    await page.getByLabel(/Asuransikan paket ini/).check();
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Perbarui ongkos kirim" }).click();
    await page.locator("dt", { hasText: "Asuransi" }).waitFor();
    await page.getByText("Kirim sebagai dropshipper").click();
    await page.getByLabel("Nama pengirim").fill("Griya Ratna");
    await page.getByLabel("Telepon pengirim").fill("12");
    const pay = page.getByRole("button", { name: /^Bayar Rp/ });
    await pay.click();
    await page.getByText("Nomor telepon tidak sesuai").first().waitFor();
    expect(await page.getByLabel("Nama pengirim").inputValue()).toBe("Griya Ratna");
    await page.getByLabel("Telepon pengirim").fill("0812-9876-5432");
    await pay.click();
    await page.waitForURL((url) => url.pathname.startsWith("/payment/"));

    const placed = sql`select o.id, o.sender_phone, p.id as payment_id from orders o join payments p on p.checkout_id = o.checkout_id where o.buyer_id = ${buyerId}`;
    const order = await context.db.row<{ id: string; sender_phone: string; payment_id: string }>(placed);
    if (!order) throw new Error("no order");
    expect(order.sender_phone).toBe("+6281298765432");
    const now = () => context.clock.now();
    await receiveMoney(context, { paymentId: order.payment_id }, now());
    const { statusOf } = readOrders(context);
    await expect.poll(() => statusOf({ orderId: order.id })).toBe("awaiting_confirmation");
    const bySeller = { orderId: order.id, shopId, userId: ownerId };
    await acceptOrder(context, bySeller, now());
    const seller = await site.window({ userId: ownerId, javaScriptEnabled, viewport: phone });
    await visit(seller, sellersPage(order.id), javaScriptEnabled);
    await seller.getByText("Pesanan ini diasuransikan").waitFor();
    await seller.getByText("Pengirim di label: Griya Ratna, 0812-9876-5432").waitFor();
    await shipOrder(context, { ...bySeller, trackingNumber: newTrackingNumber() }, now());

    await visit(seller, sellersPage(order.id), javaScriptEnabled);
    const further = newTrackingNumber();
    await seller.locator("summary", { hasText: "Tambah paket" }).click();
    await seller.getByLabel(/banyaknya di paket ini/).selectOption("1");
    await seller.getByLabel("Nomor resi paket tambahan").fill(further);
    await seller.getByRole("button", { name: "Tambah paket" }).click();
    await seller.getByText("Nomor resi paket 2 dari 2").waitFor();
    // As in an installation where nothing reports this courier's scans.
    await context.db.run(sql`update parcels set scan_source = null where order_id = ${order.id}`);
    await visit(seller, sellersPage(order.id), javaScriptEnabled);
    await seller.locator("summary", { hasText: "Tambah kabar pengiriman" }).click();
    await seller.getByLabel("Kabar", { exact: true }).selectOption("in_transit");
    await seller.getByLabel("Tempat").fill("Cirebon");
    const photo = await sharp({ create: { width: 80, height: 80, channels: 3, background: "#888888" } })
      .png()
      .toBuffer();
    await seller.getByLabel(/Foto bukti/).setInputFiles({ name: "bukti.png", mimeType: "image/png", buffer: photo });
    await seller.getByRole("button", { name: "Simpan kabar" }).click();
    await seller.getByText("Menurut penjual").waitFor();

    await visit(page, buyersPage(order.id), javaScriptEnabled);
    await page.getByText(further, { exact: true }).waitFor();
    const link = await page.getByRole("link", { name: "Lihat foto bukti" }).getAttribute("href");
    expect((await page.request.get(link ?? "")).headers()["content-type"]).toBe("image/webp");
    expect(await brokenInvariants(context.db)).toEqual([]);
  },
);

test("on a phone a buyer pays the courier in cash: ordered, sent, delivered and received, and each reads where the money is", async () => {
  const { context } = site;
  const { shopId, ownerId } = await makeShop(context, { hasCod: true });
  const buyerId = await makeUser(context);
  await verifyPhone(context, buyerId);
  await makeAddress(context, buyerId);
  const { variantIds } = await makeProduct(context, shopId, { price: 100_000, stock: 3 });
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  const buyer = await site.window({ userId: buyerId, viewport: phone });
  await visit(buyer, `/checkout?shipping.${shopId}=jne-reg`);
  await buyer.getByRole("radio", { name: /Bayar di tempat/ }).check();
  await buyer.getByRole("button", { name: /^Pesan, bayar Rp.* di tempat/ }).click();
  await buyer.waitForURL((url) => url.searchParams.get("page") === "showTransaction");
  const orderId = new URL(buyer.url()).searchParams.get("transactionId") ?? "";
  await buyer.getByText(/^Anda membayar Rp[\d.]+ tunai kepada kurir/).waitFor();

  const seller = await site.window({ userId: ownerId, viewport: phone });
  await visit(seller, sellersPage(orderId));
  await seller.getByText(/^Pembeli membayar Rp[\d.]+ tunai kepada kurir/).waitFor();
  await seller.getByRole("button", { name: "Terima pesanan" }).click();
  const number = newTrackingNumber();
  await seller.getByLabel(/^Nomor resi JNE/).fill(number);
  await seller.getByRole("button", { name: "Tandai sudah dikirim" }).click();
  await seller
    .getByRole("status")
    .getByText("Pesanan ini tercatat sudah dikirim, dan pembeli kami beri tahu.")
    .waitFor();
  await seller.getByText(number).filter({ visible: true }).first().waitFor();
  const { statusOf } = readOrders(context);
  for (const status of ["picked", "delivered"] as const)
    await scanParcel(context, orderId, { status, place: "Bandung" }, context.clock.now());

  await visit(buyer, buyersPage(orderId));
  await buyer.getByText("Dibayar dengan").waitFor();
  await buyer.getByText("Tiba dan dibayar").first().waitFor();
  expect(await buyer.getByText(/^Anda membayar Rp/).count()).toBe(0);
  await buyer.getByText("Pesanan diterima", { exact: true }).first().click();
  await buyer.getByRole("button", { name: "Ya, pesanan sudah saya terima" }).click();
  await expect.poll(() => statusOf({ orderId })).toBe("completed");
  await visit(buyer, buyersPage(orderId));
  await buyer.getByText("Uang sudah diteruskan ke penjual.").first().waitFor();
  await visit(seller, sellersPage(orderId));
  await seller.getByText("Dana sudah masuk ke saldo Anda.").first().waitFor();
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test.each([true, false])(
  "one press puts the goods of a finished order into the cart again (scripts: %s)",
  async (scripts) => {
    const buyerId = await makeUser(site.context);
    const { orderId, variantId } = await makePlacedOrder(site.context, { buyerId, quantity: 2, stock: 10 });
    await site.context.db.run(sql`update orders set status = 'cancelled', due_at = null where id = ${orderId}`);
    const page = await site.window({ userId: buyerId, javaScriptEnabled: scripts });
    const path = `/profile?page=showTransaction&transactionId=${orderId}`;
    await (scripts ? visit(page, path) : page.goto(path));
    await page.getByRole("button", { name: "Beli lagi" }).click();
    await page.waitForURL((url) => url.pathname === "/cart");
    expect(await page.getByRole("spinbutton").inputValue()).toBe("2");
    await site.context.db.run(sql`update variants set is_active = false where id = ${variantId}`);
    await (scripts ? visit(page, path) : page.goto(path));
    await page.getByRole("button", { name: "Beli lagi" }).click();
    await page.getByText("Tidak ada barang pesanan ini yang bisa dibeli sekarang.").waitFor();
    await page.getByText("Barang ini sudah tidak dijual.").waitFor();
  },
);

test("a seller who accepts nothing and then loses the network reads of the network alone", async () => {
  const { sellerId } = await makePaidOrder(site.context);
  const page = await site.window({ userId: sellerId, path: hrefs.manageMerchant("orders", "awaiting_confirmation") });
  const accept = page.getByRole("button", { name: "Terima yang dicentang" });
  const nothing = page.getByText("Belum ada pesanan yang dicentang.");
  await accept.click();
  await nothing.waitFor();
  await page.route("**/v1/seller/orders/accept", (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: "Centang semua" }).click();
  await accept.click();
  await page.getByRole("alert").getByText("Sambungan terputus").waitFor();
  expect(await nothing.count()).toBe(0);
});
