// The whole shop with the keyboard alone. The files every-page-* check every Tab stop on every page.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { formatRupiah } from "../src/lib/rupiah.ts";
import { courierOf } from "../src/shipping/rules.ts";
import { openDemoSite, type DemoSite, type Who } from "./open-demo-site.ts";
import { focused, tabTo } from "./keyboard-walk.ts";

let site: DemoSite;

beforeAll(async () => {
  site = await openDemoSite();
});
afterAll(() => site?.close());

/** Opens a page and waits until its scripts run. A key press starts the deferred ones. */
async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
  await page.keyboard.press("Shift");
  await page.locator("body > [role=status]").waitFor({ state: "attached" });
}

async function openAs(who: Who, path: string, width = 1280): Promise<Page> {
  const window = await site.open(who, width);
  window.setDefaultTimeout(20_000);
  const page = await window.newPage();
  await go(page, path);
  return page;
}

/** Waits until the element has the focus, because a new page may still be loading. */
const focusOn = (page: Page, what: string | RegExp) => expect.poll(() => focused(page)).toMatch(what);

const focusIsKept = (page: Page) => focusOn(page, /^(?!nothing)/);

describe("journeys", () => {
  test("a buyer searches, chooses, adds to the cart and buys with the keyboard alone", async () => {
    const page = await openAs("buyer", "/");
    const main = page.getByRole("main");

    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("a Langsung ke isi");
    await page.keyboard.press("Enter");
    await focusOn(page, /^main$/);
    const search = page.getByRole("combobox", { name: "Cari produk" });
    await tabTo(page, search, "Shift+Tab");
    await page.keyboard.type("kain batik");
    await page.getByRole("listbox").getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/product\?name=kain\+batik/);
    await focusOn(page, /^main$/);
    await page.getByRole("status").filter({ hasText: "“kain batik” · Kawung" }).waitFor({ state: "attached" });

    await go(page, site.path.product);
    const axis = main.getByRole("group").first().getByRole("radio");
    await tabTo(page, axis.and(page.locator(":checked")));
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => axis.nth(1).isChecked()).toBe(true);
    await tabTo(page, main.getByRole("button", { name: "Keranjang", exact: true }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("link", { name: "Lihat keranjang" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Keranjang" }).waitFor();
    await focusOn(page, /^main$/);

    const all = main.getByRole("checkbox", { name: "Pilih semua barang" });
    await tabTo(page, all);
    const chosen = await all.getAttribute("aria-checked");
    await page.keyboard.press("Space");
    await expect.poll(() => all.getAttribute("aria-checked")).not.toBe(chosen);
    if (chosen === "true") await page.keyboard.press("Space");
    await expect.poll(() => all.getAttribute("aria-checked")).toBe("true");
    const note = main.locator("summary").first();
    await tabTo(page, note);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Bungkus rapi");
    await page.keyboard.press("Enter");
    await focusOn(page, "Catatan: Bungkus rapi");

    const remove = main.getByRole("button", { name: /^Hapus / });
    const before = await remove.count();
    await tabTo(page, remove.first());
    await page.keyboard.press("Enter");
    const undo = page.getByRole("status").getByRole("button", { name: "Urungkan" });
    await undo.waitFor();
    await focusOn(page, /^(button Hapus|h2) /);
    await tabTo(page, undo, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => remove.count()).toBe(before);
    await focusIsKept(page);

    await tabTo(page, main.getByRole("button", { name: /^Beli \(/ }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/checkout$/);
    await focusOn(page, /^main$/);
    const ways = main.getByRole("radio", { name: /Virtual Account|QRIS|DANA|OVO/ });
    await tabTo(page, ways.and(page.locator(":checked")).or(ways.first()).first());
    await page.keyboard.press("ArrowDown");
    await tabTo(page, main.getByRole("button", { name: /^Bayar Rp/ }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/payment\//);
    await focusIsKept(page);
    await page.context().close();
  });

  test("a seller accepts an order, ships it and changes a price with the keyboard alone", async () => {
    const page = await openAs("seller", site.path.sellerOrder);
    const main = page.getByRole("main");
    await tabTo(page, main.getByRole("button", { name: "Terima pesanan" }));
    await page.keyboard.press("Enter");
    // The next button does something else, so the focus is on the heading that says what to do now.
    const trackingNumber = main.getByLabel(/^Nomor resi (?!paket|yang benar)/);
    await trackingNumber.waitFor();
    await focusOn(page, /^h2 /);
    const order = await site.context.db.row<{ courier: string }>(sql`
      select courier from orders where id = ${new URL(page.url()).searchParams.get("transactionId")}`);
    await tabTo(page, trackingNumber);
    await page.keyboard.type(courierOf(order?.courier ?? "")?.trackingNumberExample ?? "");
    await page.keyboard.press("Enter");
    await trackingNumber.waitFor({ state: "detached" });
    await focusIsKept(page);

    await go(page, "/manageMerchant?page=products");
    const price = main.getByRole("textbox", { name: /^Harga/ }).first();
    await tabTo(page, price);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("123000");
    expect(await price.inputValue()).toBe("123.000");
    await page.keyboard.press("Enter");
    const saved = async () =>
      (await site.context.db.row<{ it: number }>(sql`select count(*)::int as it from variants where price = 123000`))
        ?.it;
    await expect.poll(saved).toBeGreaterThan(0);
    await focusIsKept(page);
    await page.context().close();
  });

  test("an operator sees in the console's long menu which part is open", async () => {
    const page = await openAs("operator", "/operator/team");
    const link = page.getByRole("navigation", { name: "Konsol operator" }).getByRole("link", { name: "Tim operator" });
    const isInView = () =>
      link.evaluate((one) => {
        const { bottom } = one.getBoundingClientRect();
        return bottom <= innerHeight && one.getAttribute("aria-current") === "page";
      });
    await expect.poll(isInView).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.context().close();
  });

  test("an operator finds an order and acts as the bank with the keyboard alone", async () => {
    const order = await site.context.db.row<{ invoice: string; total: number }>(sql`
      select o.invoice, p.amount::int as total from payments p join orders o on o.checkout_id = p.checkout_id
      where p.status = 'pending' order by o.id limit 1`);
    const page = await openAs("operator", "/operator");
    const main = page.getByRole("main");
    const parts = page.getByRole("navigation", { name: "Konsol operator" });
    // The link also says how many corrections of orders wait.
    await tabTo(page, parts.getByRole("link", { name: /^Pesanan ?(\d|$)/ }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/page=orders/);
    await tabTo(page, main.getByRole("searchbox"));
    await page.keyboard.type(order?.invoice ?? "");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=INV/);
    await main
      .getByText(order?.invoice ?? "")
      .first()
      .waitFor();

    await go(page, "/simulator");
    await tabTo(page, main.getByRole("link", { name: `Ikuti ${order?.invoice}` }));
    await page.keyboard.press("Enter");
    const pay = main.getByRole("button", { name: `Bayar ${formatRupiah(order?.total ?? 0)}` });
    await tabTo(page, pay);
    await page.keyboard.press("Enter");
    await main.getByRole("button", { name: "Terima pesanan" }).waitFor();
    // The next step's button gets the focus at once, or its heading when the bank took a moment.
    await focusOn(page, /^(button Terima pesanan|h2 )/);
    await page.context().close();
  });
});

describe("the focus", () => {
  test("a menu opens on its first entry, closes with Esc and when the focus leaves it", async () => {
    const page = await openAs("buyer", "/");
    const header = page.getByRole("banner");
    const categories = header.getByRole("button", { name: "Kategori" });
    const open = () => page.locator(":popover-open").count();

    await tabTo(page, categories);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const roots = page.locator("#category-menu > ul > li > a");
    expect(await focused(page)).toBe(`a ${await roots.first().innerText()}`);
    for (const [key, name] of [
      ["ArrowDown", await roots.nth(1).innerText()],
      ["ArrowRight", /^a Semua /],
      ["ArrowLeft", await roots.nth(1).innerText()],
      ["End", await roots.last().innerText()],
      ["Escape", "button Kategori"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused(page), key).toMatch(name);
    }
    expect(await open()).toBe(0);

    for (const [name, first] of [
      [/^Akun/, "a Profile"],
      [/^Notifikasi/, "dialog Notifikasi belum dibaca"],
    ] as const) {
      const button = header.getByRole("button", { name });
      await tabTo(page, button);
      await page.keyboard.press("Enter");
      if (name.source === "^Akun") await page.keyboard.press("Tab");
      await focusOn(page, first);
      await page.keyboard.press("Escape");
      await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true);
      await page.keyboard.press("Enter");
      await expect.poll(open).toBe(1);
      await tabTo(page, page.getByRole("main").getByRole("link").first());
      expect(await open(), String(name)).toBe(0);
      await page.keyboard.press("Home");
      await go(page, "/");
    }
    await page.context().close();
  });

  test("recent searches are chosen and deleted with the keyboard, and typing in the header does not scroll the page", async () => {
    const page = await openAs("visitor", "/product");
    const search = page.getByRole("combobox", { name: "Cari produk" });
    await tabTo(page, search);
    await page.keyboard.type("rotan");
    await page.keyboard.press("Enter");
    await page.waitForURL(/name=rotan/);
    await focusOn(page, /^main$/);
    await tabTo(page, search, "Shift+Tab");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await page.getByRole("listbox", { name: "Pencarian terakhir" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "hidden" });
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "rotan" }).waitFor();
    await tabTo(page, page.getByRole("search").getByRole("button", { name: "Hapus", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByRole("listbox").waitFor({ state: "hidden" });

    await page.evaluate(() => scrollTo(0, 700));
    await search.evaluate((input: HTMLElement) => input.focus({ preventScroll: true }));
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(300);
    await page.keyboard.type("kopi");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await page.context().close();
  });

  test("a filter keeps the focus and announces the number of results; the next page of a list begins at its top", async () => {
    const page = await openAs("visitor", "/product?name=batik");
    const main = page.getByRole("main");
    const resultCount = page.getByRole("status").filter({ hasText: /^[\d.]+\+? produk$/ });
    const all = await resultCount.innerText();
    await tabTo(page, main.getByRole("textbox", { name: "Harga minimum" }));
    await page.keyboard.type("150000");
    await page.keyboard.press("Enter");
    await page.waitForURL(/min=150000/);
    await expect.poll(() => resultCount.innerText()).not.toBe(all);
    await focusOn(page, "input Harga minimum");

    await go(page, "/product?name=batik");
    await tabTo(page, main.getByRole("link", { name: "Halaman berikutnya" }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/page=2/);
    await focusOn(page, /^main$/);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.context().close();
  });

  test("a dialog takes the focus and returns it; a refused form moves it to the first wrong field", async () => {
    const page = await openAs("visitor", site.path.product);
    const picture = page.getByRole("list", { name: "Foto produk" }).getByRole("link").first();
    for (const key of ["Escape", "Enter"]) {
      await tabTo(page, picture);
      await page.keyboard.press("Enter");
      await focusOn(page, "button Tutup");
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await expect.poll(() => picture.evaluate((it) => it === document.activeElement)).toBe(true);
    }

    await go(page, "/login");
    await tabTo(page, page.getByLabel("Email"));
    await page.keyboard.type("bukan-siapa-siapa@kawung.test");
    await tabTo(page, page.getByLabel("Kata sandi", { exact: true }));
    await page.keyboard.type("bukan yang benar");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Email atau Password salah!" }).waitFor();
    expect(await focused(page)).toBe("input Kata sandi");
    await page.context().close();
  });
});
