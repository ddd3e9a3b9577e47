import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeCompletedOrder } from "../test/make/orders.ts";
import { makeUser } from "../test/make/rows.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { openSite, visit, type Site } from "./open-site.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

async function makeFinance(name: string): Promise<string> {
  const userId = await makeUser(site.context, { type: "operator", name });
  await site.context.db.run(sql`update users set operator_role = 'finance' where id = ${userId}`);
  return userId;
}

test.each([true, false])(
  "an operator proposes a correction, another one approves it, and shop and buyer read the reason (scripts: %s)",
  async (scripts) => {
    const made = await makeCompletedOrder(site.context, { price: 200_000 });
    const order = `/operator/orders?id=${made.orderId}`;
    const first = await site.window({ userId: await makeFinance("Ratna Keuangan"), javaScriptEnabled: scripts });
    await visit(first, order, scripts);
    const panel = first.getByRole("main");
    await panel.getByText("Usulkan koreksi").click();
    await panel.getByLabel("Komisi dikembalikan ke toko").check();
    const amount = panel.getByRole("textbox", { name: "Jumlah" });
    await amount.fill("5001");
    await panel.getByLabel("Alasan, dibaca penerimanya").fill("Komisi <i>terhitung</i> dua kali");
    await panel.getByRole("button", { name: "Usulkan" }).click();
    await panel.getByText("Paling banyak Rp5.000.", { exact: true }).waitFor();
    await amount.fill("5000");
    await panel.getByRole("button", { name: "Usulkan" }).click();
    await first.getByText("Koreksi diusulkan", { exact: true }).waitFor();
    await panel.getByText("Anda mengusulkan koreksi ini, jadi operator lain yang memutuskannya.").waitFor();
    expect(await panel.getByRole("button", { name: "Setujui dan bukukan" }).count()).toBe(0);

    const second = await site.window({ userId: await makeFinance("Bayu Keuangan"), javaScriptEnabled: scripts });
    await visit(second, "/operator", scripts);
    await second
      .getByRole("row", { name: /Komisi dikembalikan ke toko/ })
      .getByRole("link", { name: /Putuskan/ })
      .click();
    const seen = second.getByRole("main");
    await seen.getByText("Komisi <i>terhitung</i> dua kali").first().waitFor();
    await seen.getByLabel("Alasan keputusan Anda").fill("Sudah dicocokkan dengan buku besar");
    await seen.getByRole("button", { name: "Setujui dan bukukan" }).click();
    await second.getByText("Koreksi dibukukan", { exact: true }).waitFor();
    await second.getByText("Komisi dikembalikan ke toko disetujui dan dibukukan").waitFor();

    const seller = await site.window({ userId: made.sellerId, javaScriptEnabled: scripts });
    await visit(seller, `/manageMerchant?page=showTransaction&transactionId=${made.orderId}`, scripts);
    await seller.getByText("Komisi <i>terhitung</i> dua kali").first().waitFor();
    await seller.getByText("Setelah koreksi").waitFor();
    expect(await brokenInvariants(site.context.db)).toEqual([]);
  },
);
