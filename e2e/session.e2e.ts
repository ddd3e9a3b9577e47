import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../src/accounts/password-hash.ts";
import { sql } from "../src/lib/database.ts";
import { notify } from "../src/notifications/notify.ts";
import { makeCartLine } from "../test/make-checkout.ts";
import { makeAddress, makeUser } from "../test/make.ts";
import { shopNames } from "../test/spec/make-market.ts";
import { openSite, shopOf, visit, type Site } from "./spec-site.ts";

/** A session that ends while somebody is at work: nothing typed is lost, and tabs agree on who is there. */
const password = "kebun-teh-di-lereng-7";
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

type Person = { id: string; email: string };

async function makePerson(name: string): Promise<Person> {
  const id = await makeUser(site.context, { name });
  return { id, email: await givePassword(id) };
}

async function givePassword(id: string): Promise<string> {
  const row = await site.context.db.row<{ email: string }>(
    sql`update users set password_hash = ${await hashPassword(password)} where id = ${id} returning email`,
  );
  return row?.email ?? "";
}

async function endSessions({ id }: Pick<Person, "id">): Promise<void> {
  await site.context.db.run(sql`delete from sessions where user_id = ${id}`);
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Sesi Anda sudah berakhir" });

async function logInAgain(page: Page): Promise<void> {
  await dialog(page).getByLabel("Kata sandi", { exact: true }).fill(password);
  await dialog(page).getByRole("button", { name: "Masuk dan lanjutkan" }).click();
}

async function addressesOf({ id }: Person) {
  return site.context.db.rows<{ recipient: string; street: string; village: string; postcode: string }>(sql`
    select recipient, street, village_code as village, postcode from addresses where user_id = ${id}`);
}

async function typeAddress(page: Page): Promise<void> {
  await page.getByLabel("Nama penerima").fill("Sekar Arum");
  await page.getByLabel("Nomor telepon penerima").fill("081234567890");
  await page.getByLabel("Jalan, nomor rumah, RT/RW").fill("Jalan Dipati Ukur 35, RT 02/RW 07");
  await page.getByLabel("Kode pos").fill("40132");
}

const regions = [
  ["Provinsi", "Jawa Barat"],
  ["Kabupaten atau kota", "Kota Bandung"],
  ["Kecamatan", "Coblong"],
  ["Kelurahan atau desa", "Dago"],
] as const;

const typedAddress = {
  recipient: "Sekar Arum",
  street: "Jalan Dipati Ukur 35, RT 02/RW 07",
  village: "32.73.02.1004",
  postcode: "40132",
};

test("an address that is sent after the session has ended arrives whole, after a login over the page", async () => {
  const person = await makePerson("Sekar Arum");
  const page = await site.window({ userId: person.id, path: "/profile?page=addresses&edit=new" });
  for (const [label, choice] of regions) await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
  await typeAddress(page);
  await endSessions(person);
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await dialog(page).waitFor();
  expect(await dialog(page).getByLabel("Email").inputValue()).toBe(person.email);
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe("password");
  await dialog(page).getByLabel("Kata sandi", { exact: true }).fill("bukan-yang-benar");
  await dialog(page).getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await dialog(page).getByText("Email atau Password salah!").waitFor();
  await logInAgain(page);
  await page.getByRole("article", { name: "Rumah" }).waitFor();
  expect(await addressesOf(person)).toEqual([typedAddress]);
  expect(await dialog(page).count()).toBe(0);
  await page.context().close();
});

test("who closes the login over the page keeps what was typed, and is asked again", async () => {
  const person = await makePerson("Bagas Nusantoro");
  const page = await site.window({ userId: person.id, path: "/profile" });
  await page.getByRole("textbox", { name: "Nama" }).fill("Bagas yang Baru");
  await endSessions(person);
  await page.getByRole("button", { name: "Simpan" }).click();
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Yang Anda ketik masih ada di halaman ini.").waitFor();
  expect(await page.getByRole("textbox", { name: "Nama" }).inputValue()).toBe("Bagas yang Baru");
  await page.getByRole("banner").getByRole("link", { name: "Masuk", exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Nama" }).fill("Bagas yang Terbaru");
  await page.getByRole("button", { name: "Simpan" }).click();
  await logInAgain(page);
  await page.getByText("Profil Anda sudah disimpan.").waitFor();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /Bagas yang T/ })
    .waitFor();
  await page.context().close();
});

/** Turns on the second step of the login; answers its key. */
async function turnOnSecondStep(page: Page): Promise<Secret> {
  const call = (url: string, code?: string) =>
    page.evaluate(
      async ([to, typed]) => {
        const body = typed === undefined ? null : JSON.stringify({ code: typed });
        const answer = await fetch(to ?? "", {
          method: to === "/v1/users/security" ? "GET" : "POST",
          ...(body === null ? {} : { body, headers: { "content-type": "application/json" } }),
        });
        return (await answer.json()) as { result: { second_factor: { setup: { manual_key: string } } } };
      },
      [url, code] as const,
    );
  await call("/v1/users/second-factor");
  const { result } = await call("/v1/users/security");
  const key = Secret.fromBase32(result.second_factor.setup.manual_key.replaceAll(" ", "").toUpperCase());
  await call("/v1/users/second-factor/confirm", TOTP.generate({ secret: key, timestamp: Date.now() - 30_000 }));
  return key;
}

test("a seller's words survive the end of the session, and the second step of the login", async () => {
  const { shopId, ownerId } = await shopOf(site, shopNames.coffee);
  await givePassword(ownerId);
  const page = await site.window({ userId: ownerId, path: "/profile" });
  const key = await turnOnSecondStep(page);
  await visit(page, "/manageMerchant?page=settings");
  await page.getByLabel("Semboyan").fill("Dipetik merah di lereng Takengon");
  await page.getByLabel("Tentang toko").fill("Kopi dari kebun sendiri, dijemur di atas para-para.");
  await endSessions({ id: ownerId });
  await page.getByRole("button", { name: "Simpan pengaturan" }).click();
  await logInAgain(page);
  await dialog(page)
    .getByLabel("Kode verifikasi")
    .fill(TOTP.generate({ secret: key }));
  await dialog(page).getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByText("Pengaturan toko tersimpan.").waitFor();
  expect(await site.context.db.row(sql`select tagline, description from shops where id = ${shopId}`)).toEqual({
    tagline: "Dipetik merah di lereng Takengon",
    description: "Kopi dari kebun sendiri, dijemur di atas para-para.",
  });
  await page.context().close();
});

test("pictures chosen after the session has ended ask for the login over the page and then arrive by themselves", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  await givePassword(ownerId);
  const page = await site.window({ userId: ownerId, path: "/manageMerchant?page=product" });
  await page.getByLabel("Nama produk").fill("Kopi Gayo Sangrai Terang");
  const noise = { create: { width: 700, height: 700, channels: 3 as const, noise: { type: "gaussian" as const } } };
  const buffer = await sharp({ create: { ...noise.create, background: "#000" } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await endSessions({ id: ownerId });
  const field = page.locator("main input[type=file]");
  await field.setInputFiles(
    ["satu.png", "dua.png", "tiga.png"].map((name) => ({ name, mimeType: "image/png", buffer })),
  );
  await dialog(page).waitFor();
  await logInAgain(page);
  const sent = page.locator("main input[type=hidden][name=picture]");
  await expect.poll(() => sent.count()).toBe(3);
  expect(await dialog(page).count()).toBe(0);
  expect(await page.getByLabel("Nama produk").inputValue()).toBe("Kopi Gayo Sangrai Terang");
  expect(await page.getByText("Coba lagi").count()).toBe(0);
  await endSessions({ id: ownerId });
  await field.setInputFiles({ name: "empat.png", mimeType: "image/png", buffer });
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Yang Anda ketik masih ada di halaman ini.").waitFor();
  await page.getByRole("button", { name: "Coba lagi" }).click();
  await logInAgain(page);
  await expect.poll(() => sent.count()).toBe(4);
  await page.context().close();
});

test("another person who logs in over the page sends nothing of the first one", async () => {
  const [first, second] = [await makePerson("Rina Wulandari"), await makePerson("Budi Santoso")];
  const page = await site.window({ userId: first.id, path: "/profile" });
  await page.getByRole("textbox", { name: "Nama" }).fill("Rina yang Lain");
  await endSessions(first);
  await page.getByRole("button", { name: "Simpan" }).click();
  await dialog(page).getByLabel("Email").fill(second.email);
  await logInAgain(page);
  await page.getByText("Anda masuk sebagai Budi Santoso. Isian akun sebelumnya tidak dikirim.").waitFor();
  expect(await page.getByRole("textbox", { name: "Nama" }).inputValue()).toBe("Budi Santoso");
  const names = await site.context.db.rows(
    sql`select name from users where id = any(${[first.id, second.id]}::uuid[]) order by name`,
  );
  expect(names).toEqual([{ name: "Budi Santoso" }, { name: "Rina Wulandari" }]);
  await page.context().close();
});

test("without scripts a form that finds the session over asks for the login and comes back filled in", async () => {
  const person = await makePerson("Sekar Arum");
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/profile?page=addresses&edit=new");
  for (const [label, choice] of regions.slice(0, 3)) {
    await page.getByLabel(`${label}: pilih dahulu`).selectOption({ label: choice });
    await page.getByRole("button", { name: "Lanjut" }).click();
  }
  await page.getByLabel("Kelurahan atau desa", { exact: true }).selectOption({ label: "Dago" });
  await typeAddress(page);
  await endSessions(person);
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await page.getByRole("heading", { name: "Sesi Anda sudah berakhir" }).waitFor();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill("bukan-yang-benar");
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByText("Email atau Password salah!").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByText("Anda masuk sebagai Sekar Arum.").waitFor();
  expect(await addressesOf(person)).toEqual([]);
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await page.getByRole("article", { name: "Rumah" }).waitFor();
  expect(await addressesOf(person)).toEqual([typedAddress]);
  await page.context().close();
});

test("without scripts the second step of the login comes between, too, and keeps what was typed", async () => {
  const person = await makePerson("Wening Asih");
  const setup = await site.window({ userId: person.id, path: "/profile" });
  const key = await turnOnSecondStep(setup);
  await setup.context().close();
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/profile");
  await page.getByRole("textbox", { name: "Nama" }).fill("Wening yang Baru");
  await endSessions(person);
  await page.getByRole("button", { name: "Simpan" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByLabel("Kode verifikasi").fill("000000");
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByText("Kode salah atau sudah tidak berlaku.").waitFor();
  await page.getByLabel("Kode verifikasi").fill(TOTP.generate({ secret: key }));
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByText("Anda masuk sebagai Wening Asih.").waitFor();
  expect(await page.getByRole("textbox", { name: "Nama" }).inputValue()).toBe("Wening yang Baru");
  await page.getByRole("button", { name: "Simpan" }).click();
  await page.getByText("Profil Anda sudah disimpan.").waitFor();
  await page.context().close();
});

/** Through the login in the middle of a form, without scripts. */
async function logInBetween(page: Page, email: string): Promise<void> {
  await page.getByRole("heading", { name: "Sesi Anda sudah berakhir" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
}

test("without scripts every ticked box is still ticked after the login, and after a refusal", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  const email = await givePassword(ownerId);
  const page = await site.window({ userId: ownerId, javaScriptEnabled: false });
  await page.goto("/manageMerchant?page=settings");
  const boxes = page.getByRole("group", { name: /^Kurir/ }).getByRole("checkbox");
  const all = await boxes.all();
  for (const [at, box] of all.entries()) await box.setChecked(at % 2 === 1, { force: true });
  const ticked = () => boxes.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).checked));
  const wanted = all.map((_, at) => at % 2 === 1);
  expect(wanted.filter(Boolean).length).toBeGreaterThan(1);
  await endSessions({ id: ownerId });
  await page.getByRole("button", { name: "Simpan pengaturan" }).click();
  await logInBetween(page, email);
  await page.getByText("Isian Anda masih ada: periksa").waitFor();
  expect(await ticked()).toEqual(wanted);
  await page.getByLabel("Nama toko").fill("     ");
  await page.getByRole("button", { name: "Simpan pengaturan" }).click();
  await page.getByText("Ada isian yang perlu diperbaiki.").waitFor();
  expect(await ticked()).toEqual(wanted);
  await page.context().close();
});

test("without scripts courier and payment chosen at checkout, and a note in the cart, outlive the session", async () => {
  const person = await makePerson("Dimas Prakoso");
  await makeAddress(site.context, person.id);
  const variant = await site.context.db.row<{ id: string }>(sql`
    select v.id from variants v join products p on p.id = v.product_id join shops s on s.id = p.shop_id
    where v.stock > 5 and p.min_order = 1 order by cardinality(s.couriers) desc, v.id limit 1`);
  await makeCartLine(site.context, person.id, variant?.id ?? "");
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/cart");
  await page.getByText("Tulis catatan untuk penjual").click();
  await page.getByRole("textbox", { name: /^Catatan/ }).fill("Yang merah, ya");
  await endSessions(person);
  await page.getByRole("button", { name: "Simpan", exact: true }).click();
  await logInBetween(page, person.email);
  await page.getByText("Isian Anda masih ada").waitFor();
  expect(await page.getByRole("textbox", { name: /^Catatan/ }).inputValue()).toBe("Yang merah, ya");
  await page.goto("/checkout");
  const couriers = page.getByRole("group", { name: /^Kurir/ }).getByRole("radio");
  await couriers.last().check();
  await page.getByRole("radio", { name: /^BCA/ }).check();
  await endSessions(person);
  await page.getByRole("button", { name: /^Bayar Rp/ }).click();
  await logInBetween(page, person.email);
  await page.getByRole("heading", { name: "Selesaikan pembelian" }).waitFor();
  expect(await couriers.last().isChecked()).toBe(true);
  expect(await page.getByRole("radio", { name: /^BCA/ }).isChecked()).toBe(true);
  await page.getByRole("button", { name: /^Bayar Rp/ }).click();
  await page.waitForURL("**/payment/*");
  await page.context().close();
});

/** A picture of a phone, of some megabytes. */
const photo = (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(3_000_000, 7)]),
});

test("without scripts a product with pictures and a hundred variants comes back whole, but for the pictures", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  const owner = { id: ownerId, email: await givePassword(ownerId) };
  const page = await site.window({ userId: ownerId, javaScriptEnabled: false });
  const [sizes, tastes] = [10, 10].map((many, axis) =>
    Array.from({ length: many }, (_, at) => `${axis === 0 ? "Kantong kertas" : "Sangrai pelan"} nomor ${at + 1}`),
  ) as [string[], string[]];
  await page.goto("/manageMerchant?page=product");
  await page.getByLabel("Nama produk").fill("Kopi Gayo Seratus Rasa");
  await page.getByRole("combobox", { name: "Kategori" }).selectOption({ index: 1 });
  const story = "Dipetik merah di lereng, dijemur pelan. ".repeat(140).trim();
  await page.getByLabel("Deskripsi").fill(story);
  await page.getByLabel("Harga", { exact: true }).fill("50000");
  await page.getByLabel("Stok", { exact: true }).fill("3");
  await page.getByText("Varian, misalnya warna dan ukuran").click();
  await page.getByLabel("Pilihan 1").fill(sizes.join(", "));
  await page.getByLabel("Pilihan 2").fill(tastes.join(", "));
  await page.getByLabel("Berat dengan kemasan (gram)").fill("");
  await page.locator("form[enctype]").evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  const last = page.getByLabel(`Stok ${sizes.at(-1)} / ${tastes.at(-1)}`);
  await last.fill("17");
  await page.getByLabel("Berat dengan kemasan (gram)").fill("250");
  await page.locator("input[type=file]").setInputFiles([photo("satu.png"), photo("dua.png")]);
  await endSessions(owner);
  await page.getByRole("button", { name: "Simpan dan tayangkan" }).click();
  await page.getByRole("heading", { name: "Sesi Anda sudah berakhir" }).waitFor();
  await page.getByText("Hanya foto yang perlu Anda pilih lagi").waitFor();
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByText("pilih lagi fotonya, lalu kirim sekali lagi").waitFor();
  expect(await last.inputValue()).toBe("17");
  expect(await page.getByLabel("Deskripsi").inputValue()).toBe(story);
  expect(await page.getByLabel("Berat dengan kemasan (gram)").inputValue()).toBe("250");
  expect(await page.getByRole("list", { name: "Harga dan stok setiap varian" }).getByRole("listitem").count()).toBe(
    100,
  );
  await page.context().close();
});

test("without scripts a profile picture that meets the end of the session leads through the login and back", async () => {
  const person = await makePerson("Wening Asih");
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/profile");
  await page.getByText("Tambahkan foto").click();
  await page.getByLabel("Foto profil").setInputFiles(photo("saya.png"));
  await endSessions(person);
  await page.getByRole("button", { name: "Simpan foto" }).click();
  await page.getByText("Hanya foto yang perlu Anda pilih lagi").waitFor();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByText("Anda masuk sebagai Wening Asih.").waitFor();
  expect(await page.getByLabel("Foto profil").isVisible()).toBe(true);
  await page.context().close();
});

test("without scripts no password goes through the page that asks for the login", async () => {
  const person = await makePerson("Wening Asih");
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/profile?page=security");
  await page.getByLabel("Kata sandi saat ini").fill("rahasia-lama-saya-1");
  await page.getByLabel("Kata sandi baru", { exact: true }).fill("rahasia-baru-saya-2");
  await page.getByLabel("Ulangi kata sandi baru").fill("rahasia-baru-saya-2");
  await endSessions(person);
  await page.getByRole("button", { name: "Ganti kata sandi" }).click();
  await page.getByRole("heading", { name: "Sesi Anda sudah berakhir" }).waitFor();
  expect(await page.content()).not.toMatch(/rahasia/);
  await page.context().close();
});

test("in the cart a quantity arrives although the session had ended", async () => {
  const person = await makePerson("Bagas Nusantoro");
  const variant = await site.context.db.row<{ id: string }>(sql`
    select v.id from variants v join products p on p.id = v.product_id where v.stock > 5 and p.min_order = 1 limit 1`);
  const line = await makeCartLine(site.context, person.id, variant?.id ?? "");
  const page = await site.window({ userId: person.id });
  // Nobody tells this tab that the session is over.
  await page.route("**/v1/users/events*", (route) => route.abort());
  const known = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/users");
  await visit(page, "/cart");
  await known;
  await endSessions(person);
  await page
    .getByRole("button", { name: /^Tambah/ })
    .first()
    .click();
  const arrived = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await logInAgain(page);
  await arrived;
  expect(await site.context.db.rows(sql`select quantity from cart_lines where id = ${line}`)).toEqual([
    { quantity: 2 },
  ]);
  expect(await page.getByRole("spinbutton").inputValue()).toBe("2");
  await page.context().close();
});

test("a notification that is opened after the session has ended leads where it belongs, after the login", async () => {
  const person = await makePerson("Laras Kinanti");
  await notify(site.context.db, {
    userId: person.id,
    type: "user",
    userType: "buyer",
    title: "Kabar pertama",
    description: "Selamat datang.",
    dedupeKey: "kabar",
    now: new Date(),
  });
  const page = await site.window({ userId: person.id });
  // Nobody tells this tab that the session is over.
  await page.route("**/v1/users/events*", (route) => route.abort());
  await visit(page, "/guide");
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Notifikasi/ })
    .click();
  const item = page.getByRole("link", { name: /Kabar pertama/ });
  await item.waitFor();
  await endSessions(person);
  await item.click();
  await logInAgain(page);
  await page.waitForURL("**/profile");
  await page.getByRole("banner").getByRole("button", { name: "Notifikasi", exact: true }).waitFor();
  const rows = await site.context.db.rows(sql`select status from notifications where user_id = ${person.id}`);
  expect(rows).toEqual([{ status: "read" }]);
  await page.context().close();
});

test("what was saved is shown as it was stored, at once", async () => {
  const person = await makePerson("Sekar Arum");
  const page = await site.window({ userId: person.id, path: "/profile" });
  await page.getByRole("textbox", { name: "Nama" }).fill("  Sekar   Arum Ningtyas ");
  await page.getByLabel("Nomor telepon").fill("62 812 3456 7890");
  await page.getByRole("button", { name: "Simpan", exact: true }).click();
  const again = page.getByLabel("Kata sandi", { exact: true });
  await again.or(page.getByText("Profil Anda sudah disimpan.")).first().waitFor();
  if (await again.isVisible()) {
    await again.fill(password);
    await page.getByRole("button", { name: "Simpan", exact: true }).click();
  }
  await page.getByText("Profil Anda sudah disimpan.").waitFor();
  const { name, phone } = (await site.context.db.row<{ name: string; phone: string }>(
    sql`select name, phone from users where id = ${person.id}`,
  )) ?? { name: "", phone: "" };
  await expect.poll(() => page.getByRole("textbox", { name: "Nama" }).inputValue()).toBe(name);
  const shown = await page.getByLabel("Nomor telepon").inputValue();
  expect(phone).toBe("+6281234567890");
  await visit(page, "/profile");
  expect(await page.getByLabel("Nomor telepon").inputValue()).toBe(shown);
  await page.context().close();
});

test("a shop's words are shown as they were stored, at once, and what is typed next stays", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  const page = await site.window({ userId: ownerId, path: "/manageMerchant?page=settings" });
  for (const words of ["Panen bulan lalu", "Panen bulan ini"]) {
    await page.getByLabel("Semboyan").fill(`  ${words}  `);
    await page.getByRole("button", { name: "Simpan pengaturan" }).click();
    await expect.poll(() => page.getByLabel("Semboyan").inputValue()).toBe(words);
  }
  await page.context().close();
});

/** Another tab of the same browser. */
async function tab(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  await visit(other, path);
  return other;
}

/** Marks the document: the mark is gone when the page is loaded anew. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.dataset.mark = "1"));
}

const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset.mark === "1");
const header = (page: Page) => page.getByRole("banner");

async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
}

test("a logout in one tab is a logout in all: personal pages are left, public ones change their header alone", async () => {
  const person = await makePerson("Rina Wulandari");
  const page = await site.window({ userId: person.id, path: "/guide" });
  const listing = await tab(page, "/product");
  const profile = await tab(page, "/profile");
  await header(listing).getByRole("button", { name: /Rina/ }).waitFor();
  await mark(listing);
  await profile.getByRole("textbox", { name: "Nama" }).fill("Setengah jadi");
  await header(page).getByRole("button", { name: /Rina/ }).click();
  await page.getByRole("button", { name: "Keluar" }).click();
  await page.waitForURL((url) => url.pathname === "/login");
  await profile.waitForURL((url) => url.pathname === "/login");
  await header(listing).getByRole("link", { name: "Masuk", exact: true }).waitFor();
  expect(await isMarked(listing)).toBe(true);
  await page.context().close();
});

test("a login in one tab is one in all: pages stay, and a waiting login goes where it was to lead", async () => {
  const person = await makePerson("Budi Santoso");
  const page = await site.window({ path: "/login" });
  const listing = await tab(page, "/product");
  const waiting = await tab(page, "/login?from=%2Fprofile");
  await mark(listing);
  await logIn(page, person);
  await page.waitForURL(`${site.server.origin}/`);
  await header(listing).getByRole("button", { name: /Budi/ }).waitFor();
  expect(await isMarked(listing)).toBe(true);
  await waiting.waitForURL("**/profile");
  await page.context().close();
});

test("when another person logs in, no tab goes on showing or sending what is the first one's", async () => {
  const [first, second] = [await makePerson("Wening Asih"), await makePerson("Dimas Prakoso")];
  const page = await site.window({ userId: first.id, path: "/profile" });
  await page.getByRole("textbox", { name: "Nama" }).fill("Wening yang Lain");
  // Without a logout in between: the session ended, and somebody else came.
  await endSessions(first);
  const other = await tab(page, "/login");
  await logIn(other, second);
  await other.waitForURL(`${site.server.origin}/`);
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("main input[name=name]")?.value === "Dimas Prakoso",
  );
  await page.context().close();
});

test("a session that ends elsewhere leaves a page where nothing is typed, and waits where something is", async () => {
  const person = await makePerson("Laras Kinanti");
  const page = await site.window({ userId: person.id, path: "/profile?page=addresses&edit=new" });
  await page.getByLabel("Nama penerima").fill("Laras");
  await mark(page);
  const orders = await tab(page, "/profile?page=transactions");
  await endSessions(person);
  // A third tab finds out.
  await tab(page, "/guide");
  await orders.waitForURL("**/login?from=%2Fprofile%3Fpage%3Dtransactions");
  await header(page).getByRole("link", { name: "Masuk", exact: true }).waitFor();
  expect(await page.getByLabel("Nama penerima").inputValue()).toBe("Laras");
  // A login in another tab is the answer to the question that is asked here.
  await page.getByRole("button", { name: "Simpan alamat" }).waitFor();
  await typeAddress(page);
  for (const [label, choice] of regions) await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await dialog(page).waitFor();
  await logIn(orders, person);
  await orders.waitForURL("**/profile?page=transactions");
  await page.getByRole("article", { name: "Rumah" }).waitFor();
  expect(await isMarked(page)).toBe(true);
  expect(await addressesOf(person)).toEqual([typedAddress]);
  await page.context().close();
});
