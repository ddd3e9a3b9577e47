import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { queueJob } from "../src/lib/jobs.ts";
import { hour, addDuration } from "../src/lib/time.ts";
import { listOutbox } from "../src/messages/outbox.ts";
import { openBrowser } from "../test/browser.ts";
import { makeCompletedOrder } from "../test/make/orders.ts";
import { readZip } from "../test/read/zip.ts";
import { makeContext } from "../test/make/context.ts";
import { enter, makePerson as makePersonOf, password } from "./make-people.ts";
import { reuseWindows, type Windows } from "./reuse-windows.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";
import { visit } from "./open-site.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let server: HostedServer;
let browser: Browser;
let windows: Windows;

beforeAll(async () => {
  context = await makeContext();
  // With a user in the database, the server loads no demo marketplace.
  await makePerson("Sekar Ayu");
  const settings = { DATA_DIR: context.config.dataDir, NODE_ENV: "test", LIMIT_FACTOR: "1000" };
  [server, browser] = await Promise.all([startHostedServer(context.databaseUrl, settings), openBrowser()]);
  windows = reuseWindows(browser, server.origin);
});
afterAll(async () => {
  await windows?.close();
  await browser?.close();
  await server?.close();
  await context?.close();
});

type Person = { id: string; email: string; phone: string };

async function makePerson(name: string): Promise<Person> {
  const phone = `+6281${String(100_000_000 + randomBytes(3).readUIntBE(0, 3))}`;
  return { ...(await makePersonOf(context, name, { phone })), phone };
}

/** A page in which the user has just logged in. */
async function openAs(person: Person, path: string, javaScriptEnabled = true, width = 390): Promise<Page> {
  const page = await windows.open({
    baseURL: server.origin,
    javaScriptEnabled,
    viewport: { width, height: 844 },
  });
  await enter(page.context(), context, server.origin, person.id);
  await loggedIn(person, 0);
  await visit(page, path, javaScriptEnabled);
  return page;
}

/** Sets the user's last login to this many hours ago, by the server's clock. */
async function loggedIn({ id }: Person, hoursAgo: number): Promise<void> {
  await context.clock.refresh();
  const at = addDuration(context.clock.now(), -hoursAgo * hour);
  await context.db.run(sql`update sessions set authenticated_at = ${at} where user_id = ${id}`);
}

/** Moves the server's business clock forward, as an operator of a demo marketplace does. */
async function hoursPass(hours: number): Promise<void> {
  const answer = await fetch(`${server.origin}/v1/simulator/clock`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.origin },
    body: JSON.stringify({ hours }),
  });
  expect(await answer.json()).toMatchObject({ success: true });
}

/** The last code for this number in the outbox. */
async function codeFor({ phone }: Person, moment: number): Promise<string> {
  const find = async () =>
    (await listOutbox(context.config.dataDir, 100)).filter(({ channel, to }) => channel === "phone" && to === phone);
  await expect.poll(async () => (await find()).length).toBe(moment);
  const texts = (await find()).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? "");
  return texts[0] ?? "";
}

const rowsOf = async (table: string, { id }: Person): Promise<number> =>
  (await context.db.pool.query<{ n: number }>(`select count(*)::int as n from ${table} where user_id = $1`, [id]))
    .rows[0]?.n ?? -1;

test("a user chooses a profile picture, crops it to a square, sees it in the header, and removes it", async () => {
  const person = await makePerson("Rengganis Puspita");
  const page = await openAs(person, "/profile", true, 1280);
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#3a7d5c" } })
    .png()
    .toBuffer();
  await page.getByText("Tambahkan foto").click();
  const chosen = { name: "saya.png", mimeType: "image/png", buffer: picture };
  await page.getByLabel("Foto profil", { exact: true }).and(page.locator("input")).setInputFiles(chosen);
  await page.getByRole("button", { name: "Potong saya.png" }).click();
  const dialog = page.getByRole("dialog", { name: "Potong menjadi bujur sangkar" });
  await dialog.getByRole("img").press("+");
  await dialog.getByRole("button", { name: "Potong", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Simpan foto" }).click();
  await page.getByText("Foto profil Anda sudah diganti.").waitFor();
  const stored = async () =>
    context.db.row<{ key: string; width: number; height: number }>(sql`
      select p.storage_key as key, p.width, p.height from users u join pictures p on p.id = u.image_id where u.id = ${person.id}`);
  const kept = await stored();
  expect(kept?.width).toBe(kept?.height);
  const shown = page.getByRole("banner").locator(`img[src*="${kept?.key}"]`);
  await shown.waitFor();
  const source = (await shown.getAttribute("src")) ?? "";
  expect((await page.request.get(source)).status()).toBe(200);

  await page.getByText("Ganti foto").first().click();
  await page.getByRole("button", { name: "Hapus foto" }).click();
  await page.getByText("Foto profil Anda sudah dihapus.").waitFor();
  expect(await stored()).toBeUndefined();
  await expect.poll(() => page.locator(`img[src*="${kept?.key}"]`).count()).toBe(0);
  await page.context().close();
});

test("a phone number is verified by its code; a wrong or expired code verifies nothing", async () => {
  const person = await makePerson("Damar Wulan");
  const page = await openAs(person, "/profile");
  await page.getByRole("button", { name: "Kirim kode" }).click();
  await page.getByText("Kode sudah dikirim.").first().waitFor();
  const late = await codeFor(person, 1);
  const field = page.getByLabel("Kode verifikasi");
  await field.fill(late === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Verifikasi", exact: true }).click();
  await page.getByText("Kode salah. Sisa 4 percobaan.").first().waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");

  await hoursPass(1);
  await field.fill(late);
  await page.getByRole("button", { name: "Verifikasi", exact: true }).click();
  await page.getByText("Kode ini sudah tidak berlaku.").first().waitFor();
  await visit(page, "/profile");
  await page.getByRole("button", { name: "Kirim kode" }).click();
  await field.fill(await codeFor(person, 2));
  await page.getByRole("button", { name: "Verifikasi", exact: true }).click();
  await page.getByText("Nomor telepon Anda sudah terverifikasi.").waitFor();
  await page.getByText("Terverifikasi", { exact: true }).waitFor();
  expect(
    await context.db.row(sql`select from users where id = ${person.id} and phone_verified_at is not null`),
  ).toBeDefined();
  await page.context().close();
});

test("a phone number is verified without JavaScript too", async () => {
  const person = await makePerson("Panji Asmara");
  const page = await openAs(person, "/profile", false);
  await page.getByRole("button", { name: "Kirim kode" }).click();
  await page.getByLabel("Kode verifikasi").fill(await codeFor(person, 1));
  await page.getByRole("button", { name: "Verifikasi", exact: true }).click();
  await page.getByText("Nomor telepon Anda sudah terverifikasi.").waitFor();
  await page.context().close();
});

test("a consent is given and withdrawn, and each decision is recorded", async () => {
  const person = await makePerson("Anggun Lestari");
  const page = await openAs(person, "/profile?page=privacy");
  const name = "Kabar promo dan ide belanja";
  await page.getByRole("button", { name: `Setujui: ${name}` }).click();
  await page.getByText("Persetujuan Anda sudah dicatat.").waitFor();
  await page.getByRole("button", { name: `Tarik persetujuan: ${name}` }).click();
  await page.getByText("Persetujuan Anda sudah ditarik.").waitFor();
  await page.getByRole("button", { name: `Setujui: ${name}` }).waitFor();
  const record = await context.db.rows<{ given: boolean; version: string }>(sql`
    select given, text_version as version from consents where user_id = ${person.id} and purpose = 'marketing' order by id`);
  expect(record.map(({ given }) => given)).toEqual([true, false]);
  for (const { version } of record) expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
  await page.context().close();
});

test("a request about one's data is confirmed in view, and its form is closed and empty afterwards", async () => {
  const person = await makePerson("Wulan Prameswari");
  const page = await openAs(person, "/profile?page=privacy");
  await page.getByText("Buat permintaan", { exact: true }).click();
  await page.getByLabel("Yang Anda minta").selectOption("access");
  await page.getByLabel("Penjelasan").fill("Data apa saja yang disimpan tentang saya?");
  await page.getByRole("button", { name: "Kirim permintaan" }).click();
  const confirmation = page.getByText("Permintaan Anda tercatat. Jawabannya tampil di bawah.");
  await confirmation.waitFor();
  await page.getByRole("button", { name: "Kirim permintaan" }).waitFor({ state: "hidden" });
  await expect.poll(async () => (await confirmation.boundingBox())?.y ?? -1).toBeGreaterThan(0);
  expect((await confirmation.boundingBox())?.y).toBeLessThan(844);
  await page.getByText("Buat permintaan", { exact: true }).click();
  expect(await page.getByLabel("Penjelasan").inputValue()).toBe("");
  expect(await rowsOf("data_requests", person)).toBe(1);
  await page.context().close();
});

test("the archive: password, background job, ZIP with only the user's orders", async () => {
  const [person, other] = [await makePerson("Citra Maharani"), await makePerson("Guntur Wibisono")];
  const own = await makeCompletedOrder(context, { buyerId: person.id });
  const foreign = await makeCompletedOrder(context, { buyerId: other.id });
  const invoice = async (orderId: string) =>
    (await context.db.row<{ invoice: string }>(sql`select invoice from orders where id = ${orderId}`))?.invoice ?? "?";
  const page = await openAs(person, "/profile?page=privacy");
  await loggedIn(person, 1);
  await page.getByRole("button", { name: "Siapkan salinan data" }).click();
  await page.getByLabel("Kata sandi Anda").fill("bukan yang benar");
  await page.getByRole("button", { name: "Siapkan salinan data" }).click();
  await page.getByText("Kata sandi salah.").first().waitFor();
  await page.getByLabel("Kata sandi Anda").fill(password);
  await page.getByRole("button", { name: "Siapkan salinan data" }).click();
  await page.getByText("Salinan data Anda sedang disiapkan.").first().waitFor();
  const ready = async () =>
    context.db.row(sql`select from data_archives where user_id = ${person.id} and ready_at is not null`);
  await expect.poll(ready).toBeDefined();
  await visit(page, "/profile?page=privacy");
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Unduh ZIP/ }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^data-kawung-\d{8}\.zip$/);
  const files = readZip(await readFile(await download.path()));
  const data = JSON.parse(files.get("data.json")?.toString() ?? "{}");
  expect(data.pesanan.map(({ nomor }: { nomor: string }) => nomor)).toEqual([await invoice(own.orderId)]);
  expect(data.akun).toMatchObject([{ nama: "Citra Maharani", email: person.email }]);
  const words = files.get("baca-saya.html")?.toString() ?? "";
  expect(words).toContain(await invoice(own.orderId));
  for (const text of [words, JSON.stringify(data)]) {
    for (const word of [await invoice(foreign.orderId), other.email, other.id, "Guntur"])
      expect(text).not.toContain(word);
  }
  const link = (await page.getByRole("link", { name: /^Unduh ZIP/ }).getAttribute("href")) ?? "";
  const stranger = await openAs(other, "/profile", false);
  expect((await stranger.request.get(link)).status()).toBe(404);
  await stranger.context().close();
  await page.context().close();
});

test("a deletion is requested, cancelled, requested again; after 14 days only anonymous orders remain", async () => {
  const person = await makePerson("Pramudita Saraswati");
  const order = await makeCompletedOrder(context, { buyerId: person.id });
  const page = await openAs(person, "/profile?page=privacy");
  await giveCredentials(person);
  await page.getByText("Saya ingin menghapus akun").click();
  await page.getByLabel("Saya memahami dan ingin menghapus akun saya").check();
  await page.getByRole("button", { name: "Hapus akun saya" }).click();
  await page.getByRole("heading", { name: "Akun Anda akan dihapus" }).waitFor();
  await visit(page, "/profile");
  await page.getByText(/Akun Anda akan dihapus \d+ \w+ \d{4}/).waitFor();
  await page.getByRole("link", { name: "Batalkan", exact: true }).click();
  await page.getByRole("button", { name: "Batalkan penghapusan" }).click();
  await page.getByText("Penghapusan dibatalkan. Akun Anda tetap ada.").waitFor();
  expect(await rowsOf("account_deletions", person)).toBe(0);

  await loggedIn(person, 1);
  await page.getByText("Saya ingin menghapus akun").click();
  await page.getByLabel("Saya memahami dan ingin menghapus akun saya").check();
  await page.getByRole("button", { name: "Hapus akun saya" }).click();
  await page.getByLabel("Kata sandi Anda").fill(password);
  await page.getByRole("button", { name: "Hapus akun saya" }).click();
  await page.getByRole("heading", { name: "Akun Anda akan dihapus" }).waitFor();

  const isGone = async () =>
    (await context.db.row(sql`select from users where id = ${person.id} and deleted_at is not null`)) !== undefined;
  await hoursPass(13 * 24);
  await sweep();
  expect(await isGone()).toBe(false);
  await hoursPass(25);
  await sweep();
  await expect.poll(isGone).toBe(true);
  const gone = [
    "sessions",
    "identities",
    "passkeys",
    "second_factors",
    "push_subscriptions",
    "addresses",
    "phone_codes",
  ];
  for (const table of gone) expect(await rowsOf(table, person), table).toBe(0);
  const kept = await context.db.row<{
    total: number;
    address: Record<string, string>;
    name: string;
    email: string;
  }>(sql`
    select o.total, o.address, u.name, u.email from orders o join users u on u.id = o.buyer_id where o.id = ${order.orderId}`);
  expect(kept?.total).toBe(order.total);
  expect(kept?.name).toBe("Pengguna Kawung");
  expect(kept?.email).not.toBe(person.email);
  expect(kept?.address).toMatchObject({ recipient: "Pengguna Kawung", phone: "", street: "" });

  await visit(page, "/profile");
  expect(new URL(page.url()).pathname).toBe("/login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
  await page.getByText("Email atau Password salah!").waitFor();
  await page.context().close();
});

/** Gives an account a provider's login, a passkey, an authenticator, a push subscription and an address. */
async function giveCredentials({ id, email, phone }: Person): Promise<void> {
  const { db } = context;
  await db.run(sql`
    insert into identities (issuer, subject, user_id, provider, email, created_at, last_used_at)
    values ('https://accounts.google.com', ${id}, ${id}, 'google', ${email}, now(), now())`);
  await db.run(sql`
    insert into passkeys (user_id, credential_id, public_key, counter, name, created_at)
    values (${id}, ${randomBytes(16).toString("base64url")}, ${randomBytes(77)}, 0, 'Laptop', now())`);
  await db.run(sql`
    insert into second_factors (user_id, sealed_key, created_at) values (${id}, ${randomBytes(60)}, now())`);
  await db.run(sql`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
    select ${id}, id, ${`https://fcm.googleapis.com/fcm/send/${id}`}, ${"p".repeat(87)}, ${"a".repeat(22)}, now()
    from sessions where user_id = ${id} limit 1`);
  await db.run(sql`
    insert into phone_codes (id, user_id, phone, network, code_hash, sent_at, expires_at)
    values (gen_random_uuid(), ${id}, ${phone}, '127.0.0.1', ${randomBytes(32)}, now(), now())`);
}

/** Runs the hourly job that deletes due accounts. */
async function sweep(): Promise<void> {
  await queueJob(context.db, "privacy.delete_due_accounts", {});
  const waiting = async () =>
    (
      await context.db.row<{ n: number }>(sql`
        select count(*)::int as n from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'privacy.delete_due_accounts'`)
    )?.n;
  await expect.poll(waiting).toBe(0);
}
