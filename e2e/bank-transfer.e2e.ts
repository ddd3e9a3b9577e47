import { Buffer } from "node:buffer";
import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { jakartaDay } from "../src/lib/time.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { statementRefusals } from "../src/payments/statements/contract.ts";
import { openBrowser } from "../test/browser.ts";
import { makeContext } from "../test/make/context.ts";
import { attemptOf, makePlacedOrder } from "../test/make/orders.ts";
import { makeUser } from "../test/make/rows.ts";
import { fillMarket } from "../test/spec/make-market.ts";
import { enter } from "./make-people.ts";
import { visit } from "./open-site.ts";
import { reuseWindows, type Windows } from "./reuse-windows.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";

const settings = {
  PAYMENT_PROVIDERS: "manual",
  MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Maju Jaya",
  LIMIT_FACTOR: "1000",
};
let context: Awaited<ReturnType<typeof makeContext>>;
let server: HostedServer;
let browser: Browser;
let windows: Windows;

beforeAll(async () => {
  context = await makeContext(settings);
  await fillMarket(context);
  [server, browser] = await Promise.all([
    startHostedServer(context.databaseUrl, { NODE_ENV: "test", ...settings }),
    openBrowser(),
  ]);
  windows = reuseWindows(browser, server.origin);
});
afterAll(async () => {
  await windows?.close();
  await browser?.close();
  await server?.close();
  await context?.close();
});

async function windowOf(userId: string, width: number, scripts: boolean): Promise<Page> {
  const page = await windows.open({
    baseURL: server.origin,
    viewport: { width, height: 844 },
    javaScriptEnabled: scripts,
  });
  page.setDefaultTimeout(20_000);
  await enter(page.context(), context, server.origin, userId);
  return page;
}

const statusOf = async (orderId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;

test.each([true, false])(
  "a buyer transfers and sends a proof, an operator uploads the bank's file and matches a wrong sum (scripts: %s)",
  async (scripts) => {
    const [exact, wrong] = [
      await makePlacedOrder(context, { method: "transfer_bca" }),
      await makePlacedOrder(context, { method: "transfer_bca" }),
    ];
    const sums = { exact: await attemptOf(context, exact.paymentId), wrong: await attemptOf(context, wrong.paymentId) };
    const wrongSum = sums.wrong.amount + 7;

    const buyer = await windowOf(wrong.buyerId, 390, scripts);
    await visit(buyer, `/payment/${wrong.paymentId}`, scripts);
    await buyer.getByText("PT Maju Jaya", { exact: true }).waitFor();
    await buyer.getByText("Potongan angka unik").waitFor();
    await buyer.getByLabel("Nama pemilik rekening pengirim").fill("SARI DEWI");
    await buyer.getByLabel("Foto bukti transfer").setInputFiles({
      name: "bukti.jpg",
      mimeType: "image/jpeg",
      buffer: await sharp({ create: { width: 300, height: 500, channels: 3, background: "#336699" } })
        .jpeg()
        .toBuffer(),
    });
    await buyer.getByRole("button", { name: "Saya sudah transfer" }).click();
    await buyer.getByText("Foto bukti Anda sudah kami terima").waitFor();

    const operator = await windowOf(await makeUser(context, { type: "operator" }), 1280, scripts);
    await visit(operator, "/operator/transfers?view=files", scripts);
    const file = (text: string) => ({ name: "mutasi.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    if (scripts) {
      await operator.getByRole("button", { name: "Simpan susunan" }).click();
      await operator.getByText("Susunan kolom tersimpan.").first().waitFor();
      expect(await operator.getByText("Susunan kolom tersimpan.").count()).toBe(2);
    }
    await operator.getByLabel("Berkas CSV dari bank").setInputFiles(file("Tgl,Jumlah\n1,2\n"));
    await operator.getByRole("button", { name: "Unggah", exact: true }).click();
    await operator.getByText("tidak ada di berkas ini").waitFor();
    // The panel says that a layout is stored. That it was just stored is not said above a refused file.
    expect(await operator.getByText("Susunan kolom tersimpan.").count()).toBeLessThan(2);
    await visit(operator, "/operator/transfers?view=files", scripts);
    const day = jakartaDay(new Date()).split("-").reverse().join("/");
    const text = [
      "Tanggal Transaksi,Keterangan,Jumlah,Saldo",
      `${day},TRSF CR ${scripts},${sums.exact.amount},${sums.exact.amount}`,
      `${day},TRSF SARI DEWI ${scripts},${wrongSum},${sums.exact.amount + wrongSum}`,
    ].join("\n");
    await operator.getByLabel("Berkas CSV dari bank").setInputFiles(file(text));
    await operator.getByRole("button", { name: "Unggah", exact: true }).click();
    await operator.getByText("2 mutasi baru. 1 transfer cocok dan dibukukan. 1 uang masuk menunggu Anda").waitFor();
    await expect.poll(() => statusOf(exact.orderId)).toBe("awaiting_confirmation");

    await operator.getByRole("link", { name: `TRSF SARI DEWI ${scripts}` }).click();
    await operator.getByText("Mutasi lebih Rp7", { exact: true }).waitFor();
    await operator.getByText("dari rekening SARI DEWI").first().waitFor();
    const proof = await operator.getByRole("link", { name: "Lihat bukti" }).first().getAttribute("href");
    expect((await operator.request.get(proof ?? "")).headers()["content-type"]).toBe("image/webp");
    await operator.getByRole("radio", { name: new RegExp(sums.wrong.reference) }).check();
    await operator.getByLabel("Alasan", { exact: true }).first().fill("Nama dan jumlah hampir sama");
    await operator.getByRole("button", { name: "Cocokkan" }).click();
    await operator.getByText("Transfer dicocokkan dan dibukukan.").waitFor();
    await expect.poll(() => statusOf(wrong.orderId)).toBe("awaiting_confirmation");
    expect(await brokenInvariants(context.db)).toEqual([]);
    await Promise.all([buyer.context().close(), operator.context().close()]);
  },
);

test("another file that is sent right after a refused one is not taken for a second click", async () => {
  const operator = await windowOf(await makeUser(context, { type: "operator" }), 1280, true);
  await visit(operator, "/operator/transfers?view=files", true);
  const store = operator.getByRole("button", { name: "Simpan susunan" });
  if (await store.isVisible()) {
    await store.click();
    await store.waitFor({ state: "hidden" });
  }
  const send = (text: string) =>
    operator.getByLabel("Berkas CSV dari bank").evaluate((input: HTMLInputElement, content) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([content], `mutasi-${content.length}.csv`, { type: "text/csv" }));
      input.files = chosen.files;
      input.form?.requestSubmit(input.form.querySelector<HTMLButtonElement>("button[value=upload]"));
    }, text);
  await send("Tgl,Jumlah\n1,2\n");
  await operator.getByRole("alert").first().waitFor();
  await send("PK\u0003\u0004");
  await operator.getByText(statementRefusals.notCsv.message).first().waitFor();
});
