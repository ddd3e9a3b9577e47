import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeShippedOrder } from "../test/make/orders.ts";
import { openSite, visit, type Site } from "./open-site.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

test.each([true, false])(
  "a seller who gives back more than there is reads the limit at once, before any question (scripts: %s)",
  async (scripts) => {
    const made = await makeShippedOrder(site.context, { price: 65_000 });
    const page = await site.window({ userId: made.sellerId, javaScriptEnabled: scripts });
    await visit(page, `/manageMerchant?page=showTransaction&transactionId=${made.orderId}`, scripts);
    await page.getByText("Kembalikan sebagian dana").click();
    const goods = page.getByLabel("Barang Uji Coba");
    const next = page.getByRole("button", { name: "Lanjutkan" });
    await goods.fill("65001");
    await page.getByLabel("Alasan untuk pembeli").fill("Sedikit rusak");
    await next.click();
    await page.getByText("Paling banyak Rp65.000.").waitFor();
    expect(await goods.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await goods.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("button", { name: /^Ya, kembalikan/ }).count()).toBe(0);
    const refundsOf = () =>
      site.context.db.rows<{ amount: number }>(sql`select amount from refunds where order_id = ${made.orderId}`);
    expect(await refundsOf()).toEqual([]);
    await goods.fill("20000");
    await next.click();
    await page.getByText("Kembalikan Rp20.000 kepada pembeli? Ini tidak bisa dibatalkan.").waitFor();
    expect(await refundsOf()).toEqual([]);
    // The same button is free a frame after its answer: a double press on it confirms nothing.
    const confirm = page.getByRole("button", { name: "Ya, kembalikan Rp20.000" });
    await confirm.and(page.locator(":not([data-held])")).click();
    await page.waitForURL((url) => url.searchParams.has("refunded"));
    expect(await refundsOf()).toEqual([{ amount: 20_000 }]);
  },
);
