// The statements of docs/requirements.md about form inputs, on the page /ui and in the address book.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeUser } from "../test/make/rows.ts";
import { startServer } from "./start-server.ts";
import { holdScripts } from "./hold-scripts.ts";
import { callsAreIn, openSite, recordCalls, visit, type Site } from "./open-site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

const whole = (page: Page) => page.getByRole("form", { name: "Semua masukan" });
const place = (form: Locator) => form.getByRole("group", { name: "Titik di peta" });
const pin = (field: Locator) => field.getByRole("button", { name: "Pin" });

async function openMap(page: Page): Promise<Locator> {
  const field = place(whole(page));
  await field.scrollIntoViewIfNeeded();
  await pin(field).waitFor();
  return field;
}

const pointOf = async (field: Locator) => [
  Number(await field.getByLabel("Lintang").inputValue()),
  Number(await field.getByLabel("Bujur").inputValue()),
];

async function understood(page: Page): Promise<Record<string, unknown>> {
  const answer = page.getByRole("status").filter({ hasText: "Semua isian dipahami." });
  await answer.waitFor();
  const terms = await answer.getByRole("term").allInnerTexts();
  const values = await answer.getByRole("definition").allInnerTexts();
  return Object.fromEntries(terms.map((term, at) => [term, JSON.parse(values[at] ?? "null") as unknown]));
}

async function photo(name: string, background: string, mimeType = "image/jpeg") {
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType, buffer };
}

/** All inputs except pictures and map, which have their own tests. */
async function fillWhole(form: Locator): Promise<void> {
  await form.getByLabel("Nama barang").fill("Kain batik kawung");
  await form.getByRole("combobox", { name: "Kurir" }).selectOption("kilat");
  await form.getByLabel("Harga").fill("1250000");
  await form.getByLabel("Cerita barang").fill("Ditulis tangan di Giriloyo.");
  await form.getByLabel("Kata sandi", { exact: true }).fill("kebun-teh-di-lereng-7");
  await form.getByRole("radio", { name: /QRIS/ }).check();
  await form.getByRole("radio", { name: "4 bintang" }).check({ force: true });
  await form.getByRole("radio", { name: "M", exact: true }).check();
  await form.getByRole("checkbox", { name: "Nila" }).check();
  await form.getByRole("checkbox", { name: "Bungkus sebagai kado" }).check();
}

const expected = {
  name: "Kain batik kawung",
  courier: "kilat",
  price: 1_250_000,
  story: "Ditulis tangan di Giriloyo.",
  payment: "qris",
  rating: 4,
  size: "m",
  colours: ["nila"],
  agreed: 1,
  quantity: 1,
  born: "1990-08-17",
};

test("S086 S093 S107 a map is 400 high, starts in Bandung, and its pin is set by mouse and keyboard", async () => {
  const page = await site.window({ path: "/ui" });
  const calls = recordCalls(page);
  const field = await openMap(page);
  const box = field.getByRole("application", { name: "Peta" });
  expect((await box.locator("..").boundingBox())?.height).toBe(400);
  expect(await pointOf(field)).toEqual([-6.906, 107.707]);

  await pin(field).focus();
  await page.keyboard.press("ArrowUp");
  const [north = 0, same] = await pointOf(field);
  expect(north).toBeGreaterThan(-6.906);
  expect(same).toBeCloseTo(107.707, 3);
  await page.keyboard.press("Shift+ArrowRight");
  const [, east = 0] = await pointOf(field);
  expect(east).toBeGreaterThan(107.72);

  await box.click({ position: { x: 60, y: 330 } });
  const [south = 0, west = 0] = await pointOf(field);
  expect(south).toBeLessThan(-6.906);
  expect(west).toBeLessThan(107.707);

  await box.focus();
  await page.keyboard.press("Enter");
  expect(await pointOf(field)).not.toEqual([south, west]);
  await callsAreIn(page);
  // No other server is requested, and the map still shows land.
  expect(new Set(calls.map(({ url }) => url.origin))).toEqual(new Set([site.server.origin]));
  expect(await box.locator("svg path").count()).toBeGreaterThanOrEqual(2);
});

test("S093 a tap sets the pin", async () => {
  const page = await site.window({ path: "/ui", hasTouch: true, viewport: { width: 390, height: 844 } });
  const field = await openMap(page);
  await field.getByRole("application", { name: "Peta" }).tap({ position: { x: 40, y: 60 } });
  await expect.poll(async () => (await pointOf(field))[0]).toBeGreaterThan(-6.906);
});

test("S094 the search of the map finds regions and places, by keyboard alone", async () => {
  const page = await site.window({ path: "/ui" });
  const field = await openMap(page);
  const search = field.getByRole("combobox", { name: "Cari tempat di peta" });
  await search.fill("Coblong, Bandung");
  await field.getByRole("option", { name: /Coblong/ }).waitFor();
  await search.press("ArrowDown");
  await search.press("Enter");
  expect(await search.inputValue()).toBe("Coblong");
  await search.fill("Ubud");
  await field.getByRole("option", { name: /Ubud/ }).first().waitFor();
  await search.press("Escape");
  expect(await field.getByRole("option").count()).toBe(0);
  await search.press("ArrowDown");
  await search.press("Enter");
  await expect.poll(async () => (await pointOf(field))[1]).toBeCloseTo(115.26, 1);
  expect(await field.getByLabel("Keterangan tempat").inputValue()).toContain("Gianyar");
});

test("S092 pictures are chosen, ordered, cropped and refused before they are sent, and arrive in their order", async () => {
  const page = await site.window({ path: "/ui" });
  const form = whole(page);
  const input = form.locator("input[type=file]");
  await input.setInputFiles([await photo("depan.jpg", "#243b7a"), await photo("belakang.jpg", "#b3411f")]);
  const shown = () =>
    form
      .getByRole("list", { name: "Foto barang" })
      .getByRole("img")
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt));
  await expect.poll(shown).toEqual(["Foto 1: depan.jpg", "Foto 2: belakang.jpg"]);
  await form.getByRole("button", { name: "Geser belakang.jpg ke kiri" }).press("Enter");
  expect(await shown()).toEqual(["Foto 1: belakang.jpg", "Foto 2: depan.jpg"]);

  await input.setInputFiles([{ name: "foto.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<svg xmlns='x'/>") }]);
  await form.getByRole("alert").getByText("“foto.jpg” bukan foto JPEG, PNG, WebP, atau AVIF.").waitFor();
  expect(await shown()).toHaveLength(2);

  await form.getByRole("button", { name: "Potong depan.jpg" }).click();
  const dialog = page.getByRole("dialog", { name: "Potong menjadi bujur sangkar" });
  await dialog.getByRole("slider", { name: "Perbesar" }).press("ArrowRight");
  await dialog.getByRole("button", { name: "Potong" }).click();
  await dialog.waitFor({ state: "hidden" });
  const side = form.getByRole("img", { name: "Foto 2: depan.jpg" });
  await expect.poll(() => side.evaluate((one: HTMLImageElement) => one.naturalWidth - one.naturalHeight)).toBe(0);

  await fillWhole(form);
  await form.getByLabel("Tanggal lahir").fill("17/8/1990");
  await form.getByRole("button", { name: "Kirim semua" }).click();
  const echo = await understood(page);
  expect(echo).toMatchObject(expected);
  expect((echo.pictures as { name: string }[]).map(({ name }) => name)).toEqual(["belakang.jpg", "depan.jpg"]);
  expect(echo.place).toMatchObject({ lat: -6.906, lng: 107.707 });
});

test("S092 a picture that is uploaded at once shows its progress and puts its value into the form", async () => {
  const page = await site.window({ path: "/ui" });
  const field = page.getByRole("region", { name: "Gambar: Teks panjang" });
  await field.scrollIntoViewIfNeeded();
  const values = () =>
    field.locator("input[type=hidden]").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(await values()).toEqual(["1", "2"]);
  let letGo = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  await page.route("**/v1/ui-kit/pictures", async (route) => {
    await held;
    await route.continue();
  });
  await field.locator("input[type=file]").setInputFiles([await photo("baru.jpg", "#1e6b45")]);
  await field.getByRole("progressbar", { name: "Mengirim baru.jpg" }).waitFor();
  letGo();
  await expect.poll(values).toEqual(["1", "2", expect.stringMatching(/^[0-9a-f]{16}$/)]);
});

test("S092 pictures chosen before the scripts loaded are neither lost nor left unsent", async () => {
  const page = await site.window();
  const release = await holdScripts(page);
  await page.goto("/ui", { waitUntil: "commit" });
  const field = page.getByRole("region", { name: "Gambar: Teks panjang" });
  await field.locator("input[type=file]").setInputFiles([await photo("dini.jpg", "#1e6b45")]);
  release();
  await field.getByRole("img", { name: "Foto 3: dini.jpg" }).waitFor();
  await field.locator("input[type=hidden]").nth(2).waitFor({ state: "attached" });
});

test("S098 S105 S106 a rating is 0 to 5 whole stars, by keyboard, and the server accepts nothing else", async () => {
  const page = await site.window({ path: "/ui" });
  const stars = whole(page).getByRole("radiogroup", { name: "Nilai Anda" });
  const values = await stars.getByRole("radio").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(values).toEqual(["0", "1", "2", "3", "4", "5"]);
  const chosen = () => stars.locator("input:checked").inputValue();
  expect(await chosen()).toBe("0");
  await stars.locator("input:checked").focus();
  await page.keyboard.press("ArrowRight");
  expect(await chosen()).toBe("1");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  expect(await chosen()).toBe("5");
  await stars.getByText("Sangat baik").waitFor();
  for (const rating of [-1, 6, 2.5]) {
    const response = await fetch(`${site.server.origin}/v1/ui-kit/echo`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ rating }),
    });
    const { data } = (await response.json()) as { data: Record<string, string[]> };
    expect(data.rating, String(rating)).toHaveLength(1);
  }
});

test("S100 a date is typed in the usual form, or chosen from an Indonesian calendar by keyboard", async () => {
  const page = await site.window({ path: "/ui" });
  const form = whole(page);
  const date = form.getByLabel("Tanggal lahir");
  const sent = () => form.evaluate((one: HTMLFormElement) => new FormData(one).get("born"));
  await date.fill("5 agustus 1999");
  await date.blur();
  expect([await date.inputValue(), await sent()]).toEqual(["05/08/1999", "1999-08-05"]);
  await date.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByRole("button", { name: "Kamis, 5 Agustus 1999", exact: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("Enter");
  expect(await sent()).toBe("1999-07-12");
  expect(await page.getByRole("dialog", { name: "Juli 1999" }).count()).toBe(0);
  await date.fill("31/02/1999");
  expect(await date.evaluate((one: HTMLInputElement) => one.validity.customError)).toBe(true);
});

test("S108 S109 every input without scripts: errors below their fields, input kept, then accepted", async () => {
  const page = await site.window({ javaScriptEnabled: false });
  await page.goto("/ui");
  const form = whole(page);
  // A browser would refuse first; the server checks a form that passes it nevertheless.
  await fillWhole(form);
  await form.getByLabel("Cerita barang").fill("Pendek");
  await form.getByLabel("Lintang").fill("6.2");
  await form.getByLabel("Bujur").fill("107.7");
  await form.getByLabel("Tanggal lahir").fill("1990-08-17");
  await form
    .getByLabel("Foto barang")
    .setInputFiles([{ name: "bukan.jpg", mimeType: "image/jpeg", buffer: Buffer.from("GIF89a") }]);
  await form.getByRole("button", { name: "Kirim semua" }).click();
  await form.getByText("Minimal 10 karakter.").last().waitFor();
  const story = form.getByLabel("Cerita barang");
  expect(await story.getAttribute("aria-invalid")).toBe("true");
  expect(await story.inputValue()).toBe("Pendek");
  expect(await form.getByLabel("Foto barang").getAttribute("aria-invalid")).toBe("true");
  expect(await form.getByLabel("Harga").inputValue()).toMatch(/1\.?250\.?000/);
  expect(await form.getByLabel("Tanggal lahir").inputValue()).toBe("1990-08-17");
  expect(await form.getByRole("radio", { name: "4 bintang" }).isChecked()).toBe(true);
  expect(await form.getByRole("checkbox", { name: "Nila" }).isChecked()).toBe(true);
  await story.fill("Ditulis tangan di Giriloyo.");
  await form.getByLabel("Kata sandi", { exact: true }).fill("kebun-teh-di-lereng-7");
  await form.getByLabel("Foto barang").setInputFiles([await photo("depan.jpg", "#243b7a")]);
  await form.getByRole("button", { name: "Kirim semua" }).click();
  const echo = await understood(page);
  expect(echo).toMatchObject({ ...expected, place: { lat: 6.2, lng: 107.7 } });
  expect(echo.pictures).toMatchObject([{ name: "depan.jpg" }]);
});

test("a choice that was missing is sent at the next press, whichever of its options is chosen", async () => {
  const page = await site.window({ path: "/ui" });
  await page.evaluate(() => {
    const form = document.createElement("form");
    form.setAttribute("aria-label", "Pilihan");
    form.innerHTML = ["a", "b", "c"]
      .map((value) => `<label><input type="radio" name="choice" value="${value}" required>${value}</label>`)
      .concat("<button>Kirim</button>")
      .join("");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      form.dataset.sent = String(new FormData(form).get("choice"));
    });
    document.querySelector("main")?.prepend(form);
  });
  const form = page.getByRole("form", { name: "Pilihan" });
  await form.getByRole("button").click();
  expect(await form.getByLabel("a").evaluate((one: HTMLInputElement) => one.validationMessage)).toBe(
    "Pilih salah satu.",
  );
  await form.getByLabel("b").check();
  await form.getByRole("button").click();
  expect(await form.getAttribute("data-sent")).toBe("b");
});

test("the focus goes to the first field that the server finds wrong", async () => {
  const page = await site.window({ path: "/ui" });
  const form = whole(page);
  await fillWhole(form);
  await form.getByLabel("Tanggal lahir").fill("17/8/1990");
  await form.getByLabel("Cerita barang").fill("Pendek");
  await form.getByRole("button", { name: "Kirim semua" }).click();
  await form.getByText("Minimal 10 karakter.").last().waitFor();
  await expect
    .poll(() => form.getByLabel("Cerita barang").evaluate((one) => one === document.activeElement))
    .toBe(true);
  expect(await form.getByLabel("Kata sandi", { exact: true }).inputValue()).toBe("kebun-teh-di-lereng-7");
});

/** Fills the form of a new address, with regions from the search. */
async function fillAddress(page: Page): Promise<void> {
  const search = page.getByRole("combobox", { name: "Cari wilayah" });
  await search.fill("dago");
  await page.getByRole("option", { name: /^Dago.*Coblong/ }).waitFor();
  await search.press("Enter");
  const village = page.getByRole("combobox", { name: "Kelurahan atau desa", exact: true });
  await village.locator("option:checked", { hasText: "Dago" }).waitFor({ state: "attached" });
  await page.getByLabel("Nama penerima").fill("Rina Wulandari");
  await page.getByLabel("Nomor telepon penerima").fill("0812-3456-7890");
  await page.getByLabel("Jalan, nomor rumah, RT/RW").fill("Jalan Dago 12");
  await page.getByLabel("Kode pos").fill("40135");
}

async function saveAddress(page: Page, userId: string) {
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await page.getByRole("article", { name: "Rumah" }).waitFor();
  return site.context.db.row<{ village: string; lat: number | null; lng: number | null }>(
    sql`select r.name as village, a.lat, a.lng from addresses a join regions r on r.code = a.village_code where a.user_id = ${userId}`,
  );
}

test("an address takes its regions from a search; no pin is requested where the map shows no street", async () => {
  const userId = await makeUser(site.context);
  const page = await site.window({ userId, path: "/profile?page=addresses&edit=new" });
  await fillAddress(page);
  expect(await page.getByRole("group", { name: /^Titik di peta/ }).count()).toBe(0);
  expect(await saveAddress(page, userId)).toEqual({ village: "Dago", lat: null, lng: null });
});

test("where the map shows streets, a pin is stored only when a user sets it, zoomed in enough to see them", async () => {
  const server = await startServer(site.context.databaseUrl, {
    NODE_ENV: "test",
    LIMIT_FACTOR: "1000",
    DEMO: "0",
    MAP_TILE_URL: "https://tile.example/{z}/{x}/{y}.png",
    MAP_TILE_CREDIT: "© Peta",
  });
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#ddd" } })
    .png()
    .toBuffer();
  try {
    for (const scripts of [true, false]) {
      for (const puts of scripts ? [false, true] : [false]) {
        const userId = await makeUser(site.context);
        const page = await site.window({ userId, baseURL: server.origin, javaScriptEnabled: scripts });
        await page.route("https://tile.example/**", (route) => route.fulfill({ body: tile, contentType: "image/png" }));
        const path = "/profile?page=addresses&edit=new";
        if (scripts) {
          await visit(page, path);
          await fillAddress(page);
          const field = page.getByRole("group", { name: /^Titik di peta/ });
          await field.scrollIntoViewIfNeeded();
          await page.getByText("© Peta").waitFor();
          const finder = field.getByRole("combobox", { name: "Cari tempat di peta" });
          await finder.fill("dago");
          await field.getByRole("option", { name: /Dago/ }).first().waitFor();
          await finder.press("Enter");
          await field.getByText("Belum ada titik.").waitFor();
          if (puts) {
            // When zoomed out, the first press only zooms in.
            await field.getByRole("button", { name: "Perkecil" }).press("Enter");
            await field.getByRole("button", { name: "Perkecil" }).press("Enter");
            await pin(field).press("Enter");
            await field.getByText("Belum ada titik.").waitFor();
            await pin(field).press("Enter");
            await field.getByRole("button", { name: "Hapus titik" }).waitFor();
          }
        } else {
          await page.goto(`${path}&province_code=32&regency_code=32.73&district_code=32.73.02`);
          await page.getByLabel("Kelurahan atau desa", { exact: true }).selectOption({ label: "Dago" });
          await page.getByLabel("Nama penerima").fill("Rina Wulandari");
          await page.getByLabel("Nomor telepon penerima").fill("0812-3456-7890");
          await page.getByLabel("Jalan, nomor rumah, RT/RW").fill("Jalan Dago 12");
          await page.getByLabel("Kode pos").fill("40135");
        }
        const stored = await saveAddress(page, userId);
        expect(stored?.village).toBe("Dago");
        if (puts) expect([stored?.lat?.toFixed(1), stored?.lng?.toFixed(1)]).toEqual(["-6.9", "107.6"]);
        else expect(stored).toEqual({ village: "Dago", lat: null, lng: null });
        await page.context().close();
      }
    }
  } finally {
    await server.close();
  }
});

test("no input in any state has an accessibility violation, in the light or the dark theme", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const page = await site.window();
  for (const theme of ["light", "dark"]) {
    await visit(page, `/ui?theme=${theme}`);
    await openMap(page);
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      type Finding = { id: string; nodes: { html: string }[] };
      const { axe: engine } = window as unknown as { axe: { run(root: Document): Promise<{ violations: Finding[] }> } };
      return (await engine.run(document)).violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html.slice(0, 160))
            .slice(0, 3)
            .join(" | ")}`,
      );
    });
    expect(found, theme).toEqual([]);
  }
});
