import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { formatCount } from "../src/lib/rupiah.ts";
import { askQuestion } from "../src/reviews/questions/ask-question.ts";
import { replyToReview } from "../src/reviews/reply-to-review.ts";
import { hideItem } from "../src/reviews/reports/moderate-item.ts";
import { reportItem } from "../src/reviews/reports/report-item.ts";
import { maxReviewLength } from "../src/reviews/rules.ts";
import { saveReview } from "../src/reviews/save-review.ts";
import { makeSession } from "../test/make/checkout.ts";
import { makeCompletedOrder, type MadeShop } from "../test/make/orders.ts";
import { makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { barriers } from "./look-at-pages.ts";
import { openSite, visit, type Site } from "./open-site.ts";
import { refusalFault } from "./refuse-forms.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const phone = { viewport: { width: 390, height: 844 } };

/** Uploads a picture to the server, which has files of its own. */
async function makePicture(ownerId: string): Promise<{ id: string; key: string }> {
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: "#b3411f" } });
  const form = new FormData();
  form.append("picture", new Blob([new Uint8Array(await picture.png().toBuffer())]), "foto.png");
  const response = await fetch(`${site.server.origin}/v1/media/pictures`, {
    method: "POST",
    headers: { authorization: `Bearer ${await makeSession(site.context, ownerId)}` },
    body: form,
  });
  return ((await response.json()) as { data: { id: string; key: string } }).data;
}

/** A line of a completed order; of a product that is given, in this variant. */
async function buy(shop?: MadeShop, of?: { productId: string; slug: string; variant: string }) {
  const order = await makeCompletedOrder(site.context, shop ? { shops: [shop] } : {});
  const line = await site.context.db.row<{ id: string; slug: string }>(sql`
    update order_lines set product_id = coalesce(${of?.productId ?? null}, product_id),
      product_slug = coalesce(${of?.slug ?? null}, product_slug), variant_name = coalesce(${of?.variant ?? null}, variant_name)
    where order_id = ${order.orderId} returning id, product_slug as slug`);
  return { ...order, lineId: line?.id ?? "", slug: line?.slug ?? "" };
}

type Bought = Awaited<ReturnType<typeof buy>>;
async function write({ lineId, buyerId }: Bought, review: { rating: number; text: string; pictures?: number }) {
  const pictures = await Promise.all(Array.from({ length: review.pictures ?? 0 }, () => makePicture(buyerId)));
  const { id } = await saveReview(
    site.context,
    { lineId, buyerId },
    { rating: review.rating, text: review.text, picture_ids: pictures.map((one) => one.id) },
    new Date(),
  );
  return { id, pictures };
}

async function expectShown(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(refusalFault)).toBe("");
}

async function barriersOf(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  return barriers(page);
}

const tooLong = "kata ".repeat(1000).trim();

/** Pastes a text as people do, so that a browser may cut it. */
async function paste(page: Page, label: string | RegExp, text: string): Promise<void> {
  await page.getByLabel(label).first().focus();
  await page.keyboard.insertText(text);
}

test.each([true, false])(
  "a review that is too long is refused whole, with its length (scripts %s)",
  async (scripts) => {
    const bought = await buy();
    const page = await site.window({ userId: bought.buyerId, ...phone, javaScriptEnabled: scripts });
    await visit(page, `/profile?page=reviews&line=${bought.lineId}`, scripts);
    await page.getByRole("radio", { name: "4 bintang" }).check({ force: true });
    await paste(page, "Cerita Anda", tooLong);
    expect(await page.getByLabel("Cerita Anda").inputValue()).toBe(tooLong);
    if (scripts) {
      await page.getByText("4.999/2.000").waitFor();
      await page.getByText("Terlalu panjang: 2.999 karakter lebih").waitFor({ state: "attached" });
    } else await page.getByText("paling banyak 2.000 karakter").waitFor();
    await page.getByRole("button", { name: "Kirim ulasan" }).click();
    await page.getByText("Maksimal 2.000 karakter.").waitFor();
    await expectShown(page);
    const field = page.getByLabel("Cerita Anda");
    expect(await field.inputValue()).toBe(tooLong);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill("a".repeat(maxReviewLength));
    await page.getByRole("button", { name: "Kirim ulasan" }).click();
    await page.getByText("Ulasan Anda tersimpan").waitFor();
    const stored = await site.context.db.row(
      sql`select length(text) as n from reviews where order_line_id = ${bought.lineId}`,
    );
    expect(stored).toEqual({ n: maxReviewLength });
  },
);

test.each([true, false])(
  "too long a question, answer, report and reply are refused whole (scripts %s)",
  async (scripts) => {
    const bought = await buy();
    await write(bought, { rating: 3, text: "Cukup baik." });
    await askQuestion(
      site.context,
      { requesterId: await makeUser(site.context), product: bought.slug, text: "Bisa dikirim hari ini?" },
      new Date(),
    );
    const page = await site.window({ userId: await makeUser(site.context), ...phone, javaScriptEnabled: scripts });
    const product = `/product/${bought.slug}`;
    for (const { open, label, send, max } of [
      { open: "", label: "Tanya penjual", send: "Kirim pertanyaan", max: 500 },
      { open: "Jawab", label: /^Jawaban Anda/, send: "Kirim jawaban", max: 1000 },
      { open: "Laporkan", label: /^Keterangan/, send: "Kirim laporan", max: 500 },
    ]) {
      await visit(page, product, scripts);
      if (open) await page.getByText(open, { exact: true }).first().click();
      if (open === "Laporkan") await page.getByLabel("Alasan").first().selectOption({ index: 1 });
      await paste(page, label, tooLong);
      await page.getByRole("button", { name: send }).first().click();
      await page.getByText(`Maksimal ${formatCount(max)} karakter.`).waitFor();
      await expectShown(page);
      expect(await page.locator("main textarea[aria-invalid=true]").inputValue()).toBe(tooLong);
    }
    await page.context().close();
    const seller = await site.window({ userId: bought.sellerId, ...phone, javaScriptEnabled: scripts });
    await visit(seller, "/manageMerchant?page=reviews", scripts);
    await seller.getByText("Balas", { exact: true }).click();
    await paste(seller, "Balasan", tooLong);
    await seller.getByRole("button", { name: "Kirim balasan" }).click();
    await seller.getByText("Maksimal 1.000 karakter.").waitFor();
    await expectShown(seller);
    expect(await seller.getByLabel("Balasan").inputValue()).toBe(tooLong);
  },
);

/** A product with five reviews of two variants. */
async function makeVariants() {
  const shop = await makeShop(site.context);
  const { productId, slug } = await makeProduct(site.context, shop.shopId, {
    variants: ["Merah", "Biru"].map((option) => ({ option, price: 50_000, stock: 5 })),
  });
  for (const [variant, rating, text, pictures] of [
    ["Merah", 5, "Merah menyala.", 1],
    ["Merah", 2, "Merahnya luntur.", 1],
    ["Merah", 5, "Merah tanpa foto.", 0],
    ["Biru", 5, "Biru tenang.", 1],
    ["Biru", 4, "Biru muda.", 0],
  ] as const)
    await write(await buy(shop, { productId, slug, variant }), { rating, text, pictures });
  return `/product/${slug}`;
}

test.each([
  [390, true],
  [1280, true],
  [390, false],
  [1280, false],
])("reviews are filtered by stars, pictures and variant together, %s wide (scripts %s)", async (width, scripts) => {
  const path = await makeVariants();
  const page = await site.window({ viewport: { width, height: 900 }, javaScriptEnabled: scripts });
  await visit(page, path, scripts);
  const texts = () =>
    page
      .locator("#ulasan li[id^=ulasan-]")
      .evaluateAll((items) =>
        items.map((item) => /(Merah|Biru)[a-z ]*\./.exec(item.textContent ?? "")?.[0]).toSorted(),
      );
  const shows = (expected: string[]) => expect.poll(texts).toEqual(expected.toSorted());
  const chip = (name: string) => page.getByRole("list", { name: /^Saring/ }).getByRole("link", { name, exact: true });
  await shows(["Merah menyala.", "Merahnya luntur.", "Merah tanpa foto.", "Biru tenang.", "Biru muda."]);
  await page.locator("#ulasan").getByText("Varian", { exact: true }).click();
  await chip("Merah").click();
  await shows(["Merah menyala.", "Merahnya luntur.", "Merah tanpa foto."]);
  await chip("Dengan foto (3)").click();
  await shows(["Merah menyala.", "Merahnya luntur."]);
  await chip("5 bintang").click();
  await shows(["Merah menyala."]);
  expect(await page.locator("#ulasan [aria-current=true]").allInnerTexts()).toEqual([
    expect.stringContaining("Dengan foto (3)"),
    expect.stringContaining("5 bintang"),
    expect.stringContaining("Merah"),
    "Terbaru",
  ]);
  await page.goBack();
  await shows(["Merah menyala.", "Merahnya luntur."]);
  await page.goBack();
  await shows(["Merah menyala.", "Merahnya luntur.", "Merah tanpa foto."]);
  await page.goForward();
  await shows(["Merah menyala.", "Merahnya luntur."]);
  await chip("Biru").click();
  await shows(["Biru tenang."]);
  await chip("4 bintang").click();
  await page.getByText("Tidak ada ulasan yang sesuai.").waitFor();
  await page.getByRole("link", { name: "Tampilkan semua" }).click();
  await shows(["Merah menyala.", "Merahnya luntur.", "Merah tanpa foto.", "Biru tenang.", "Biru muda."]);
});

test.each([
  [390, "dark"],
  [1024, "light"],
] as const)(
  "an operator sees the pictures of reported and hidden reviews, %s wide in a %s theme",
  async (width, colorScheme) => {
    const operatorId = await makeUser(site.context, { type: "operator" });
    await site.context.db.run(sql`update users set operator_role = 'support' where id = ${operatorId}`);
    const bought = await buy();
    const review = await write(bought, { rating: 1, text: `Paket rusak ${width}.`, pictures: 2 });
    await replyToReview(site.context, { reviewId: review.id, shopId: bought.shopId, text: "Kami ganti." }, new Date());
    const reporter = { kind: "review", itemId: review.id, reason: "private_data", text: "Ada alamat rumah." } as const;
    await reportItem(site.context, { ...reporter, userId: await makeUser(site.context) }, new Date());
    const page = await site.window({
      userId: operatorId,
      path: "/operator/reviews",
      viewport: { width, height: 900 },
      colorScheme,
    });
    const item = page
      .locator("main li")
      .filter({ hasText: `Paket rusak ${width}.` })
      .first();
    await item.getByText("Kami ganti.").waitFor();
    await item.getByRole("link", { name: /^Foto 2 dari/ }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect
      .poll(() => dialog.locator("img").evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(900);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("A");
    expect(await barriersOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    await item.getByText("Sembunyikan", { exact: true }).first().click();
    await item.getByLabel("Alasan untuk penulis").first().fill("Memuat alamat rumah orang lain.");
    await item.getByRole("button", { name: "Sembunyikan", exact: true }).click();
    await expect.poll(() => item.count()).toBe(0);
    const [first] = review.pictures;
    const served = async () => (await page.request.get(`/img/${first?.key}-400.webp`)).status();
    await expect.poll(served).toBe(404);
    const readings = async () =>
      (
        await site.context.db.rows(
          sql`select from audit_entries where subject_id = ${review.id} and action = 'reviews.picture_read'`,
        )
      ).length;
    await visit(page, "/operator/reviews?view=hidden");
    expect(await readings()).toBe(0);
    await item.getByText("2 foto yang disembunyikan").click();
    await expect
      .poll(() =>
        item
          .locator("img")
          .evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.complete && one.naturalWidth)),
      )
      .toEqual([900, 900]);
    expect(await readings()).toBe(2);
    expect(await barriersOf(page)).toEqual([]);
  },
);

test("a buyer whose pictures are hidden reads why, and changes the text without them", async () => {
  const bought = await buy();
  const review = await write(bought, { rating: 4, text: "Kuat.", pictures: 1 });
  const by = { userId: await makeUser(site.context, { type: "operator" }), type: "operator", operatorRole: "owner" };
  const item = { kind: "pictures", itemId: review.id } as const;
  await hideItem(site.context, item, { by, reason: "Memuat wajah anak orang lain." }, new Date());
  const page = await site.window({
    userId: bought.buyerId,
    path: `/profile?page=reviews&line=${bought.lineId}`,
    ...phone,
  });
  await page.getByText("Memuat wajah anak orang lain.").waitFor();
  await page.getByLabel("Cerita Anda").fill("Kuat sekali.");
  await page.getByLabel("Foto 1").check();
  await page.getByRole("button", { name: "Simpan perubahan" }).click();
  await page.getByText("Ulasan Anda tersimpan").waitFor();
  expect(
    await site.context.db.row(sql`
      select text, (select count(*)::int from review_pictures where review_id = r.id) as pictures from reviews r where id = ${review.id}`),
  ).toEqual({ text: "Kuat sekali.", pictures: 0 });
});
