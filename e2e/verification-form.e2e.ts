import sharp from "sharp";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { openBrowser } from "../test/browser.ts";
import { makeContext } from "../test/make/context.ts";
import { makeShop, makeUser } from "../test/make/rows.ts";
import { fillMarket } from "../test/spec/make-market.ts";
import { expectMessageShown } from "./expect-message.ts";
import { enter } from "./make-people.ts";
import { visit } from "./open-site.ts";
import { reuseWindows, type Windows } from "./reuse-windows.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";

const settings = { LIMIT_FACTOR: "1000" };
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

test.each([true, false])(
  "a seller reads at once what is wrong with the numbers and which documents are missing, and loses no chosen document (scripts: %s)",
  async (scripts) => {
    const { ownerId, shopId } = await makeShop(context, { name: `Kebun Lada ${scripts ? "Satu" : "Dua"}` });
    const page = await windows.open({
      baseURL: server.origin,
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: scripts,
    });
    page.setDefaultTimeout(20_000);
    await enter(page.context(), context, server.origin, ownerId);
    const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: "#336699" } });
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
    const [card, self] = [await picture.jpeg().toBuffer(), await picture.jpeg({ quality: 50 }).toBuffer()];

    await visit(page, "/manageMerchant?page=verification", scripts);
    await page.getByLabel("Nama sesuai KTP").fill("Wahyu Laksono");
    await page.getByLabel("NIK", { exact: true }).fill("3273013502900001");
    await page.getByLabel("Alamat").fill("Jalan Braga 10, Bandung");
    await page.locator("input[name=ktp]").setInputFiles(file("ktp.jpg", card));
    await page.getByRole("button", { name: "Kirim untuk diperiksa" }).click();
    await page.getByText("Unggah dokumen ini.").first().waitFor();
    await expect.poll(() => page.locator("input[name=nik]").getAttribute("aria-invalid")).toBe("true");
    const invalid = page.locator("input[type=file][aria-invalid=true]");
    expect(await invalid.evaluateAll((all) => all.map((one) => one.getAttribute("name")))).toEqual(["selfie"]);

    await page.getByLabel("NIK", { exact: true }).fill("3273010101900001".replace("0001", scripts ? "0001" : "0002"));
    await page.locator("input[name=selfie]").setInputFiles(file("selfie.jpg", self));
    await page.getByRole("button", { name: "Kirim untuk diperiksa" }).click();
    await page.getByText("Data Anda dikirim.").first().waitFor();
    const sent = await context.db.row<{ status: string; documents: string[] }>(sql`
      select v.status, array_agg(d.kind order by d.kind) as documents
      from seller_verifications v join verification_documents d on d.verification_id = v.id
      where v.shop_id = ${shopId} group by v.id, v.status`);
    expect(sent).toEqual({ status: "sent", documents: ["ktp", "selfie"] });
  },
);

test.each([true, false])(
  "a seller reads at its field why a file is refused, and the list of what is wrong names the fields (scripts: %s)",
  async (scripts) => {
    const { ownerId } = await makeShop(context, { name: `Kebun Pala ${scripts ? "Satu" : "Dua"}` });
    const page = await windows.open({ baseURL: server.origin, javaScriptEnabled: scripts });
    page.setDefaultTimeout(20_000);
    await enter(page.context(), context, server.origin, ownerId);
    await visit(page, "/manageMerchant?page=verification", scripts);
    await page.getByLabel("Nama sesuai KTP").fill("Wahyu Laksono");
    await page.getByLabel("NIK", { exact: true }).fill("123");
    await page.getByLabel("Alamat").fill("Jalan Braga 10, Bandung");
    await page
      .locator("input[name=ktp]")
      .setInputFiles({ name: "ktp.txt", mimeType: "text/plain", buffer: Buffer.from("kartu") });
    await page.getByRole("button", { name: "Kirim untuk diperiksa" }).click();
    const listed = page.getByRole("alert").getByRole("listitem");
    await listed.first().waitFor();
    const fileRefused = "Berkas ini bukan foto JPEG atau PNG, dan bukan PDF.";
    expect((await listed.allInnerTexts()).sort()).toEqual([
      `Foto KTP: ${fileRefused}`,
      "NIK: NIK terdiri dari 16 angka.",
      "Swafoto memegang KTP: Unggah dokumen ini.",
    ]);
    expect(await page.locator("[data-field]", { has: page.locator("input[name=ktp]") }).innerText()).toContain(
      fileRefused,
    );
  },
);

test("an operator who returns an application without a word reads once, at the form, what is missing", async () => {
  const { shopId, ownerId } = await makeShop(context, { name: "Kebun Cengkih" });
  const seller = await windows.open({ baseURL: server.origin });
  await enter(seller.context(), context, server.origin, ownerId);
  await visit(seller, "/manageMerchant?page=verification");
  await seller.getByLabel("Nama sesuai KTP").fill("Wahyu Laksono");
  await seller.getByLabel("NIK", { exact: true }).fill("3273010101900003");
  await seller.getByLabel("Alamat").fill("Jalan Braga 10, Bandung");
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer();
  for (const name of ["ktp", "selfie"])
    await seller.locator(`input[name=${name}]`).setInputFiles({ name: `${name}.jpg`, mimeType: "image/jpeg", buffer });
  await seller.getByRole("button", { name: "Kirim untuk diperiksa" }).click();
  await seller.getByText("Data Anda dikirim.").first().waitFor();

  const page = await windows.open({ baseURL: server.origin });
  page.setDefaultTimeout(20_000);
  await enter(page.context(), context, server.origin, await makeUser(context, { type: "operator" }));
  const row = await context.db.row<{ id: string }>(sql`select id from seller_verifications where shop_id = ${shopId}`);
  await visit(page, `/operator/verifications?id=${row?.id}`);
  await page.getByText("Buka data dan dokumen").click();
  await page.getByLabel("Alasan membaca").fill("Memeriksa pengajuan");
  await page.getByRole("button", { name: "Buka", exact: true }).click();
  await page.getByText("Kembalikan untuk diperbaiki").click();
  await page.getByRole("button", { name: "Kembalikan", exact: true }).click();
  await expectMessageShown(page, "Tulis apa yang perlu diperbaiki, paling sedikit pada satu isian.");
  expect(await page.getByRole("alert").count()).toBe(1);
});
