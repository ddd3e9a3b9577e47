import { afterAll, beforeAll, expect, test } from "vitest";
import { requestCancel } from "../src/orders/cancel-order.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { makeSession } from "../test/make-checkout.ts";
import { makeAcceptedOrder } from "../test/make-orders.ts";
import { makeShop, makeUser } from "../test/make.ts";
import { byBuyer, readOrders } from "../test/read-orders.ts";
import { startServer } from "./server.ts";
import { openSite, visit, type Site } from "./spec-site.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

const phone = { width: 390, height: 844 };
const buyersPage = (orderId: string) => `/profile?page=showTransaction&transactionId=${orderId}`;
const sellersPage = (orderId: string) => `/manageMerchant?page=showTransaction&transactionId=${orderId}`;

test.each([true, false])(
  "a buyer reads the request to cancel and takes it back, and the seller goes on (scripts: %s)",
  async (scripts) => {
    const made = await makeAcceptedOrder(site.context);
    const page = await site.window({ userId: made.buyerId, javaScriptEnabled: scripts, viewport: phone });
    const open = () => (scripts ? visit(page, buyersPage(made.orderId)) : page.goto(buyersPage(made.orderId)));
    await open();
    await page.getByText("Minta pembatalan", { exact: true }).click();
    await page.getByLabel("Alasan").fill("Salah memilih warna");
    await page.getByRole("button", { name: "Kirim permintaan" }).click();
    await page.getByText("Permintaan pembatalan terkirim").waitFor();
    await page.getByText("Alasan Anda: Salah memilih warna").waitFor();
    await page.getByRole("heading", { name: "Penjual perlu menjawab permintaan pembatalan Anda" }).waitFor();
    const next = page.getByLabel("Yang terjadi berikutnya");
    expect(await next.innerText()).not.toMatch(/menyiapkan|Bila tidak/);

    const seller = await site.window({ userId: made.sellerId, path: sellersPage(made.orderId), viewport: phone });
    const sellersNext = seller.getByLabel("Yang terjadi berikutnya");
    await sellersNext.getByRole("heading", { name: "Jawab permintaan pembatalan pembeli" }).waitFor();
    expect(await sellersNext.innerText()).not.toMatch(/Siapkan paket|Bila tidak/);

    await page.getByText("Tarik permintaan pembatalan", { exact: true }).click();
    await page.getByRole("button", { name: "Ya, lanjutkan pesanan" }).click();
    await page.getByRole("heading", { name: "Penjual perlu mengirim" }).waitFor();
    expect(await page.getByText("Permintaan pembatalan terkirim").count()).toBe(0);
    expect(await page.getByText("Minta pembatalan", { exact: true }).count()).toBe(0);
    await seller.reload();
    await seller.getByRole("heading", { name: "Kirim pesanan ini" }).waitFor();
    await seller.getByRole("button", { name: "Tandai sudah dikirim" }).waitFor();
    await Promise.all([page.context().close(), seller.context().close()]);
  },
);

test("a withdrawal at one process and the seller's answer at another: exactly one wins", async () => {
  const { context, server } = site;
  const second = await startServer(context.databaseUrl, { NODE_ENV: "test", LIMIT_FACTOR: "1000", DEMO: "0" });
  const { statusOf, refundsOf } = readOrders(context);
  const shop = await makeShop(context);
  const buyerId = await makeUser(context);
  const [buyer, seller] = await Promise.all([makeSession(context, buyerId), makeSession(context, shop.ownerId)]);
  const call = async (origin: string, token: string, path: string, body: object) => {
    const response = await fetch(`${origin}/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, code: ((await response.json()) as { code?: string }).code };
  };
  try {
    for (let round = 0; round < 20; round += 1) {
      const made = await makeAcceptedOrder(context, { shops: [shop], buyerId });
      await requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, context.clock.now());
      const agrees = round % 2 === 0;
      const answer = agrees ? "approve-cancel" : "refuse-cancel";
      const [withdrawn, answered] = await Promise.all([
        call(server.origin, buyer, `orders/${made.orderId}/withdraw-cancel`, {}),
        call(
          second.origin,
          seller,
          `seller/orders/${made.orderId}/${answer}`,
          agrees ? {} : { reason: "Sudah dikemas" },
        ),
      ]);
      expect([withdrawn.status, answered.status].sort(), `round ${round}`).toEqual([200, 409]);
      expect([withdrawn.code, answered.code]).toContain("orders.not_allowed");
      const isCancelled = agrees && answered.status === 200;
      expect([await statusOf(made), await refundsOf(made)]).toEqual(isCancelled ? ["cancelled", 1] : ["processing", 0]);
    }
    expect(await brokenInvariants(context.db)).toEqual([]);
  } finally {
    await second.close();
  }
});
