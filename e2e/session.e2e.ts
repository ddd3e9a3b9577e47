import { TOTP } from "otpauth";
import type { BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { notify } from "../src/notifications/notify.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { makeUser } from "../test/make/rows.ts";
import { shopNames } from "../test/spec/make-market.ts";
import { addressesOf, regions, typeAddress, typedAddress } from "./fill-address.ts";
import { endSessions, givePassword, makePerson, password, turnOnSecondStep } from "./make-people.ts";
import { openSite, shopOf, visit, type Site } from "./open-site.ts";
import { makeTemplateText } from "../test/make/template-text.ts";

/** A session that ends while a user works loses no input; saved data is shown as stored. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Sesi Anda sudah berakhir" });

async function logInAgain(page: Page): Promise<void> {
  await dialog(page).getByLabel("Kata sandi", { exact: true }).fill(password);
  await dialog(page).getByRole("button", { name: "Masuk dan lanjutkan" }).click();
}

test("an address form sent after the session ended is saved in full after the login dialog", async () => {
  const person = await makePerson(site.context, "Sekar Arum");
  const page = await site.window({ userId: person.id, path: "/profile?page=addresses&edit=new" });
  for (const [label, choice] of regions) await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
  await typeAddress(page);
  await endSessions(site.context, person);
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await dialog(page).waitFor();
  expect(await dialog(page).getByLabel("Email").inputValue()).toBe(person.email);
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe("password");
  await dialog(page).getByLabel("Kata sandi", { exact: true }).fill("bukan-yang-benar");
  await dialog(page).getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await dialog(page).getByText("Email atau Password salah!").waitFor();
  await logInAgain(page);
  await page.getByRole("article", { name: "Rumah" }).waitFor();
  expect(await addressesOf(site.context, person)).toEqual([typedAddress]);
  expect(await dialog(page).count()).toBe(0);
});

test("a user who closes the login dialog keeps their input and is asked again", async () => {
  const person = await makePerson(site.context, "Bagas Nusantoro");
  const page = await site.window({ userId: person.id, path: "/profile" });
  await page.getByRole("textbox", { name: "Nama" }).fill("Bagas yang Baru");
  await endSessions(site.context, person);
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
});

test("a seller's input survives the end of the session and the second factor", async () => {
  const { shopId, ownerId } = await shopOf(site, shopNames.coffee);
  await givePassword(site.context, ownerId);
  await site.context.db.run(sql`delete from second_factors where user_id = ${ownerId}`);
  const page = await site.window({ userId: ownerId, path: "/profile" });
  const key = await turnOnSecondStep(page);
  await visit(page, "/manageMerchant?page=settings");
  await page.getByLabel("Slogan toko").fill("Dipetik merah di lereng Takengon");
  await page.getByLabel("Tentang toko").fill("Kopi dari kebun sendiri, dijemur di atas para-para.");
  await endSessions(site.context, { id: ownerId });
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
});

test("pictures chosen after the session has ended open the login dialog and are then uploaded by themselves", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  await givePassword(site.context, ownerId);
  const page = await site.window({ userId: ownerId, path: "/manageMerchant?page=product" });
  await page.getByLabel("Nama produk").fill("Kopi Gayo Sangrai Terang");
  const noise = { create: { width: 400, height: 400, channels: 3 as const, noise: { type: "gaussian" as const } } };
  const buffer = await sharp({ create: { ...noise.create, background: "#000" } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await endSessions(site.context, { id: ownerId });
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
  await endSessions(site.context, { id: ownerId });
  await field.setInputFiles({ name: "empat.png", mimeType: "image/png", buffer });
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Yang Anda ketik masih ada di halaman ini.").waitFor();
  // The form is not sent without a picture that its user sees there.
  const obstacle = () => field.evaluate((one: HTMLInputElement) => one.validationMessage);
  expect(await obstacle()).toBe("Ada foto yang belum terkirim. Tekan Coba lagi di foto itu, atau hapus fotonya.");
  await page.getByRole("button", { name: "Coba lagi" }).click();
  await logInAgain(page);
  await expect.poll(() => sent.count()).toBe(4);
  expect(await obstacle()).toBe("");
});

test("another user who logs in through the dialog sends no data of the first one", async () => {
  const [first, second] = [
    await makePerson(site.context, "Rina Wulandari"),
    await makePerson(site.context, "Budi Santoso"),
  ];
  const page = await site.window({ userId: first.id, path: "/profile" });
  await page.getByRole("textbox", { name: "Nama" }).fill("Rina yang Lain");
  await endSessions(site.context, first);
  await page.getByRole("button", { name: "Simpan" }).click();
  await dialog(page).getByLabel("Email").fill(second.email);
  await logInAgain(page);
  await page.getByText("Anda masuk sebagai Budi Santoso. Isian akun sebelumnya tidak dikirim.").waitFor();
  expect(await page.getByRole("textbox", { name: "Nama" }).inputValue()).toBe("Budi Santoso");
  const names = await site.context.db.rows(
    sql`select name from users where id = any(${[first.id, second.id]}::uuid[]) order by name`,
  );
  expect(names).toEqual([{ name: "Budi Santoso" }, { name: "Rina Wulandari" }]);
});

test("a quantity in the cart is saved although the session had ended", async () => {
  const person = await makePerson(site.context, "Bagas Nusantoro");
  const variant = await site.context.db.row<{ id: string }>(sql`
    select v.id from variants v join products p on p.id = v.product_id where v.stock > 5 and p.min_order = 1 limit 1`);
  const line = await makeCartLine(site.context, person.id, variant?.id ?? "");
  const page = await site.window({ userId: person.id });
  // No message tells this tab that the session has ended.
  await page.route("**/v1/users/events*", (route) => route.abort());
  const known = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/users");
  await visit(page, "/cart");
  await known;
  await endSessions(site.context, person);
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
});

test("a notification opened after the session has ended opens its page after the login", async () => {
  const person = await makePerson(site.context, "Laras Kinanti");
  await notify(site.context.db, {
    userId: person.id,
    type: "user",
    userType: "buyer",
    title: makeTemplateText("Kabar pertama"),
    description: makeTemplateText("Selamat datang."),
    dedupeKey: "kabar",
    now: new Date(),
  });
  const page = await site.window({ userId: person.id });
  // No message tells this tab that the session has ended.
  await page.route("**/v1/users/events*", (route) => route.abort());
  await visit(page, "/guide");
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Notifikasi/ })
    .click();
  const item = page.getByRole("link", { name: /Kabar pertama/ });
  await item.waitFor();
  await endSessions(site.context, person);
  await item.click();
  await logInAgain(page);
  await page.waitForURL("**/profile");
  await page.getByRole("banner").getByRole("button", { name: "Notifikasi", exact: true }).waitFor();
  const rows = await site.context.db.rows(sql`select status from notifications where user_id = ${person.id}`);
  expect(rows).toEqual([{ status: "read" }]);
});

test("saved data is shown as stored, at once", async () => {
  const person = await makePerson(site.context, "Sekar Arum");
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
});

test("a shop's texts are shown as stored, at once, and later input stays", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  const page = await site.window({ userId: ownerId, path: "/manageMerchant?page=settings" });
  for (const words of ["Panen bulan lalu", "Panen bulan ini"]) {
    await page.getByLabel("Slogan toko").fill(`  ${words}  `);
    await page.getByRole("button", { name: "Simpan pengaturan" }).click();
    await expect.poll(() => page.getByLabel("Slogan toko").inputValue()).toBe(words);
  }
});

describe("after a logout, when another person at the same device presses Back", () => {
  const name = "Rahajeng Puri";
  const open = async (javaScriptEnabled = true): Promise<BrowserContext> => {
    const page = await site.window({ userId: await makeUser(site.context, { name }), javaScriptEnabled });
    return page.context();
  };
  const shows = (page: Page) => page.getByText(name).first();

  test("V14.3.1 Back after a logout shows no data of the user", async () => {
    const own = await open();
    const page = await own.newPage();
    await visit(page, "/guide");
    await shows(page).waitFor();
    await visit(page, "/profile");
    await shows(page).waitFor();
    await page.getByRole("button", { name: /^Akun/ }).click();
    await page.getByRole("button", { name: "Keluar" }).last().click();
    await page.waitForURL("**/login**");
    await page.goBack();
    await page.waitForURL("**/login**");
    expect(await shows(page).count()).toBe(0);
    await own.close();
  });

  test("V14.3.1 a page from the back/forward cache shows no data after a logout in another tab, with or without a network", async () => {
    const own = await open();
    const page = await own.newPage();
    await visit(page, "/guide");
    await shows(page).waitFor();
    await own.setOffline(true);
    // What another tab stores meanwhile, and the event of a page that is shown again from the cache.
    await page.evaluate(() => {
      localStorage.setItem("session", "logged-out");
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await expect
      .poll(() =>
        shows(page)
          .count()
          .catch(() => 1),
      )
      .toBe(0);
    await own.close();
  });

  test("V14.3.1 the same without scripts", async () => {
    const own = await open(false);
    const page = await own.newPage();
    await page.goto("/profile");
    await shows(page).waitFor();
    await page.getByRole("navigation", { name: "Akun saya" }).getByRole("button", { name: "Keluar" }).click();
    await page.waitForURL("**/login**");
    await page.goBack();
    await page.waitForURL("**/login**");
    expect(await shows(page).count()).toBe(0);
    await own.close();
  });
});
