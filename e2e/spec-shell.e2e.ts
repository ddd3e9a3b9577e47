// The statements of docs/requirements.md about shell, header and search, for a visitor in a browser.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { batik, coffee, shopNames } from "../test/spec/make-market.ts";
import { callsAreIn, englishOn, openSite, recordCalls, shopOf, visit, type Site } from "./open-site.ts";

let site: Site;
/** The home page for a visitor, for tests that change nothing. */
let home: Page;

beforeAll(async () => {
  site = await openSite();
  home = await site.window({ path: "/" });
});
afterAll(async () => {
  await site?.close();
});

const searchInput = (page: Page) => page.getByRole("banner").getByRole("combobox", { name: "Cari produk" });

test("S005 S006 S007 S008 the shell has a top bar, a header with search and account area, and a footer", async () => {
  const bar = home.getByText("Uang Anda aman: kami teruskan ke penjual setelah barang diterima", { exact: true });
  const header = home.getByRole("banner");
  await header.getByRole("search").waitFor();
  await header.getByRole("link", { name: "Masuk", exact: true }).waitFor();
  await home.getByRole("contentinfo").waitFor();
  const [barBox, headerBox] = [await bar.boundingBox(), await header.boundingBox()];
  expect(barBox?.height).toBeGreaterThan(0);
  expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual(headerBox?.y ?? 0);
});

test("S009 the footer tells how to reach the company", async () => {
  const contact = home.getByRole("contentinfo").getByRole("region", { name: "Hubungi kami" });
  const text = await contact.innerText();
  expect(text).toContain("PT Kawung Niaga Nusantara");
  expect(text).toContain("Jalan Pasar Seni 24, Bandung 40111, Jawa Barat");
  expect(await contact.getByRole("link", { name: "(022) 5550 1945" }).getAttribute("href")).toBe("tel:+622255501945");
  const mail = contact.getByRole("link", { name: "halo@kawung.example" });
  expect(await mail.getAttribute("href")).toBe("mailto:halo@kawung.example");
});

test("S010 the footer names where consumers complain", async () => {
  const complaints = home.getByRole("contentinfo").getByRole("region", { name: "Layanan Pengaduan Konsumen" });
  const text = await complaints.innerText();
  expect(text).toContain("Direktorat Jenderal Perlindungan Konsumen dan Tertib Niaga");
  expect(text).toContain("Kementerian Perdagangan Republik Indonesia");
  const whatsapp = complaints.getByRole("link", { name: "WhatsApp +62 853 1111 1010" });
  expect(await whatsapp.getAttribute("href")).toBe("https://wa.me/6285311111010");
});

test("S011 the footer carries the marks of the banks", async () => {
  const marks = home.getByRole("contentinfo").getByRole("region", { name: "Pembayaran" }).getByRole("listitem");
  const shown = await marks.allInnerTexts();
  for (const bank of ["BCA", "Mandiri", "BNI", "BRI", "Permata", "CIMB Niaga"]) expect(shown).toContain(bank);
  for (const mark of await marks.all()) expect(await mark.isVisible()).toBe(true);
});

test("S012 a link for questions floats above the page", async () => {
  const page = await site.window({ path: "/aboutUs" });
  const chat = page.getByRole("link", { name: "Bantuan, ada pertanyaan" });
  const isInSight = async () => {
    const box = await chat.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 900;
  };
  expect(await isInSight()).toBe(true);
  // A key that is pressed while the page is still being laid out moves nothing.
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return page.evaluate(() => scrollY);
    })
    .toBeGreaterThan(0);
  expect(await isInSight()).toBe(true);
  expect(await chat.getAttribute("href")).toBeTruthy();
});

test("S013 S014 S165 the footer states opening hours and year", async () => {
  const footer = home.getByRole("contentinfo");
  expect(await footer.getByText("Setiap hari").innerText()).toBe("Setiap hari 9:00 AM – 8:00 PM");
  const times = await footer.getByRole("time").all();
  expect(await Promise.all(times.map((one) => one.getAttribute("datetime")))).toEqual(["09:00", "20:00"]);
  expect(await footer.getByText("©").innerText()).toBe("© 2023 Kawung");
});

test("S015 S016 login and registration have no header and no footer", async () => {
  const page = await site.window();
  for (const path of ["/login", "/register"]) {
    await visit(page, path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("banner").count(), path).toBe(0);
    expect(await page.getByRole("search").count(), path).toBe(0);
    expect(await page.getByRole("contentinfo").count(), path).toBe(0);
  }
  await visit(page, "/guide");
  expect(await page.getByRole("banner").count()).toBe(1);
  expect(await page.getByRole("contentinfo").count()).toBe(1);
});

test("S018 a visitor never gets a real-time connection", async () => {
  const page = await site.window();
  await page.addInitScript(() => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    for (const name of ["EventSource", "WebSocket"] as const) {
      const Original = globalThis[name] as unknown as new (...args: unknown[]) => object;
      Object.assign(globalThis, {
        [name]: class extends Original {
          constructor(...args: unknown[]) {
            opened.push(`${name} ${String(args[0])}`);
            super(...args);
          }
        },
      });
    }
  });
  for (const path of ["/", "/login", "/guide"]) {
    const known = page.waitForResponse((response) => response.url().endsWith("/v1/users"));
    await visit(page, path);
    await known;
    await callsAreIn(page);
    expect(await page.evaluate(() => (globalThis as unknown as { opened: string[] }).opened), path).toEqual([]);
  }
});

test("S041 the logo leads home", async () => {
  const page = await site.window({ path: "/guide" });
  await page.getByRole("banner").getByRole("link", { name: "Kawung, beranda" }).click();
  await page.waitForURL(`${site.server.origin}/`);
});

test("S042 S043 S044 S045 S046 the category menu shows categories and sub-categories and leads to them", async () => {
  const page = await site.window({ path: "/guide" });
  const menu = page.getByRole("navigation", { name: "Kategori", exact: true });
  expect(await menu.isVisible()).toBe(false);
  await page.getByRole("banner").getByRole("button", { name: "Kategori" }).click();
  await menu.waitFor();
  const hrefOf = (name: string) => menu.getByRole("link", { name, exact: true }).getAttribute("href");
  expect(await hrefOf("Minuman")).toBe("/product?category=minuman");
  expect(await hrefOf("Batik & Kain")).toBe("/product?category=batik-kain");
  expect(await hrefOf("Asli Daerah")).toBe("/product?regional=1");
  await menu.getByRole("link", { name: "Batik & Kain", exact: true }).hover();
  const sub = menu.getByRole("link", { name: "Batik Tulis", exact: true });
  await sub.waitFor();
  expect(await sub.getAttribute("href")).toBe("/product?category=batik-tulis");
  await sub.click();
  await page.waitForURL("**/product?category=batik-tulis");
});

test("S047 S048 S049 beside the search input one chooses Produk or Penjual", async () => {
  const choice = home.getByRole("banner").getByRole("combobox", { name: "Cari di" });
  expect(await choice.getByRole("option").allInnerTexts()).toEqual(["Produk", "Penjual"]);
  expect(await choice.inputValue()).toBe("product");
});

test("S050 one press empties the keyword", async () => {
  const page = await site.window({ path: "/guide" });
  await searchInput(page).fill("kopi");
  await page.getByRole("banner").getByRole("button", { name: "Hapus kata kunci" }).click();
  expect(await searchInput(page).inputValue()).toBe("");
});

test("S051 typing brings suggestions", async () => {
  const page = await site.window({ path: "/guide" });
  await searchInput(page).pressSequentially("kop");
  await page.getByRole("listbox", { name: "Saran pencarian" }).getByRole("option", { name: "kopi gayo" }).waitFor();
});

test("S052 S032 searching with Produk opens /product with name and type, and finds products", async () => {
  const page = await site.window({ path: "/guide" });
  await searchInput(page).fill("batik tulis");
  await searchInput(page).press("Enter");
  await page.waitForURL("**/product?name=batik+tulis&type=product");
  await page.getByRole("main").getByRole("link", { name: batik.name }).first().waitFor();
  expect(await page.getByRole("main").getByRole("link", { name: coffee.name }).count()).toBe(0);
});

test("S053 S034 searching with Penjual opens /merchant with name and type, and finds sellers", async () => {
  const page = await site.window({ path: "/guide" });
  const header = page.getByRole("banner");
  await header.getByRole("combobox", { name: "Cari di" }).selectOption({ label: "Penjual" });
  await header.getByRole("combobox", { name: "Cari penjual" }).fill("laksono");
  await header.getByRole("button", { name: "Cari", exact: true }).click();
  await page.waitForURL("**/merchant?name=laksono&type=seller");
  await page.getByRole("main").getByText(shopNames.batik).first().waitFor();
  expect(await page.getByRole("main").getByText(shopNames.coffee).count()).toBe(0);
});

test("S031 a category's address shows only its products", async () => {
  const page = await site.window({ path: `/product?category=${coffee.category}` });
  await page.getByRole("main").getByRole("link", { name: coffee.name }).first().waitFor();
  expect(await page.getByRole("main").getByRole("link", { name: batik.name }).count()).toBe(0);
});

test("S054 S055 S056 a visitor sees Masuk and Daftar, which lead to /login and /register", async () => {
  const page = await site.window();
  for (const [name, path] of [
    ["Masuk", "/login"],
    ["Daftar", "/register"],
  ] as const) {
    await visit(page, "/guide");
    await page.getByRole("banner").getByRole("link", { name, exact: true }).click();
    await page.waitForURL(`${site.server.origin}${path}`);
  }
});

test("S070 S071 the menu of small screens has a search form and the category tree", async () => {
  const page = await site.window({ path: "/guide", viewport: { width: 390, height: 800 } });
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  const tree = menu.getByRole("navigation", { name: "Semua kategori" });
  await tree.waitFor();
  expect(await tree.getByRole("link", { name: "Asli Daerah" }).getAttribute("href")).toBe("/product?regional=1");
  const sub = tree.getByRole("link", { name: "Kopi", exact: true });
  expect(await sub.isVisible()).toBe(false);
  await tree.getByText("Minuman", { exact: true }).click();
  await sub.waitFor();
  expect(await sub.getAttribute("href")).toBe("/product?category=kopi");
  await menu.getByRole("searchbox", { name: "Kata kunci" }).fill("kopi gayo");
  await menu.getByRole("searchbox", { name: "Kata kunci" }).press("Enter");
  await page.waitForURL("**/product?name=kopi+gayo&type=product");
});

test("S072 a search without results says so, and what was searched for", async () => {
  const page = await site.window({ path: "/guide" });
  await searchInput(page).fill("zzqqxx");
  await page.getByRole("banner").getByText("Data tidak ditemukan.", { exact: true }).waitFor();
  await page.goto("/product?name=zzqqxx&type=product");
  await page
    .getByRole("main")
    .getByText(/Data tidak ditemukan\.\s*Tidak ada produk untuk “zzqqxx”\./)
    .waitFor();
  await page.goto("/product?name=zzqqxx&category=kopi&type=product");
  await page
    .getByRole("main")
    .getByText(/Tidak ada produk untuk “zzqqxx” di Kopi\./)
    .waitFor();
  const everywhere = page.getByRole("link", { name: "Cari di semua kategori" });
  expect(await everywhere.getAttribute("href")).toBe("/product?name=zzqqxx");
  await page.goto("/product?name=zzqqxx&regional=1&type=product");
  await page
    .getByRole("main")
    .getByText(/Tidak ada produk untuk “zzqqxx” dengan filter ini\./)
    .waitFor();
  await page.goto("/merchant?name=zzqqxx&type=seller");
  await page
    .getByRole("main")
    .getByText(/Data tidak ditemukan\.\s*Tidak ada penjual untuk “zzqqxx”\./)
    .waitFor();
});

test("a price in a search is a filter that can be removed, a correction is announced, and the order is named correctly", async () => {
  const page = await site.window({ javaScriptEnabled: false });
  await page.goto("/product?name=batik+murah+di+bawah+100+ribu");
  const price = page.getByRole("link", { name: "Sampai Rp100.000 aktif, hapus" });
  expect(await price.getAttribute("href")).toBe("/product?name=batik+murah");
  expect(await page.getByText("Menampilkan hasil untuk").count()).toBe(0);
  await page.goto("/product?name=bathik");
  await page.getByText("Menampilkan hasil untuk").waitFor();
  await page.goto("/product");
  expect(await page.getByLabel("Urutkan").locator("option").first().textContent()).toBe("Rekomendasi");
});

/** A page with a stopped clock and the code of suggestions loaded, and the recorded calls for them. */
async function pageWithStillClock(): Promise<{ page: Page; asked: () => string[] }> {
  const page = await site.window();
  const calls = recordCalls(page);
  await page.clock.install();
  await visit(page, "/guide");
  await searchInput(page).fill("batik");
  await page.getByRole("listbox", { name: "Saran pencarian" }).waitFor();
  await searchInput(page).fill("");
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await callsAreIn(page);
  calls.length = 0;
  return {
    page,
    asked: () => calls.filter(({ url }) => url.pathname === "/v1/products/keywords").map(({ line }) => line),
  };
}

test("S122 suggestions are requested once, 500 ms after the last key and not earlier", async () => {
  const { page, asked } = await pageWithStillClock();
  await searchInput(page).press("k");
  await page.clock.runFor(300);
  await searchInput(page).press("o");
  await page.clock.runFor(300);
  await searchInput(page).press("p");
  await page.clock.runFor(499);
  await callsAreIn(page);
  expect(asked()).toEqual([]);
  await page.clock.runFor(1);
  await page.getByRole("option", { name: "kopi gayo" }).waitFor();
  await page.clock.runFor(5000);
  await callsAreIn(page);
  expect(asked()).toEqual(["GET /v1/products/keywords?name=kop&type=product"]);
});

test("S110 an empty or blank keyword requests no suggestions", async () => {
  const { page, asked } = await pageWithStillClock();
  for (const typed of ["   ", "", " \t "]) {
    await searchInput(page).fill(typed);
    await page.clock.runFor(2000);
  }
  await callsAreIn(page);
  expect(asked()).toEqual([]);
});

test("S123 choosing a suggestion searches at once", async () => {
  const { page } = await pageWithStillClock();
  await searchInput(page).fill("kop");
  await page.clock.runFor(500);
  await page.getByRole("option", { name: "kopi gayo" }).click();
  // The clock is stopped, so no timer can run.
  await page.waitForURL("**/product?name=kopi+gayo&type=product");
});

test("S042 S043 the category menu works with the keyboard alone", async () => {
  const page = await site.window({ path: "/guide" });
  const menu = page.getByRole("navigation", { name: "Kategori", exact: true });
  const button = page.getByRole("banner").getByRole("button", { name: "Kategori" });
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await button.focus();
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /static-html-beh/.test(name)),
  );
  await page.keyboard.press("ArrowDown");
  await menu.waitFor();
  const first = await focused();
  await page.keyboard.press("ArrowDown");
  expect(await focused()).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe(first);
  await menu.getByRole("link", { name: "Batik & Kain", exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("Semua Batik & Kain");
  await page.keyboard.press("ArrowLeft");
  expect(await focused()).toBe("Batik & Kain");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  expect(await focused()).toBe("Kategori");
});

test("S051 suggestions are chosen by arrows and Enter, closed by Esc, and their number is announced; the typed text is marked", async () => {
  const page = await site.window({ path: "/guide" });
  const input = searchInput(page);
  await input.pressSequentially("kop");
  const list = page.getByRole("listbox", { name: "Saran pencarian" });
  await list.waitFor();
  const options = await list.getByRole("option").allInnerTexts();
  expect(await page.getByRole("banner").getByRole("search").getByRole("status").innerText()).toContain(
    `${options.length} saran`,
  );
  expect(await list.getByRole("option").first().locator("b").innerText()).toBe("kop");
  expect(await input.getAttribute("aria-expanded")).toBe("true");
  expect(await input.getAttribute("aria-controls")).toBe(await list.getAttribute("id"));
  await input.press("Escape");
  await list.waitFor({ state: "hidden" });
  expect(await input.inputValue()).toBe("kop");
  expect(await input.getAttribute("aria-expanded")).toBe("false");
  await input.click();
  await list.waitFor();
  await input.press("ArrowUp");
  const last = list.getByRole("option").last();
  expect(await last.getAttribute("aria-selected")).toBe("true");
  expect(await input.getAttribute("aria-activedescendant")).toBe(await last.getAttribute("id"));
  await input.press("ArrowDown");
  expect(await input.getAttribute("aria-activedescendant")).toBeNull();
  await input.press("ArrowDown");
  await input.press("Enter");
  await page.waitForURL(`**/product?${new URLSearchParams({ name: options[0] ?? "", type: "product" })}`);
});

test("S051 an empty search box offers this device's recent searches, and a button deletes them", async () => {
  const page = await site.window({ path: "/guide" });
  for (const name of ["batik", "kopi gayo"]) {
    await searchInput(page).fill(name);
    await searchInput(page).press("Enter");
    await page.waitForURL((url) => url.searchParams.get("name") === name);
  }
  await visit(page, "/guide");
  await searchInput(page).click();
  const list = page.getByRole("listbox", { name: "Pencarian terakhir" });
  await list.waitFor();
  expect(await list.getByRole("option").allInnerTexts()).toEqual(["kopi gayo", "batik"]);
  await page.getByRole("banner").getByRole("search").getByRole("button", { name: "Hapus", exact: true }).click();
  await list.waitFor({ state: "hidden" });
  await page.reload();
  expect(await page.evaluate(() => localStorage.getItem("recent_searches"))).toBeNull();
});

test("S122 a late response for an older keyword is never shown", async () => {
  const page = await site.window({ path: "/guide" });
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/v1/products/keywords?name=bat&*", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().includes("name=bat&"));
  await searchInput(page).fill("bat");
  await asked;
  await searchInput(page).fill("kopi");
  const list = page.getByRole("listbox", { name: "Saran pencarian" });
  await list.getByRole("option", { name: "kopi gayo" }).waitFor();
  const late = page.waitForResponse((response) => response.url().includes("name=bat&"));
  release();
  await (await late).finished();
  await callsAreIn(page);
  for (const text of await list.getByRole("option").allInnerTexts()) expect(text).toContain("kopi");
});

test("nothing in the header moves while the session loads", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  for (const width of [390, 1280]) {
    for (const userId of [undefined, ownerId]) {
      const page = await site.window({ viewport: { width, height: 800 }, ...(userId ? { userId } : {}) });
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            (window as unknown as { shift: number }).shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await visit(page, "/aboutUs");
      await page
        .getByRole("banner")
        .getByText(userId ? "Penjual" : "Masuk", { exact: true })
        .last()
        .waitFor({
          state: "attached",
        });
      expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), `${width} ${userId}`).toBe(0);
      await page.context().close();
    }
  }
});

for (const javaScriptEnabled of [true, false]) {
  test(`help is found and its words are marked, ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
    const page = await site.window({ javaScriptEnabled });
    await (javaScriptEnabled ? visit(page, "/guide") : page.goto("/guide"));
    const help = page.getByRole("search", { name: "Cari bantuan" });
    await help.getByRole("searchbox").fill("lupa password");
    await help.getByRole("button", { name: "Cari" }).click();
    await page.waitForURL("**/guide?q=lupa+password");
    const found = page.getByRole("link", { name: "Lupa kata sandi", exact: true });
    await found.waitFor();
    expect(await found.locator("mark").first().innerText()).toBe("Lupa");
    expect(await found.getAttribute("href")).toBe("/guide#lupa-kata-sandi");
    await help.getByRole("searchbox").fill("zzqqxx");
    await help.getByRole("button", { name: "Cari" }).click();
    await page
      .getByRole("main")
      .getByText(/Data tidak ditemukan\./)
      .waitFor();
  });
}

test.each(["/guide", "/aboutUs", "/faqBuyer", "/faqSeller", "/privacy", "/termCondition"])(
  "%s says at least 400 words",
  async (path) => {
    const page = await site.window({ javaScriptEnabled: false });
    await page.goto(path);
    const words = await page
      .getByRole("main")
      .evaluate((main) => main.textContent?.match(/[\p{L}\p{N}]{2,}/gu)?.length);
    expect(words).toBeGreaterThanOrEqual(400);
  },
);

test("S012 on a phone the floating link covers no button and no short link", async () => {
  const page = await site.window({ path: "/", viewport: { width: 390, height: 844 } });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 180) {
    await page.evaluate((to) => scrollTo(0, to), y);
    await page.waitForFunction(() => {
      const chat = document.querySelector("[data-chat-link]");
      if (!chat || getComputedStyle(chat).pointerEvents === "none") return chat !== null;
      const box = chat.getBoundingClientRect();
      return [...document.querySelectorAll("main a, main button, footer a")].every((target) => {
        const area = target.getBoundingClientRect();
        const width = Math.min(box.right, area.right) - Math.max(box.left, area.left);
        const tall = Math.min(box.bottom, area.bottom) - Math.max(box.top, area.top);
        return target === chat || width <= 0 || tall <= 0 || width * tall <= area.width * area.height * 0.25;
      });
    });
  }
});

test("S112 at start the page requests the current user", async () => {
  const page = await site.window();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  const calls = recordCalls(page);
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/users");
  await visit(page, "/");
  // No user is logged in, and the browser's console shows no error for it.
  expect(await (await answer).json()).toMatchObject({ success: false, code: "session.required" });
  await callsAreIn(page);
  expect(complaints).toEqual([]);
  expect(calls.filter(({ line }) => line === "GET /v1/users")).toHaveLength(1);
});

test("S113 S111 when the check fails, the page has the stored token removed and shows no user", async () => {
  const page = await site.window();
  const cookie = { url: site.server.origin, sameSite: "Lax" as const };
  await page.context().addCookies([
    { ...cookie, name: "sid", value: "x".repeat(43), httpOnly: true },
    { ...cookie, name: "logged_in", value: "1" },
  ]);
  const held = Promise.withResolvers<void>();
  await page.route("**/v1/users", async (route) => {
    await held.promise;
    await route.continue();
  });
  const removed = page.waitForResponse((response) => new URL(response.url()).pathname === "/removeToken");
  await visit(page, "/guide");
  // While loading, the header names no user.
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Akun", exact: true }).waitFor();
  expect(await header.getByRole("link", { name: "Masuk", exact: true }).isVisible()).toBe(false);
  held.resolve();
  const answer = await removed;
  expect(answer.request().method()).toBe("POST");
  expect(answer.request().postData()).toBeNull();
  expect(answer.status()).toBe(200);
  await header.getByRole("link", { name: "Masuk", exact: true }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

test("S130 all calls go to one host", async () => {
  const page = await site.window();
  const calls = recordCalls(page);
  await visit(page, "/");
  await searchInput(page).fill("kopi");
  await page.getByRole("listbox", { name: "Saran pencarian" }).waitFor();
  await searchInput(page).press("Enter");
  await page.waitForURL("**/product?name=kopi&type=product");
  await page.goto("/login");
  await page.getByLabel("Email").fill("siapa@kawung.test");
  await page.getByLabel("Kata sandi", { exact: true }).fill("bukan-yang-benar");
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
  await page.getByText("Email atau Password salah!").waitFor();
  expect(calls.length).toBeGreaterThan(2);
  expect([...new Set(calls.map(({ url }) => url.origin))]).toEqual([site.server.origin]);
});

test("S158 background calls of the page fail silently", async () => {
  const page = await site.window();
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => dialogs.push(error.message));
  await page.route("**/v1/users", (route) => route.fulfill({ status: 500, json: { success: false } }));
  await page.route("**/v1/products/keywords*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/v1/products/keywords"));
  await visit(page, "/guide");
  await searchInput(page).fill("kopi");
  await failed;
  await callsAreIn(page);
  expect(dialogs).toEqual([]);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  await searchInput(page).press("Enter");
  await page.waitForURL("**/product?name=kopi&type=product");
});

for (const path of [
  "/",
  "/login",
  "/register",
  "/guide",
  "/product",
  "/merchant",
  "/aboutUs",
  "/faqBuyer",
  "/faqSeller",
  "/privacy",
  "/termCondition",
  "/tidak-ada",
]) {
  test(`S001 ${path} is in Indonesian`, async () => {
    const page = await site.window({ path });
    expect(await englishOn(page)).toEqual([]);
  });
}
