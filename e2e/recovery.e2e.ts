import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { openBrowser } from "../test/browser.ts";
import { registrationOf } from "../test/make/accounts.ts";
import { linkIn, mailsTo } from "../test/read/mail.ts";
import { makeContext } from "../test/make/context.ts";
import { logIn, makePerson, password } from "./make-people.ts";
import { reuseWindows, type Windows } from "./reuse-windows.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";
import { visit } from "./open-site.ts";

const newPassword = "hujan-di-kebun-kopi-9";
let context: Awaited<ReturnType<typeof makeContext>>;
let server: HostedServer;
let browser: Browser;
let windows: Windows;

beforeAll(async () => {
  context = await makeContext();
  // With a user in the database, the server loads no demo marketplace.
  await makePerson(context, "Rina Wulandari");
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

async function open(path: string, javaScriptEnabled = true): Promise<Page> {
  const page = await windows.open({
    baseURL: server.origin,
    javaScriptEnabled,
    viewport: { width: 390, height: 844 },
  });
  await visit(page, path, javaScriptEnabled);
  return page;
}

async function mailWith(email: string, subject: string) {
  const find = async () => (await mailsTo(context.config.dataDir, email)).find((mail) => mail.subject === subject);
  await expect.poll(find).toBeDefined();
  return find();
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel("Kata sandi baru", { exact: true }).fill(newPassword);
  await page.getByLabel("Ulangi kata sandi baru").fill(newPassword);
  await page.getByRole("button", { name: "Simpan kata sandi" }).click();
  await page.getByRole("heading", { name: "Kata sandi sudah diganti" }).waitFor();
}

test("a forgotten password is reset with the link from the outbox", async () => {
  const person = await makePerson(context, "Rina Wulandari");
  const page = await open("/forgot-password");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Kirim tautan" }).click();
  await page.getByRole("heading", { name: "Periksa email Anda" }).waitFor();
  await mailWith(person.email, "Atur ulang kata sandi Kawung");
  await page.getByRole("link", { name: "kotak keluar" }).click();
  await page.getByText("Pilih kata sandi baru:").waitFor();
  await page.getByRole("link", { name: "/reset-password?token=" }).click();
  await page.getByRole("heading", { name: "Kata sandi baru" }).waitFor();
  expect(page.url()).not.toContain("token");
  const mailed = linkIn(await mailWith(person.email, "Atur ulang kata sandi Kawung"), "/reset-password");
  expect(await page.content()).not.toContain(new URL(mailed, server.origin).searchParams.get("token"));
  await choosePassword(page);
  await page.getByRole("link", { name: "Masuk", exact: true }).click();
  await page.waitForURL("**/login");
  await logIn(page, person.email, password);
  await page.getByText("Email atau Password salah!").waitFor();
  await logIn(page, person.email, newPassword);
  await page.waitForURL(server.origin + "/");
  await visit(page, mailed);
  await page.getByRole("heading", { name: "Tautan tidak berlaku lagi" }).waitFor();
  await page.context().close();
});

test("a forgotten password is reset without JavaScript; a mistyped password has an error at its field and the link stays valid", async () => {
  const person = await makePerson(context, "Rina Wulandari");
  const page = await open("/forgot-password", false);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Kirim tautan" }).click();
  await page.getByRole("heading", { name: "Periksa email Anda" }).waitFor();
  const link = linkIn(await mailWith(person.email, "Atur ulang kata sandi Kawung"), "/reset-password");
  const answer = await page.goto(link);
  expect(page.url()).toBe(`${server.origin}/reset-password`);
  expect(answer?.request().redirectedFrom()?.url()).toContain("token=");
  expect(answer?.headers()["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  expect(answer?.headers()["cache-control"]).toBe("private, no-store");
  await page.getByLabel("Kata sandi baru", { exact: true }).fill(newPassword);
  await page.getByLabel("Ulangi kata sandi baru").fill("bukan yang sama");
  await page.getByRole("button", { name: "Simpan kata sandi" }).click();
  await page.getByText("Ulangan kata sandi tidak sama.").first().waitFor();
  await choosePassword(page);
  await page.getByRole("link", { name: "Masuk", exact: true }).click();
  await logIn(page, person.email, newPassword);
  await page.waitForURL(server.origin + "/");
  await page.context().close();
});

test("an e-mail is changed with the button on the mailed link's page; the former address gets a mail before and after the change", async () => {
  const person = await makePerson(context, "Rina Wulandari");
  const page = await open("/login?from=%2Fprofile%3Fpage%3Dsecurity");
  await logIn(page, person.email, password);
  await page.waitForURL("**/profile?page=security");
  await visit(page, "/profile?page=security");
  const panel = page.getByRole("region", { name: "Email" }).or(page.locator("section", { hasText: "Ganti email" }));
  await panel.first().getByText("Belum dikonfirmasi").waitFor();
  await page.getByText("Ganti email").click();
  const email = `baru-${person.email}`;
  await page.getByLabel("Email baru").fill(email);
  await panel.first().getByLabel("Kata sandi", { exact: true }).fill(password);
  await panel.first().getByRole("button", { name: "Kirim tautan", exact: true }).click();
  await page.getByText(`Menunggu konfirmasi dari ${email}`).waitFor();
  await mailWith(person.email, "Permintaan mengganti email akun Kawung");
  const link = linkIn(await mailWith(email, "Konfirmasi email baru untuk akun Kawung"), "/verify-email");
  const stranger = await open(link, false);
  expect(new URL(stranger.url()).pathname).toBe("/login");
  await stranger.context().close();
  await visit(page, link);
  await page.getByRole("button", { name: "Pakai email ini" }).click();
  await page.getByRole("heading", { name: "Email sudah diganti" }).waitFor();
  await mailWith(person.email, "Email akun Kawung Anda sudah diganti");
  await visit(page, "/profile?page=security");
  await panel.first().getByText("Terkonfirmasi").waitFor();
  await page.context().close();
});

test("after a registration, opening the mailed link confirms nothing, its button does", async () => {
  const page = await open("/register", false);
  const email = "bagas-konfirmasi@kawung.test";
  await page.getByLabel("Nama", { exact: true }).fill("Bagaskara");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByLabel("Ulangi kata sandi").fill(password);
  await page.getByRole("button", { name: "Daftar" }).click();
  const link = linkIn(await mailWith(email, "Konfirmasi email Anda di Kawung"), "/verify-email");
  const verified = async () =>
    (await context.db.row<{ at: Date | null }>(sql`select email_verified_at as at from users where email = ${email}`))
      ?.at;
  await page.goto(link);
  await page.goto(link);
  expect(await verified()).toBeNull();
  await page.getByRole("button", { name: "Konfirmasi email" }).click();
  await page.getByRole("heading", { name: "Email sudah dikonfirmasi" }).waitFor();
  expect(await verified()).toBeInstanceOf(Date);
  await page.context().close();
});

test("confirming an address in another browser than the one that registered says what ends, and asks for a new password, without JavaScript", async () => {
  const person = registrationOf();
  const registered = await fetch(`${server.origin}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(person),
  });
  expect(registered.status).toBe(200);
  const link = linkIn(await mailWith(person.email, "Konfirmasi email Anda di Kawung"), "/verify-email");
  const page = await open(link, false);
  await page.getByText("Anda akan memilih kata sandi baru").waitFor();
  await page.getByText("Buka tautan ini di browser tempat Anda mendaftar").waitFor();
  await page.getByRole("button", { name: "Konfirmasi email" }).click();
  await page.getByRole("heading", { name: "Email sudah dikonfirmasi" }).waitFor();
  await page.getByText(`Cara masuk lama ke akun ${person.email} sudah dihapus`).waitFor();
  await page.getByLabel("Kata sandi baru", { exact: true }).fill(newPassword);
  await page.getByLabel("Ulangi kata sandi baru").fill(newPassword);
  await page.getByRole("button", { name: "Simpan kata sandi" }).click();
  await page.getByRole("heading", { name: "Kata sandi sudah diganti" }).waitFor();
  await mailWith(person.email, "Cara masuk lama ke akun Kawung Anda sudah dihapus");
  await page.getByRole("link", { name: "Masuk", exact: true }).last().click();
  await logIn(page, person.email, newPassword);
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.context().close();
});
