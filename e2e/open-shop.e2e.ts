import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeAddress, makeShop, makeUser } from "../test/make/rows.ts";
import { makePerson, password } from "./make-people.ts";
import { openSite, visit, type Site } from "./open-site.ts";

/** A buyer opens a shop with their account. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

const makeBuyer = async (name: string) => (await makePerson(site.context, name)).id;

const shopOf = (ownerId: string) =>
  site.context.db.row(sql`select name, regency_code from shops where owner_id = ${ownerId}`);

test("a buyer opens a shop from the top bar and is a seller in every tab at once", async () => {
  const userId = await makeBuyer("Ningsih Rahayu");
  await makeAddress(site.context, userId);
  const page = await site.window({ userId, path: "/aboutUs" });
  const other = await page.context().newPage();
  await visit(other, "/guide");
  await other.getByText("Pembeli", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Mulai berjualan" }).first().click();
  await page.waitForURL("**/profile?page=openShop");
  await page.getByLabel("Nama toko").fill("Anyaman Ningsih");
  await page.getByText("Alamat toko: /merchant/anyaman-ningsih").waitFor();
  expect(await page.getByLabel("Kota atau kabupaten").inputValue()).toBe("32.73");
  await page.getByRole("button", { name: "Buka toko" }).click();
  await page.getByText("Anyaman Ningsih sudah dibuka. Selamat berjualan.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/manageMerchant");
  await page.getByRole("button", { name: /^Akun .* Penjual$/ }).waitFor();
  await other.getByRole("button", { name: /^Akun .* Penjual$/ }).waitFor();
});

test("a buyer without a fresh login types the password in the same form, and no input is lost", async () => {
  const userId = await makeBuyer("Wulan Sari");
  const page = await site.window({ userId, path: "/profile" });
  await site.context.db.run(
    sql`update sessions set authenticated_at = now() - interval '1 day' where user_id = ${userId}`,
  );
  expect(await page.getByRole("link", { name: "Buka toko gratis" }).getAttribute("href")).toBe(
    "/profile?page=openShop",
  );
  await visit(page, "/profile?page=openShop");
  await page.getByLabel("Provinsi").selectOption({ label: "Jawa Barat" });
  await page.getByLabel("Kota atau kabupaten").selectOption({ label: "Kota Bandung" });
  await page.getByLabel("Nama toko").fill("Tenun Wulan");
  await page.getByLabel("Kata sandi Anda").fill("bukan-kata-sandinya");
  await page.getByRole("button", { name: "Buka toko" }).click();
  await page.getByText("Kata sandi salah.").first().waitFor();
  expect(await shopOf(userId)).toBeUndefined();
  expect(await page.getByLabel("Nama toko").inputValue()).toBe("Tenun Wulan");
  await page.getByLabel("Kata sandi Anda").fill(password);
  await page.getByRole("button", { name: "Buka toko" }).click();
  await page.getByText("Tenun Wulan sudah dibuka. Selamat berjualan.").waitFor();
  expect(await shopOf(userId)).toEqual({ name: "Tenun Wulan", regency_code: "32.73" });
});

test("without scripts a buyer opens a shop from the page that refuses them as a seller", async () => {
  const userId = await makeBuyer("Laras Ayu");
  const page = await site.window({ userId, javaScriptEnabled: false });
  await page.goto("/manageMerchant");
  await page.getByRole("link", { name: "Buka toko gratis" }).click();
  await page.getByLabel("Provinsi").selectOption({ label: "Jawa Barat" });
  await page.getByRole("button", { name: "Lanjut" }).click();
  await page.getByLabel("Nama toko").fill("Operator");
  await page.getByLabel("Kota atau kabupaten").selectOption({ label: "Kota Bandung" });
  await page.getByRole("button", { name: "Buka toko" }).click();
  await page.getByText("Nama toko ini tidak bisa dipakai. Pilih nama lain.").first().waitFor();
  await page.getByLabel("Nama toko").fill("Kopi Laras");
  await page.getByRole("button", { name: "Buka toko" }).click();
  await page.getByText("Kopi Laras sudah dibuka. Selamat berjualan.").waitFor();
  await page.getByRole("navigation", { name: "Toko" }).getByRole("link", { name: "Produk" }).waitFor();
});

test("sellers are redirected from there to their area, operators are refused", async () => {
  const seller = await site.window({
    userId: await makeUser(site.context, { type: "penjual" }),
    path: "/profile?page=openShop",
  });
  await seller.waitForURL("**/manageMerchant");
  await seller.context().close();
  const operator = await site.window({ userId: await makeUser(site.context, { type: "operator" }) });
  expect((await operator.goto("/profile?page=openShop"))?.status()).toBe(403);
  expect(await operator.getByLabel("Nama toko").count()).toBe(0);
});

test("a shop without an address cannot be opened for buyers who collect goods", async () => {
  const userId = await makeUser(site.context, { type: "penjual" });
  const page = await site.window({ userId, path: "/manageMerchant?province=51" });
  await page.getByText("Ambil di toko bisa Anda tambahkan di Pengaturan, bersama alamat toko.").waitFor();
  expect(await page.getByLabel("Ambil di toko").count()).toBe(0);
  await page.getByLabel("Nama toko").fill("Anyaman Gianyar");
  await page.getByLabel("Kota atau kabupaten").selectOption({ label: "Kabupaten Gianyar" });
  await page.getByRole("button", { name: "Buka toko" }).click();
  await page.getByText("Anyaman Gianyar sudah dibuka. Selamat berjualan.").waitFor();
});

test("the settings of a shop name each wrong field above the form", async () => {
  const { ownerId } = await makeShop(site.context);
  const page = await site.window({ userId: ownerId, path: "/manageMerchant?page=settings" });
  await page.getByLabel("Nama toko").fill("A");
  await page.getByLabel("Alamat toko").fill("Jl");
  await page.getByLabel("Kode pos toko").fill("12");
  const save = page.getByRole("button", { name: "Simpan pengaturan" });
  await save.evaluate((button) => (((button as HTMLButtonElement).form as HTMLFormElement).noValidate = true));
  await save.click();
  const listed = page.getByRole("alert").getByRole("listitem");
  await listed.first().waitFor();
  expect((await listed.allInnerTexts()).map((line) => line.split(":")[0])).toEqual([
    "Nama toko",
    "Alamat toko",
    "Kode pos toko",
  ]);
});
