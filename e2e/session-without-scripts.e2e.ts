import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { makeAddress } from "../test/make/rows.ts";
import { shopNames } from "../test/spec/make-market.ts";
import { addressesOf, regions, typeAddress, typedAddress } from "./fill-address.ts";
import { endSessions, givePassword, makePerson, password, turnOnSecondStep } from "./make-people.ts";
import { openSite, shopOf, type Site } from "./open-site.ts";

/** A session that ends during a form, in a browser without scripts: the page asks for the login and keeps the input. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

test("without scripts a form whose session has ended asks for the login and returns filled in", async () => {
  const person = await makePerson(site.context, "Sekar Arum");
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/profile?page=addresses&edit=new");
  for (const [label, choice] of regions.slice(0, 3)) {
    await page.getByLabel(`${label}: pilih dahulu`).selectOption({ label: choice });
    await page.getByRole("button", { name: "Lanjut" }).click();
  }
  await page.getByLabel("Kelurahan atau desa", { exact: true }).selectOption({ label: "Dago" });
  await typeAddress(page);
  await endSessions(site.context, person);
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
  expect(await addressesOf(site.context, person)).toEqual([]);
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await page.getByRole("article", { name: "Rumah" }).waitFor();
  expect(await addressesOf(site.context, person)).toEqual([typedAddress]);
});

test("without scripts the second factor is asked for too, and the input is kept", async () => {
  const person = await makePerson(site.context, "Wening Asih");
  const setup = await site.window({ userId: person.id, path: "/profile" });
  const key = await turnOnSecondStep(setup);
  await setup.context().close();
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/profile");
  await page.getByRole("textbox", { name: "Nama" }).fill("Wening yang Baru");
  await endSessions(site.context, person);
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
});

/** Logs in on the page that interrupts a form, without scripts. */
async function logInBetween(page: Page, email: string): Promise<void> {
  await page.getByRole("heading", { name: "Sesi Anda sudah berakhir" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
}

test("without scripts every ticked box is still ticked after the login, and after a refusal", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  const email = await givePassword(site.context, ownerId);
  const page = await site.window({ userId: ownerId, javaScriptEnabled: false });
  await page.goto("/manageMerchant?page=settings");
  const boxes = page.getByRole("group", { name: /^Kurir/ }).getByRole("checkbox");
  const all = await boxes.all();
  for (const [at, box] of all.entries()) await box.setChecked(at % 2 === 1, { force: true });
  const ticked = () => boxes.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).checked));
  const wanted = all.map((_, at) => at % 2 === 1);
  expect(wanted.filter(Boolean).length).toBeGreaterThan(1);
  await endSessions(site.context, { id: ownerId });
  await page.getByRole("button", { name: "Simpan pengaturan" }).click();
  await logInBetween(page, email);
  await page.getByText("Isian Anda masih ada: periksa").waitFor();
  expect(await ticked()).toEqual(wanted);
  await page.getByLabel("Nama toko").fill("     ");
  await page.getByRole("button", { name: "Simpan pengaturan" }).click();
  await page.getByText("Ada isian yang perlu diperbaiki.").waitFor();
  expect(await ticked()).toEqual(wanted);
});

test("without scripts courier and payment chosen at checkout, and a note in the cart, survive the end of the session", async () => {
  const person = await makePerson(site.context, "Dimas Prakoso");
  await makeAddress(site.context, person.id);
  const variant = await site.context.db.row<{ id: string }>(sql`
    select v.id from variants v join products p on p.id = v.product_id join shops s on s.id = p.shop_id
    where v.stock > 5 and p.min_order = 1 order by cardinality(s.couriers) desc, v.id limit 1`);
  await makeCartLine(site.context, person.id, variant?.id ?? "");
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/cart");
  await page.getByText("Tulis catatan untuk penjual").click();
  await page.getByRole("textbox", { name: /^Catatan/ }).fill("Yang merah, ya");
  await endSessions(site.context, person);
  await page.getByRole("button", { name: "Simpan", exact: true }).click();
  await logInBetween(page, person.email);
  await page.getByText("Isian Anda masih ada").waitFor();
  expect(await page.getByRole("textbox", { name: /^Catatan/ }).inputValue()).toBe("Yang merah, ya");
  await page.goto("/checkout");
  const couriers = page.locator("main fieldset").filter({ hasText: "Tiba" }).locator("input[type=radio]");
  await page.getByText("Ubah", { exact: true }).click();
  await couriers.last().check();
  await page.getByRole("radio", { name: /^BCA/ }).check();
  await endSessions(site.context, person);
  await page.getByRole("button", { name: /^Bayar Rp/ }).click();
  await logInBetween(page, person.email);
  await page.getByRole("heading", { name: "Selesaikan pembelian" }).waitFor();
  expect(await couriers.last().isChecked()).toBe(true);
  expect(await page.getByRole("radio", { name: /^BCA/ }).isChecked()).toBe(true);
  await page.getByRole("button", { name: /^Bayar Rp/ }).click();
  await page.waitForURL("**/payment/*");
});

/** A photo of several megabytes, as from a phone. */
const photo = (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(3_000_000, 7)]),
});

test("without scripts a product with a hundred variants returns complete except for its pictures", async () => {
  const { ownerId } = await shopOf(site, shopNames.batik);
  const owner = { id: ownerId, email: await givePassword(site.context, ownerId) };
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
  await endSessions(site.context, owner);
  await page.locator("form[enctype]").evaluate((form: HTMLFormElement) => (form.noValidate = true));
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
});

test("without scripts a profile picture sent after the end of the session leads to the login and back", async () => {
  const person = await makePerson(site.context, "Wening Asih");
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/profile");
  await page.getByText("Tambahkan foto").click();
  await page.getByLabel("Foto profil").setInputFiles(photo("saya.png"));
  await endSessions(site.context, person);
  await page.getByRole("button", { name: "Simpan foto" }).click();
  await page.getByText("Hanya foto yang perlu Anda pilih lagi").waitFor();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByText("Anda masuk sebagai Wening Asih.").waitFor();
  expect(await page.getByLabel("Foto profil").isVisible()).toBe(true);
});

test("without scripts no password is carried by the page that asks for the login", async () => {
  const person = await makePerson(site.context, "Wening Asih");
  const page = await site.window({ userId: person.id, javaScriptEnabled: false });
  await page.goto("/profile?page=security");
  await page.getByLabel("Kata sandi saat ini").fill("rahasia-lama-saya-1");
  await page.getByLabel("Kata sandi baru", { exact: true }).fill("rahasia-baru-saya-2");
  await page.getByLabel("Ulangi kata sandi baru").fill("rahasia-baru-saya-2");
  await endSessions(site.context, person);
  await page.getByRole("button", { name: "Ganti kata sandi" }).click();
  await page.getByRole("heading", { name: "Sesi Anda sudah berakhir" }).waitFor();
  expect(await page.content()).not.toMatch(/rahasia/);
});
