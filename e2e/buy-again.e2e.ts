import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makePlacedOrder } from "../test/make/orders.ts";
import { makeUser } from "../test/make/rows.ts";
import { openSite, visit, type Site } from "./open-site.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

test.each([true, false])(
  "one press puts the goods of a finished order into the cart again (scripts: %s)",
  async (scripts) => {
    const buyerId = await makeUser(site.context);
    const { orderId, variantId } = await makePlacedOrder(site.context, { buyerId, quantity: 2, stock: 10 });
    await site.context.db.run(sql`update orders set status = 'cancelled', due_at = null where id = ${orderId}`);
    const page = await site.window({ userId: buyerId, javaScriptEnabled: scripts });
    const path = `/profile?page=showTransaction&transactionId=${orderId}`;
    await (scripts ? visit(page, path) : page.goto(path));
    await page.getByRole("button", { name: "Beli lagi" }).click();
    await page.waitForURL((url) => url.pathname === "/cart");
    expect(await page.getByRole("spinbutton").inputValue()).toBe("2");
    await site.context.db.run(sql`update variants set is_active = false where id = ${variantId}`);
    await (scripts ? visit(page, path) : page.goto(path));
    await page.getByRole("button", { name: "Beli lagi" }).click();
    await page.getByText("Tidak ada barang pesanan ini yang bisa dibeli sekarang.").waitFor();
    await page.getByText("Barang ini sudah tidak dijual.").waitFor();
    await page.context().close();
  },
);
