import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeProduct, makeUser } from "../test/make/rows.ts";
import { shopNames } from "../test/spec/make-market.ts";
import { expectMessageShown } from "./expect-message.ts";
import { openSite, shopOf, visit, type Site } from "./open-site.ts";

let site: Site;
let ownerId: string;

beforeAll(async () => {
  site = await openSite();
  ({ ownerId } = await shopOf(site, shopNames.batik));
});
afterAll(() => site?.close());

const photo = async (name: string, background: string) => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 1600, height: 1600, channels: 3, background } })
    .png()
    .toBuffer(),
});

async function describe(page: Page, name: string): Promise<void> {
  await page.getByLabel("Nama produk").fill(name);
  await page.getByRole("combobox", { name: "Kategori" }).selectOption({ index: 2 });
  await page.getByLabel("Deskripsi").fill("Topi dari daun pandan yang dianyam rapat di Tasikmalaya.");
  await page.getByLabel("Berat dengan kemasan (gram)").fill("120");
}
async function addVariants(page: Page): Promise<void> {
  await page.getByText("Varian, misalnya warna dan ukuran").click();
  await page.getByLabel("Nama varian 1").fill("Warna");
  await page.getByLabel("Pilihan 1").fill("Biru, Krem");
}
const stocksOf = (name: string) =>
  site.context.db.rows(sql`
    select v.option1, v.stock from variants v join products p on p.id = v.product_id where p.name = ${name} order by v.position`);

/** A cap in two colours with a picture of each; its slug and the keys of the pictures. */
async function makeCap(): Promise<{ slug: string; blue: string; cream: string }> {
  const name = `Topi Pandan ${randomBytes(4).toString("hex")}`;
  const page = await site.window({ userId: ownerId, path: "/manageMerchant?page=product" });
  await describe(page, name);
  await page
    .locator("input[type=file]")
    .setInputFiles([await photo("a.png", "#2244aa"), await photo("b.png", "#eeddbb")]);
  await page.getByLabel("Harga", { exact: true }).fill("45000");
  await addVariants(page);
  await page.getByLabel("Stok Biru").fill("4");
  await page.getByLabel("Stok Krem").fill("6");
  await page.getByLabel("Foto Krem").selectOption({ label: "Foto 2" });
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  await page.getByText("Produk tersimpan").waitFor();
  await page.context().close();
  const row = await site.context.db.row<{ slug: string; keys: string[] }>(sql`
    select p.slug, (select array_agg(g.storage_key order by pp.position) from product_pictures pp join pictures g on g.id = pp.picture_id where pp.product_id = p.id) as keys
    from products p where p.name = ${name}`);
  const [blue = "", cream = ""] = row?.keys ?? [];
  return { slug: row?.slug ?? "", blue, cream };
}

let made: ReturnType<typeof makeCap> | undefined;

/** The cap that several tests look at or buy. None of them changes it, and uploading its pictures takes long. */
function theCap(): ReturnType<typeof makeCap> {
  made ??= makeCap().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  return made;
}

/** The key of the picture that is visible in the product's gallery. */
const pictureInView = (page: Page) =>
  page.getByRole("list", { name: "Foto produk" }).evaluate((list) => {
    const edge = list.getBoundingClientRect().left;
    const shown = [...list.querySelectorAll("img")].find(
      (one) => Math.abs(one.getBoundingClientRect().left - edge) < 2,
    );
    return /\/img\/(.+)-\d+\.webp$/.exec(shown?.src ?? "")?.[1];
  });

test.each([1280, 390])("choosing a variant shows its picture, at %i px", async (width) => {
  const cap = await theCap();
  const page = await site.window({ path: `/product/${cap.slug}`, viewport: { width, height: 844 } });
  expect(await pictureInView(page)).toBe(cap.blue);
  await page.getByText("Krem", { exact: true }).first().click();
  await expect.poll(() => pictureInView(page)).toBe(cap.cream);
  await page.getByText("Biru", { exact: true }).first().click();
  await expect.poll(() => pictureInView(page)).toBe(cap.blue);
});

test.each([true, false])(
  "the page, the cart and the checkout show the picture of the chosen variant (scripts: %s)",
  async (scripts) => {
    const cap = await theCap();
    const buyerId = await makeUser(site.context);
    const page = await site.window({ userId: buyerId, javaScriptEnabled: scripts });
    await visit(page, `/product/${cap.slug}?o1=Krem`, scripts);
    expect(await pictureInView(page)).toBe(cap.cream);
    await page.getByRole("button", { name: "Beli sekarang" }).filter({ visible: true }).first().click();
    await page.waitForURL((url) => url.pathname === "/checkout");
    const pictures = () =>
      page
        .getByRole("main")
        .locator("img")
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src).join(" "));
    expect(await pictures()).toContain(cap.cream);
    await visit(page, `/product/${cap.slug}?o1=Krem`, scripts);
    await page.getByRole("button", { name: "Keranjang" }).filter({ visible: true }).first().click();
    if (scripts) await page.getByRole("link", { name: "Lihat keranjang" }).click();
    await page.waitForURL((url) => url.pathname === "/cart");
    await page.getByRole("heading", { name: "Keranjang", level: 1 }).waitFor();
    expect(await pictures()).toContain(cap.cream);
  },
);

test("without scripts the marked variant is bought, and a button shows it first", async () => {
  const cap = await theCap();
  const buyerId = await makeUser(site.context);
  const page = await site.window({ userId: buyerId, javaScriptEnabled: false });
  const optionOf = (url: string) =>
    site.context.db.row(sql`select option1 from variants where id = ${new URL(url).searchParams.get("variant_id")}`);
  const mark = () => page.getByRole("radio", { name: "Krem" }).locator("xpath=..").click();
  const press = (name: string) => page.getByRole("button", { name }).filter({ visible: true }).first().click();
  await page.goto(`/product/${cap.slug}`);
  await mark();
  await press("Tampilkan pilihan ini");
  await page.waitForURL((url) => url.search === "?o1=Krem");
  await page.getByText("Stok 6").waitFor();
  await page.goto(`/product/${cap.slug}`);
  await mark();
  await press("Beli sekarang");
  await page.waitForURL((url) => url.pathname === "/checkout");
  expect(await optionOf(page.url())).toEqual({ option1: "Krem" });
  await page.goto(`/product/${cap.slug}`);
  await mark();
  await press("Keranjang");
  await page.waitForURL((url) => url.pathname === "/cart");
  const lines = await site.context.db.rows(sql`
    select v.option1, l.quantity from cart_lines l join carts c on c.id = l.cart_id join variants v on v.id = l.variant_id where c.user_id = ${buyerId}`);
  expect(lines).toEqual([{ option1: "Krem", quantity: 1 }]);
});

test("a picture of a product can be viewed in the largest stored size", async () => {
  const cap = await theCap();
  for (const width of [1280, 390]) {
    const page = await site.window({ path: `/product/${cap.slug}`, viewport: { width, height: 844 } });
    await page.getByRole("list", { name: "Foto produk" }).getByRole("link").first().click();
    const large = page.getByRole("dialog").getByRole("img");
    await expect.poll(() => large.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1600);
    const shown = (await large.boundingBox())?.width ?? 0;
    expect(shown).toBeGreaterThan(Math.min(width, 844) * 0.8);
    await page.getByRole("button", { name: "Perbesar foto" }).click();
    await expect.poll(async () => (await large.boundingBox())?.width).toBeGreaterThanOrEqual(1600);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.context().close();
  }
});

test.each([1280, 390])("stock typed before the variants is not copied to each of them, at %i px", async (width) => {
  const name = `Topi Sepuluh ${width}`;
  const page = await site.window({
    userId: ownerId,
    path: "/manageMerchant?page=product",
    viewport: { width, height: 844 },
  });
  await describe(page, name);
  await page.locator("input[type=file]").setInputFiles([await photo("a.png", "#2244aa")]);
  await page.getByLabel("Harga", { exact: true }).fill("45000");
  await page.getByLabel("Stok", { exact: true }).fill("10");
  await addVariants(page);
  expect(await page.getByLabel("Stok", { exact: true }).isVisible()).toBe(false);
  expect(await page.getByLabel("Stok Biru").inputValue()).toBe("");
  await page.getByText("Stok semua varian: 0").waitFor();
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  expect(await stocksOf(name)).toEqual([]);
  await page.getByLabel("Stok Krem").fill("3");
  await page.getByLabel("Stok yang sama untuk semua").fill("5");
  await page.getByRole("button", { name: "Isi yang kosong" }).click();
  await page.getByText("Stok semua varian: 8").waitFor();
  // The form waits for the picture.
  await page.locator("[name=picture][type=hidden]").waitFor({ state: "attached" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  await page.getByText("Produk tersimpan").waitFor();
  expect(await stocksOf(name)).toEqual([
    { option1: "Biru", stock: 5 },
    { option1: "Krem", stock: 3 },
  ]);
});

test("without scripts the form returns with a stock field for each variant", async () => {
  const name = "Topi Tanpa Skrip";
  const page = await site.window({ userId: ownerId, javaScriptEnabled: false });
  await page.goto("/manageMerchant?page=product");
  await describe(page, name);
  await page
    .locator("input[type=file]")
    .setInputFiles([await photo("a.png", "#2244aa"), await photo("b.png", "#eeddbb")]);
  await page.getByLabel("Harga", { exact: true }).fill("45000");
  await page.getByLabel("Stok", { exact: true }).fill("10");
  await addVariants(page);
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  await page.getByLabel("Stok Biru").fill("4");
  await page.getByLabel("Stok Krem").fill("6");
  await page.getByLabel("Foto Krem").selectOption({ label: "Foto 2" });
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  await page.getByText("Produk tersimpan").waitFor();
  expect(await stocksOf(name)).toEqual([
    { option1: "Biru", stock: 4 },
    { option1: "Krem", stock: 6 },
  ]);
});

test.each([true, false])(
  "a seller who changes the stock in the list reads that it is saved, also when the row leaves the list (scripts: %s)",
  async (scripts) => {
    const { shopId } = await shopOf(site, shopNames.batik);
    const name = `Topi Tipis ${scripts ? "Satu" : "Dua"}`;
    await makeProduct(site.context, shopId, { name, stock: 2 });
    const page = await site.window({ userId: ownerId, javaScriptEnabled: scripts });
    await visit(page, "/manageMerchant?page=products&view=thin", scripts);
    const stock = page.getByLabel(new RegExp(`^Stok ${name}`)).first();
    await stock.fill("1");
    await stock.press("Enter");
    await expectMessageShown(page, "Harga dan stok tersimpan.");
    await stock.fill("40");
    await stock.press("Enter");
    await stock.waitFor({ state: "detached" });
    await page.getByText("Harga dan stok tersimpan.").waitFor();
  },
);
