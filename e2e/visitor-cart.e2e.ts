import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { makeProduct, makeShop } from "../test/make/rows.ts";
import { expectMessageShown } from "./expect-message.ts";
import { chooseRegion, typeAddress } from "./fill-address.ts";
import { makePerson, password } from "./make-people.ts";
import { openSite, visit, type Site } from "./open-site.ts";

let site: Site;
let shopId: string;

beforeAll(async () => {
  site = await openSite();
  ({ shopId } = await makeShop(site.context));
});
afterAll(async () => {
  await site?.close();
});

async function makeGoods(name: string, price: number) {
  const made = await makeProduct(site.context, shopId, { name, price, stock: 9 });
  return { ...made, name, variantId: made.variantIds[0] ?? "" };
}

const cartLink = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

async function add(page: Page, scripts: boolean) {
  await page.getByRole("complementary", { name: "Beli" }).getByRole("button", { name: "Keranjang" }).click();
  if (scripts) await page.getByText("Sudah masuk keranjang").waitFor();
  else await page.waitForURL((url) => url.pathname === "/cart");
}

test.each([false, true])(
  "a visitor adds two products with a note, registers at the checkout and buys them (scripts: %s)",
  async (scripts) => {
    const [first, second] = [await makeGoods(`Teko ${scripts}`, 40_000), await makeGoods(`Cangkir ${scripts}`, 25_000)];
    const page = await site.window({ javaScriptEnabled: scripts, viewport: { width: 390, height: 844 } });
    for (const one of [first, second]) {
      await visit(page, `/product/${one.slug}`, scripts);
      await page.getByRole("button", { name: "+ Keranjang" }).click();
      if (scripts) await page.getByText("Sudah masuk keranjang").waitFor();
      else await page.waitForURL((url) => url.pathname === "/cart");
    }
    await visit(page, "/cart", scripts);
    if (scripts) await cartLink(page, "Keranjang, 2 barang").waitFor();
    const line = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: first.name }) });
    await line.getByText("Tulis catatan untuk penjual").click();
    await line.getByRole("textbox", { name: /^Catatan/ }).fill("Bungkus kado");
    await line.getByRole("button", { name: "Simpan" }).click();
    await line.getByText("Catatan: Bungkus kado").waitFor();
    await page.getByRole("button", { name: /^Beli \(2\)/ }).click();

    // The checkout shows goods, note and sum, and asks for the login only now.
    await page.waitForURL((url) => url.pathname === "/checkout");
    await page.getByText("Total harga (2 barang)").waitFor();
    await page.getByText("Catatan: Bungkus kado").waitFor();
    await page.getByText("Rp66.000").waitFor();
    await page.getByRole("button", { name: "Daftar" }).click();
    await page.getByRole("heading", { name: "Buat akun" }).waitFor();
    const email = `pengunjung-${scripts}@kawung.test`;
    await page.getByLabel("Nama", { exact: true }).fill("Rara Ayu");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Kata sandi", { exact: true }).fill(password);
    await page.getByLabel("Ulangi kata sandi").fill(password);
    await page.getByRole("main").getByRole("button", { name: "Daftar" }).click();
    await page.getByText("Berhasil Registrasi").waitFor();
    await page.getByLabel("Kata sandi", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Masuk", exact: true }).click();

    // After the login the same checkout, with the choice of an address.
    await page.waitForURL((url) => url.pathname === "/checkout");
    await page.getByText("Total harga (2 barang)").waitFor();
    await page.getByText("Catatan: Bungkus kado").waitFor();
    await page.getByRole("button", { name: "Tambah alamat" }).first().click();
    await page.waitForURL((url) => url.pathname === "/profile");
    if (scripts) await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
    await chooseRegion(page, scripts);
    await page.getByLabel("Nama alamat").fill("Rumah");
    await typeAddress(page);
    await page.getByRole("button", { name: "Simpan alamat" }).click();
    await page.waitForURL((url) => url.pathname === "/checkout");
    await page.getByRole("button", { name: /^Bayar Rp/ }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/payment/"));
    const bought = await site.context.db.rows(sql`
      select l.variant_id as variant, l.quantity, l.note from order_lines l join orders o on o.id = l.order_id
      join users u on u.id = o.buyer_id where u.email = ${email} order by l.price desc`);
    expect(bought).toEqual([
      { variant: first.variantId, quantity: 1, note: "Bungkus kado" },
      { variant: second.variantId, quantity: 1, note: "" },
    ]);
    const left = await site.context.db.row(sql`
      select count(*)::int as n from cart_lines l join carts c on c.id = l.cart_id join users u on u.id = c.user_id where u.email = ${email}`);
    expect(left).toEqual({ n: 0 });
  },
  60_000,
);

test.each([true, false])(
  "a product page shows a subtotal only where it follows the typed quantity (scripts: %s)",
  async (scripts) => {
    const goods = await makeGoods(`Kendi ${scripts}`, 15_000);
    const page = await site.window({ javaScriptEnabled: scripts });
    await visit(page, `/product/${goods.slug}`, scripts);
    const box = page.getByRole("complementary", { name: "Beli" });
    await box.getByRole("spinbutton", { name: "Jumlah" }).fill("3");
    await box.getByText(scripts ? "Rp45.000" : "Subtotal dihitung di keranjang").waitFor();
    expect(await box.getByText("Rp15.000").filter({ visible: true }).count()).toBe(0);
  },
);

test("changes of a cart without a connection are sent when it is back: by itself, or by the button where no event says so", async () => {
  const [bowl, plate] = [await makeGoods("Mangkuk Gerabah", 20_000), await makeGoods("Piring Gerabah", 30_000)];
  const page = await site.window({ viewport: { width: 390, height: 844 } });
  for (const { slug } of [bowl, plate]) {
    await visit(page, `/product/${slug}`);
    await page.getByRole("button", { name: "+ Keranjang" }).click();
    await page.getByText("Sudah masuk keranjang").waitFor();
  }
  await visit(page, "/cart");
  const lost = page.getByRole("alert").getByText("Isi keranjang Anda tetap tersimpan.");
  const shown = () => page.getByRole("spinbutton", { name: `Jumlah ${bowl.name}` }).inputValue();
  const chosen = page.getByRole("checkbox", { name: `Pilih ${plate.name}` });
  const alerts = () => page.getByRole("alert").count();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: `Tambah Jumlah ${bowl.name}` }).click();
  await lost.waitFor();
  await chosen.click();
  await expect.poll(() => chosen.getAttribute("aria-checked")).toBe("true");
  expect(await shown()).toBe("1");
  await page.context().setOffline(false);
  await lost.waitFor({ state: "detached" });
  await expect.poll(shown).toBe("2");
  await expect.poll(() => chosen.getAttribute("aria-checked")).toBe("false");
  await expect.poll(alerts).toBe(0);

  await visit(page, "/cart");
  await page.route("**/v1/cart**", (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: `Hapus ${plate.name}` }).click();
  await lost.waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Coba lagi" }).click();
  await page.getByText("Barang dihapus.").waitFor();
  await expect.poll(alerts).toBe(0);
  await visit(page, "/cart");
  expect(await shown()).toBe("2");
  expect(await chosen.count()).toBe(0);
});

test("two lines that are removed without a connection are both removed when it is back", async () => {
  const goods = [
    await makeGoods("Lesung", 20_000),
    await makeGoods("Alu Kayu", 30_000),
    await makeGoods("Tampah", 15_000),
  ];
  const page = await site.window({ viewport: { width: 390, height: 844 } });
  for (const { slug } of goods) {
    await visit(page, `/product/${slug}`);
    await page.getByRole("button", { name: "+ Keranjang" }).click();
    await page.getByText("Sudah masuk keranjang").waitFor();
  }
  await visit(page, "/cart");
  const remove = (name: string) => page.getByRole("button", { name: `Hapus ${name}` });
  const lost = page.getByRole("alert").getByText("Isi keranjang Anda tetap tersimpan.");
  await page.context().setOffline(true);
  for (const name of ["Lesung", "Alu Kayu"]) {
    await remove(name).click();
    await remove(name).waitFor();
  }
  await page.context().setOffline(false);
  await lost.waitFor({ state: "detached" });
  await page.getByText("Barang dihapus.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Hapus / }).count()).toBe(1);
  await visit(page, "/cart");
  await remove("Tampah").waitFor();
  expect(await page.getByRole("button", { name: /^Hapus / }).count()).toBe(1);
  await page.context().close();
});

test("on a phone, a choice in the cart without a connection shows and focuses what happened, each time", async () => {
  const names = ["Kukusan", "Dandang", "Irus Kayu", "Cobek", "Ulekan", "Besek"];
  const page = await site.window({ viewport: { width: 390, height: 844 } });
  for (const name of names) {
    await visit(page, `/product/${(await makeGoods(name, 20_000)).slug}`);
    await page.getByRole("button", { name: "+ Keranjang" }).click();
    await page.getByText("Sudah masuk keranjang").waitFor();
  }
  await visit(page, "/cart");
  await page.context().setOffline(true);
  for (let time = 0; time < 2; time += 1) {
    await page
      .getByRole("checkbox", { name: /^Pilih / })
      .last()
      .click();
    await expectMessageShown(page, "Isi keranjang Anda tetap tersimpan.");
  }
  await page
    .getByRole("button", { name: /^Tambah jumlah/ })
    .last()
    .click();
  await expectMessageShown(page, "Sambungan terputus");
  await page.context().setOffline(false);
  await page.context().close();
});

test("the number of lines is in the header of every page, after a reload and after changes", async () => {
  const goods = await makeGoods("Nampan", 30_000);
  const page = await site.window();
  await visit(page, `/product/${goods.slug}`);
  await cartLink(page, "Keranjang").waitFor();
  await add(page, true);
  await cartLink(page, "Keranjang, 1 barang").waitFor();
  await visit(page, "/");
  await cartLink(page, "Keranjang, 1 barang").waitFor();
  await visit(page, "/cart");
  await page.getByRole("button", { name: "Hapus Nampan" }).click();
  await page.getByText("Barang dihapus.").waitFor();
  await cartLink(page, "Keranjang").waitFor();
  await page.getByRole("button", { name: "Urungkan" }).click();
  await cartLink(page, "Keranjang, 1 barang").waitFor();
});

test("goods that were in the account's cart before the login stay in it, unselected", async () => {
  const [earlier, now] = [await makeGoods("Tatakan", 15_000), await makeGoods("Lodor", 20_000)];
  const person = await makePerson(site.context, "Galuh Pramesti");
  await makeCartLine(site.context, person.id, earlier.variantId, 2);
  const page = await site.window();
  await visit(page, `/product/${now.slug}`);
  await add(page, true);
  await visit(page, "/checkout");
  await page.getByRole("button", { name: "Masuk untuk melanjutkan" }).click();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/checkout");
  await page.getByText("Total harga (1 barang)").waitFor();
  expect(await page.getByRole("main").getByText("Tatakan").count()).toBe(0);
  await visit(page, "/cart");
  expect(await page.getByRole("checkbox", { name: "Pilih Lodor" }).getAttribute("aria-checked")).toBe("true");
  expect(await page.getByRole("checkbox", { name: "Pilih Tatakan" }).getAttribute("aria-checked")).toBe("false");
  await cartLink(page, "Keranjang, 2 barang").waitFor();
});
