import { randomBytes, randomInt } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPassword } from "../db/demo/accounts.ts";
import { sql } from "../src/lib/database.ts";
import { formatRupiah } from "../src/lib/rupiah.ts";
import { courierOf } from "../src/shipping/rules.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { openBrowser } from "../test/browser.ts";
import { demoSettings, makeDemo } from "../test/make/demo.ts";
import { chooseRegion } from "./fill-address.ts";
import { arrive } from "./open-site.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";

let context: Awaited<ReturnType<typeof makeDemo>>;
let server: HostedServer;
let browser: Browser;

beforeAll(async () => {
  context = await makeDemo();
  server = await startHostedServer(context.databaseUrl, demoSettings);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await context?.close();
});

type Goods = { name: string; slug: string; shop_id: string; shop: string; owner: string; price: number };

/** Products of two shops, both without options. */
async function twoProducts(skip: number): Promise<Goods[]> {
  return context.db.rows<Goods>(sql`
    select distinct on (s.id) p.name, p.slug, s.id as shop_id, s.name as shop, u.email as owner, v.price
    from products p join shops s on s.id = p.shop_id join users u on u.id = s.owner_id join variants v on v.product_id = p.id
    where p.axes = '[]' and p.min_order = 1 and v.stock > 5 and 'jne-reg' = any(s.couriers) and p.preorder_days is null
    order by s.id, p.id limit 2 offset ${skip}`);
}

async function newPage(javaScriptEnabled: boolean, width = 1280): Promise<Page> {
  const session = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled,
    viewport: { width, height: 860 },
  });
  const page = await session.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Masuk", exact: true }).click();
  await arrive(page, (url) => url.pathname === "/");
}

async function balanceOf(shopId: string): Promise<number> {
  return (
    (
      await context.db.row<{ balance: number }>(
        sql`select balance from ledger_accounts where kind = 'seller_balance' and owner = ${shopId}`,
      )
    )?.balance ?? 0
  );
}

async function buyAndReceive({
  scripts,
  width,
  skip,
}: {
  scripts: boolean;
  width: number;
  skip: number;
}): Promise<void> {
  const goods = await twoProducts(skip);
  const before = await Promise.all(goods.map((one) => balanceOf(one.shop_id)));
  const email = `ayu-${randomBytes(5).toString("hex")}@kawung.test`;
  const password = "rumah-di-tepi-sawah-72";
  const page = await newPage(scripts, width);

  // A visitor registers …
  await page.goto("/register");
  await page.getByLabel("Nama", { exact: true }).fill("Ayu Kartika");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByLabel("Ulangi kata sandi").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Daftar" }).click();
  await arrive(page, (url) => url.pathname === "/login");
  await page.getByText("Berhasil Registrasi").waitFor();
  await login(page, email, password);

  // … searches and puts a product of each shop into the cart …
  for (const one of goods) {
    const search = page.getByRole("search").getByLabel("Cari produk");
    await search.fill(one.name);
    await search.press("Enter");
    await arrive(page, (url) => url.pathname === "/product");
    await page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(escape(one.name)) })
      .first()
      .click();
    await arrive(page, (url) => url.pathname === `/product/${one.slug}`);
    await page.getByRole("heading", { level: 1, name: one.name }).waitFor();
    // Until its styles are there, the page shows also the button that phones hide.
    await page.waitForLoadState("load");
    // An earlier press would submit the plain form, which works too but opens the cart.
    if (scripts) await untilReady(page);
    await page
      .getByRole("button", { name: /Keranjang$/ })
      .filter({ visible: true })
      .first()
      .click();
    if (scripts) await page.getByText("Sudah masuk keranjang").waitFor();
    else await arrive(page, (url) => url.pathname === "/cart");
  }

  // … buys both with one payment …
  await page.goto("/cart");
  for (const one of goods) await page.getByRole("link", { name: one.name }).first().waitFor();
  await page.getByRole("button", { name: /^Beli \(2\)/ }).click();
  await arrive(page, (url) => url.pathname === "/checkout");
  await page.getByRole("button", { name: "Tambah alamat" }).first().click();
  await arrive(page, (url) => url.pathname === "/profile");
  await chooseRegion(page, scripts);
  await page.getByLabel("Nama alamat").fill("Rumah");
  await page.getByLabel("Nama penerima").fill("Ayu Kartika");
  await page.getByLabel("Nomor telepon penerima").fill("0812 3456 7890");
  await page.getByLabel("Jalan, nomor rumah, RT/RW").fill("Jalan Ir. H. Juanda 120, RT 02 RW 05");
  await page.getByLabel("Kode pos").fill("40135");
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await arrive(page, (url) => url.pathname === "/checkout");
  const pay = page.getByRole("button", { name: /^Bayar Rp/ });
  const asked = /Rp[\d.]+/.exec(await pay.innerText())?.[0];
  await pay.click();
  await arrive(page, (url) => url.pathname.startsWith("/payment/"));
  await page
    .getByText(asked ?? "")
    .first()
    .waitFor();

  // … and pays at the simulated bank.
  await page.getByRole("link", { name: "Buka bank simulasi" }).click();
  await page.getByRole("button", { name: /^Bayar Rp/ }).click();
  await arrive(page, (url) => url.pathname.startsWith("/payment/"));
  await page.getByRole("heading", { name: "Pembayaran diterima" }).waitFor();

  const user = await context.db.row<{ id: string }>(sql`select id from users where email = ${email}`);
  const orders = await context.db.rows<{
    id: string;
    shop_id: string;
    courier: string;
    goods_total: number;
    shipping_cost: number;
    commission: number;
    total: number;
  }>(sql`
    select id, shop_id, courier, goods_total, shipping_cost, commission, total from orders where buyer_id = ${user?.id}`);
  expect(orders).toHaveLength(2);
  expect(formatRupiah(orders.reduce((sum, order) => sum + order.total, 0))).toBe(asked);

  // Both sellers accept and ship …
  for (const one of goods) {
    const order = orders.find((each) => each.shop_id === one.shop_id);
    const seller = await newPage(scripts, width);
    await login(seller, one.owner, demoPassword);
    await seller.goto(`/manageMerchant?page=showTransaction&transactionId=${order?.id}`);
    await seller.getByRole("button", { name: "Terima pesanan" }).click();
    await seller.getByLabel(/^Nomor resi/).fill(trackingNumberFor(order?.courier ?? ""));
    const ship = seller.getByRole("button", { name: "Tandai sudah dikirim" });
    await ship.click();
    await ship.waitFor({ state: "detached" });
    await seller.context().close();
  }

  // … and the buyer receives: the sellers' balances grow by goods and shipping minus their vouchers and
  // the commission, to the rupiah.
  for (const order of orders) {
    await page.goto(`/profile?page=showTransaction&transactionId=${order.id}`);
    await page.getByText("Pesanan diterima", { exact: true }).first().click();
    const confirm = page.getByRole("button", { name: "Ya, pesanan sudah saya terima" });
    await confirm.click();
    await confirm.waitFor({ state: "detached" });
  }
  const after = await Promise.all(goods.map((one) => balanceOf(one.shop_id)));
  for (const [at, one] of goods.entries()) {
    const order = orders.find((each) => each.shop_id === one.shop_id);
    // The demo's shops have vouchers, which the checkout applies by itself.
    const { borne = 0 } =
      (await context.db.row<{ borne: number }>(sql`
        select coalesce(-sum(amount), 0)::bigint as borne from order_adjustments where order_id = ${order?.id} and bearer = 'shop'`)) ??
      {};
    expect((after[at] ?? 0) - (before[at] ?? 0)).toBe(
      (order?.goods_total ?? 0) + (order?.shipping_cost ?? 0) - borne - (order?.commission ?? 0),
    );
  }
  expect(await brokenInvariants(context.db)).toEqual([]);
  await page.context().close();
}

/** Waits until the page's scripts run. They start at the first action of the user. */
async function untilReady(page: Page): Promise<void> {
  await page.mouse.move(200, 300);
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
}

/** A new tracking number with the format of the courier's example. */
function trackingNumberFor(courier: string): string {
  const example = courierOf(courier)?.trackingNumberExample ?? "";
  return example.replace(/\d{6}(?=\D*$)/, () => String(randomInt(100_000, 999_999)));
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

test("a visitor registers, buys from two shops, pays, and the money reaches both sellers on receipt", () =>
  buyAndReceive({ scripts: true, width: 1280, skip: 0 }));

test("the same purchase works with JavaScript switched off, on a phone", () =>
  buyAndReceive({ scripts: false, width: 390, skip: 4 }));

test("without a connection, cart and checkout stay on the screen and say so; undo restores a line at its position", async () => {
  const goods = await twoProducts(8);
  const page = await newPage(true, 390);
  await login(page, "pembeli@kawung.test", demoPassword);
  for (const one of goods) {
    await page.goto(`/product/${one.slug}`);
    await untilReady(page);
    await page
      .getByRole("button", { name: /Keranjang$/ })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByText("Sudah masuk keranjang").waitFor();
  }
  await page.goto("/cart");
  await untilReady(page);
  const names = () => page.getByRole("main").getByRole("listitem").getByRole("link").allTextContents();
  const before = await names();
  await page.getByRole("button", { name: `Hapus ${goods[0]?.name}` }).click();
  await page.getByText("Barang dihapus.").waitFor();
  await page.getByRole("button", { name: "Urungkan" }).click();
  await expect.poll(names).toEqual(before);

  await page.context().setOffline(true);
  await page
    .getByRole("button", { name: /^Tambah/ })
    .first()
    .click();
  await page.getByText("Isi keranjang Anda tetap tersimpan.").first().waitFor();
  expect(await names()).toEqual(before);
  await page.context().setOffline(false);
  await page.getByText("Sambungan terputus", { exact: true }).waitFor({ state: "detached" });
  expect(await names()).toEqual(before);

  await page.getByRole("button", { name: /^Beli \(/ }).click();
  await arrive(page, (url) => url.pathname === "/checkout");
  await page.context().setOffline(true);
  await page.getByText("Ubah", { exact: true }).first().click();
  await page.getByRole("radio", { checked: false }).first().check({ force: true });
  await page.getByText("Belum ada yang ditagih.").waitFor();
  await page.getByRole("button", { name: /^Bayar Rp/ }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("Sambungan terputus", { exact: true }).waitFor({ state: "detached" });
  await page.context().close();
});

/** Fills the required fields of the product form and submits it. */
async function writeProduct(page: Page, name: string, varied: boolean): Promise<void> {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#a4572f" } })
    .jpeg()
    .toBuffer();
  await page.getByLabel("Nama produk").fill(name);
  await page.getByRole("combobox", { name: "Kategori" }).selectOption({ index: 3 });
  await page.getByLabel("Deskripsi").fill("Teko untuk teh poci. <script>alert(1)</script> Dibuat di Plered.");
  await page.getByLabel("Berat dengan kemasan (gram)").fill("1.200");
  await page
    .getByLabel(/^Harga(?! Merah| Hitam)/)
    .first()
    .fill("45000");
  if (!varied) await page.getByLabel("Stok", { exact: true }).fill("7");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "../teko.jpg", mimeType: "image/jpeg", buffer: picture });
  // With scripts the picture is sent at once, and the form after it.
  if (varied) await page.locator("[name=picture][type=hidden]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  await page.getByText("Produk tersimpan").waitFor();
}

test.each([
  ["with scripts and a price of its own for one option", true],
  ["without scripts", false],
])("a seller writes a product %s, and buyers find it at once", async (_how, scripts) => {
  const word = `Plered${randomBytes(3).toString("hex")}`;
  const page = await newPage(scripts, scripts ? 1280 : 390);
  await login(page, "penjual@kawung.test", demoPassword);
  const visitor = await newPage(true);
  await visitor.goto(`/product?name=${word}`);
  await page.goto("/manageMerchant?page=products");
  await page.getByRole("link", { name: "Tambah produk" }).click();
  if (scripts) {
    await untilReady(page);
    await page.getByText("Varian, misalnya warna dan ukuran").click();
    await page.getByLabel("Nama varian 1").fill("Warna");
    await page.getByLabel("Pilihan 1").fill('Merah 7", Hitam');
    await page.getByLabel('Harga Merah 7"').fill("60000");
    await page.getByLabel('Stok Merah 7"').fill("7");
    await page.getByLabel("Stok Hitam").fill("2");
  }
  await writeProduct(page, `Teko Tanah Liat ${word}`, scripts);
  await page.getByRole("link", { name: "Lihat sebagai pembeli" }).click();
  await page.getByRole("heading", { level: 1, name: `Teko Tanah Liat ${word}` }).waitFor();
  await visitor.reload();
  await visitor
    .getByRole("link", { name: new RegExp(`Teko Tanah Liat ${word}`) })
    .first()
    .waitFor();
  const variants = await context.db.rows(sql`
    select v.option1, v.price, v.stock from variants v join products p on p.id = v.product_id where p.name = ${`Teko Tanah Liat ${word}`} order by v.position`);
  expect(variants).toEqual(
    scripts
      ? [
          { option1: 'Merah 7"', price: 60_000, stock: 7 },
          { option1: "Hitam", price: 45_000, stock: 2 },
        ]
      : [{ option1: null, price: 45_000, stock: 7 }],
  );
  await page.context().close();
  await visitor.context().close();
});
