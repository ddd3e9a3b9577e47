import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { complaintHrefs } from "../src/complaint-hrefs.ts";
import { sweepCaseDeadlines } from "../src/complaints/deadlines.ts";
import { sellerAnswerDuration } from "../src/complaints/rules.ts";
import { hrefs } from "../src/hrefs.ts";
import { sql } from "../src/lib/database.ts";
import { hour } from "../src/lib/time.ts";
import { operatorHrefs } from "../src/operator-hrefs.ts";
import { formatRupiah } from "../src/lib/rupiah.ts";
import { acceptOrder } from "../src/orders/accept-order.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { shipOrder } from "../src/orders/ship-order.ts";
import { makeSession } from "../test/make/checkout.ts";
import { makeComplaint, readComplaint } from "../test/make/complaints.ts";
import { makeCoveredOrder } from "../test/make/covered-orders.ts";
import { makeDeliveredOrder, makePaidOrder, newTrackingNumber, scanParcel } from "../test/make/orders.ts";
import { makeShop, makeUser } from "../test/make/rows.ts";
import { openSite, visit, type Site } from "./open-site.ts";

let site: Site;
let photo: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
  site = await openSite();
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#9aa7c7" } })
    .jpeg()
    .toBuffer();
  photo = { name: "mangkuk.jpg", mimeType: "image/jpeg", buffer };
});
afterAll(async () => {
  await site?.close();
});

const phone = { width: 390, height: 844 };

/** The id of the complaint in the page's address, once the page shows one. */
async function openedCase(page: Page): Promise<string> {
  await page.waitForURL((url) => url.searchParams.get("page") === "complaint");
  return new URL(page.url()).searchParams.get("complaintId") ?? "";
}

test("on a phone a broken bowl is half refunded by agreement, and both read where the money is", async () => {
  const order = await makeDeliveredOrder(site.context, { price: 84_000, quantity: 2 });
  const buyer = await site.window({ userId: order.buyerId, viewport: phone });
  await visit(buyer, hrefs.buyerTransaction(order.orderId));
  await buyer.getByRole("link", { name: "Buka komplain" }).click();
  await buyer.getByLabel(/^Masalah/).selectOption({ label: "Barang rusak" });
  await buyer.getByLabel(/Jumlah yang bermasalah/).fill("1");
  await buyer.getByText("Uang yang Anda minta kembali: Rp84.000").waitFor();
  await buyer
    .getByLabel(/Foto dan video/)
    .setInputFiles([photo, { ...photo, name: "catatan.txt", mimeType: "text/plain" }]);
  await buyer.getByText("catatan.txt bukan foto atau video yang bisa dikirim.").waitFor();
  await buyer.getByLabel("Apa yang terjadi?").fill("Satu dari dua mangkuk retak sampai ke dasar.");
  await buyer.getByRole("button", { name: "Buka komplain" }).click();
  const complaintId = await openedCase(buyer);
  await buyer.getByRole("heading", { name: /Giliran penjual/ }).waitFor();
  await buyer.getByText("Sampai saat itu uang tetap ditahan.").waitFor();
  const lit = buyer.getByRole("navigation", { name: "Navigasi utama" }).locator("[aria-current]");
  expect(await lit.allInnerTexts()).toEqual(["Pesanan"]);
  const held = /Bila .+ Sampai saat itu uang tetap ditahan\./s;
  const shown = await buyer.getByRole("img", { name: /Foto 1/ }).getAttribute("src");
  expect((await buyer.request.get(shown ?? "")).status()).toBe(200);

  const seller = await site.window({ userId: order.sellerId, viewport: phone });
  await visit(seller, hrefs.manageMerchant());
  await seller.getByRole("link", { name: /^1\s*Komplain/ }).click();
  const own = seller.getByRole("link", { name: /Giliran Anda/ });
  expect(await own.innerText()).toMatch(/Jawab permintaan pembeli/);
  expect(await own.innerText()).not.toContain("Menunggu jawaban penjual");
  await own.click();
  await seller.getByRole("heading", { name: /Giliran Anda/ }).waitFor();
  expect(await turnOf(seller)).toMatch(held);
  await seller.getByText("Ajukan tawaran lain…").click();
  await seller.getByLabel(/Uang kembali untuk/).fill("42000");
  await seller.getByLabel("Keterangan").fill("Mohon maaf. Kami kembalikan setengah harganya.");
  await seller.getByRole("button", { name: "Kirim tawaran" }).click();
  await seller.getByRole("heading", { name: /Giliran pembeli/ }).waitFor();
  expect(await turnOf(seller)).toMatch(held);

  await visit(buyer, complaintHrefs.buyerComplaint(complaintId));
  await buyer.getByRole("heading", { name: /Giliran Anda/ }).waitFor();
  expect(await turnOf(buyer)).toMatch(held);
  await buyer.getByText("Terima Rp42.000", { exact: true }).click();
  await buyer.getByRole("button", { name: "Ya, terima Rp42.000" }).click();
  await buyer.getByRole("region", { name: "Hasil komplain" }).waitFor();
  expect(await turnOf(buyer)).toContain("Anda menerima Rp42.000");
  await visit(seller, complaintHrefs.sellerComplaint(complaintId));
  expect(await turnOf(seller)).toContain("Pembeli menerima Rp42.000");
  const pdf = await buyer.request.get(complaintHrefs.caseFile(complaintId));
  expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  const refund = await site.context.db.row<{ amount: number }>(
    sql`select r.amount from refunds r where r.order_id = ${order.orderId}`,
  );
  expect(refund?.amount).toBe(42_000);
  expect(await brokenInvariants(site.context.db)).toEqual([]);
});

test("the form selects the solution that is left, and names no sum while an amount is too large", async () => {
  const shop = await makeShop(site.context);
  const order = await makeDeliveredOrder(site.context, { shops: [shop], price: 60_000 });
  const buyer = await site.window({ userId: order.buyerId, viewport: phone });
  await visit(buyer, complaintHrefs.openComplaint(order.orderId));
  const problem = buyer.getByLabel(/^Masalah/);
  await problem.selectOption({ value: "damaged" });
  await buyer.getByText("Uang yang Anda minta kembali: Rp60.000").waitFor();
  await buyer.getByLabel(/Uang kembali untuk/).fill("999999");
  await buyer.getByText("Ada jumlah yang lebih dari batasnya.").waitFor();
  expect(await buyer.getByText("Uang yang Anda minta kembali").count()).toBe(0);
  await problem.selectOption({ value: "changed_mind" });
  const solutions = buyer.getByRole("radiogroup", { name: "Penyelesaian" }).getByRole("radio");
  expect([await solutions.count(), await solutions.first().isChecked()]).toEqual([1, true]);
});

/** The text of the page's part that says whose turn it is. */
const turnOf = (page: Page) => page.getByRole("region", { name: /^(Giliran siapa|Hasil komplain)$/ }).innerText();

test("without scripts a mediator decides, the buyer appeals, the goods come back and are inspected, and each reads where the money is", async () => {
  const shop = await makeShop(site.context);
  await site.context.db.run(
    sql`update shops set street = 'Jalan Braga 7', postcode = '40111' where id = ${shop.shopId}`,
  );
  const order = await makeDeliveredOrder(site.context, { shops: [shop], price: 60_000 });
  const window = async (userId: string) => site.window({ userId, viewport: phone, javaScriptEnabled: false });
  const buyer = await window(order.buyerId);
  await buyer.goto(complaintHrefs.openComplaint(order.orderId));
  await buyer.getByLabel("Apa yang terjadi?").fill("Warnanya merah, di halaman produk biru.");
  await buyer.getByLabel(/^Masalah/).selectOption({ label: "Barang tidak sesuai" });
  await buyer.getByRole("radio", { name: /Uang kembali/ }).check();
  await buyer.getByLabel(/Foto dan video/).setInputFiles(photo);
  await buyer.getByRole("button", { name: "Buka komplain" }).click();
  const complaintId = await openedCase(buyer);

  const seller = await window(order.sellerId);
  const [buyersCase, sellersCase] = [
    complaintHrefs.buyerComplaint(complaintId),
    complaintHrefs.sellerComplaint(complaintId),
  ];
  await seller.goto(sellersCase);
  await seller.getByText("Panggil mediator", { exact: true }).click();
  await seller.getByRole("button", { name: "Ya, panggil mediator" }).click();
  await seller.getByRole("heading", { name: /Giliran mediator/ }).waitFor();
  /** Both sides read that the money is held, and what happens to it if nobody acts. */
  const bothRead = async (heading: RegExp) => {
    for (const [page, path] of [
      [buyer, buyersCase],
      [seller, sellersCase],
    ] as const) {
      await page.goto(path);
      expect(await turnOf(page)).toMatch(heading);
      expect(await turnOf(page)).toMatch(/Bila .+ Sampai saat itu uang tetap ditahan\./s);
    }
  };
  await bothRead(/Giliran mediator/);

  const decide = async (reason: string, kind: RegExp, amount: string) => {
    const mediator = await window(await makeUser(site.context, { type: "operator" }));
    await mediator.goto(operatorHrefs.complaints());
    await mediator.getByRole("link", { name: /Giliran Anda/ }).click();
    await mediator.getByRole("radio", { name: kind }).check();
    await mediator.getByLabel(/Uang kembali untuk/).fill(amount);
    await mediator.getByLabel("Aturan yang dipakai").selectOption({ index: 1 });
    await mediator.getByLabel("Alasan, dibaca kedua pihak").fill(reason);
    await mediator.getByLabel(/siapa menerima apa/).check();
    await mediator.getByRole("button", { name: "Kirim putusan" }).click();
    await mediator.getByText(reason).first().waitFor();
    await mediator.getByRole("status").filter({ hasText: "Putusan terkirim." }).waitFor();
    await mediator.context().close();
  };
  await decide("Warnanya hanya sedikit berbeda dari foto di halaman produk.", /^Uang kembali/, "10000");
  await bothRead(/Sudah diputuskan/);
  await buyer.getByText("Ajukan banding…").click();
  await buyer.getByLabel(/Yang belum dipertimbangkan/).fill("Halaman produk menulis biru, yang datang merah.");
  await buyer.getByRole("button", { name: "Kirim banding" }).click();
  await buyer.getByRole("heading", { name: /Giliran mediator/ }).waitFor();
  await bothRead(/Giliran mediator/);
  await decide("Halaman produk menulis biru, jadi barangnya boleh dikirim balik.", /^Barang dikirim balik/, "60000");

  await bothRead(/(Giliran Anda: kirim balik|Giliran pembeli)/);
  await buyer.getByText("Jalan Braga 7").waitFor();
  const printed = await buyer.getByRole("link", { name: "Label retur A6 (PDF)" }).getAttribute("href");
  const label = await buyer.request.get(printed ?? "");
  expect([label.status(), label.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  await buyer.getByText("Barang sudah saya kirim balik").click();
  await buyer.getByLabel("Kurir").selectOption({ label: "JNE REG" });
  await buyer.getByLabel("Nomor resi").fill("bukan resi");
  await buyer.getByRole("button", { name: "Simpan resi" }).click();
  await buyer.getByText("Nomor resi tidak sesuai dengan format kurir.").first().waitFor();
  await buyer.getByLabel("Nomor resi").fill(newTrackingNumber());
  await buyer.getByRole("button", { name: "Simpan resi" }).click();
  await buyer.getByRole("heading", { name: "Barang dalam perjalanan balik" }).waitFor();
  await bothRead(/Barang dalam perjalanan balik/);
  const { context } = site;
  await scanParcel(context, order.orderId, { status: "delivered", place: "Bandung" }, context.clock.now());
  await expect.poll(async () => (await seller.goto(sellersCase), turnOf(seller))).toMatch(/Giliran Anda: periksa/);
  await bothRead(/(Giliran Anda: periksa|Giliran penjual)/);
  await seller.getByText("Barang sesuai, kembalikan uang", { exact: true }).click();
  await seller.getByRole("button", { name: "Ya, kembalikan uang" }).click();
  await seller.getByRole("region", { name: "Hasil komplain" }).waitFor();

  const refund = await context.db.row<{ amount: number }>(
    sql`select sum(r.amount)::bigint as amount from refunds r where r.order_id = ${order.orderId}`,
  );
  const amount = refund?.amount ?? 0;
  expect(amount).toBeGreaterThanOrEqual(60_000);
  expect(await turnOf(seller)).toContain(`Pembeli menerima ${formatRupiah(amount)}`);
  await buyer.goto(buyersCase);
  expect(await turnOf(buyer)).toContain(`Anda menerima ${formatRupiah(amount)}`);
  await buyer.getByRole("link", { name: "Lihat Pengembalian dana" }).click();
  await buyer.getByRole("main").getByText(formatRupiah(amount)).first().waitFor();
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("on a phone a seller without a shop address reads before accepting a return what follows, and a mediator where the goods went", async () => {
  const { context } = site;
  const shop = await makeShop(context);
  const moveTo = (street: string) =>
    context.db.run(sql`update shops set street = ${street}, postcode = '40111' where id = ${shop.shopId}`);
  await moveTo("");
  const order = await makeDeliveredOrder(context, { shops: [shop], price: 60_000 });
  const wanted = { kind: "return_refund" as const, lines: [], shipping: 0 };
  const { complaintId, sellerId, buyerId } = await makeComplaint(context, { order, opening: { wanted } });
  const seller = await site.window({ userId: sellerId, viewport: phone });
  await visit(seller, complaintHrefs.sellerComplaint(complaintId));
  await seller.getByText("Terima tawaran", { exact: true }).click();
  await seller.getByText(/Toko Anda belum punya alamat .* bila tidak, uang kembali kepada pembeli\./).waitFor();
  expect(await seller.getByText(/dana diteruskan ke Anda/).count()).toBe(0);
  const settings = seller.getByRole("link", { name: /di pengaturan toko$/ });
  expect(await settings.getAttribute("href")).toBe(hrefs.manageMerchant("settings"));
  await seller.getByRole("button", { name: /^Ya, terima/ }).click();
  await seller.getByRole("heading", { name: /Giliran Anda: isi alamat toko/ }).waitFor();
  await settings.click();
  await seller.getByText(/pembeli yang mengirim balik barang, mediator komplainnya/).waitFor();

  await moveTo("Jalan Dago 3");
  const buyer = await site.window({ userId: buyerId, viewport: phone });
  await visit(buyer, complaintHrefs.buyerComplaint(complaintId));
  await buyer.getByText("Barang sudah saya kirim balik").click();
  await buyer.getByLabel("Kurir").selectOption({ label: "JNE REG" });
  await buyer.getByLabel("Nomor resi").fill(newTrackingNumber());
  await buyer.getByRole("button", { name: "Simpan resi" }).click();
  await buyer.getByRole("heading", { name: "Barang dalam perjalanan balik" }).waitFor();
  await moveTo("Jalan Entah 1");
  const mediator = await site.window({ userId: await makeUser(context, { type: "operator" }), viewport: phone });
  for (const [page, path] of [
    [buyer, complaintHrefs.buyerComplaint(complaintId)],
    [seller, complaintHrefs.sellerComplaint(complaintId)],
    [mediator, operatorHrefs.complaint(complaintId)],
  ] as const) {
    await visit(page, path);
    await page.getByRole("heading", { name: "Barang dikirim balik ke" }).waitFor();
    await page.getByText("Jalan Dago 3").waitFor();
    expect(await page.getByText("Jalan Entah 1").count()).toBe(0);
  }
});

/** Moves the marketplace's clock forward, as its operator does in the simulator. */
async function passHours(hours: number): Promise<void> {
  const { context, server } = site;
  const operator = await makeSession(context, await makeUser(context, { type: "operator" }));
  const answer = await fetch(`${server.origin}/v1/simulator/clock`, {
    method: "POST",
    headers: { authorization: `Bearer ${operator}`, "content-type": "application/json" },
    body: JSON.stringify({ hours }),
  });
  expect(answer.status).toBe(200);
  await context.clock.refresh();
}

test("on a phone a seller who does not answer loses at the deadline, and both read where the money is", async () => {
  const { context } = site;
  const made = await makeComplaint(context, { price: 84_000, amount: 84_000 });
  const buyer = await site.window({ userId: made.buyerId, viewport: phone });
  const seller = await site.window({ userId: made.sellerId, viewport: phone });
  const buyersCase = complaintHrefs.buyerComplaint(made.complaintId);
  await visit(buyer, buyersCase);
  expect(await turnOf(buyer)).toMatch(/Giliran penjual.*Bila .+ Sampai saat itu uang tetap ditahan\./s);
  await visit(seller, complaintHrefs.sellerComplaint(made.complaintId));
  expect(await turnOf(seller)).toMatch(/Giliran Anda.*Bila .+ Sampai saat itu uang tetap ditahan\./s);

  const { due_at } = await readComplaint(context, made);
  const hours = (at: Date | null) => Math.ceil((Number(at) - Number(context.clock.now())) / hour);
  expect(hours(due_at)).toBe(sellerAnswerDuration / hour);
  await passHours(hours(due_at));
  // As the job of each minute does.
  await sweepCaseDeadlines(context, context.clock.now());
  await visit(buyer, buyersCase);
  expect(await turnOf(buyer)).toMatch(/Penjual tidak menjawab.*Anda menerima Rp84\.000, penjual menerima Rp/s);
  await visit(seller, complaintHrefs.sellerComplaint(made.complaintId));
  expect(await turnOf(seller)).toContain("Pembeli menerima Rp84.000");
  await buyer.getByRole("link", { name: "Lihat Pengembalian dana" }).click();
  await buyer.getByRole("main").getByText("Rp84.000").first().waitFor();
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("two quick clicks send a message without a picture once", async () => {
  const made = await makeComplaint(site.context);
  const buyer = await site.window({ userId: made.buyerId, viewport: phone });
  await visit(buyer, complaintHrefs.buyerComplaint(made.complaintId));
  await buyer.getByLabel("Tulis pesan").fill("Retaknya baru terlihat setelah dicuci.");
  const sent: string[] = [];
  buyer.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes(made.complaintId)) sent.push(request.url());
  });
  await buyer.getByRole("button", { name: "Kirim pesan" }).evaluate((button: HTMLButtonElement) => {
    const before = Date.now();
    button.click();
    // Whenever a form is read, its empty field holds a new file with the time of that moment.
    while (Date.now() === before);
    button.click();
  });
  await buyer.getByText("Retaknya baru terlihat setelah dicuci.").first().waitFor();
  expect(sent).toHaveLength(1);
  const messages = await site.context.db.rows(
    sql`select from complaint_messages where complaint_id = ${made.complaintId} and kind = 'message'`,
  );
  expect(messages).toHaveLength(1);
});

test("on a phone goods that vouchers paid are complained about: the seller gets nothing for them, and both read so", async () => {
  const { context } = site;
  const { shopId } = await makeShop(context);
  const made = await makeCoveredOrder(context, [
    { shopId, price: 60_000, isCovered: false },
    { shopId, price: 90_000, isCovered: true },
  ]);
  const seller = { orderId: made.orderId, shopId, userId: made.sellerId };
  const now = () => context.clock.now();
  await acceptOrder(context, seller, now());
  await shipOrder(context, { ...seller, trackingNumber: newTrackingNumber() }, now());
  await scanParcel(context, made.orderId, { status: "delivered", place: "Bandung" }, now());

  const buyers = await site.window({ userId: made.buyerId, viewport: phone });
  await visit(buyers, hrefs.buyerTransaction(made.orderId));
  await buyers.getByRole("link", { name: "Buka komplain" }).click();
  await buyers
    .getByLabel(/^Masalah/)
    .nth(1)
    .selectOption({ label: "Barang rusak" });
  await buyers.getByText(/dibayar voucher seluruhnya, jadi tidak ada uang Anda yang kembali untuknya/).waitFor();
  await buyers.getByLabel("Apa yang terjadi?").fill("Gelasnya pecah semua.");
  await buyers.getByLabel(/Foto dan video/).setInputFiles([photo]);
  await buyers.getByRole("button", { name: "Buka komplain" }).click();
  const complaintId = await openedCase(buyers);

  const sellers = await site.window({ userId: made.sellerId, viewport: phone });
  await visit(sellers, complaintHrefs.sellerComplaint(complaintId));
  await sellers.getByText("Ajukan tawaran lain…").click();
  expect(await sellers.getByLabel(/^Penjual tidak menerima harga .+ \(Rp90\.000\)/).isChecked()).toBe(true);
  await sellers.getByText("Terima tawaran", { exact: true }).click();
  await sellers.getByRole("button", { name: /^Ya, terima/ }).click();
  const outcome = sellers.getByRole("region", { name: "Hasil komplain" });
  await outcome.getByText(/harga Rp90\.000 yang dibayar voucher lepas dari penjual/).waitFor();
  await visit(buyers, complaintHrefs.buyerComplaint(complaintId));
  await buyers.getByRole("region", { name: "Hasil komplain" }).waitFor();
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("on a phone a seller without a courier contract completes a sale, false tracking numbers are caught, and the auditor finds nothing", async () => {
  const { context } = site;
  const other = await makeDeliveredOrder(context);
  const used = await context.db.row<{ number: string }>(
    sql`select tracking_number as number from parcels where order_id = ${other.orderId}`,
  );
  const order = await makePaidOrder(context, { price: 75_000 });
  const operatorId = await makeUser(context, { type: "operator" });
  const seller = await site.window({ userId: order.sellerId, viewport: phone });
  const buyer = await site.window({ userId: order.buyerId, viewport: phone });
  const [buyers, sellers] = [hrefs.buyerTransaction(order.orderId), hrefs.sellerTransaction(order.orderId)];
  const next = (page: Page) => page.getByLabel(/^(Yang terjadi berikutnya|Hasil pesanan)$/);

  await visit(seller, sellers);
  await seller.getByRole("button", { name: "Terima pesanan" }).click();
  await seller.getByRole("status").filter({ hasText: "Anda menerima pesanan ini." }).waitFor();
  const number = seller.getByLabel(/^Nomor resi JNE/);
  for (const [typed, refusal] of [
    ["BUKANRESI-1", "Nomor resi tidak sesuai dengan format kurir."],
    [used?.number ?? "", "Nomor resi ini sudah dipakai untuk paket lain."],
  ] as const) {
    await number.fill(typed);
    await seller.getByRole("button", { name: "Tandai sudah dikirim" }).click();
    await seller.getByText(refusal).first().waitFor();
  }
  const own = newTrackingNumber();
  await number.fill(` ${own.toLowerCase()} `);
  await seller.getByRole("button", { name: "Tandai sudah dikirim" }).click();
  await seller.getByText(own).filter({ visible: true }).first().waitFor();
  // In production without a contract nothing reports scans; a demo marketplace simulates them.
  await context.db.run(sql`update parcels set scan_source = null where order_id = ${order.orderId}`);
  await visit(buyer, buyers);
  await expect.poll(() => next(buyer).innerText()).toContain("uang Anda tetap di rekening bersama");
  expect(await buyer.getByText("Resi terverifikasi kurir.").count()).toBe(0);

  await passHours(24 * 8);
  await visit(buyer, buyers);
  await next(buyer).getByRole("heading", { name: "Nyatakan apakah paket Anda sudah tiba" }).waitFor();
  await buyer.getByRole("link", { name: "Belum tiba, buka komplain" }).waitFor();
  await visit(seller, sellers);
  await next(seller).getByRole("heading", { name: "Pembeli menyatakan apakah paket sudah tiba" }).waitFor();
  await buyer.getByRole("button", { name: "Sudah tiba" }).click();
  await next(buyer).getByText("Pesanan diterima", { exact: true }).first().click();
  await buyer.getByRole("button", { name: "Ya, pesanan sudah saya terima" }).click();
  await buyer.getByRole("link", { name: "Beri ulasan" }).first().click();
  await buyer
    .getByRole("link", { name: /^Beri ulasan:/ })
    .first()
    .click();
  await buyer.getByLabel("Cerita Anda").fill("Glasirnya rata dan kemasannya rapi.");
  await buyer.getByRole("button", { name: "Kirim ulasan" }).click();
  await buyer.getByText("Pilih 1 sampai 5 bintang.").waitFor();
  // By key: a press could come while the page still scrolls to its top.
  await buyer.getByRole("radio", { name: "4 bintang" }).press("Space");
  await buyer.getByText("Pilih 1 sampai 5 bintang.").waitFor({ state: "hidden" });
  await buyer.getByRole("button", { name: "Kirim ulasan" }).click();
  const product = await context.db.row<{ slug: string }>(
    sql`select p.slug from products p join variants v on v.product_id = p.id where v.id = ${order.variantId}`,
  );
  const visitor = await site.window({ viewport: phone });
  await expect
    .poll(async () => (await visitor.goto(hrefs.product(product?.slug ?? "")), visitor.getByRole("main").innerText()))
    .toContain("Glasirnya rata dan kemasannya rapi.");
  const reviews = await visitor.getByRole("main").innerText();
  expect(reviews).toMatch(/4,0\s+dari 5/);
  expect(reviews).toContain("1 penilaian, 1 dengan ulasan");
  await visit(seller, hrefs.manageMerchant("balance"));
  const income = await context.db.row<{ earned: number }>(sql`select earned from orders where id = ${order.orderId}`);
  await seller
    .getByRole("main")
    .getByText(formatRupiah(income?.earned ?? 0))
    .first()
    .waitFor();

  // A number of another parcel: its courier scanned it far from the shop.
  const strange = await makePaidOrder(context, { shops: [{ shopId: order.shopId, ownerId: order.sellerId }] });
  await visit(seller, hrefs.sellerTransaction(strange.orderId));
  await seller.getByRole("button", { name: "Terima pesanan" }).click();
  const foreign = newTrackingNumber();
  await number.fill(foreign);
  await seller.getByRole("button", { name: "Tandai sudah dikirim" }).click();
  await seller.getByText(foreign).filter({ visible: true }).first().waitFor();
  await scanParcel(context, strange.orderId, { status: "picked", place: "Jayapura" }, context.clock.now());
  await visit(seller, hrefs.sellerTransaction(strange.orderId));
  await seller.getByText("Pindaian pertama jauh dari toko Anda.").waitFor();
  const console = await site.window({ userId: operatorId, viewport: phone, path: "/operator/parcels" });
  await console.getByText("Asal tidak cocok").first().waitFor();

  await visit(console, operatorHrefs.audits());
  await console.getByRole("button", { name: "Periksa sekarang" }).click();
  // Another navigation would abort a request that is on its way.
  await console.getByText("Pemeriksaan dimulai.").waitFor();
  await expect
    .poll(async () => (await console.goto(operatorHrefs.audits()), console.getByText("Semua cocok").count()))
    .toBe(1);
  expect(await brokenInvariants(context.db)).toEqual([]);
});
