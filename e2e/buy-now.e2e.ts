import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { makePlacedOrder } from "../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser, verifyPhone } from "../test/make/rows.ts";
import { makeVoucher } from "../test/make/vouchers.ts";
import { chooseRegion, typeAddress, typedAddress } from "./fill-address.ts";
import { expectMessageShown } from "./expect-message.ts";
import { makePerson, password } from "./make-people.ts";
import { openSite, visit, type Site } from "./open-site.ts";

/** "Beli sekarang" buys this product in this quantity, and opening checkout never changes the cart. */
let site: Site;
let shopId: string;

beforeAll(async () => {
  site = await openSite();
  ({ shopId } = await makeShop(site.context));
});
afterAll(async () => {
  await site?.close();
});

async function makeGoods(stock = 9) {
  const made = await makeProduct(site.context, shopId, { price: 65_000, stock });
  return { ...made, variantId: made.variantIds[0] ?? "" };
}

async function makeBuyer(): Promise<string> {
  const id = await makeUser(site.context);
  await makeAddress(site.context, id);
  return id;
}

const cartOf = (userId: string) =>
  site.context.db.rows<{ variant: string; quantity: number; selected: boolean }>(
    sql`select l.variant_id as variant, l.quantity, l.selected from cart_lines l join carts c on c.id = l.cart_id where c.user_id = ${userId} order by l.id`,
  );

const buyNow = (page: Page) => page.getByRole("button", { name: "Beli sekarang" }).filter({ visible: true }).first();
const goodsOf = (page: Page) => page.getByText(/Total harga \(\d+ barang\)/).innerText();

describe.each([true, false])("with scripts: %s", (scripts) => {
  test("pressing it, going back and pressing it again buys one piece and leaves the cart unchanged", async () => {
    const goods = await makeGoods();
    const buyerId = await makeBuyer();
    const other = await makeGoods();
    await makeCartLine(site.context, buyerId, goods.variantId, 3);
    await makeCartLine(site.context, buyerId, other.variantId, 2);
    const before = await cartOf(buyerId);
    const page = await site.window({ userId: buyerId, javaScriptEnabled: scripts });
    await visit(page, `/product/${goods.slug}`, scripts);
    for (let time = 0; time < 2; time += 1) {
      await buyNow(page).click();
      await page.waitForURL((url) => url.pathname === "/checkout");
      expect(await goodsOf(page)).toBe("Total harga (1 barang)");
      await page.goBack();
      await page.waitForURL((url) => url.pathname.startsWith("/product/"));
    }
    expect(await cartOf(buyerId)).toEqual(before);
  });

  test("the chosen quantity stays through a new address, a courier and the payment, and the cart stays unchanged", async () => {
    const goods = await makeGoods();
    const buyerId = await makeBuyer();
    const other = await makeGoods();
    await makeCartLine(site.context, buyerId, other.variantId, 2);
    const before = await cartOf(buyerId);
    const page = await site.window({ userId: buyerId, javaScriptEnabled: scripts });
    await visit(page, `/product/${goods.slug}`, scripts);
    await page.getByLabel("Jumlah", { exact: true }).fill("2");
    await buyNow(page).dblclick();
    await page.waitForURL((url) => url.pathname === "/checkout");
    expect(await goodsOf(page)).toBe("Total harga (2 barang)");
    await page.getByText("Ganti alamat").click();
    await page.getByRole("button", { name: "Tambah alamat lain" }).click();
    await page.waitForURL((url) => url.pathname === "/profile");
    expect(new URL(page.url()).searchParams.get("from")).toContain(goods.variantId);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === "/checkout");
    await page.getByText("Ubah", { exact: true }).click();
    await page.getByText("JNE REG").last().click();
    if (!scripts) await page.getByRole("button", { name: "Perbarui ongkos kirim" }).click();
    await page.waitForURL((url) => [...url.searchParams.keys()].some((name) => name.startsWith("shipping.")));
    expect(await goodsOf(page)).toBe("Total harga (2 barang)");
    await page.getByRole("button", { name: /^Bayar/ }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/payment/"));
    const lines = await site.context.db.rows(sql`
      select l.variant_id as variant, l.quantity, o.courier from order_lines l join orders o on o.id = l.order_id
      where o.buyer_id = ${buyerId}`);
    expect(lines).toEqual([{ variant: goods.variantId, quantity: 2, courier: "jne-reg" }]);
    expect(await cartOf(buyerId)).toEqual(before);
  });

  test("going back from a payment leads to that payment again, and says so", async () => {
    const goods = await makeGoods();
    const page = await site.window({ userId: await makeBuyer(), javaScriptEnabled: scripts });
    await visit(page, `/product/${goods.slug}`, scripts);
    await buyNow(page).click();
    await page.waitForURL((url) => url.pathname === "/checkout");
    if (scripts) await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
    await page.getByRole("button", { name: /^Bayar/ }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/payment/"));
    const payment = page.url();
    await page.goBack();
    await page.waitForURL((url) => url.pathname === "/checkout");
    await page.getByText("Pesanan ini sudah dibuat", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Bayar pesanan ini" }).click();
    await page.waitForURL(payment);
  });

  /** A product of a shop that takes cash at delivery, and a buyer with a verified phone and an address. */
  async function makeCodPurchase() {
    const { shopId: ofCod } = await makeShop(site.context, { hasCod: true });
    const { variantIds, slug } = await makeProduct(site.context, ofCod, { price: 65_000, stock: 9 });
    const buyerId = await makeBuyer();
    await verifyPhone(site.context, buyerId);
    return { slug, shopId: ofCod, variantId: variantIds[0] ?? "", buyerId };
  }
  const ordersOf = (buyerId: string) =>
    site.context.db.rows<{ courier: string; cod: boolean; street: string }>(sql`
      select courier, cod, address ->> 'street' as street from orders where buyer_id = ${buyerId} order by created_at, id`);
  const cash = (page: Page) => page.getByRole("radio", { name: /^Bayar di tempat/ });
  const order = (page: Page) => page.getByRole("button", { name: /^Pesan, bayar Rp/ });

  test("an order without a payment page is made once: going back or another tab leads to it, and only Beli lagi makes a second", async () => {
    const { slug, buyerId } = await makeCodPurchase();
    const page = await site.window({ userId: buyerId, javaScriptEnabled: scripts });
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await visit(tab, `/product/${slug}`, scripts);
      await buyNow(tab).click();
      await tab.waitForURL((url) => url.pathname === "/checkout");
      if (scripts) await tab.waitForFunction(() => document.documentElement.dataset.ready === "1");
      await cash(tab).locator("xpath=..").click();
    }
    const said = (tab: Page) => tab.getByText("Pesanan ini sudah dibuat", { exact: true });
    await order(page).dblclick();
    await page.waitForURL((url) => url.searchParams.get("page") === "showTransaction");
    expect(await ordersOf(buyerId)).toHaveLength(1);
    // The other tab has the form from before, as a page from the browser's history has.
    await order(other).click();
    await other.waitForURL((url) => url.searchParams.get("page") === "showTransaction");
    await said(other).waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.pathname === "/checkout");
    await said(page).waitFor();
    expect(await order(page).count()).toBe(0);
    await page.getByRole("link", { name: "Lihat pesanan" }).click();
    await page.waitForURL((url) => url.searchParams.get("page") === "showTransaction");
    expect(await ordersOf(buyerId)).toHaveLength(1);
    await page.goBack();
    await page.getByRole("link", { name: "Beli lagi" }).click();
    if (scripts) await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
    await cash(page).locator("xpath=..").click();
    await order(page).click();
    await page.waitForURL((url) => url.searchParams.get("page") === "showTransaction");
    expect(await ordersOf(buyerId)).toHaveLength(2);
  });

  test("adding an address keeps the payment method, courier and choice of vouchers, and delivers there", async () => {
    const { slug, buyerId } = await makeCodPurchase();
    await makeVoucher(site.context, { maxAmount: 5000 });
    const page = await site.window({ userId: buyerId, javaScriptEnabled: scripts });
    await visit(page, `/product/${slug}`, scripts);
    await buyNow(page).click();
    await page.waitForURL((url) => url.pathname === "/checkout");
    if (scripts) await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
    await cash(page).locator("xpath=..").click();
    await page.getByText("Ubah", { exact: true }).click();
    await page.getByText("JNE REG").last().click();
    if (!scripts) await page.getByRole("button", { name: "Perbarui ongkos kirim" }).click();
    await page.waitForURL((url) => [...url.searchParams.values()].includes("jne-reg"));
    await page.getByText("Tanpa voucher").click();
    if (scripts) await page.waitForURL((url) => url.searchParams.get("voucher_mode") === "none");
    await page.getByText("Ganti alamat").click();
    await page.getByRole("button", { name: "Tambah alamat lain" }).click();
    await page.waitForURL((url) => url.pathname === "/profile");
    if (scripts) await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
    await chooseRegion(page, scripts);
    await page.getByLabel("Nama alamat").fill("Kantor");
    await typeAddress(page);
    await page.getByRole("button", { name: "Simpan alamat" }).click();
    await page.waitForURL((url) => url.pathname === "/checkout");
    await page.getByText(typedAddress.street).first().waitFor();
    expect(await cash(page).isChecked()).toBe(true);
    expect(await page.getByRole("radio", { name: /Tanpa voucher/ }).isChecked()).toBe(true);
    await order(page).click();
    await page.waitForURL((url) => url.searchParams.get("page") === "showTransaction");
    expect(await ordersOf(buyerId)).toEqual([{ courier: "jne-reg", cod: true, street: typedAddress.street }]);
  });

  test("after a refused payment the quantity is unchanged", async () => {
    const goods = await makeGoods();
    const { buyerId } = await makePlacedOrder(site.context);
    for (let made = 1; made < 10; made += 1) await makePlacedOrder(site.context, { buyerId });
    const page = await site.window({ userId: buyerId, javaScriptEnabled: scripts });
    for (let time = 0; time < 2; time += 1) {
      await visit(page, `/product/${goods.slug}`, scripts);
      await buyNow(page).click();
      await page.waitForURL((url) => url.pathname === "/checkout");
      await page.getByRole("button", { name: /^Bayar/ }).click();
      await page.getByText("10 pesanan yang belum dibayar").first().waitFor();
      expect(await goodsOf(page)).toBe("Total harga (1 barang)");
    }
    expect(await cartOf(buyerId)).toEqual([]);
  });

  test("a product that sells out between the page and the purchase is shown as sold out", async () => {
    const goods = await makeGoods(1);
    const buyerId = await makeBuyer();
    const page = await site.window({ userId: buyerId, javaScriptEnabled: scripts });
    await visit(page, `/product/${goods.slug}`, scripts);
    await site.context.db.run(sql`update variants set stock = 0 where id = ${goods.variantId}`);
    await buyNow(page).click();
    await page.getByText("Stok habis").waitFor();
    await page.getByRole("link", { name: "Kembali ke barang" }).waitFor();
  });
});

describe.each([true, false])("a visitor, with scripts: %s,", (scripts) => {
  async function logIn(page: Page, email?: string) {
    if (scripts) await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
    if (email !== undefined) await page.getByLabel("Email").fill(email);
    await page.getByLabel("Kata sandi", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Masuk", exact: true }).click();
  }
  const header = (page: Page) => page.getByRole("banner");

  /** Presses "+ Keranjang" and opens the cart. */
  async function addToCart(page: Page) {
    await page.getByRole("button", { name: "+ Keranjang" }).click();
    if (scripts) {
      await page.getByText(/masuk keranjang$/).waitFor();
      await header(page).getByRole("link", { name: "Keranjang, 1 barang" }).waitFor();
      await page.getByRole("link", { name: "Lihat keranjang" }).click();
    }
    await page.waitForURL((url) => url.pathname === "/cart");
  }

  test("puts a product into the cart without a login, and has it in the account's cart after one", async () => {
    const goods = await makeGoods();
    const person = await makePerson(site.context, "Galuh Pramesti");
    const page = await site.window({ javaScriptEnabled: scripts, viewport: { width: 390, height: 844 } });
    await visit(page, `/product/${goods.slug}`, scripts);
    await page.getByLabel("Jumlah", { exact: true }).fill("2");
    await addToCart(page);
    await page.getByText("Keranjang ini tersimpan di browser ini").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Masuk" }).click();
    await logIn(page, person.email);
    await page.waitForURL((url) => url.pathname === "/cart");
    await page.getByRole("button", { name: /^Beli \(1\)/ }).waitFor();
    expect(await page.getByText("Keranjang ini tersimpan di browser ini").count()).toBe(0);
    expect(await cartOf(person.id)).toEqual([{ variant: goods.variantId, quantity: 2, selected: true }]);
    await page.reload();
    expect(await cartOf(person.id)).toEqual([{ variant: goods.variantId, quantity: 2, selected: true }]);
    const names = (await page.context().cookies()).map(({ name }) => name);
    expect(names.filter((name) => /cart/.test(name))).toEqual([]);
  });

  test("registers first, finds the e-mail filled in, and then has the chosen product in the cart", async () => {
    const goods = await makeGoods();
    const page = await site.window({ javaScriptEnabled: scripts, viewport: { width: 390, height: 844 } });
    await visit(page, `/product/${goods.slug}`, scripts);
    await addToCart(page);
    await page.getByRole("main").getByRole("link", { name: "daftar" }).click();
    await page.getByRole("heading", { name: "Buat akun" }).waitFor();
    const email = `baru-${scripts}@kawung.test`;
    await page.getByLabel("Nama", { exact: true }).fill("Rara Ayu");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Kata sandi", { exact: true }).fill(password);
    await page.getByLabel("Ulangi kata sandi").fill(password);
    await page.getByRole("button", { name: "Daftar" }).click();
    await page.getByText("Berhasil Registrasi").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(email);
    expect(page.url()).not.toContain("baru-");
    await page.getByText("Selamat datang.").waitFor();
    await logIn(page);
    await page.waitForURL((url) => url.pathname === "/cart");
    await page.getByRole("button", { name: /^Beli \(1\)/ }).waitFor();
  });

  test("buys at once and is at checkout after the login, with the chosen quantity", async () => {
    const goods = await makeGoods();
    const person = await makePerson(site.context, "Tri Handayani");
    await makeAddress(site.context, person.id);
    const page = await site.window({ javaScriptEnabled: scripts });
    await visit(page, `/product/${goods.slug}`, scripts);
    await page.getByLabel("Jumlah", { exact: true }).fill("3");
    await buyNow(page).click();
    await page.waitForURL((url) => url.pathname === "/checkout");
    expect(await goodsOf(page)).toBe("Total harga (3 barang)");
    if (scripts) await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
    await page.getByRole("button", { name: "Masuk untuk melanjutkan" }).click();
    await page.getByText("Setelah masuk, Anda langsung ke pembelian.").waitFor();
    await logIn(page, person.email);
    await page.waitForURL((url) => url.pathname === "/checkout");
    await page.getByRole("button", { name: /^Bayar Rp/ }).waitFor();
    expect(await goodsOf(page)).toBe("Total harga (3 barang)");
    expect(await cartOf(person.id)).toEqual([]);
    if (scripts) {
      // One step back, because the login is not in the history.
      await page.goBack();
      await page.waitForURL((url) => url.pathname === `/product/${goods.slug}`);
    }
  });
});

test("on a phone, checkout without a connection shows and focuses what happened, and follows when it is back", async () => {
  const goods = await makeGoods();
  const page = await site.window({ userId: await makeBuyer(), viewport: { width: 390, height: 844 } });
  await visit(page, `/checkout?variant_id=${goods.variantId}&quantity=1`);
  const pay = page.getByRole("button", { name: /^Bayar Rp/ });
  const lost = page.getByText("Sambungan terputus");
  await page.getByText("Ubah", { exact: true }).click();
  await page.context().setOffline(true);
  for (const courier of ["JNE REG", "SiCepat"]) {
    await page.getByText(courier).last().click();
    await expectMessageShown(page, "Ringkasan belum mengikuti pilihan terakhir Anda.");
  }
  await pay.click();
  await expectMessageShown(page, "Sambungan terputus. Periksa jaringan Anda lalu coba lagi.");
  await page.context().setOffline(false);
  await expect.poll(() => lost.count()).toBe(0);

  await page.context().setOffline(true);
  await pay.click();
  await expectMessageShown(page, "Sambungan terputus. Periksa jaringan Anda lalu coba lagi.");
  await page.context().setOffline(false);
  await expect.poll(() => lost.count()).toBe(0);
  await pay.click();
  await page.waitForURL((url) => url.pathname.startsWith("/payment/"));
  await page.context().close();
});

test("a checkout whose chosen address was deleted starts with the main address", async () => {
  const goods = await makeGoods();
  const buyerId = await makeBuyer();
  await makeCartLine(site.context, buyerId, goods.variantId);
  const page = await site.window({ userId: buyerId });
  await visit(page, `/checkout?address_id=${goods.variantId}`);
  await page.getByText("Jalan Merdeka 10").first().waitFor();
});

test("the smallest order is said before it is bought, and no button goes below it", async () => {
  const goods = await makeGoods(60);
  await site.context.db.run(sql`update products set min_order = 12 where id = ${goods.productId}`);
  const buyerId = await makeBuyer();
  const page = await site.window({ userId: buyerId, viewport: { width: 390, height: 844 } });
  await visit(page, `/product/${goods.slug}`, true);
  const said = page.getByText("Min. beli 12", { exact: true }).first();
  expect((await said.boundingBox())?.y).toBeLessThan((await page.locator("[data-buy-bar]").boundingBox())?.y ?? 0);
  const fewer = page.getByRole("button", { name: /^Kurangi jumlah/ });
  expect(await fewer.getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("button", { name: "+ Keranjang" }).click();
  await page.getByText("12 buah masuk keranjang").waitFor();
  await visit(page, "/cart", true);
  await page.getByText("Minimal 12", { exact: true }).waitFor();
  await fewer.click({ force: true });
  await page.getByRole("button", { name: /^Tambah jumlah/ }).click();
  await page.getByRole("button", { name: "Beli (1) · Rp845.000" }).waitFor();
  await expect.poll(() => cartOf(buyerId)).toMatchObject([{ quantity: 13 }]);
  expect(await page.getByRole("alert").count()).toBe(0);
});
