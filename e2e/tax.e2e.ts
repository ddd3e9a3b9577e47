import { afterAll, beforeAll, expect, test } from "vitest";
import { sellerHrefs } from "../src/seller-hrefs.ts";
import { operatorHrefs } from "../src/operator-hrefs.ts";
import { makeShop, makeUser } from "../test/make/rows.ts";
import { openSite, visit, type Site } from "./open-site.ts";

/** PPh 22 is switched on, a seller declares the taxpayer and hands in exemptions, an operator decides. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

test("a seller declares the taxpayer, a statement and a certificate, and an operator accepts it, without scripts", async () => {
  const operatorId = await makeUser(site.context, { type: "operator" });
  const { ownerId } = await makeShop(site.context);
  const operator = await site.window({ userId: operatorId, javaScriptEnabled: false });
  await visit(operator, operatorHrefs.tax(), false);
  expect(await operator.getByLabel("Matikan").isChecked()).toBe(true);
  await operator.getByRole("button", { name: "Lanjutkan" }).click();
  await operator.getByText("Pada hari itu PPh 22 sudah tidak dipungut.").first().waitFor();
  await operator.getByLabel("Nyalakan").check();
  await operator.getByRole("button", { name: "Lanjutkan" }).click();
  await operator.getByText(/PPh 22 dipungut dari pesanan yang dibuat mulai \d+ \w+ 20\d\d/).waitFor();
  await operator.getByRole("button", { name: "Ya, nyalakan" }).click();
  await operator.getByText("Pengaturan pemungutan PPh 22 disimpan.").waitFor();

  const seller = await site.window({ userId: ownerId, javaScriptEnabled: false });
  await visit(seller, sellerHrefs.sellerTax(), false);
  await seller.getByText("PPh 22 sebesar 0,5%").waitFor();
  await seller.getByLabel("Nomor", { exact: true }).fill("12345");
  await seller.getByLabel("Nama wajib pajak").fill("Wahyu Laksono");
  await seller.getByLabel("Alamat surat-menyurat").fill("Jalan Merdeka 10, Bandung");
  await seller.getByRole("button", { name: "Simpan data pajak" }).click();
  await seller.getByText("NPWP terdiri dari 16 angka.").first().waitFor();
  expect(await seller.getByLabel("Nama wajib pajak").inputValue()).toBe("Wahyu Laksono");
  await seller.getByLabel("Nomor", { exact: true }).fill("0012345678901234");
  await seller.getByRole("button", { name: "Simpan data pajak" }).click();
  await seller.getByText("Tersimpan •••• 1234.").waitFor();

  await seller.locator("summary", { hasText: "Serahkan SKB" }).click();
  await seller.getByLabel("Nomor SKB").fill("KET-12/2026");
  await seller.getByRole("button", { name: "Kirim SKB" }).click();
  await seller.getByText("SKB dikirim.").waitFor();
  await visit(operator, operatorHrefs.tax(), false);
  await operator.getByText("NPWP 0012 3456 7890 1234").waitFor();
  await operator.locator("summary", { hasText: "Terima" }).click();
  await operator.getByRole("button", { name: "Terima SKB" }).click();
  await operator.getByText("SKB diterima.").waitFor();

  await visit(seller, sellerHrefs.sellerTax(), false);
  await seller.getByText("PPh 22 tidak dipungut karena pembebasan di bawah.").waitFor();
  await seller.locator("summary", { hasText: "Serahkan surat pernyataan" }).first().click();
  await seller.getByRole("button", { name: "Saya menyatakan demikian" }).first().click();
  await seller.getByText("Surat pernyataan Anda diterima").waitFor();
});
