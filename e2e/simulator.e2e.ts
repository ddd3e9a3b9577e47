// A person who has just started the demo follows a whole order, and an operator sees the same money.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComplaint } from "../test/make/complaints.ts";
import { makePlacedOrder } from "../test/make/orders.ts";
import { makeUser } from "../test/make/rows.ts";
import { openSite, type Site } from "./open-site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

test.each([
  ["with scripts on a phone", true, 390],
  ["without scripts", false, 1280],
])("a return goes from the complaint to the refund, one button a step, %s", async (_how, scripts, width) => {
  const wanted = { kind: "return_refund" as const, lines: [], shipping: 0 };
  const made = await makeComplaint(site.context, { price: 50_000, opening: { wanted } });
  const page = await site.window({ javaScriptEnabled: scripts, viewport: { width, height: 844 } });
  await page.goto(`/simulator?order=${made.orderId}`);
  const order = page.locator("section[aria-labelledby=selected-order]");
  const complaint = order.getByRole("link", { name: "Buka komplainnya" });
  expect(await complaint.getAttribute("href")).toContain(made.complaintId);
  for (const step of [
    "Setujui tawarannya",
    "Kirim balik barang",
    "Paket diserahkan ke kurir",
    "Paket dalam perjalanan",
    "Paket sedang diantar kurir",
    "Paket sudah tiba",
    "Barang sesuai, kembalikan uang",
  ]) {
    await order.getByText("Rekening bersama", { exact: true }).waitFor();
    await order.getByRole("button", { name: step, exact: true }).click();
  }
  await order.getByText("Kembali ke pembeli", { exact: true }).waitFor();
  expect((await order.locator("dl").innerText()).replace(/\s+/g, " ")).toContain("Kembali ke pembeli Rp50.000");
});

test.each([
  ["with scripts on a phone", true, 390],
  ["without scripts", false, 1280],
])("a whole order goes from the bill to the seller's balance, one button a step, %s", async (_how, scripts, width) => {
  const made = await makePlacedOrder(site.context, { price: 50_000 });
  const page = await site.window({ javaScriptEnabled: scripts, viewport: { width, height: 844 } });
  await page.goto(`/simulator?order=${made.orderId}`);
  const order = page.locator("section[aria-labelledby=selected-order]");
  await order.getByText("Belum ada uang yang masuk.").waitFor();
  await order.getByRole("button", { name: /^Bayar Rp/ }).click();
  const goOn = order.getByRole("button", { name: "Terima pesanan" });
  // A job delivers the bank's notification; with scripts the page reloads by itself.
  if (!scripts)
    await expect
      .poll(
        async () => {
          await page.reload();
          return goOn.count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
  await goOn.waitFor();
  for (const step of [
    "Terima pesanan",
    "Kirim paket",
    "Paket diserahkan ke kurir",
    "Paket dalam perjalanan",
    "Paket sedang diantar kurir",
    "Paket sudah tiba",
    "Pesanan diterima",
  ]) {
    await order.getByText("Rekening bersama", { exact: true }).waitFor();
    await order.getByRole("button", { name: step, exact: true }).click();
  }
  await order.getByText("Selesai", { exact: true }).last().waitFor();
  await order.locator("dl").getByText("Saldo penjual").waitFor();
  const money = await order.locator("dl").innerText();
  const received = made.total - 1000 - 1250;
  expect(money.replace(/\s+/g, " ")).toContain(`Saldo penjual Rp${received.toLocaleString("id-ID")}`);
  expect(money.replace(/\s+/g, " ")).toContain("Komisi dan biaya layanan Rp2.250");

  const userId = await makeUser(site.context, { type: "operator" });
  const console = await site.window({ userId, javaScriptEnabled: scripts });
  await console.goto("/operator?page=ledger");
  await console
    .getByRole("row", { name: /Dana pesanan dibagi/ })
    .first()
    .getByText(`Kredit Rp${received.toLocaleString("id-ID")}`)
    .waitFor();
});
