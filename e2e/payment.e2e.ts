import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { cancelOrder } from "../src/orders/cancel-order.ts";
import { paymentMethods, shortMethodName } from "../src/payments/rules.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { makeCompletedOrder, makePaidOrder } from "../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { openSite, visit, type Site } from "./open-site.ts";

/** The texts of checkout and the payment page on a phone. */
let site: Site;
const phone = { width: 390, height: 844 };

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

async function openCheckout(scripts: boolean, viewport = phone): Promise<Page> {
  const buyerId = await makeUser(site.context, { name: "Galuh Pramesti" });
  await makeAddress(site.context, buyerId);
  const { shopId } = await makeShop(site.context);
  const { variantIds } = await makeProduct(site.context, shopId);
  await makeCartLine(site.context, buyerId, variantIds[0] ?? "");
  const page = await site.window({ userId: buyerId, viewport, javaScriptEnabled: scripts });
  await visit(page, "/checkout", scripts);
  return page;
}

const method = (page: Page, id: string) => page.locator(`input[name=payment_method][value="${id}"]`);

describe.each([true, false])("with scripts: %s", (scripts) => {
  test("the button names the chosen means of payment and has the width of the screen", async () => {
    const page = await openCheckout(scripts, { width: 320, height: 700 });
    const button = page.getByRole("button", { name: /^Bayar Rp/ });
    for (const one of paymentMethods) {
      await method(page, one.id).check({ force: true });
      await expect
        .poll(() => button.innerText())
        .toMatch(new RegExp(`^Bayar Rp[\\d.]+ dengan ${shortMethodName(one)}$`));
      const { inside, outside } = await button.evaluate((element) => ({
        inside: element.scrollWidth,
        outside: element.clientWidth,
      }));
      expect(inside, one.id).toBeLessThanOrEqual(outside);
    }
  });

  test("the chosen courier is shown with its price, the others behind Ubah", async () => {
    const page = await openCheckout(scripts);
    await page.getByText("SiCepat REG").first().waitFor();
    expect(await page.getByText("JNE REG").first().isVisible()).toBe(false);
    await page.getByText("Ubah", { exact: true }).click();
    await page.getByText("JNE REG").click();
    if (!scripts) await page.getByRole("button", { name: "Perbarui ongkos kirim" }).click();
    await expect.poll(() => page.locator("summary").filter({ hasText: "Ubah" }).innerText()).toContain("JNE REG");
  });

  test("a QRIS code can be saved as a picture, and the page links to the order and the home page", async () => {
    const page = await openCheckout(scripts);
    await method(page, "qris").check({ force: true });
    await page.getByRole("button", { name: /^Bayar/ }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/payment/"));
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByRole("link", { name: "Simpan gambar" }).count();
      })
      .toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Simpan gambar" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("qris-kawung.png");
    expect((await readFile(await download.path())).subarray(1, 4).toString()).toBe("PNG");
    expect(await page.getByRole("button", { name: /Salin jumlah/ }).count()).toBe(0);
    await page.getByText("Ini demo: pembayaran memakai bank simulasi.").waitFor();
    await page.getByRole("link", { name: "Lanjut belanja" }).waitFor();
    await page.getByRole("link", { name: "Pesanan ini" }).click();
    await page.waitForURL(/page=showTransaction/);
  });
});

test.each([
  ["va_bca", "Nomor virtual account", "m-Transfer › BCA Virtual Account"],
  ["va_mandiri", "Kode bayar", "kode perusahaan 70012"],
])("the way to pay by %s names what to type and where", async (id, name, step) => {
  const page = await openCheckout(true);
  await method(page, id).check({ force: true });
  await page.getByRole("button", { name: /^Bayar/ }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/payment/"));
  await page.getByRole("term").filter({ hasText: name }).waitFor();
  await page.getByRole("listitem").filter({ hasText: step }).waitFor();
  await page.getByRole("button", { name: /jumlah/ }).waitFor();
});

test("a paid payment says how each of its orders is, and what comes next while an order waits for its seller", async () => {
  const { context } = site;
  const shops = [await makeShop(context, { name: "Toko Batal" }), await makeShop(context, { name: "Toko Menunggu" })];
  const made = await makePaidOrder(context, { shops });
  const page = await site.window({ userId: made.buyerId, viewport: phone, path: `/payment/${made.paymentId}` });
  const next = page.getByText(/Berikutnya, penjual mengonfirmasi/);
  const states = () => page.getByRole("region", { name: "Pesanan dalam pembayaran ini" }).getByRole("link");
  const read = async (name: string) => (await states().filter({ hasText: name }).innerText()).split("\n").at(-1);
  await next.waitFor();
  expect([await read("Toko Batal"), await read("Toko Menunggu")]).toEqual([
    "Menunggu konfirmasi",
    "Menunggu konfirmasi",
  ]);
  const cancel = (orderId: string) =>
    cancelOrder(context, { orderId, buyerId: made.buyerId, reason: "" }, context.clock.now());
  await cancel(made.orderId);
  await page.reload();
  await next.waitFor();
  expect([await read("Toko Batal"), await read("Toko Menunggu")]).toEqual(["Dibatalkan", "Menunggu konfirmasi"]);
  for (const id of made.orderIds.filter((one) => one !== made.orderId)) await cancel(id);
  await page.reload();
  expect([await read("Toko Batal"), await read("Toko Menunggu")]).toEqual(["Dibatalkan", "Dibatalkan"]);
  expect(await next.count()).toBe(0);
  expect(await page.getByText(/rekening bersama/).count()).toBe(0);
});

test("the payment of a completed order does not say that the money is still held", async () => {
  const { context } = site;
  const { buyerId, paymentId } = await makeCompletedOrder(context);
  const page = await site.window({ userId: buyerId, viewport: phone, path: `/payment/${paymentId}` });
  await page.getByRole("link", { name: /Selesai/ }).waitFor();
  await page.getByText("sudah berakhir").waitFor();
});

test("a new address starts with the user's own name and phone number", async () => {
  const userId = await makeUser(site.context, { name: "Galuh Pramesti" });
  await site.context.db.run(sql`update users set phone = '+6281234567890' where id = ${userId}`);
  const page = await site.window({ userId, viewport: phone, path: "/profile?page=addresses&edit=new" });
  expect(await page.getByLabel("Nama penerima").inputValue()).toBe("Galuh Pramesti");
  expect(await page.getByLabel("Nomor telepon penerima").inputValue()).toBe("0812-3456-7890");
});

test.each([true, false])(
  "a shop moves to another province in one form, first province, then city (scripts: %s)",
  async (scripts) => {
    const { shopId, ownerId } = await makeShop(site.context, { name: "Toko Pindah" });
    // A shop where buyers collect their goods has an address.
    await site.context.db.run(
      sql`update shops set street = 'Jalan Gajah Mada 1', postcode = '80111' where id = ${shopId}`,
    );
    const page = await site.window({ userId: ownerId, javaScriptEnabled: scripts });
    await visit(page, "/manageMerchant?page=settings", scripts);
    await page.getByLabel("Tentang toko").fill("Kami pindah.");
    await page.getByLabel("Provinsi asal kiriman").selectOption({ label: "Bali" });
    if (!scripts) {
      await page.getByRole("button", { name: "Tampilkan kotanya" }).click();
      await page.getByText("Pilih kotanya, lalu simpan.").waitFor();
    }
    await page.getByLabel("Kota atau kabupaten asal kiriman").selectOption({ label: "Kota Denpasar" });
    await page.getByRole("button", { name: "Simpan pengaturan" }).click();
    await page.getByText("Pengaturan toko tersimpan.").waitFor();
    expect(await page.getByLabel("Provinsi asal kiriman").inputValue()).toBe("51");
    const stored = await site.context.db.row(
      sql`select province_code as province, city_name as city, description from shops where id = ${shopId}`,
    );
    expect(stored).toEqual({ province: "51", city: "Denpasar", description: "Kami pindah." });
  },
);

test("the account menu links to the user's orders", async () => {
  const userId = await makeUser(site.context, { name: "Galuh Pramesti" });
  const page = await site.window({ userId, path: "/guide" });
  await page.getByRole("banner").getByRole("button", { name: /Galuh/ }).click();
  await page.getByRole("navigation", { name: "Akun" }).getByRole("link", { name: "Pesanan" }).click();
  await page.waitForURL(/page=transactions/);
});
