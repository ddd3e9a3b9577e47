import { randomUUID } from "node:crypto";
import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callMediator } from "../src/complaints/answer-complaint.ts";
import { hrefs } from "../src/hrefs.ts";
import { sql } from "../src/lib/database.ts";
import { operatorHrefs } from "../src/operator-hrefs.ts";
import { approvalAmount } from "../src/payments/payouts/rules.ts";
import { requestWithdrawal } from "../src/payments/payouts/request-withdrawal.ts";
import { askQuestion } from "../src/reviews/questions/ask-question.ts";
import { saveReview } from "../src/reviews/save-review.ts";
import { sellerHrefs } from "../src/seller-hrefs.ts";
import { makeComplaint } from "../test/make/complaints.ts";
import { makeCompletedOrder, makeShippedOrder } from "../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { makeRichShop, testPin } from "../test/make/payouts.ts";
import { makePerson } from "./make-people.ts";
import { arrive, openSite, visit, type Site } from "./open-site.ts";

/** What sellers and operators type into long forms is there again after the page was left without sending it. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const restored = (page: Page) =>
  page.getByText("Isian Anda yang belum tersimpan dikembalikan").filter({ visible: true });
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft ")).length);

/** Opens the page again when what was typed is stored. */
async function returnTo(page: Page): Promise<void> {
  await expect.poll(() => drafts(page)).toBe(1);
  await visit(page, page.url());
  await restored(page).waitFor();
}

test("the settings of a shop are there again with the city, and a saved form shows what was saved", async () => {
  const { ownerId, shopId } = await makeShop(site.context);
  const page = await site.window({ userId: ownerId, path: hrefs.manageMerchant("settings") });
  const about = page.getByLabel("Tentang toko");
  const city = page.getByLabel("Kota atau kabupaten asal kiriman");
  await page.getByLabel("Provinsi asal kiriman").selectOption({ label: "Bali" });
  await city.selectOption({ label: "Kota Denpasar" });
  await page.getByLabel("Alamat toko").fill("Jalan Danau Tamblingan 8");
  await page.getByLabel("Kode pos toko").fill("80228");
  await about.fill("Kami menenun sendiri.");
  await returnTo(page);
  expect(await about.inputValue()).toBe("Kami menenun sendiri.");
  await expect.poll(() => city.locator("option:checked").textContent()).toBe("Kota Denpasar");
  await about.fill("Kami menenun sendiri di Sanur.");
  await page.getByRole("button", { name: "Simpan pengaturan" }).click();
  await page.getByText("Pengaturan toko tersimpan.").waitFor();
  expect([await restored(page).count(), await drafts(page)]).toEqual([0, 0]);
  expect(await about.inputValue()).toBe("Kami menenun sendiri di Sanur.");
  expect(await site.context.db.row(sql`select regency_code, description from shops where id = ${shopId}`)).toEqual({
    regency_code: "51.71",
    description: "Kami menenun sendiri di Sanur.",
  });
  // After a save, what is typed is a draft again.
  await about.fill("Kami menenun sendiri di Ubud.");
  await returnTo(page);
  expect(await about.inputValue()).toBe("Kami menenun sendiri di Ubud.");
});

/** Reloads a page that is scrolled to this field, whose form is longer than the view. */
async function reloadAt(page: Page, field: Locator): Promise<void> {
  await expect.poll(() => drafts(page)).toBe(1);
  await field.evaluate((one) => one.scrollIntoView({ block: "center" }));
  // Which texts the page's statuses get, later than they were inserted themselves.
  await page.addInitScript(() => {
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target.parentElement?.closest("[role=status]"))
          announced.push(...[...addedNodes].map(({ textContent }) => textContent ?? ""));
    }).observe(document, { subtree: true, childList: true });
  });
  await page.reload();
}

/** The sentence about a restored draft is in view with nothing in front, was announced, and did not get the focus. */
async function expectSeen(page: Page, field: Locator): Promise<void> {
  await restored(page).waitFor();
  await expect.poll(() => restored(page).evaluate(coveredBy)).toBe("");
  expect(await field.evaluate((one) => one.getBoundingClientRect().top > 0)).toBe(true);
  const announced = await page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced);
  expect(announced).toContain("Isian Anda yang belum tersimpan dikembalikan");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
}

/** Runs in the page: what is in front of the middle of an element, "outside the view", or nothing. */
function coveredBy(element: Element): string {
  const { left, top, width, height } = element.getBoundingClientRect();
  const front = document.elementFromPoint(left + width / 2, top + height / 2);
  return !front ? "outside the view" : element.contains(front) ? "" : front.outerHTML.slice(0, 100);
}

test("settings of a shop that come back at a later part of the form say so there, until the seller goes on", async () => {
  const { ownerId } = await makeShop(site.context);
  const page = await site.window({
    userId: ownerId,
    path: hrefs.manageMerchant("settings"),
    viewport: { width: 390, height: 844 },
  });
  const postcode = page.getByLabel("Kode pos toko");
  await postcode.fill("80228");
  await reloadAt(page, postcode);
  await expectSeen(page, postcode);
  // Further down it stays in view, and back at its own place it is there.
  const note = page.getByLabel("Catatan pengambilan di toko");
  await note.evaluate((one) => one.scrollIntoView({ block: "center" }));
  await expect.poll(() => restored(page).evaluate(coveredBy)).toBe("");
  // Where the header covers the upper half of its place, it is whole below the header.
  await restored(page).evaluate((one) => {
    const form = one.closest("form");
    const header = parseFloat(getComputedStyle(one).getPropertyValue("--header"));
    scrollBy({ top: (form?.getBoundingClientRect().top ?? 0) - header + 40, behavior: "instant" });
  });
  await expect.poll(() => restored(page).evaluate(coveredBy)).toBe("");
  await note.evaluate((one) => one.scrollIntoView({ block: "center" }));
  await note.fill("Buka pukul 9.");
  await expect.poll(() => restored(page).evaluate(coveredBy)).toBe("outside the view");
  expect(await postcode.inputValue()).toBe("80228");
  await page.getByRole("button", { name: "Buang isian" }).click();
  await expect.poll(() => restored(page).count()).toBe(0);
});

test("a setting that comes back at a later part of its form says so there", async () => {
  const userId = await makeUser(site.context, { type: "operator" });
  const path = operatorHrefs.setting("site.announcement");
  const page = await site.window({ userId, path, viewport: { width: 390, height: 500 } });
  const note = page.getByLabel("Alasan perubahan");
  await note.fill("Hari raya.");
  await reloadAt(page, note);
  await expectSeen(page, note);
});

test("a reply to a review is there again in its opened form, also after another review got its reply", async () => {
  const shop = await makeShop(site.context);
  const order = await makeCompletedOrder(site.context, { shops: [shop] });
  const other = await makeCompletedOrder(site.context, { shops: [shop] });
  for (const { buyerId, orderId } of [order, other]) {
    const line = await site.context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${orderId}`);
    const review = { rating: 5, text: `Bagus ${orderId}`, picture_ids: [] };
    await saveReview(site.context, { lineId: line?.id ?? "", buyerId }, review, site.context.clock.now());
  }
  const page = await site.window({ userId: order.sellerId, path: sellerHrefs.sellerReviews() });
  const item = (orderId: string) => page.getByRole("listitem").filter({ hasText: `Bagus ${orderId}` });
  const reply = (orderId: string) => item(orderId).getByLabel("Balasan", { exact: true });
  await item(order.orderId).getByText("Balas", { exact: true }).click();
  await reply(order.orderId).fill("Terima kasih, Bu.");
  await returnTo(page);
  expect(await reply(order.orderId).inputValue()).toBe("Terima kasih, Bu.");
  await item(other.orderId).getByText("Balas", { exact: true }).click();
  await reply(other.orderId).fill("Terima kasih banyak.");
  await item(other.orderId).getByRole("button", { name: "Kirim balasan" }).click();
  await page.getByText("Balasan Anda tampil di halaman produk.").waitFor();
  expect(await reply(order.orderId).inputValue()).toBe("Terima kasih, Bu.");
  await returnTo(page);
  await item(order.orderId).getByRole("button", { name: "Kirim balasan" }).click();
  await expect.poll(() => item(order.orderId).count()).toBe(0);
  expect(await drafts(page)).toBe(0);
});

test("an answer to a question is there again in its opened form", async () => {
  const { shopId, ownerId } = await makeShop(site.context);
  const { productId } = await makeProduct(site.context, shopId);
  const product = await site.context.db.row<{ slug: string }>(sql`select slug from products where id = ${productId}`);
  const question = { requesterId: await makeUser(site.context), product: product?.slug ?? "", text: "Bisa dicuci?" };
  await askQuestion(site.context, question, site.context.clock.now());
  const page = await site.window({ userId: ownerId, path: sellerHrefs.sellerQuestions() });
  await page.getByText("Jawab", { exact: true }).click();
  await page.getByLabel("Jawaban", { exact: true }).fill("Bisa, dengan air dingin.");
  await returnTo(page);
  expect(await page.getByLabel("Jawaban", { exact: true }).inputValue()).toBe("Bisa, dengan air dingin.");
});

test("a part refund is there again in its opened form, needs its confirmation again, and is made once when its answer was lost", async () => {
  const made = await makeShippedOrder(site.context, { price: 65_000 });
  const path = hrefs.sellerTransaction(made.orderId);
  const page = await site.window({ userId: made.sellerId, path });
  const reason = page.getByLabel("Alasan untuk pembeli");
  await page.getByText("Kembalikan sebagian dana").click();
  await page.getByLabel("Barang Uji Coba").fill("20000");
  await reason.fill("Tutupnya sedikit rusak.");
  await returnTo(page);
  expect(await page.getByLabel("Barang Uji Coba").inputValue()).toBe("20.000");
  expect(await reason.inputValue()).toBe("Tutupnya sedikit rusak.");
  await page.getByRole("button", { name: "Lanjutkan" }).click();
  const confirm = page.getByRole("button", { name: "Ya, kembalikan Rp20.000" }).and(page.locator(":not([data-held])"));
  await confirm.waitFor();
  await returnTo(page);
  expect(await page.getByRole("button", { name: /^Ya, kembalikan/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Lanjutkan" }).click();
  await confirm.waitFor();
  // The request arrives after the page that waited for it is gone.
  const asked = Promise.withResolvers<Route>();
  await page.route("**/refunds", (route) => asked.resolve(route));
  await confirm.click();
  const request = (await asked.promise).request();
  const form = { url: request.url(), data: request.postData() ?? "", headers: await request.allHeaders() };
  await visit(page, path);
  await page.unroute("**/refunds");
  await page.getByText("Isian ini sudah dikirim, tetapi jawabannya belum sampai").waitFor();
  await page.context().request.post(form.url, { data: form.data, headers: form.headers });
  await page.getByRole("button", { name: "Lanjutkan" }).click();
  await page.getByText("Pengembalian ini sudah terkirim tadi.").waitFor();
  await visit(page, path);
  expect([await reason.inputValue(), await drafts(page)]).toEqual(["", 0]);
  const refunds = sql`select amount from refunds where order_id = ${made.orderId}`;
  expect(await site.context.db.rows(refunds)).toEqual([{ amount: 20_000 }]);
});

test("a proposed correction is there again in its opened form, and the reason of who decides about it", async () => {
  const made = await makeCompletedOrder(site.context, { price: 200_000 });
  const finance = async () => {
    const userId = await makeUser(site.context, { type: "operator" });
    await site.context.db.run(sql`update users set operator_role = 'finance' where id = ${userId}`);
    return site.window({ userId, path: `/operator/orders?id=${made.orderId}` });
  };
  const page = await finance();
  await page.getByText("Usulkan koreksi").click();
  await page.getByLabel("Komisi dikembalikan ke toko").check();
  await page.getByRole("textbox", { name: "Jumlah" }).fill("5000");
  const reason = page.getByLabel("Alasan, dibaca penerimanya");
  await reason.fill("Komisi terhitung dua kali.");
  await returnTo(page);
  expect(await page.getByLabel("Komisi dikembalikan ke toko").isChecked()).toBe(true);
  expect(await page.getByRole("textbox", { name: "Jumlah" }).inputValue()).toBe("5.000");
  expect(await reason.inputValue()).toBe("Komisi terhitung dua kali.");
  await page.getByRole("button", { name: "Usulkan" }).click();
  await page.getByText("Koreksi diusulkan", { exact: true }).waitFor();
  expect(await drafts(page)).toBe(0);
  const other = await finance();
  const decision = other.getByLabel("Alasan keputusan Anda");
  await decision.fill("Sudah dicocokkan dengan buku besar.");
  await returnTo(other);
  expect(await decision.inputValue()).toBe("Sudah dicocokkan dengan buku besar.");
  await other.getByRole("button", { name: "Tolak" }).click();
  await expect.poll(() => drafts(other)).toBe(0);
});

test("a shop that somebody describes is there again after the page was left, without the password", async () => {
  const { id: userId } = await makePerson(site.context, "Ningsih Rahayu");
  await makeAddress(site.context, userId);
  const page = await site.window({ userId, path: hrefs.profile("openShop") });
  await page.getByLabel("Nama toko").fill("Anyaman Ningsih");
  await page.getByLabel("Slogan toko").fill("Pandan dan mendong");
  await returnTo(page);
  await page.getByText("Alamat toko: /merchant/anyaman-ningsih").waitFor();
  expect(await page.getByLabel("Slogan toko").inputValue()).toBe("Pandan dan mendong");
  await page.getByRole("button", { name: "Buka toko" }).click();
  await arrive(page, ({ pathname }) => pathname === hrefs.manageMerchant());
  expect(await drafts(page)).toBe(0);
});

test("a mediator's decision is there again, with its sums", async () => {
  const made = await makeComplaint(site.context, { price: 90_000 });
  const call = { complaintId: made.complaintId, actor: made.seller, text: "", evidence: [] };
  await callMediator(site.context, call, site.context.clock.now());
  const userId = await makeUser(site.context, { type: "operator" });
  const page = await site.window({ userId, path: operatorHrefs.complaint(made.complaintId) });
  await page.getByLabel("Alasan, dibaca kedua pihak").fill("Foto menunjukkan retak yang tidak ada saat dikirim.");
  await page.getByLabel(/^Uang kembali untuk/).fill("45000");
  await returnTo(page);
  expect(await page.getByLabel("Alasan, dibaca kedua pihak").inputValue()).toContain("Foto menunjukkan retak");
  expect(await page.getByLabel(/^Uang kembali untuk/).inputValue()).toBe("45.000");
  await page.getByText("Pembeli menerima Rp45.000.").waitFor();
});

test("a mediator who changes a sum checks again, and no sentence says what the buyer receives while it is above its limit", async () => {
  const made = await makeComplaint(site.context, { price: 90_000 });
  const call = { complaintId: made.complaintId, actor: made.seller, text: "", evidence: [] };
  await callMediator(site.context, call, site.context.clock.now());
  const userId = await makeUser(site.context, { type: "operator" });
  const page = await site.window({ userId, path: operatorHrefs.complaint(made.complaintId) });
  const amount = page.getByLabel(/^Uang kembali untuk/);
  await amount.fill("45000");
  await page.getByText("Pembeli menerima Rp45.000.").waitFor();
  const checked = page.getByLabel("Saya sudah memeriksa siapa menerima apa");
  await checked.check();
  await amount.fill("999999");
  await expect.poll(() => page.getByText("Pembeli menerima Rp").count()).toBe(0);
  await amount.fill("90000");
  await page.getByText("Pembeli menerima Rp90.000.").waitFor();
  expect(await checked.isChecked()).toBe(false);
});

test("a text of the marketplace is there again, also after a preview", async () => {
  const userId = await makeUser(site.context, { type: "operator" });
  const page = await site.window({ userId, path: operatorHrefs.setting("site.announcement") });
  const text = page.getByRole("textbox").nth(0);
  await text.fill("Gudang tutup pada hari raya.");
  await returnTo(page);
  expect(await text.inputValue()).toBe("Gudang tutup pada hari raya.");
  await page.getByRole("button", { name: "Pratinjau" }).click();
  await page.getByText("Pratinjau: belum disimpan").waitFor();
  await returnTo(page);
  expect(await text.inputValue()).toBe("Gudang tutup pada hari raya.");
  await page.getByRole("button", { name: "Simpan" }).click();
  await arrive(page, ({ searchParams }) => searchParams.has("saved"));
  expect(await drafts(page)).toBe(0);
});

test("what is typed about an outage after another was published is there again under the page's own address", async () => {
  const userId = await makeUser(site.context, { type: "operator" });
  const page = await site.window({ userId, path: operatorHrefs.incidents() });
  await page.getByLabel("Bagian").selectOption({ index: 1 });
  await page.getByLabel("Dampak", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Judul").fill("Pembayaran lambat");
  await page.getByLabel("Yang terjadi, dan sampai kapan").fill("BCA lambat sampai pukul 10.00 WIB.");
  await page.getByRole("button", { name: "Tampilkan" }).click();
  await page.getByText("Gangguan tampil di halaman status.").waitFor();
  await page.getByLabel("Judul").fill("Email terlambat");
  await page.getByLabel("Kabar", { exact: true }).fill("BCA sudah lancar lagi.");
  await expect.poll(() => drafts(page)).toBe(2);
  // The menu leads to the page without what the address says after a save.
  await visit(page, operatorHrefs.incidents());
  await restored(page).first().waitFor();
  expect([
    await page.getByLabel("Judul").inputValue(),
    await page.getByLabel("Kabar", { exact: true }).inputValue(),
  ]).toEqual(["Email terlambat", "BCA sudah lancar lagi."]);
  await page.context().close();
});

/** Two payouts that wait for an approval: their references. */
function requestTwoPayouts(): Promise<string[]> {
  return Promise.all(
    [1, 2].map(async () => {
      const amount = approvalAmount();
      const { shopId, ownerId, accountId } = await makeRichShop(site.context, { balance: amount });
      const wanted = { amount, bankAccountId: accountId, pin: testPin };
      const by = { userId: ownerId, shopId };
      const { id } = await requestWithdrawal(site.context, by, wanted, randomUUID(), site.context.clock.now());
      const row = await site.context.db.row<{ reference: string }>(sql`select reference from payouts where id = ${id}`);
      return row?.reference ?? "";
    }),
  );
}

test("a second Enter after an approval approves no other payout", async () => {
  const references = await requestTwoPayouts();
  const approvals = () =>
    site.context.db.rows(
      sql`select from payouts where reference = any(${references}::text[]) and status = 'requested'`,
    );
  const userId = await makeUser(site.context, { type: "operator" });
  const page = await site.window({ userId, path: "/operator/payouts" });
  const cards = references.map((text) => page.locator("section").filter({ hasText: text }).last());
  for (const card of cards) await card.getByText("Setujui Rp").click();
  await cards[1]?.getByRole("button", { name: "Ya, setujui" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Pencairan disetujui.").waitFor();
  await expect.poll(() => cards[1]?.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(H\d|MAIN|DIV)$/);
  await page.keyboard.press("Enter");
  await visit(page, "/operator/payouts");
  await cards[0]?.getByText("Setujui Rp").waitFor();
  expect(await approvals()).toHaveLength(1);
  await page.context().close();
});

test("the reason against one payout is there again at that payout alone", async () => {
  const references = await requestTwoPayouts();
  const userId = await makeUser(site.context, { type: "operator" });
  const page = await site.window({ userId, path: "/operator/payouts" });
  const reasonOf = (at: number) =>
    page
      .locator("section")
      .filter({ hasText: references[at] ?? "" })
      .last()
      .getByLabel("Alasan");
  await page
    .locator("section", { hasText: references[0] ?? "" })
    .last()
    .getByText("Tolak pencairan")
    .click();
  await reasonOf(0).fill("Nama rekening berbeda");
  await returnTo(page);
  expect(await Promise.all([0, 1].map((at) => reasonOf(at).inputValue()))).toEqual(["Nama rekening berbeda", ""]);
  // What another form of the page is answered leaves it as it is, although the page has another address then.
  await reasonOf(1).evaluate((field: HTMLTextAreaElement) => (field.dataset.same = ""));
  const approval = page
    .locator("section")
    .filter({ hasText: references[1] ?? "" })
    .last();
  await approval.getByText("Setujui Rp").click();
  await page.route("**/approve", (route) =>
    route.fulfill({ status: 409, json: { success: false, code: "uji.refused", message: "Coba lagi nanti." } }),
  );
  await approval.getByRole("button", { name: "Ya, setujui" }).click();
  await page.getByText("Coba lagi nanti.").waitFor();
  await arrive(page, ({ searchParams }) => searchParams.has("id"));
  expect(await reasonOf(0).inputValue()).toBe("Nama rekening berbeda");
  expect(await reasonOf(1).getAttribute("data-same")).toBe("");
});
