// What buyer and seller read after the sale: of parcels, of goods that are sent again, and of money that returns.
import { afterAll, beforeAll, expect, test } from "vitest";
import { complaintHrefs } from "../src/complaint-hrefs.ts";
import { acceptOffer, makeOffer } from "../src/complaints/answer-complaint.ts";
import { hrefs } from "../src/hrefs.ts";
import { sql } from "../src/lib/database.ts";
import { formatRupiah } from "../src/lib/rupiah.ts";
import { cancelOrder } from "../src/orders/cancel-order.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { addParcel } from "../src/orders/parcels/add-parcel.ts";
import { recordScan } from "../src/orders/parcels/record-scan.ts";
import { lineOf, makeComplaint } from "../test/make/complaints.ts";
import {
  makeDeliveredOrder,
  makePaidOrder,
  makeShippedOrder,
  newTrackingNumber,
  scanParcel,
} from "../test/make/orders.ts";
import { makeShop, makeUser } from "../test/make/rows.ts";
import { openSite, visit, type Site } from "./open-site.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  expect(await brokenInvariants(site.context.db)).toEqual([]);
  await site?.close();
});

const phone = { width: 390, height: 844 };

test("without scripts both sides of a paid order read where the money is, and of a disputed one until when somebody acts", async () => {
  const { context } = site;
  const [shipped, made] = [await makeShippedOrder(context), await makeComplaint(context)];
  for (const side of ["buyer", "seller"] as const) {
    const next = async (order: typeof shipped) => {
      const userId = side === "buyer" ? order.buyerId : order.sellerId;
      const page = await site.window({ userId, viewport: phone, javaScriptEnabled: false });
      await page.goto(
        side === "buyer" ? hrefs.buyerTransaction(order.orderId) : hrefs.sellerTransaction(order.orderId),
      );
      const read = await page.getByLabel("Yang terjadi berikutnya").innerText();
      await page.context().close();
      return read;
    };
    expect(await next(shipped)).toContain(`Uang ${side === "buyer" ? "Anda" : "pembeli"} ada di rekening bersama.`);
    const disputed = await next(made);
    expect(disputed).toMatch(/(uang Anda|dana) tetap di rekening bersama/);
    expect(disputed).toMatch(/Langkah berikutnya dalam komplain paling lambat\s+\d+ \w+ \d{4}, \d\d\.\d\d WIB/);
  }
});

test("of an order in two parcels the buyer reads which number is verified, and before asking that the rest is late", async () => {
  const { context } = site;
  const order = await makeShippedOrder(context, { quantity: 2 });
  const { orderId, shopId, buyerId, sellerId } = order;
  const now = context.clock.now();
  await addParcel(context, { orderId, shopId, trackingNumber: newTrackingNumber() }, now);
  const [first] = await context.db.rows<{ id: string }>(
    sql`select id from parcels where order_id = ${orderId} order by created_at, id`,
  );
  await recordScan(context, first?.id ?? "", { source: "simulator", status: "picked", place: "Bandung" }, now);
  const buyer = await site.window({ userId: buyerId, path: hrefs.buyerTransaction(orderId), viewport: phone });
  await buyer.getByText(/ · perkiraan tiba \d/).waitFor();
  expect(await buyer.getByText("Resi terverifikasi kurir.").count()).toBe(1);
  expect(await buyer.getByText("Semua resi terverifikasi kurir.").count()).toBe(0);
  expect(await buyer.getByText(/Paket terlambat/).count()).toBe(0);

  await scanParcel(context, orderId, { status: "picked", place: "Bandung" }, now);
  await context.db.run(sql`update orders set shipped_at = shipped_at - interval '8 days' where id = ${orderId}`);
  await visit(buyer, hrefs.buyerTransaction(orderId));
  await buyer.getByText("Semua resi terverifikasi kurir.").waitFor();
  await buyer.getByText(/Paket terlambat: .+ Uang Anda tetap kami tahan\. .+ membuka komplain\./).waitFor();
  expect(await buyer.getByText(/perkiraan tiba \d/).count()).toBe(0);
  await visit(buyer, hrefs.buyerTransactions());
  await buyer.getByText(/seharusnya tiba \d/).waitFor();
  const seller = await site.window({ userId: sellerId, path: hrefs.sellerTransaction(orderId), viewport: phone });
  await seller.getByText(/Paket terlambat: .+ Tanyakan keberadaannya kepada kurir\./).waitFor();
});

test("of a whole refund both sides read that the buyer also receives the service fee, on the button and the order's page too", async () => {
  const { context } = site;
  const order = await makeDeliveredOrder(context, { price: 60_000 });
  const line_id = await lineOf(context, order.orderId);
  const paid = await context.db.row<{ shipping: number; total: number }>(
    sql`select shipping_cost as shipping, total from orders where id = ${order.orderId}`,
  );
  const { shipping = 0, total = 0 } = paid ?? {};
  expect(total).toBe(60_000 + shipping + 1000);
  const wanted = { kind: "refund" as const, lines: [{ line_id, amount: 60_000 }], shipping };
  const made = await makeComplaint(context, { order, opening: { wanted } });
  const received = `menerima ${formatRupiah(total)}, termasuk biaya layanan Rp1.000`;

  const buyer = await site.window({ userId: made.buyerId, viewport: phone });
  await visit(buyer, complaintHrefs.buyerComplaint(made.complaintId));
  await buyer.getByText(`Anda ${received} · penjual menerima Rp0`).waitFor();
  const seller = await site.window({ userId: made.sellerId, viewport: phone });
  await visit(seller, complaintHrefs.sellerComplaint(made.complaintId));
  const question = `Kembalikan ${formatRupiah(total)} ke pembeli`;
  await seller.getByText(question, { exact: true }).click();
  await seller.getByText(`Komplain selesai. Pembeli ${received}, Anda menerima Rp0.`, { exact: false }).waitFor();
  await seller.getByRole("button", { name: `Ya, ${question.replace("K", "k")}` }).click();
  await seller.getByRole("region", { name: "Hasil komplain" }).getByText(`Pembeli ${received}`).waitFor();
  await visit(buyer, complaintHrefs.buyerComplaint(made.complaintId));
  await buyer.getByRole("region", { name: "Hasil komplain" }).getByText(`Anda ${received}`).waitFor();
  await visit(buyer, hrefs.buyerTransaction(order.orderId));
  const back = new RegExp(`^${formatRupiah(total)} \\w+ dikembalikan kepada Anda, termasuk biaya layanan Rp1.000\\.`);
  await buyer.getByText(back).waitFor();
});

test("without scripts a seller prints the label of a replacement until its first scan, and the buyer follows the parcel", async () => {
  const { context } = site;
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set street = 'Jalan Braga 7', postcode = '40111' where id = ${shop.shopId}`);
  const order = await makeDeliveredOrder(context, { shops: [shop], price: 40_000 });
  const wanted = { kind: "replacement" as const, lines: [], shipping: 0 };
  const made = await makeComplaint(context, { order, opening: { wanted } });
  const offer = { complaintId: made.complaintId, actor: made.seller, offerId: made.openingId };
  await acceptOffer(context, offer, context.clock.now());
  const window = async (userId: string) => site.window({ userId, viewport: phone, javaScriptEnabled: false });
  const [seller, buyer] = [await window(made.sellerId), await window(made.buyerId)];
  const [sellers, buyers] = [
    complaintHrefs.sellerComplaint(made.complaintId),
    complaintHrefs.buyerComplaint(made.complaintId),
  ];
  await seller.goto(sellers);
  const label = seller.getByRole("link", { name: "Label kiriman A6 (PDF)" });
  const printed = (await label.getAttribute("href")) ?? "";
  const statusFor = async (page: typeof seller) => {
    const answer = await page.request.get(printed);
    return [answer.status(), answer.headers()["content-type"]?.split(";")[0]];
  };
  expect(await statusFor(seller)).toEqual([200, "application/pdf"]);
  expect((await statusFor(buyer))[0]).toBe(404);
  expect((await statusFor(await window(await makeUser(context))))[0]).toBe(404);
  await seller.getByText("Barang sudah saya kirim", { exact: true }).click();
  await seller.getByLabel("Kurir").selectOption({ label: "JNE REG" });
  const number = newTrackingNumber();
  await seller.getByLabel("Nomor resi").fill(number);
  await seller.getByRole("button", { name: "Simpan resi" }).click();
  await seller.getByText("Labelnya bisa dicetak sampai paket dipindai kurir.").waitFor();
  await buyer.goto(buyers);
  await buyer.getByText(`resi ${number}`).waitFor();
  expect(await buyer.getByText(/Paket dalam perjalanan, Cirebon/).count()).toBe(0);

  const now = context.clock.now();
  await scanParcel(context, order.orderId, { status: "picked", place: "Bandung" }, now);
  await scanParcel(context, order.orderId, { status: "in_transit", place: "Cirebon" }, now);
  await seller.goto(sellers);
  expect(await label.count()).toBe(0);
  expect(await statusFor(seller)).toEqual([409, "application/json"]);
  // Who opens the old link reads a page, not what programs get.
  const opened = await seller.goto(printed);
  expect([opened?.status(), opened?.headers()["content-type"]]).toEqual([409, "text/html; charset=utf-8"]);
  await seller
    .getByText(/^Label bisa dicetak sejak barangnya harus dikirim/)
    .first()
    .waitFor();
  for (const [page, path] of [
    [buyer, buyers],
    [seller, sellers],
  ] as const) {
    await page.goto(path);
    await page.getByText(/Paket dalam perjalanan, Cirebon · /).waitFor();
  }
});

test("on a phone a buyer collects an order at the shop, which the code of the buyer's page proves, and nobody reads of a parcel", async () => {
  const { context } = site;
  const order = await makePaidOrder(context, { courier: "pickup" });
  const seller = await site.window({ userId: order.sellerId, viewport: phone });
  const buyer = await site.window({ userId: order.buyerId, viewport: phone });
  const next = (page: typeof seller) => page.getByLabel(/^(Yang terjadi berikutnya|Hasil pesanan)$/);
  const [sellers, buyers] = [hrefs.sellerTransaction(order.orderId), hrefs.buyerTransaction(order.orderId)];
  await visit(seller, sellers);
  await seller.getByRole("button", { name: "Terima pesanan" }).click();
  await seller.getByRole("heading", { name: "Siapkan pesanan ini untuk diambil" }).waitFor();
  await seller.getByRole("button", { name: "Tandai siap diambil" }).click();
  await seller
    .getByRole("status")
    .getByText("Pesanan ini tercatat siap diambil, dan pembeli kami beri tahu.")
    .waitFor();
  await seller.getByLabel("Kode penyerahan").waitFor();
  await visit(buyer, buyers);
  await next(buyer).getByRole("heading", { name: "Ambil pesanan Anda di toko" }).waitFor();
  // The link would lead to a page that says only from when.
  await next(buyer)
    .getByText(/^Bila belum bisa Anda ambil, komplain bisa dibuka mulai \d/)
    .waitFor();
  expect(await buyer.getByRole("link", { name: "Buka komplain" }).count()).toBe(0);
  for (const page of [seller, buyer]) {
    await page.getByText("Siap diambil", { exact: true }).first().waitFor();
    expect(await page.getByText("Alamat pengiriman").count()).toBe(0);
    expect(await page.getByText("Dikirim", { exact: true }).count()).toBe(0);
  }
  await visit(buyer, hrefs.buyerTransactions());
  await buyer.getByRole("listitem").getByText("Siap diambil", { exact: true }).waitFor();
  await visit(buyer, buyers);
  const code = await buyer.getByText("Kode penyerahan").locator("xpath=following-sibling::code").innerText();
  expect(code).toMatch(/^\d{6}$/);
  await seller.getByLabel("Kode penyerahan").fill(code === "000000" ? "111111" : "000000");
  await seller.getByRole("button", { name: "Barang sudah diserahkan" }).click();
  await seller
    .getByText(/^Kode penyerahan tidak cocok\./)
    .first()
    .waitFor();
  await seller.getByLabel("Kode penyerahan").fill(code);
  await seller.getByRole("button", { name: "Barang sudah diserahkan" }).click();
  await next(seller)
    .getByText(/^Barang sudah diserahkan kepada pembeli\./)
    .waitFor();
  await visit(buyer, buyers);
  await next(buyer)
    .getByText(/^Barang sudah Anda terima di toko\./)
    .waitFor();
  await buyer.getByText("Sudah diambil", { exact: true }).waitFor();
  for (const page of [seller, buyer]) expect(await next(page).innerText()).not.toMatch(/[Pp]aket|kurir/);
});

test("on a phone without scripts a seller corrects a mistyped number, and the buyer reads both numbers", async () => {
  const { context } = site;
  const [order, other] = [await makeShippedOrder(context), await makeShippedOrder(context)];
  const numberOf = async (orderId: string) => {
    const [row] = await context.db.rows<{ number: string }>(
      sql`select tracking_number as number from parcels where order_id = ${orderId}`,
    );
    return row?.number ?? "";
  };
  const [old, taken, right] = [await numberOf(order.orderId), await numberOf(other.orderId), newTrackingNumber()];
  const window = async (userId: string, path: string) => {
    const page = await site.window({ userId, viewport: phone, javaScriptEnabled: false });
    await page.goto(path);
    return page;
  };
  const [sellers, buyers] = [hrefs.sellerTransaction(order.orderId), hrefs.buyerTransaction(order.orderId)];
  const seller = await window(order.sellerId, sellers);
  await seller.getByText("Ubah nomor resi", { exact: true }).click();
  await seller.getByText(`Nomor sekarang: ${old}.`, { exact: false }).waitFor();
  const field = seller.getByLabel("Nomor resi yang benar");
  await field.fill(taken);
  await seller.getByRole("button", { name: "Ya, ubah nomor resi" }).click();
  await seller
    .getByText(/^Nomor resi ini sudah dipakai untuk paket lain\./)
    .first()
    .waitFor();
  expect(await field.inputValue()).toBe(taken);
  await field.fill(right);
  await seller.getByRole("button", { name: "Ya, ubah nomor resi" }).click();
  await seller.getByText("Nomor resi diubah, dan pembeli kami beri tahu.").waitFor();
  // The sentence that the page shows later does not repeat this message at once.
  expect(await seller.getByText("Anda mengganti nomor resi.").count()).toBe(0);
  expect(await numberOf(order.orderId)).toBe(right);

  const buyer = await window(order.buyerId, buyers);
  await buyer.getByText(right, { exact: true }).waitFor();
  await buyer.getByText(/^Riwayat lengkap/).click();
  await buyer.getByText(`${old} menjadi ${right}`, { exact: false }).waitFor();
  expect(await buyer.getByText("Ubah nomor resi").count()).toBe(0);
  await scanParcel(context, order.orderId, { status: "picked", place: "Bandung" }, context.clock.now());
  await seller.goto(sellers);
  await seller.getByText("Resi terverifikasi kurir.").waitFor();
  expect(await seller.getByText("Ubah nomor resi").count()).toBe(0);
});

test.each([true, false])(
  "a buyer reads from when a parcel that has not come can be complained about, and then gets the link (scripts: %s)",
  async (scripts) => {
    const { context } = site;
    const { orderId, buyerId } = await makeShippedOrder(context, { courier: "jne-reg" });
    await scanParcel(context, orderId, { status: "picked", place: "Bandung" }, context.clock.now());
    const page = await site.window({ userId: buyerId, viewport: phone, javaScriptEnabled: scripts });
    const open = async (path: string) => void (await (scripts ? visit(page, path) : page.goto(path)));
    const from = page.getByText(/^Bila belum tiba, komplain bisa dibuka mulai \d+ \w+ \d{4}, \d\d\.\d\d WIB\.$/);
    const link = page.getByRole("link", { name: "Belum tiba, buka komplain" });
    for (const path of [hrefs.buyerTransactions(), hrefs.buyerTransaction(orderId)]) {
      await open(path);
      await from.waitFor();
      expect(await link.count()).toBe(0);
    }
    await context.db.run(sql`update orders set shipped_at = shipped_at - interval '8 days' where id = ${orderId}`);
    for (const path of [hrefs.buyerTransaction(orderId), hrefs.buyerTransactions()]) {
      await open(path);
      await link.waitFor();
      expect(await from.count()).toBe(0);
    }
    await link.click();
    await page.getByRole("button", { name: "Buka komplain" }).waitFor();
  },
);

test.each([true, false])(
  "who answers in a tab that is outdated reads what holds now, of an order and of a case (scripts: %s)",
  async (scripts) => {
    const { context } = site;
    const now = context.clock.now();
    const window = async (userId: string, path: string) => {
      const page = await site.window({ userId, viewport: phone, javaScriptEnabled: scripts });
      // As if no notification had come: with one, the page loads its data again by itself.
      await page.route("**/v1/users/events*", (route) => route.abort());
      await (scripts ? visit(page, path) : page.goto(path));
      return page;
    };
    const order = await makePaidOrder(context);
    const seller = await window(order.sellerId, hrefs.sellerTransaction(order.orderId));
    const accept = seller.getByRole("button", { name: "Terima pesanan" });
    await accept.waitFor();
    await cancelOrder(context, { orderId: order.orderId, buyerId: order.buyerId, reason: "" }, now);
    await accept.click();
    await seller.getByText(/^Status pesanan sudah berubah.*keadaan terbarunya\.$/).waitFor();
    await seller.getByRole("heading", { name: /^Pembeli membatalkan pesanan ini/ }).waitFor();
    expect(await accept.count()).toBe(0);
    expect(await seller.getByText("Muat ulang").count()).toBe(0);

    const made = await makeComplaint(context);
    const answer = await window(made.sellerId, complaintHrefs.sellerComplaint(made.complaintId));
    await answer
      .getByText(/^Kembalikan Rp/)
      .first()
      .click();
    const wanted = { kind: "refund" as const, lines: [{ line_id: made.lineId, amount: 5_000 }], shipping: 0 };
    const offer = { complaintId: made.complaintId, actor: made.seller, solution: wanted, text: "", evidence: [] };
    await makeOffer(context, offer, now);
    await answer.getByRole("button", { name: /^Ya, kembalikan/ }).click();
    await answer.getByText(/karena komplainnya sudah berubah\. Yang tampil sekarang/).waitFor();
    await answer.getByRole("heading", { name: /^Tawaran Anda: .*Rp5\.000/ }).waitFor();
    expect(await answer.getByText("Muat ulang").count()).toBe(0);
  },
);

test("a buyer is not asked to send goods back to a shop without an address, but can say that they are sent", async () => {
  const { context } = site;
  const wanted = { kind: "return_refund" as const, lines: [], shipping: 0 };
  const made = await makeComplaint(context, { order: await makeDeliveredOrder(context), opening: { wanted } });
  const offer = { complaintId: made.complaintId, actor: made.seller, offerId: made.openingId };
  await acceptOffer(context, offer, context.clock.now());
  const path = complaintHrefs.buyerComplaint(made.complaintId);
  const buyer = await site.window({ userId: made.buyerId, viewport: phone, path });
  await buyer.getByRole("heading", { name: "Giliran penjual: menunggu alamat pengembalian" }).waitFor();
  expect(await buyer.getByText("Barang sudah saya kirim balik").count()).toBe(0);
  await buyer.getByText("Barang telanjur saya kirim balik…").click();
  await buyer.getByText(/Toko belum memberi alamat, jadi Anda tidak perlu mengirim/).waitFor();
  await buyer.getByLabel("Kurir").selectOption({ label: "JNE REG" });
  await buyer.getByLabel("Nomor resi").fill(newTrackingNumber());
  await buyer.getByRole("button", { name: "Simpan resi" }).click();
  await buyer.getByRole("heading", { name: "Barang dalam perjalanan balik" }).waitFor();
});

test("on a phone without scripts a buyer corrects the number of what goes back, and the seller reads both numbers", async () => {
  const { context } = site;
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set street = 'Jalan Braga 7', postcode = '40111' where id = ${shop.shopId}`);
  const order = await makeDeliveredOrder(context, { shops: [shop] });
  const wanted = { kind: "return_refund" as const, lines: [], shipping: 0 };
  const made = await makeComplaint(context, { order, opening: { wanted } });
  const offer = { complaintId: made.complaintId, actor: made.seller, offerId: made.openingId };
  await acceptOffer(context, offer, context.clock.now());
  const window = async (userId: string) => site.window({ userId, viewport: phone, javaScriptEnabled: false });
  const [buyer, seller] = [await window(made.buyerId), await window(made.sellerId)];
  await buyer.goto(complaintHrefs.buyerComplaint(made.complaintId));
  await buyer.getByText("Barang sudah saya kirim balik", { exact: true }).click();
  await buyer.getByLabel("Kurir").selectOption({ label: "JNE REG" });
  await buyer.getByLabel("Nomor resi").fill("JX1234567890");
  await buyer.getByRole("button", { name: "Simpan resi" }).click();
  await buyer
    .getByText(/^Ini tampaknya nomor J&T, padahal kurir paket ini JNE REG\./)
    .first()
    .waitFor();
  const [wrong, right] = [newTrackingNumber(), newTrackingNumber()];
  await buyer.getByLabel("Nomor resi").fill(wrong);
  await buyer.getByRole("button", { name: "Simpan resi" }).click();
  const change = buyer.getByText("Ubah nomor resi", { exact: true });
  await change.click();
  await buyer.getByText(`Nomor sekarang: ${wrong}.`, { exact: false }).waitFor();
  await buyer.getByLabel("Nomor resi JNE REG yang benar").fill(right);
  await buyer.getByRole("button", { name: "Ya, ubah nomor resi" }).click();
  const said = `Pembeli membetulkan nomor resi JNE REG: ${right}, sebelumnya ${wrong}.`;
  await buyer.getByText(`resi ${right}`).first().waitFor();
  await seller.goto(complaintHrefs.sellerComplaint(made.complaintId));
  await seller.getByText(said).waitFor();
  expect(await seller.getByText("Ubah nomor resi").count()).toBe(0);
  await scanParcel(context, made.orderId, { status: "picked", place: "Bandung" }, context.clock.now());
  await buyer.goto(complaintHrefs.buyerComplaint(made.complaintId));
  await buyer.getByText(/Paket diserahkan ke kurir, Bandung/).waitFor();
  expect(await change.count()).toBe(0);
});
