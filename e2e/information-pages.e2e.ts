import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorHrefs } from "../src/operator-hrefs.ts";
import { savePage } from "../src/site/information/save-page.ts";
import { sql } from "../src/lib/database.ts";
import { makeUser } from "../test/make/rows.ts";
import { openSite, visit, type Site } from "./open-site.ts";

/** What operators publish is the text that they see. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

async function openDraft(slug: string, scripts = true) {
  const userId = await makeUser(site.context, { type: "operator" });
  const text = { title: "", summary: "", body: `Teks pertama ${slug}.`, footer: null, version: 0 };
  const title = slug === "terms" || slug === "contact" ? "" : "Cara kirim";
  const actor = { userId, type: "operator", operatorRole: null };
  await savePage(site.context, slug, { ...text, title }, { actor, now: site.context.clock.now() });
  const page = await site.window({ userId, javaScriptEnabled: scripts });
  await visit(page, operatorHrefs.pages({ page: slug }), scripts);
  return page;
}

const versionsOf = (slug: string) =>
  site.context.db.rows<{ version: number; body: string; published: boolean }>(
    sql`select version, body, published_at is not null as published from information_page_versions where slug = ${slug} order by version`,
  );

test("a text that is not saved becomes a version when the operator publishes, and that version is published", async () => {
  const page = await openDraft("cara-kirim");
  const body = page.getByRole("textbox", { name: "Teks", exact: true });
  await page.getByRole("button", { name: "Terbitkan versi 1" }).waitFor();
  await body.fill("Teks yang terlihat.");
  await page.getByText("Teks itu disimpan sebagai versi 2, lalu versi itu yang terbit.").waitFor();
  await body.fill("Teks pertama cara-kirim.");
  await page.getByText("Teks di atas, versi 1, terbit.").waitFor();
  // A refused text publishes nothing.
  await body.fill("Teks {tidak_ada}.");
  await page.getByRole("button", { name: "Simpan dan terbitkan versi 2" }).click();
  await expect.poll(() => body.getAttribute("aria-invalid")).toBe("true");
  expect(await versionsOf("cara-kirim")).toMatchObject([{ version: 1, published: false }]);
  await body.fill("Teks yang terlihat.");
  await page.getByRole("button", { name: "Simpan dan terbitkan versi 2" }).click();
  await page.getByText("Versi 2 diterbitkan.").waitFor();
  expect(await versionsOf("cara-kirim")).toEqual([
    { version: 1, body: "Teks pertama cara-kirim.", published: false },
    { version: 2, body: "Teks yang terlihat.", published: true },
  ]);
  await page.goto("/info/cara-kirim");
  await page.getByText("Teks yang terlihat.").waitFor();
});

test("clauses of the terms that are not saved are announced as they are seen, also after the page was left", async () => {
  const page = await openDraft("terms");
  await page.getByRole("textbox", { name: "Teks", exact: true }).fill("Ketentuan yang terlihat.");
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("Ketentuan yang terlihat.");
  await visit(page, page.url());
  await page.getByText("Simpan dan umumkan versi 2").click();
  await page.getByText("Teks itu disimpan sebagai versi 2, lalu versi itu yang diumumkan.").waitFor();
  await page.getByRole("button", { name: "Ya, umumkan" }).click();
  await page.getByText("Versi 2 diumumkan, berlaku mulai").waitFor();
  expect(await versionsOf("terms")).toMatchObject([
    { version: 1, published: false },
    { version: 2, body: "Ketentuan yang terlihat.", published: true },
  ]);
});

test("clauses that cannot be announced are not saved either, and are announced on a day that is allowed", async () => {
  const page = await openDraft("privacy");
  await page.getByRole("textbox", { name: "Teks", exact: true }).fill("Kebijakan yang terlihat.");
  await page.getByText("Simpan dan umumkan versi 2").click();
  const day = page.getByLabel("Berlaku mulai");
  const earliest = await day.inputValue();
  // Such as a day that was early enough when the page was opened.
  await day.fill("01/01/2020");
  await day.evaluate((field: HTMLInputElement) => void (field.form && (field.form.noValidate = true)));
  await page.getByRole("button", { name: "Ya, umumkan" }).click();
  await expect.poll(() => day.getAttribute("aria-invalid")).toBe("true");
  expect(await versionsOf("privacy")).toMatchObject([{ version: 1, published: false }]);
  await day.fill(earliest);
  await page.getByRole("button", { name: "Ya, umumkan" }).click();
  await page.getByText("Versi 2 diumumkan, berlaku mulai").waitFor();
  expect(await versionsOf("privacy")).toMatchObject([
    { version: 1, published: false },
    { version: 2, body: "Kebijakan yang terlihat.", published: true },
  ]);
});

test.for(["before", "after"])(
  "a text whose connection was lost %s it was published is published once",
  async (when) => {
    const slug = `cara-retur-${when}`;
    const page = await openDraft(slug);
    await page.getByRole("textbox", { name: "Teks", exact: true }).fill("Teks yang terlihat.");
    await page.route("**/publish", async (route) => {
      if (when === "after") await route.fetch();
      await route.abort("connectionreset");
    });
    const publish = page.getByRole("button", { name: "Simpan dan terbitkan versi 2" });
    await publish.click();
    await page.getByText("Sambungan terputus.").waitFor();
    await page.unroute("**/publish");
    await publish.click();
    await page.getByText("Versi 2 diterbitkan.").waitFor();
    expect(await versionsOf(slug)).toMatchObject([
      { version: 1, published: false },
      { version: 2, body: "Teks yang terlihat.", published: true },
    ]);
  },
);

test("without scripts the stored version is published, and the page says so", async () => {
  const page = await openDraft("contact", false);
  await page.getByRole("textbox", { name: "Teks", exact: true }).fill("Belum disimpan.");
  await page.getByText("Versi 1 yang tersimpan terbit. Simpan dulu yang Anda ubah di atas.").waitFor();
  await page.getByRole("button", { name: "Terbitkan versi 1" }).click();
  await page.getByText("Versi 1 diterbitkan.").waitFor();
  expect(await versionsOf("contact")).toMatchObject([{ version: 1, body: "Teks pertama contact.", published: true }]);
});
