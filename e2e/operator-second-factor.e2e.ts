import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendAuditEntry } from "../src/audit-log/append-entry.ts";
import { sql } from "../src/lib/database.ts";
import { makePaidOrder } from "../test/make/orders.ts";
import { makeUser } from "../test/make/rows.ts";
import { openSite, type Site } from "./open-site.ts";

/** An operator without a second factor opens the console. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

test.each([true, false])(
  "V6.3.3 an operator without a second factor is redirected to set one up, and from there to the console (scripts: %s)",
  async (javaScriptEnabled) => {
    const userId = await makeUser(site.context, { type: "operator" });
    await site.context.db.run(sql`delete from second_factors where user_id = ${userId}`);
    const page = await site.window({ userId, javaScriptEnabled });
    const refused = await page.goto("/operator?page=ledger");
    expect(refused?.status()).toBe(403);
    await page.getByRole("heading", { name: "Satu langkah lagi untuk operator" }).waitFor();
    await page.getByRole("link", { name: "Buka Keamanan" }).click();
    await page.getByText("Konsol menunggu langkah kedua").waitFor();
    await page.getByRole("button", { name: "Aktifkan" }).click();
    const key = (await page.locator("code").first().innerText()).replaceAll(/\s/g, "");
    const code = TOTP.generate({ secret: Secret.fromBase32(key.toUpperCase()) });
    await page.getByLabel("Kode yang sekarang tampil di aplikasi").fill(code);
    await page.getByRole("button", { name: "Aktifkan" }).click();
    await page.getByRole("link", { name: "Buka konsol" }).click();
    await page.getByRole("link", { name: "Buku besar" }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/operator");
  },
);

test("an operator reaches the console from any page, reads why the cash is negative, and opens an order by its number", async () => {
  const userId = await makeUser(site.context, { type: "operator" });
  const made = await makePaidOrder(site.context);
  const { invoice = "" } =
    (await site.context.db.row<{ invoice: string }>(sql`select invoice from orders where id = ${made.orderId}`)) ?? {};
  const page = await site.window({ userId });
  await page.goto("/");
  await page.getByRole("complementary", { name: "Pengumuman" }).getByRole("link", { name: "Konsol operator" }).click();
  await page.waitForURL("**/operator");
  await page
    .getByRole("navigation", { name: "Konsol" })
    .getByRole("link", { name: /^Ringkasan/ })
    .click();
  await page.getByText("Lawan dari semua akun lain, karena itu bernilai negatif").waitFor();
  await page.getByText(/Artinya penyedia pembayaran memegang Rp/).waitFor();
  await page.getByText(/sudah dikembalikan/).waitFor();
  await page.getByRole("link", { name: "Buku besar" }).first().click();
  await page.getByRole("link", { name: invoice }).first().click();
  await page.getByText("Pembayaran diterima · ").waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
  await page.getByRole("row").getByRole("link", { name: invoice }).click();
  await page.getByRole("heading", { level: 1, name: invoice }).waitFor();
  await page.getByText("Uang masuk").waitFor();
  await page.getByText("Batalkan pesanan ini").click();
  await page.getByLabel("Alasan untuk pembeli dan penjual").fill("Tokonya terbukti menipu pembeli");
  await page.getByRole("button", { name: "Batalkan pesanan" }).click();
  await page.getByText("Pembeli dan penjual diberi tahu.").waitFor();
  // A person who does not exist is answered in words of the console, with the way back to it.
  await page.goto("/operator/users?id=0198c0de-0000-7000-8000-000000000000");
  await page.getByRole("heading", { level: 1, name: "Data tidak ditemukan" }).waitFor();
  await page.getByRole("navigation", { name: "Konsol operator" }).waitFor();
  await page.getByRole("link", { name: "Ke konsol" }).click();
  await page.waitForURL("**/operator");
});

test.each([true, false])(
  "an address that the console does not have is answered in its frame, and to others as on the rest of the site (scripts: %s)",
  async (javaScriptEnabled) => {
    const userId = await makeUser(site.context, { type: "operator" });
    const page = await site.window({ userId, javaScriptEnabled });
    expect((await page.goto("/operator/tidak-ada/sama-sekali"))?.status()).toBe(404);
    await page.getByRole("heading", { level: 1, name: "Halaman ini tidak ada di konsol" }).waitFor();
    await page.getByRole("navigation", { name: "Konsol operator" }).getByRole("link", { name: "Pencairan" }).click();
    await page.getByRole("heading", { level: 1, name: "Pencairan" }).waitFor();
    const buyer = await makeUser(site.context);
    for (const who of [{}, { userId: buyer }]) {
      const other = await site.window({ ...who, javaScriptEnabled });
      expect((await other.goto("/operator/tidak-ada"))?.status()).toBe(404);
      await other.getByRole("heading", { level: 1, name: "Halaman tidak ditemukan" }).waitFor();
      expect(await other.getByRole("navigation", { name: "Konsol operator" }).count()).toBe(0);
      await other.context().close();
    }
  },
);

test.each([true, false])(
  "a part of the console that a role may not open is refused in the console's frame and names the roles (scripts: %s)",
  async (javaScriptEnabled) => {
    const userId = await makeUser(site.context, { type: "operator" });
    await site.context.db.run(sql`update users set operator_role = 'catalogue' where id = ${userId}`);
    const page = await site.window({ userId, javaScriptEnabled });
    const refused = await page.goto("/operator/payouts");
    expect(refused?.status()).toBe(403);
    await page.getByRole("heading", { level: 1, name: "Peran Anda tidak membuka bagian ini" }).waitFor();
    await page.getByText("dibuka oleh peran Dukungan, Keuangan, atau Pemilik. Peran Anda: Katalog.").waitFor();
    await page
      .getByRole("navigation", { name: "Konsol operator" })
      .getByRole("link", { name: "Produk", exact: true })
      .click();
    await page.getByRole("heading", { level: 1, name: "Produk" }).waitFor();
    if (javaScriptEnabled) {
      await page.goBack();
      await page.getByText("Peran Anda: Katalog.").waitFor();
      expect(await page.getByRole("main").count()).toBe(1);
      expect(await page.getByRole("contentinfo").count()).toBe(0);
    }
  },
);

test("the audit log searched for what no entry names finds nothing, and keeps what was typed", async () => {
  const userId = await makeUser(site.context, { type: "operator" });
  await site.context.db.transaction(async (tx) =>
    appendAuditEntry(tx, {
      actor: null,
      action: "orders.order_stopped",
      subject: { kind: "order", id: userId },
      before: { status: "shipped" },
      after: { status: "cancelled" },
    }),
  );
  const page = await site.window({ userId });
  await page.goto("/operator/audit-log?actor=&action=&subject=paket+kopi&day=");
  await page.getByText("Tidak ada catatan yang cocok.").waitFor();
  expect(await page.getByLabel("Nomor objek").inputValue()).toBe("paket kopi");
  await page.getByRole("link", { name: "Hapus saringan" }).click();
  await page.waitForURL((url) => url.search === "");
  const entry = page.getByRole("row").filter({ hasText: userId });
  await entry.getByText("Sebelumnya: Dikirim").waitFor();
  await entry.getByText("Menjadi: Dibatalkan").waitFor();
});
