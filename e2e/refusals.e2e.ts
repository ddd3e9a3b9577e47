import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { askQuestion } from "../src/reviews/questions/ask-question.ts";
import { saveReview } from "../src/reviews/save-review.ts";
import { makeAcceptedOrder, makeCompletedOrder, makePaidOrder, makePlacedOrder } from "../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { openDemoSite, type DemoSite } from "./open-demo-site.ts";
import { enter, makePerson, password } from "./make-people.ts";
import { visit } from "./open-site.ts";
import { refusalFault } from "./refuse-forms.ts";
import { reuseWindows, type Windows } from "./reuse-windows.ts";

/** After a refusal the message has the focus and is visible. */
let site: DemoSite;
let windows: Windows;

beforeAll(async () => {
  site = await openDemoSite();
  windows = reuseWindows(site.browser, site.server.origin);
});
afterAll(async () => {
  await windows?.close();
  await site?.close();
});

async function expectShown(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(refusalFault)).toBe("");
}

const phone = { width: 390, height: 844 };

/** A phone-sized page at this path, in which this user is logged in. */
async function open(userId: string | undefined, path: string, scripts: boolean): Promise<Page> {
  const page = await windows.open({
    baseURL: site.server.origin,
    viewport: phone,
    javaScriptEnabled: scripts,
  });
  if (userId !== undefined) await enter(page.context(), site.context, site.server.origin, userId);
  await visit(page, path, scripts);
  return page;
}

/** Scrolls to and presses the button of a form that the browser itself would not submit. */
async function press(page: Page, button: string): Promise<void> {
  const target = page.locator("main").getByRole("button", { name: button, exact: true });
  await target.evaluate((element) => (((element as HTMLButtonElement).form as HTMLFormElement).noValidate = true));
  await target.click();
}

/** With scripts, the test of all forms below covers the cases marked `alike`. */
type Case = { name: string; run: (scripts: boolean) => Promise<Page>; alike?: true };

const market = () => site.context;
const change = (query: ReturnType<typeof sql>) => market().db.run(query);

const cases: Case[] = [
  {
    name: "a payment beyond ten unpaid orders",
    run: async (scripts) => {
      const { buyerId } = await makePlacedOrder(market());
      for (let made = 1; made < 10; made += 1) await makePlacedOrder(market(), { buyerId });
      const { shopId } = await makeShop(market());
      const { variantIds } = await makeProduct(market(), shopId);
      await makeCartLine(market(), buyerId, variantIds[0] ?? "");
      const page = await open(buyerId, "/checkout", scripts);
      await page.getByRole("button", { name: /^Bayar/ }).click();
      await page.getByText("10 pesanan yang belum dibayar").first().waitFor();
      return page;
    },
  },
  {
    name: "a voucher code that no voucher has",
    run: async (scripts) => {
      const buyerId = await makeUser(market());
      await makeAddress(market(), buyerId);
      const { shopId } = await makeShop(market());
      const { variantIds } = await makeProduct(market(), shopId);
      await makeCartLine(market(), buyerId, variantIds[0] ?? "");
      const page = await open(buyerId, "/checkout", scripts);
      await page.getByLabel("Kode voucher").fill("TIDAKADA");
      await page.getByRole("button", { name: "Pakai kode" }).click();
      await page.getByText("Kode voucher tidak dikenal").first().waitFor();
      return page;
    },
  },
  {
    name: "a quantity above the stock in the cart",
    run: async (scripts) => {
      const buyerId = await makeUser(market());
      const { shopId } = await makeShop(market());
      const { variantIds } = await makeProduct(market(), shopId, { stock: 9 });
      await makeCartLine(market(), buyerId, variantIds[0] ?? "", 2);
      const page = await open(buyerId, "/cart", scripts);
      await change(sql`update variants set stock = 1 where id = ${variantIds[0] ?? ""}`);
      await page.getByRole("spinbutton").fill("5");
      if (scripts) await page.getByRole("spinbutton").blur();
      else await page.getByRole("button", { name: "Ubah" }).click();
      return page;
    },
  },
  {
    name: "a product that has sold out meanwhile",
    run: async (scripts) => {
      const buyerId = await makeUser(market());
      const { shopId } = await makeShop(market());
      const { slug, productId } = await makeProduct(market(), shopId, { stock: 3 });
      const page = await open(buyerId, `/product/${slug}`, scripts);
      await change(sql`update variants set stock = 0 where product_id = ${productId}`);
      await page.getByRole("button", { name: "+ Keranjang" }).click();
      return page;
    },
  },
  {
    name: "a wrong password at the login",
    alike: true,
    run: async (scripts) => {
      const page = await open(undefined, "/login", scripts);
      await page.getByLabel("Email").fill("tidak-ada@kawung.test");
      await page.getByLabel("Kata sandi", { exact: true }).fill("salah sekali 77");
      await page.getByRole("button", { name: "Masuk", exact: true }).click();
      return page;
    },
  },
  {
    name: "an empty registration",
    alike: true,
    run: async (scripts) => {
      const page = await open(undefined, "/register", scripts);
      await press(page, "Daftar");
      return page;
    },
  },
  {
    name: "a recovery for what is no e-mail",
    alike: true,
    run: async (scripts) => {
      const page = await open(undefined, "/forgot-password", scripts);
      await page.getByLabel("Email").fill("bukan email");
      await page.locator("main form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
      await page.locator("main form button[type=submit]").click();
      return page;
    },
  },
  ...(
    [
      ["biodata without a name", "/profile", "Simpan", { Nama: "" }],
      ["an empty address", "/profile?page=addresses&edit=new", "Simpan alamat", {}],
      [
        "an address with a wrong postcode alone",
        "/profile?page=addresses&edit=new",
        "Simpan alamat",
        { "Kode pos": "1" },
      ],
      ["an empty new password", "/profile?page=security", "Ganti kata sandi", {}],
      ["a shop without a name", "/profile?page=openShop&province=32", "Buka toko", {}],
    ] as const
  ).map(([name, path, button, fields]): Case => ({
    name,
    run: async (scripts) => {
      const person = await makePerson(market(), "Sekar Arum");
      const page = await open(person.id, path, scripts);
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
      await press(page, button);
      return page;
    },
  })),
  ...(
    [
      ["shop settings without a name", "/manageMerchant?page=settings", "Simpan pengaturan", { "Nama toko": "" }],
      ["an empty product", "/manageMerchant?page=product", "Simpan dan tayangkan", {}],
    ] as const
  ).map(([name, path, button, fields]): Case => ({
    name,
    run: async (scripts) => {
      const { ownerId } = await makeShop(market());
      const page = await open(ownerId, path, scripts);
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
      await press(page, button);
      return page;
    },
  })),
  {
    name: "a price in the list of products that no product may have",
    run: async (scripts) => {
      const { shopId, ownerId } = await makeShop(market());
      for (const name of ["Teko", "Piring", "Mangkuk", "Gelas", "Vas", "Guci"])
        await makeProduct(market(), shopId, { name: `${name} Tanah Liat` });
      const page = await open(ownerId, "/manageMerchant?page=products", scripts);
      await page.getByLabel("Harga Piring Tanah Liat").fill("1");
      await page.getByRole("button", { name: "Simpan Piring Tanah Liat" }).click();
      return page;
    },
  },
  {
    name: "a tracking number of another form",
    run: async (scripts) => {
      const { orderId, sellerId } = await makeAcceptedOrder(market());
      const page = await open(sellerId, `/manageMerchant?page=showTransaction&transactionId=${orderId}`, scripts);
      await page.getByLabel(/^Nomor resi/).fill("123");
      await press(page, "Tandai sudah dikirim");
      return page;
    },
  },
  {
    name: "a cancellation of an order that its seller has just accepted",
    run: async (scripts) => {
      const { orderId, buyerId } = await makePaidOrder(market());
      const page = await open(buyerId, `/profile?page=showTransaction&transactionId=${orderId}`, scripts);
      await page.getByText("Batalkan pesanan").click();
      await change(
        sql`update orders set status = 'processing', due_at = now() + interval '2 days' where id = ${orderId}`,
      );
      await press(page, "Ya, batalkan");
      return page;
    },
  },
  {
    name: "an account to be deleted without a tick",
    alike: true,
    run: async (scripts) => {
      const person = await makePerson(market(), "Laras Kinanti");
      const page = await open(person.id, "/profile?page=privacy", scripts);
      await page.getByText("Saya ingin menghapus akun").click();
      await press(page, "Hapus akun saya");
      return page;
    },
  },
  {
    name: "a charge that the bank has closed meanwhile",
    alike: true,
    run: async (scripts) => {
      const { paymentId, buyerId } = await makePlacedOrder(market());
      const charge = await market().db.row<{ reference: string }>(
        sql`select reference from payment_attempts where payment_id = ${paymentId}`,
      );
      const page = await open(buyerId, `/simulator/pay/${charge?.reference}`, scripts);
      await change(sql`update simulator_charges set status = 'cancelled' where reference = ${charge?.reference ?? ""}`);
      await page.getByRole("button", { name: /^Bayar/ }).click();
      return page;
    },
  },
  {
    name: "a question about the own product",
    run: async (scripts) => {
      const { sellerId, slug } = await makeReviewed();
      const page = await open(sellerId, `/product/${slug}`, scripts);
      await page.getByLabel("Tanya penjual").fill("Apakah masih ada?");
      await page.getByRole("button", { name: "Kirim pertanyaan" }).click();
      await page.getByText("Ini barang toko Anda sendiri.").waitFor();
      expect(await page.getByLabel("Pertanyaan", { exact: true }).inputValue()).toBe("Apakah masih ada?");
      return page;
    },
  },
  {
    name: "an answer by somebody who did not buy the product",
    run: async (scripts) => {
      const { slug } = await makeReviewed();
      const page = await open(await makeUser(market()), `/product/${slug}`, scripts);
      await page.getByText("Jawab", { exact: true }).click();
      await page.getByLabel(/^Jawaban Anda/).fill("Ya, bisa.");
      await page.getByRole("button", { name: "Kirim jawaban" }).click();
      await page.getByText("Yang bisa menjawab adalah penjual").waitFor();
      return page;
    },
  },
  {
    name: "a report of the own review",
    run: async (scripts) => {
      const { buyerId, slug } = await makeReviewed();
      const page = await open(buyerId, `/product/${slug}`, scripts);
      const review = page.locator("#ulasan li").filter({ hasText: "Rapi dan kuat." });
      await review.getByText("Laporkan", { exact: true }).click();
      await review.getByLabel("Alasan").selectOption({ label: "Palsu atau dibayar" });
      await review.getByRole("button", { name: "Kirim laporan" }).click();
      await page.getByText("Tulisan Anda sendiri tidak bisa Anda laporkan.").waitFor();
      expect(await page.getByLabel("Alasan").inputValue()).toBe("false");
      return page;
    },
  },
  {
    name: "a vote on the own shop's review",
    run: async (scripts) => {
      const { sellerId, slug } = await makeReviewed();
      const page = await open(sellerId, `/product/${slug}`, scripts);
      await page.getByRole("button", { name: /^Ya, ulasan/ }).click();
      await page.getByText("Ulasan toko atau milik Anda sendiri tidak bisa Anda nilai.").waitFor();
      return page;
    },
  },
];

/** A product with a review and a question. */
async function makeReviewed() {
  const order = await makeCompletedOrder(market());
  const line = await market().db.row<{ id: string; slug: string; product_id: string }>(
    sql`select id, product_slug as slug, product_id from order_lines where order_id = ${order.orderId}`,
  );
  if (!line) throw new Error("no line");
  const written = { rating: 5, text: "Rapi dan kuat.", picture_ids: [] };
  await saveReview(market(), { lineId: line.id, buyerId: order.buyerId }, written, new Date());
  const asked = { requesterId: order.buyerId, product: line.slug, text: "Bisa dikirim dengan kayu?" };
  await askQuestion(market(), asked, new Date());
  return { ...order, slug: line.slug };
}

test("a visitor who votes is asked to log in, sends the vote, and returns to the review with the focus", async () => {
  const { slug } = await makeReviewed();
  const reader = await makePerson(market(), "Melati Ayu");
  const page = await open(undefined, `/product/${slug}`, true);
  await page.getByRole("button", { name: /^Ya, ulasan/ }).click();
  await page.getByRole("heading", { name: "Masuk untuk melanjutkan" }).waitFor();
  await page.getByLabel("Email").fill(reader.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk dan lanjutkan" }).click();
  await page.getByText("Anda masuk sebagai Melati Ayu.").waitFor();
  await page.getByRole("button", { name: "Kirim: ulasan ini membantu" }).click();
  await page.waitForURL(/#ulasan-/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^ulasan-/);
  await page.getByText("1 orang terbantu").waitFor();
  await page.getByRole("link", { name: "5 bintang", exact: true }).click();
  await page.waitForURL(/stars=5/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("ulasan");
  await page.context().close();
});

describe("without scripts", () => {
  test.each(cases)("the refusal of $name is in view and has the focus", async ({ run }) => {
    const page = await run(false);
    await expectShown(page);
    await page.context().close();
  });
});

describe("with scripts", () => {
  test.each(cases.filter(({ alike }) => !alike))(
    "the refusal of $name is in view and has the focus",
    async ({ run }) => {
      const page = await run(true);
      await expectShown(page);
      await page.context().close();
    },
  );
});

test("a field that the browser itself refuses is scrolled below the header together with its label", async () => {
  const person = await makePerson(site.context, "Tri Handayani");
  await makeAddress(site.context, person.id);
  const page = await open(person.id, "/profile?page=addresses&edit=new", true);
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await expect
    .poll(() =>
      page.evaluate(() => {
        const active = document.activeElement as HTMLInputElement;
        const label = active.closest("[data-field]")?.querySelector("label")?.getBoundingClientRect();
        const header = document.querySelector("header")?.getBoundingClientRect();
        return active.name === "label" && label !== undefined && header !== undefined && label.top >= header.bottom;
      }),
    )
    .toBe(true);
  await page.context().close();
});
