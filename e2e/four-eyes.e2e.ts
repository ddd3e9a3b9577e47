import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { requestWithdrawal } from "../src/payments/payouts/request-withdrawal.ts";
import { approvalAmount, secondApprovalAmount } from "../src/payments/payouts/rules.ts";
import { makeRichShop, testPin } from "../test/make/payouts.ts";
import { makeUser } from "../test/make/rows.ts";
import { acceptOffer } from "../src/complaints/answer-complaint.ts";
import { makeComplaint } from "../test/make/complaints.ts";
import { makeDeliveredOrder } from "../test/make/orders.ts";
import { openSite, visit, type Site } from "./open-site.ts";

let site: Site;
let [ani, budi, citra]: string[] = [];

beforeAll(async () => {
  site = await openSite({ settings: { PAYOUT_PROVIDER: "manual" } });
  [ani, budi, citra] = await Promise.all(
    ["Ani Wijaya", "Budi Santoso", "Citra Lestari"].map((name) => makeUser(site.context, { type: "operator", name })),
  );
});
afterAll(async () => {
  await site?.close();
});

/** A withdrawal of a shop that waits for approval. */
async function makeRequest(amount: number): Promise<string> {
  const { context } = site;
  const { shopId, ownerId, accountId } = await makeRichShop(context, { balance: amount });
  const wanted = { amount, bankAccountId: accountId, pin: testPin };
  const { id } = await requestWithdrawal(
    context,
    { userId: ownerId, shopId },
    wanted,
    randomUUID(),
    context.clock.now(),
  );
  return id;
}
/** The panel of a payout on the page, by its reference. */
async function panelOf(page: Page, id: string) {
  const row = await site.context.db.row<{ reference: string }>(sql`select reference from payouts where id = ${id}`);
  return page
    .locator("section")
    .filter({ hasText: row?.reference ?? "" })
    .last();
}
const open = async (userId: string | undefined, scripts: boolean, path = "/operator/payouts") => {
  const page = await site.window({ userId: userId ?? "", javaScriptEnabled: scripts });
  await visit(page, path, scripts);
  return page;
};
const approve = /^Setujui Rp/;

test.each([true, false])(
  "a large withdrawal is approved by two operators, and a page that is behind says and shows what holds (scripts: %s)",
  async (scripts) => {
    const id = await makeRequest(secondApprovalAmount());
    const [first, firstAgain, second, third] = await Promise.all([
      open(ani, scripts),
      open(ani, scripts),
      open(budi, scripts),
      open(citra, scripts),
    ]);
    const offered = async (page: Page) => (await panelOf(page, id)).getByText(approve).count();
    /** Opens the question, and returns the button that confirms. */
    const press = async (page: Page) => {
      const panel = await panelOf(page, id);
      await panel.getByText(approve).click();
      return panel.getByRole("button", { name: "Ya, setujui" });
    };
    const confirm = await press(first);
    await (await panelOf(first, id)).getByText("satu operator lain juga harus menyetujui").waitFor();
    await confirm.click();
    await first.getByText("Persetujuan Anda dicatat. Satu operator lain harus menyetujui.").waitFor();
    expect(await offered(first)).toBe(0);

    await (await panelOf(first, id)).getByText("Persetujuan kedua dari operator lain.").waitFor();

    await (await press(firstAgain)).click();
    await firstAgain.getByText("Anda sudah menyetujui pencairan ini.").waitFor();
    await (await panelOf(firstAgain, id)).getByText("1 dari 2: Ani Wijaya").waitFor();
    await expect.poll(() => offered(firstAgain)).toBe(0);

    // Without scripts nothing stops the browser from a second request, whose answer is a refusal.
    await (await press(second)).click({ clickCount: scripts ? 2 : 1 });
    await second.getByText("Pencairan disetujui.").waitFor();

    await (await press(third)).click();
    await third.getByText("Pencairan ini tidak menunggu keputusan ini lagi.").waitFor();
    const shown = await panelOf(third, id);
    await shown.getByText("2 dari 2: Ani Wijaya, Budi Santoso").waitFor();
    await shown.getByText("Disetujui", { exact: true }).waitFor();
    await expect.poll(() => offered(third)).toBe(0);
    expect(await third.getByRole("alert").count()).toBe(1);
    await third.goBack().catch(() => undefined);
    await expect.poll(() => offered(third)).toBe(0);
  },
);

test.each([true, false])(
  "who rejects a payout that another operator has just rejected reads why it ended (scripts: %s)",
  async (scripts) => {
    const id = await makeRequest(approvalAmount());
    const [first, second] = await Promise.all([open(ani, scripts), open(budi, scripts)]);
    for (const page of [first, second]) {
      const panel = await panelOf(page, id);
      await panel.getByText("Tolak pencairan").click();
      await panel.getByLabel("Alasan").fill("Nama rekening berbeda");
    }
    const reject = async (page: Page) => (await panelOf(page, id)).getByRole("button", { name: "Tolak", exact: true });
    await (await reject(first)).click();
    await first.getByText("Pencairan ditolak. Uangnya kembali.").waitFor();
    await (await reject(second)).click();
    await second.getByText("Pencairan ini tidak menunggu keputusan ini lagi.").waitFor();
    const shown = await panelOf(second, id);
    await shown.getByText("Ditolak", { exact: true }).waitFor();
    expect(await shown.getByRole("button").count()).toBe(0);
  },
);

test.each([true, false])(
  "a large sum of COD cash that is written off is confirmed by a second operator, once (scripts: %s)",
  async (scripts) => {
    const { orderId } = await makeDeliveredOrder(site.context, { method: "cod", price: 700_000 });
    const first = await open(ani, scripts, "/operator/cod");
    await first.getByLabel("Pesanan", { exact: true }).selectOption(orderId);
    await first.getByLabel("Diikhlaskan, ditanggung pasar").check();
    await first.getByLabel("Jumlah (Rp)").fill("700000");
    await first.getByLabel("Alasan").fill("Kurir bangkrut");
    await first.getByRole("button", { name: "Simpan keputusan" }).click();
    await first.getByText("Operator lain perlu memastikannya sebelum dibukukan.").waitFor();
    const order = await site.context.db.row<{ invoice: string }>(sql`select invoice from orders where id = ${orderId}`);
    const rowOf = (page: Page) =>
      page
        .getByRole("row")
        .filter({ hasText: order?.invoice ?? "" })
        .filter({ hasText: "Kurir bangkrut" });
    const confirm = (page: Page) => page.getByRole("button", { name: "Pastikan" });
    expect(await confirm(first).count()).toBe(0);
    const [second, third] = await Promise.all([
      open(budi, scripts, "/operator/cod"),
      open(citra, scripts, "/operator/cod"),
    ]);
    await confirm(second).dblclick();
    await rowOf(second).getByText("Dibukukan", { exact: true }).waitFor();
    await third.getByRole("button", { name: "Tolak" }).click();
    await third.getByText("Keputusan ini tidak menunggu operator lain lagi.").waitFor();
    await rowOf(third).getByText("dilihat Budi Santoso").waitFor();
    await expect.poll(() => confirm(third).count()).toBe(0);
    const booked = await site.context.db.rows(
      sql`select approved_by from cod_decisions where state = 'booked' and order_id = ${orderId} and amount = 700000`,
    );
    expect(booked).toEqual([{ approved_by: budi }]);
  },
);

test.each([true, false])(
  "who asked a courier for an insured parcel reads at once that another operator enters the payment (scripts: %s)",
  async (scripts) => {
    const { context } = site;
    const made = await makeComplaint(context, { insured: true, price: 60_000 });
    await context.db.run(
      sql`update parcels set booked_with = 'biteship', external_id = ${made.orderId} where order_id = ${made.orderId} and direction = 'out'`,
    );
    const now = context.clock.now();
    await acceptOffer(context, { complaintId: made.complaintId, actor: made.seller, offerId: made.openingId }, now);
    const path = `/operator/complaints?id=${made.complaintId}`;
    const first = await open(ani, scripts, path);
    await first.getByLabel("Nomor klaim").fill("JNE 4411");
    await first.getByRole("button", { name: "Catat bahwa klaim diajukan" }).click();
    await first.getByText("Operator lain harus mencatat pembayaran ini").waitFor();
    expect(await first.getByLabel("Dibayar kurir (Rp)").count()).toBe(0);
    const [second, third] = await Promise.all([open(budi, scripts, path), open(citra, scripts, path)]);
    for (const page of [second, third]) {
      await page.getByLabel("Klaim dibayar kurir").check();
      await page.getByLabel("Dibayar kurir (Rp)").fill("20000");
      await page.getByLabel("Nomor pembayaran kurir").fill(`BCA ${made.complaintId}`);
      await page.getByLabel("Catatan").fill("Lihat mutasi BCA");
    }
    const save = (page: Page) => page.getByRole("button", { name: "Simpan jawaban kurir" });
    await save(second).dblclick();
    await second.getByText("Masuk ke saldo toko", { exact: true }).waitFor();
    await save(third).click();
    await third.getByText("Hasil klaim ini sudah dicatat").waitFor();
    await third.getByText("Masuk ke saldo toko", { exact: true }).waitFor();
    await expect.poll(() => save(third).count()).toBe(0);
  },
);
