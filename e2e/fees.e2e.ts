import { afterAll, beforeAll, expect, test } from "vitest";
import { hrefs } from "../src/hrefs.ts";
import { sellerHrefs } from "../src/seller-hrefs.ts";
import { operatorHrefs } from "../src/operator-hrefs.ts";
import { jakartaDay } from "../src/lib/time.ts";
import { makeUser } from "../test/make/rows.ts";
import { shopNames } from "../test/spec/make-market.ts";
import { openSite, shopOf, visit, type Site } from "./open-site.ts";

/** An operator announces fees; the seller's product form and the information pages follow. */
let site: Site;
let operatorId: string;

beforeAll(async () => {
  site = await openSite();
  operatorId = await makeUser(site.context, { type: "operator" });
});
afterAll(() => site?.close());

test.each([true, false])(
  "an operator sees what a fee would change, announces it, and withdraws another (scripts: %s)",
  async (javaScriptEnabled) => {
    const page = await site.window({ userId: operatorId, javaScriptEnabled });
    await visit(page, operatorHrefs.fees(), javaScriptEnabled);
    await page.getByRole("link", { name: "Umumkan aturan" }).click();
    await page.getByLabel("Persen").fill("3");
    await page.getByLabel("Paling banyak").fill("60000");
    await page.getByRole("button", { name: "Lihat akibatnya" }).click();
    await page.getByText("penjual menerima Rp97.000; sebelumnya Rp97.500.").waitFor();
    await page.getByText(/^Komisi penjual menjadi 3% dari harga barang, .* mulai \d+ \w+ 20\d\d\./).waitFor();
    const day = page.locator('input[name="valid_from"]');
    if (!javaScriptEnabled) await day.fill(jakartaDay(new Date()));
    await page.getByRole("button", { name: "Umumkan ke penjual" }).click();
    if (!javaScriptEnabled) {
      await page.getByText("Aturan ini bisa berlaku mulai").waitFor();
      expect(await page.getByRole("button", { name: "Umumkan ke penjual" }).count()).toBe(0);
      return;
    }
    await page.getByText("Semua penjual mendapat pemberitahuan.").waitFor();
    const console = page.getByRole("navigation", { name: "Konsol operator" });
    expect(await console.locator("[aria-current=page]").textContent()).toBe("Biaya");
    const faq = await site.window({ path: hrefs.faqSeller() });
    await faq
      .getByText(/Mulai \d+ \w+ 20\d\d komisi menjadi 3% dari harga barang, paling banyak Rp60\.000/)
      .first()
      .waitFor();
    await faq.context().close();
    await page.locator("summary", { hasText: "Tarik aturan" }).click();
    await page.getByRole("button", { name: "Ya, tarik aturan" }).click();
    await page.getByText("Aturan ditarik.").waitFor();
  },
);

test("the product form shows what the seller receives by the commission of the selected category", async () => {
  const { ownerId } = await shopOf(site, shopNames.coffee);
  const seller = await site.window({ userId: ownerId });
  await visit(seller, sellerHrefs.sellerProduct());
  await seller.getByLabel("Harga", { exact: true }).fill("100000");
  await seller.getByText("Anda terima Rp97.500 per buah, setelah komisi Rp2.500.").waitFor();
  const category = seller.locator('select[name="category"]');
  const slug = (await category.locator("option:not([value=''])").first().getAttribute("value")) ?? "";
  const operator = await site.window({ userId: operatorId });
  await visit(operator, operatorHrefs.fee());
  await operator.locator('select[name="category"]').selectOption(slug);
  await operator.getByLabel("Persen").fill("1");
  await operator.getByLabel("Paling banyak").fill("40000");
  await operator.getByLabel("Berlaku mulai").fill(jakartaDay(new Date()).split("-").toReversed().join("/"));
  await operator.getByRole("button", { name: "Lihat akibatnya" }).click();
  await operator.getByText(/^Komisi penjual untuk kategori .+ menjadi 1% dari harga barang/).waitFor();
  const announce = operator.getByRole("button", { name: "Umumkan ke penjual" });
  await announce.click();
  await operator.getByText("Aturan diumumkan.").waitFor();
  await visit(seller, sellerHrefs.sellerProduct());
  await seller.getByLabel("Harga", { exact: true }).fill("100000");
  await seller.getByText("Anda terima Rp97.500 per buah").waitFor();
  await category.selectOption(slug);
  await seller.getByText("Anda terima Rp99.000 per buah, setelah komisi Rp1.000.").waitFor();
  expect(await seller.getByText("Anda terima Rp97.500").count()).toBe(0);
});
