import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { makeCompletedOrder } from "../test/make/orders.ts";
import { makeUser } from "../test/make/rows.ts";
import { openSite, visit, type Site } from "./open-site.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

const phone = { width: 390, height: 844 };
const pin = "482913";

test.each([true, false])(
  "a seller sets a PIN, stores an account and withdraws, and an operator approves (scripts: %s)",
  async (scripts) => {
    const { context } = site;
    const { sellerId, shopId } = await makeCompletedOrder(context, { price: 300_000 });
    const page = await site.window({ userId: sellerId, javaScriptEnabled: scripts, viewport: phone });
    const open = (path: string) => (scripts ? visit(page, path) : page.goto(path));

    await open("/manageMerchant?page=balance&view=withdraw");
    await page.getByRole("heading", { name: "Sebelum penarikan pertama" }).waitFor();
    await page.getByRole("link", { name: "Buat PIN" }).click();
    await page.waitForURL(/page=security/);
    await page.getByLabel("PIN baru", { exact: true }).fill("123456");
    await page.getByLabel("Ulangi PIN baru").fill("123456");
    await page.getByRole("button", { name: "Buat PIN" }).click();
    await page.getByText("PIN ini terlalu mudah ditebak").waitFor();
    await page.getByLabel("PIN baru", { exact: true }).fill(pin);
    await page.getByLabel("Ulangi PIN baru").fill(pin);
    await page.getByRole("button", { name: "Buat PIN" }).click();
    await page.getByText("PIN Anda sudah tersimpan").waitFor();
    await page.getByRole("link", { name: "Lanjut tarik saldo" }).click();
    await page.getByText("PIN atau verifikasi dua langkah sudah ada.").waitFor();

    await open("/manageMerchant?page=bankAccounts");
    await page.getByLabel("Bank", { exact: true }).selectOption("bca");
    await page.getByLabel("Nomor rekening").fill("12345");
    await page.getByLabel("Nama pemilik rekening").fill("Wahyu Laksono");
    await page.getByRole("button", { name: "Simpan rekening" }).click();
    await page.getByText("Nomor rekening BCA terdiri dari 10 angka.").waitFor();
    await page.getByLabel("Nomor rekening").fill("1234567890");
    await page.getByRole("button", { name: "Simpan rekening" }).click();
    await page.getByText("Belum bisa dipakai").waitFor();
    await context.db.run(sql`
      update bank_accounts set created_at = now() - interval '2 days', usable_from = now() - interval '1 day' where user_id = ${sellerId}`);

    await open("/manageMerchant?page=balance");
    await page.getByRole("link", { name: "Tarik saldo" }).click();
    const amount = page.getByLabel("Jumlah penarikan");
    await amount.fill("5000");
    await page.getByRole("button", { name: "Lanjutkan" }).click();
    await page.getByRole("alert").waitFor();
    await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
    await amount.fill("200000");
    await page.getByRole("button", { name: "Lanjutkan" }).click();
    await page.getByText("Rp197.500").waitFor();
    await page.getByLabel("PIN Anda").fill("999999");
    await page.getByRole("button", { name: "Tarik Rp200.000" }).click();
    await page.getByText("PIN salah.").waitFor();
    await page.getByLabel("PIN Anda").fill(pin);
    await page.getByRole("button", { name: "Tarik Rp200.000" }).click();
    await page.getByRole("heading", { name: "Penarikan Rp200.000" }).waitFor();
    await page.getByText("Menunggu persetujuan", { exact: true }).waitFor();

    const operatorId = await makeUser(context, { type: "operator", name: "Ratna Keuangan" });
    const operator = await site.window({ userId: operatorId, javaScriptEnabled: scripts });
    if (scripts) await visit(operator, "/operator");
    else await operator.goto("/operator");
    const shop = await context.db.row<{ name: string }>(sql`select name from shops where id = ${shopId}`);
    await operator.getByRole("link", { name: `Putuskan ${shop?.name ?? ""}` }).click();
    const payout = await context.db.row<{ id: string }>(
      sql`select id from payouts where shop_id = ${shopId} and status = 'requested'`,
    );
    await operator.waitForURL((url) => url.hash === `#payout-${payout?.id ?? ""}`);
    // A payout cannot be taken back, so it names the account and asks before it is approved.
    expect(await operator.getByRole("button", { name: /^Setujui/ }).count()).toBe(0);
    await operator.getByText("Setujui Rp197.500").click();
    await operator.getByText(/^Rp197\.500 dikirim ke /).waitFor();
    await operator.getByRole("button", { name: "Ya, setujui" }).click();
    await operator.getByText("Pencairan disetujui.").waitFor();

    await expect
      .poll(
        async () => {
          await page.reload();
          return page.getByText("Sudah dikirim", { exact: true }).count();
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBeGreaterThan(0);
    await open("/manageMerchant?page=balance");
    await page.getByRole("link", { name: /^Unduh CSV mutasi/ }).waitFor();
    const left = await context.db.row<{ balance: number }>(
      sql`select balance from ledger_accounts where kind = 'withdrawal_payable' and owner = ${shopId}`,
    );
    expect(left?.balance).toBe(0);
    expect(await brokenInvariants(context.db)).toEqual([]);
  },
);
