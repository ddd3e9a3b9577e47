import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { makeVoucher } from "../test/make/vouchers.ts";
import { expectMessageShown } from "./expect-message.ts";
import { openSite, visit, type Site } from "./open-site.ts";

/** Vouchers from the seller's and the operator's form to the paid order. */
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Fills in the form of a voucher, without its kind. */
async function fillVoucher(page: Page, code: string, fields: { amount: string; quota: string }): Promise<void> {
  await page.getByLabel("Potongan paling banyak").fill(fields.amount);
  await page.getByLabel("Hari terakhir").fill(inDays(20));
  await page.getByLabel("Kuota").fill(fields.quota);
  await page.getByLabel("Kode voucher").fill(code);
}

test.each([true, false])(
  "a seller creates a voucher, knows what it costs at most, and stops it (scripts: %s)",
  async (javaScriptEnabled) => {
    const { ownerId } = await makeShop(site.context);
    const page = await site.window({ userId: ownerId, javaScriptEnabled });
    await page.goto("/manageMerchant?page=vouchers");
    await page.getByRole("link", { name: "Buat voucher" }).click();
    await page.getByRole("heading", { name: "Buat voucher" }).waitFor();
    await page.getByRole("radio", { name: /^Potongan rupiah/ }).check();
    await fillVoucher(page, "hemat5", { amount: "5000", quota: "40" });
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Hitung biaya" }).click();
    await page
      .getByText("Anda menanggung paling banyak Rp200.000 (40 kali pemakaian, paling banyak Rp5.000 setiap kali).")
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Buat voucher" }).click();
    await page.getByText("Voucher HEMAT5 sudah dibuat.").waitFor();
    await page.getByRole("row", { name: /HEMAT5.*Potongan Rp5\.000.*Berjalan/ }).waitFor();
    await page.getByText("Hentikan HEMAT5").click();
    await page.getByRole("button", { name: "Ya, hentikan voucher" }).click();
    await page.getByText("Voucher dihentikan.").waitFor();
    await page.getByRole("link", { name: "Berakhir", exact: true }).click();
    await page.getByRole("row", { name: /HEMAT5.*Dihentikan/ }).waitFor();
  },
);

test.each([true, false])(
  "a buyer uses a voucher of the shop and one of the platform, and the order says who bears them (scripts: %s)",
  async (javaScriptEnabled) => {
    const { context } = site;
    const operatorId = await makeUser(context, { type: "operator" });
    const operator = await site.window({ userId: operatorId, javaScriptEnabled });
    await visit(operator, "/operator/vouchers?page=new", javaScriptEnabled);
    await operator.getByRole("radio", { name: /^Gratis ongkir/ }).check();
    const platformCode = javaScriptEnabled ? "ONGKIRJS" : "ONGKIRTANPA";
    await fillVoucher(operator, platformCode, { amount: "4000", quota: "10" });
    await operator.getByRole("button", { name: "Buat voucher" }).click();
    await operator.getByText(`Voucher ${platformCode} sudah dibuat.`).waitFor();
    await operator.context().close();

    const { shopId } = await makeShop(context, { name: "Kebun Cengkih" });
    await makeVoucher(context, { shopId, code: "CENGKIH10", kind: "percent", perMille: 100, maxAmount: 8_000 });
    const hidden = await makeVoucher(context, { shopId, maxAmount: 12_000, isListed: false });
    const { variantIds } = await makeProduct(context, shopId, { price: 100_000 });
    const buyerId = await makeUser(context);
    await makeAddress(context, buyerId);
    await makeCartLine(context, buyerId, variantIds[0] ?? "");
    const page = await site.window({ userId: buyerId, javaScriptEnabled });
    await page.goto("/cart");
    await page.getByText("Hemat Rp8.000 pada langkah berikutnya").waitFor();
    await visit(page, "/checkout", javaScriptEnabled);
    const summary = page.getByRole("region", { name: "Ringkasan" });
    await summary.getByText("Voucher CENGKIH10, ditanggung Kebun Cengkih").waitFor();
    await summary.getByText(`Voucher ${platformCode}, ditanggung Kawung`).waitFor();
    await page.getByText("Anda hemat Rp12.000.").waitFor();

    await page.getByRole("radio", { name: /^Tanpa voucher/ }).check();
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Perbarui voucher" }).click();
    await page.getByRole("button", { name: /Bayar Rp110\.500/ }).waitFor();
    await page.getByRole("radio", { name: /^Paling hemat/ }).check();
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Perbarui voucher" }).click();
    await page.getByRole("button", { name: /Bayar Rp98\.500/ }).waitFor();

    await page.getByLabel("Kode voucher").fill(` ${hidden.code.toLowerCase()} `);
    await page.getByRole("button", { name: "Pakai kode" }).click();
    await summary.getByText(`Voucher ${hidden.code}, ditanggung Kebun Cengkih`).waitFor();
    await page.getByRole("button", { name: /Bayar Rp94\.500/ }).click();
    await page.waitForURL(/\/payment\//);
    await page.getByText("Sudah dipotong voucher Rp16.000").waitFor();

    const order = await context.db.row<{ id: string; total: number }>(
      sql`select id, total from orders where buyer_id = ${buyerId}`,
    );
    expect(order?.total).toBe(94_500);
    await page.goto(`/profile?page=showTransaction&transactionId=${order?.id ?? ""}`);
    await page.getByText("Voucher, ditanggung Kebun Cengkih").waitFor();
    await page.getByText("Gratis ongkir, ditanggung Kawung").waitFor();
    await page.context().close();
    await context.db.run(
      sql`update vouchers set state = 'stopped', stopped_at = now() where shop_id is null and state = 'active'`,
    );
  },
);

test("a voucher that is stopped while the buyer looks is refused with the new price, and the second press pays", async () => {
  const { context } = site;
  const { shopId } = await makeShop(context);
  const { id } = await makeVoucher(context, { shopId, quota: 1, code: "TERAKHIR1" });
  const { variantIds } = await makeProduct(context, shopId, { price: 100_000 });
  const buyerId = await makeUser(context);
  await makeAddress(context, buyerId);
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  const page = await site.window({ userId: buyerId });
  await visit(page, "/checkout");
  await page.getByRole("button", { name: /Bayar Rp100\.500/ }).waitFor();
  await context.db.run(sql`update vouchers set state = 'stopped', stopped_at = now() where id = ${id}`);
  await page.getByRole("button", { name: /Bayar Rp100\.500/ }).click();
  await page.getByText("Voucher ini sudah dihentikan.").first().waitFor();
  await page.getByText("Total: Rp100.500 menjadi Rp110.500").waitFor();
  await page.getByRole("button", { name: /Bayar Rp110\.500/ }).click();
  await page.waitForURL(/\/payment\//);
});

async function openPhoneCheckout({ scripts = true, hasAddress = true } = {}) {
  const { context } = site;
  const { shopId } = await makeShop(context);
  const { code } = await makeVoucher(context, { shopId, maxAmount: 6_000, isListed: false });
  const { variantIds } = await makeProduct(context, shopId, { price: 100_000 });
  const userId = await makeUser(context);
  if (hasAddress) await makeAddress(context, userId);
  await makeCartLine(context, userId, variantIds[0] ?? "");
  const page = await site.window({ userId, javaScriptEnabled: scripts, viewport: { width: 390, height: 844 } });
  await visit(page, "/checkout", scripts);
  return { page, code };
}

test("on a phone, an accepted code leaves the page where it is and says that it is used", async () => {
  const { page, code } = await openPhoneCheckout();
  for (const press of ["Pakai kode", "Enter"]) {
    await visit(page, "/checkout");
    await page.getByLabel("Kode voucher").fill(code);
    if (press === "Enter") await page.keyboard.press("Enter");
    else await page.getByRole("button", { name: press }).click();
    await expectMessageShown(page, `Kode ${code} dipakai.`);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
    expect(await page.getByLabel("Kode voucher").inputValue()).toBe("");
  }
  await page.getByLabel("Kode voucher").fill("SALAHKODE");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByLabel("Kode voucher").getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("entered_code");
  await page.context().close();
});

test("on a phone, a payment without a connection shows what happened also after a refused code", async () => {
  const { page } = await openPhoneCheckout();
  await page.getByLabel("Kode voucher").fill("SALAHKODE");
  await page.keyboard.press("Enter");
  await page.getByText("Kode voucher tidak dikenal.").waitFor();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /^Bayar Rp/ }).click();
  await expectMessageShown(page, "Sambungan terputus. Periksa jaringan Anda lalu coba lagi.");
  await page.context().close();
});

test.each([true, false])(
  "Enter in the field of a code uses it, also without an address (scripts: %s)",
  async (scripts) => {
    const { page, code } = await openPhoneCheckout({ scripts, hasAddress: false });
    await page.getByLabel("Kode voucher").fill(code);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("voucher_code") === code);
    await page.getByText(`Kode ${code} dipakai.`).waitFor();
    await page.context().close();
  },
);
