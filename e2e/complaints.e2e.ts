import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { complaintHrefs } from "../src/complaint-hrefs.ts";
import { hrefs } from "../src/hrefs.ts";
import { sql } from "../src/lib/database.ts";
import { operatorHrefs } from "../src/operator-hrefs.ts";
import { makeDeliveredOrder } from "../test/make/orders.ts";
import { makeUser } from "../test/make/rows.ts";
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
  await buyer.getByText("Uang tetap ditahan.").waitFor();
  const shown = await buyer.getByRole("img", { name: /Foto 1/ }).getAttribute("src");
  expect((await buyer.request.get(shown ?? "")).status()).toBe(200);

  const seller = await site.window({ userId: order.sellerId, viewport: phone });
  await visit(seller, hrefs.manageMerchant());
  await seller.getByRole("link", { name: /^1\s*Komplain/ }).click();
  await seller.getByRole("link", { name: /Giliran Anda/ }).click();
  await seller.getByRole("heading", { name: /Giliran Anda/ }).waitFor();
  await seller.getByText("Ajukan tawaran lain…").click();
  await seller.getByLabel(/Uang kembali untuk/).fill("42000");
  await seller.getByLabel("Keterangan").fill("Mohon maaf. Kami kembalikan setengah harganya.");
  await seller.getByRole("button", { name: "Kirim tawaran" }).click();
  await seller.getByRole("heading", { name: /Giliran pembeli/ }).waitFor();

  await visit(buyer, complaintHrefs.buyerComplaint(complaintId));
  await buyer.getByRole("heading", { name: /Giliran Anda/ }).waitFor();
  await buyer.getByText("Terima Rp42.000", { exact: true }).click();
  await buyer.getByRole("button", { name: "Ya, terima Rp42.000" }).click();
  await buyer.getByRole("region", { name: "Hasil komplain" }).waitFor();
  const pdf = await buyer.request.get(complaintHrefs.caseFile(complaintId));
  expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  const refund = await site.context.db.row<{ amount: number }>(
    sql`select r.amount from refunds r where r.order_id = ${order.orderId}`,
  );
  expect(refund?.amount).toBe(42_000);
});

test("without scripts a mediator decides, the buyer appeals, and another mediator ends the case", async () => {
  const order = await makeDeliveredOrder(site.context, { price: 60_000 });
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
  await seller.goto(complaintHrefs.sellerComplaint(complaintId));
  await seller.getByText("Panggil mediator", { exact: true }).first().click();
  await seller.getByRole("button", { name: "Panggil mediator" }).click();
  await seller.getByRole("heading", { name: /Giliran mediator/ }).waitFor();

  const decide = async (reason: string, amount: string) => {
    const mediator = await window(await makeUser(site.context, { type: "operator" }));
    await mediator.goto(operatorHrefs.complaints());
    await mediator.getByRole("link", { name: /Giliran Anda/ }).click();
    await mediator.getByRole("radio", { name: /Uang kembali/ }).check();
    await mediator.getByLabel(/Uang kembali untuk/).fill(amount);
    await mediator.getByLabel("Aturan yang dipakai").selectOption({ index: 1 });
    await mediator.getByLabel("Alasan, dibaca kedua pihak").fill(reason);
    await mediator.getByLabel(/siapa menerima apa/).check();
    await mediator.getByRole("button", { name: "Kirim putusan" }).click();
    await mediator.getByText(reason).first().waitFor();
  };
  await decide("Warnanya hanya sedikit berbeda dari foto di halaman produk.", "10000");
  await buyer.goto(complaintHrefs.buyerComplaint(complaintId));
  await buyer.getByText("Ajukan banding…").click();
  await buyer.getByLabel(/Yang belum dipertimbangkan/).fill("Halaman produk menulis biru, yang datang merah.");
  await buyer.getByRole("button", { name: "Kirim banding" }).click();
  await buyer.getByRole("heading", { name: /Giliran mediator/ }).waitFor();
  await decide("Halaman produk menulis biru, jadi seluruh harga barang kembali.", "60000");
  await buyer.goto(complaintHrefs.buyerComplaint(complaintId));
  await buyer.getByRole("region", { name: "Hasil komplain" }).waitFor();
  const refund = await site.context.db.row<{ amount: number }>(
    sql`select sum(r.amount)::bigint as amount from refunds r where r.order_id = ${order.orderId}`,
  );
  expect(refund?.amount).toBeGreaterThanOrEqual(60_000);
});
