import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeCartLine } from "../test/make/checkout.ts";
import { askQuestion } from "../src/reviews/questions/ask-question.ts";
import { saveReview } from "../src/reviews/save-review.ts";
import { makeAcceptedOrder, makeCompletedOrder, makePaidOrder, makePlacedOrder } from "../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { openDemoSite, type DemoSite, type Who } from "./open-demo-site.ts";
import { enter, makePerson, password } from "./make-people.ts";
import { visit } from "./open-site.ts";
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

/** Returns why the refusal is not visible, or an empty text. */
function refusalFault(): string {
  const active = document.activeElement;
  if (!active || active === document.body) return "the focus is nowhere";
  const name = `${active.tagName} ${active.getAttribute("name") ?? ""} ${(active.textContent ?? "").slice(0, 60)}`;
  const announced = '[role="alert"], [role="status"]';
  const isSentence = active.matches(announced) || active.querySelector(announced) !== null;
  const isField = active.matches('[aria-invalid="true"], [data-invalid="true"], [data-invalid="true"] input');
  if (!isSentence && !isField) return `the focus is on ${name}`;
  const box = active.closest("[data-field]");
  const label = isField ? box?.querySelector("label, legend") : undefined;
  for (const part of [active, label]) {
    const rect = part?.getBoundingClientRect();
    // Visually hidden elements are skipped.
    if (!part || !rect || rect.width < 4 || rect.height < 4 || part.matches(":is(label, span) > input")) continue;
    if (rect.top < 0 || rect.top > innerHeight) return `${name} is at ${Math.round(rect.top)} of ${innerHeight}`;
    if (rect.height < innerHeight / 2 && rect.bottom > innerHeight) return `${name} ends below the screen`;
    const [x, y] = [rect.left + Math.min(24, rect.width / 2), rect.top + Math.min(12, rect.height / 2)];
    const top = document.elementFromPoint(x, y);
    if (!top || !(part.contains(top) || top.contains(part)))
      return `${name} is under ${top?.tagName} ${top?.className.toString().slice(0, 40)}`;
  }
  return "";
}

async function expectShown(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(refusalFault)).toBe("");
}

const phone = { width: 390, height: 844 };

/** A phone-sized page at this path, in which this user is logged in. */
async function open(userId: string | undefined, path: string, scripts: boolean): Promise<Page> {
  const page = await windows.open({
    baseURL: site.server.origin,
    viewport: phone,
    reducedMotion: "reduce",
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

/** Forms without scripts, whose response is a page of the server: also those of a product's reviews and questions. */
const servedForms = ".without-js, #ulasan, #diskusi";

/** Every form on these pages that changes something, one of each kind, with a key that identifies the kind. */
async function formsOn(page: Page): Promise<string[]> {
  return page.evaluate((servedOnly) => {
    const found = new Set<string>();
    for (const button of document.querySelectorAll<HTMLButtonElement>("main button:not([type=button])")) {
      const { form } = button;
      if (!button.checkVisibility() && !button.closest("details:not([open])")) continue;
      if (!form || form.method !== "post" || form.action.endsWith("/logout") || button.closest(servedOnly)) continue;
      const intent = form.querySelector<HTMLInputElement>("[name=intent][type=hidden]")?.value ?? "";
      const fields = [...form.elements].map((one) => (one as HTMLInputElement).name).filter(Boolean);
      const sign = [intent, button.name, button.value, [...new Set(fields)].slice(0, 6).join(" ")].join("|");
      if (found.has(sign)) continue;
      found.add(sign);
      button.dataset.kind = sign;
    }
    return [...found];
  }, servedForms);
}

/** Forms that only query, ask or open the next page, and the one whose response is a page of the server. */
const sendsNothing = /^\|\|\|$|^ask\||^buy\||then\|checkout|\|intent\|(?:update|login|register)\|/;

/** Runs in the page: answers every change like a server that refuses it. With page.route nothing would be cached. */
function refuseChanges(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const { method, url } = new Request(input, init);
    if (method === "GET" || !/\/v1\//.test(url) || /\/(quote|events)/.test(url)) return send(input, init);
    Object.assign(window, { hasRefused: true });
    const body = { success: false, code: "uji.refused", message: "Permintaan ini ditolak." };
    return Promise.resolve(Response.json(body, { status: 409 }));
  };
}

describe("a refusal of the server is shown, on every page of a", () => {
  test.each(["visitor", "buyer", "seller", "operator"] as const)(
    "%s, is in sight and has the focus",
    async (who: Who) => {
      const window = await site.open(who, 390, "light");
      const page = await window.newPage();
      await page.addInitScript(refuseChanges);
      const faults: string[] = [];
      const tried = new Set<string>();
      for (const path of site.pages[who]) {
        const html = await (await page.request.get(path)).text();
        if (!/<main.*method="post"/s.test(html)) continue;
        await visit(page, path);
        for (const kind of await formsOn(page)) {
          if (sendsNothing.test(kind) || tried.has(kind)) continue;
          tried.add(kind);
          if (!(await isUsable(page, kind))) {
            await visit(page, path);
            await formsOn(page);
          }
          const fault = await refuse(page, kind);
          if (fault) faults.push(`${path} ${kind}: ${fault}`);
        }
      }
      expect(faults).toEqual([]);
      await window.close();
    },
  );
});

const buttonOf = (page: Page, kind: string) => page.locator(`main [data-kind=${JSON.stringify(kind)}]`);

/** Whether this form is still on the page after the refusals of others. Opening a page again is slow. */
async function isUsable(page: Page, kind: string): Promise<boolean> {
  if ((await page.locator("dialog[open]").count()) > 0) return false;
  if ((await buttonOf(page, kind).count()) === 0) await formsOn(page);
  return (await buttonOf(page, kind).count()) === 1;
}

/** Submits this form and returns the fault in how its refusal is shown. */
async function refuse(page: Page, kind: string): Promise<string> {
  const button = buttonOf(page, kind);
  if ((await button.count()) === 0) await formsOn(page);
  await button.evaluate((element) => {
    const own = element as HTMLButtonElement;
    // Neither the answer nor the focus of an earlier refusal counts.
    Reflect.deleteProperty(window, "hasRefused");
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (own.form) own.form.noValidate = true;
    for (const box of own.form?.elements ?? [])
      if (box instanceof HTMLInputElement && box.type === "checkbox" && !box.checked) box.click();
    for (let box = own.closest("details"); box; box = box.parentElement?.closest("details") ?? null) box.open = true;
    own.scrollIntoView({ block: "end" });
  });
  await button.click();
  const answered = page
    .waitForFunction(() => "hasRefused" in window)
    .then(
      () => true,
      () => false,
    );
  if (!(await answered)) return "nothing was sent";
  let fault = "";
  await expect
    .poll(async () => (fault = await page.evaluate(refusalFault)))
    .toBe("")
    .catch(() => {});
  return fault;
}
