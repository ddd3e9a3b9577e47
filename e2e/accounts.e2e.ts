import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { notify } from "../src/notifications/notify.ts";
import { openBrowser } from "../test/browser.ts";
import { makeContext } from "../test/make/context.ts";
import { logIn, password } from "./make-people.ts";
import { reuseWindows, type Windows } from "./reuse-windows.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";
import { visit } from "./open-site.ts";
import { makeTemplateText } from "../test/make/template-text.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let server: HostedServer;
let browser: Browser;
let windows: Windows;

beforeAll(async () => {
  context = await makeContext();
  [server, browser] = await Promise.all([
    startHostedServer(context.databaseUrl, { DEMO: "0", NODE_ENV: "test", LIMIT_FACTOR: "1000" }),
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

async function open(path: string, javaScriptEnabled = true): Promise<Page> {
  const page = await windows.open({
    baseURL: server.origin,
    javaScriptEnabled,
    viewport: { width: 1280, height: 900 },
  });
  await visit(page, path, javaScriptEnabled);
  return page;
}

async function register(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Nama", { exact: true }).fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(password);
  await page.getByLabel("Ulangi kata sandi").fill(password);
  await page.getByRole("button", { name: "Daftar" }).click();
  await page.getByText("Berhasil Registrasi").waitFor();
}

test("a visitor registers, logs in, changes their name and logs out", async () => {
  const page = await open("/register?from=%2Fprofile%3Fpage%3Dsecurity");
  expect(await page.getByRole("banner").getByRole("searchbox").count()).toBe(0);
  expect(await page.getByRole("contentinfo").count()).toBe(0);
  await register(page, "Bagaskara Nusantoro", "bagaskara@kawung.test");
  expect(new URL(page.url()).pathname).toBe("/login");

  await page.getByLabel("Email").fill("bagaskara@kawung.test");
  await page.getByLabel("Kata sandi", { exact: true }).fill("bukan yang benar");
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
  await page.getByText("Email atau Password salah!").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("bagaskara@kawung.test");

  await logIn(page, "bagaskara@kawung.test");
  await page.waitForURL("**/profile?page=security");
  await page.getByText("Berhasil Login").waitFor();
  await page.getByRole("banner").getByText("Bagaskara Nusa…").waitFor();

  await visit(page, "/profile");
  await page.getByRole("textbox", { name: "Nama" }).fill("");
  await page.getByRole("textbox", { name: "Nama" }).fill("   ");
  await page.getByRole("button", { name: "Simpan" }).click();
  await page.getByText("Wajib diisi.").waitFor();
  expect(await page.getByRole("textbox", { name: "Nama" }).getAttribute("aria-invalid")).toBe("true");
  await page.getByRole("textbox", { name: "Nama" }).fill("Bagas");
  await page.getByRole("button", { name: "Simpan" }).click();
  await page.getByText("Profil Anda sudah disimpan.").waitFor();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /\bBagas\b/ })
    .waitFor();

  await page.getByRole("navigation", { name: "Akun saya" }).getByRole("button", { name: "Keluar" }).click();
  await page.waitForURL("**/login*");
  await visit(page, "/");
  await page.getByRole("banner").getByRole("link", { name: "Masuk" }).waitFor();
  await visit(page, "/login?from=//evil.test/x");
  await logIn(page, "bagaskara@kawung.test");
  await page.waitForURL(`${server.origin}/`);
  await page.context().close();
});

test("opening a notification marks it as read and opens its page", async () => {
  const page = await open("/register");
  await register(page, "Laras", "laras@kawung.test");
  await logIn(page, "laras@kawung.test");
  await page.waitForURL(`${server.origin}/`);
  const user = await context.db.row<{ id: string }>(sql`select id from users where email = 'laras@kawung.test'`);
  const tell = (title: string) =>
    notify(context.db, {
      userId: user?.id ?? "",
      type: "user",
      userType: "buyer",
      title: makeTemplateText(title),
      description: makeTemplateText("Selamat datang. ".repeat(10)),
      dedupeKey: title,
      now: new Date(),
    });
  await visit(page, "/profile?page=notification");
  await page.getByText("Tidak ada notifikasi.").first().waitFor();
  await tell("Kabar pertama");
  await tell("Kabar kedua");
  await visit(page, "/profile?page=notification");
  const first = page.getByRole("button", { name: /Kabar pertama/ });
  expect(await first.innerText()).toContain(`${"Selamat datang. ".repeat(10).slice(0, 80).trimEnd()}…`);
  await first.click();
  await page.waitForURL("**/profile");
  await visit(page, "/profile?page=notification&status=unread");
  await page.getByRole("button", { name: /Kabar kedua/ }).waitFor();
  expect(await page.getByRole("button", { name: /Kabar pertama/ }).count()).toBe(0);

  await context.db.run(sql`delete from notifications where user_id = ${user?.id}`);
  await page.getByRole("button", { name: /Kabar kedua/ }).click();
  await page.getByText("Terjadi kesalahan").first().waitFor();
  await page.context().close();
});

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("an address is added by its region, and removed: %s", async (_how, scripts) => {
  const page = await open("/register", scripts);
  const email = `alamat-${scripts ? "js" : "polos"}@kawung.test`;
  await register(page, "Sekar Arum", email);
  await logIn(page, email);
  await page.waitForURL(`${server.origin}/`);
  await visit(page, "/profile?page=addresses&edit=new", scripts);
  const steps = [
    ["Provinsi", "Jawa Barat"],
    ["Kabupaten atau kota", "Kota Bandung"],
    ["Kecamatan", "Coblong"],
  ] as const;
  for (const [label, choice] of steps) {
    if (scripts) {
      await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
    } else {
      await page.getByLabel(`${label}: pilih dahulu`).selectOption({ label: choice });
      await page.getByRole("button", { name: "Lanjut" }).click();
    }
  }
  await page.getByLabel("Kelurahan atau desa", { exact: true }).selectOption({ label: "Dago" });
  await page.getByLabel("Nama penerima").fill("Sekar Arum");
  await page.getByLabel("Nomor telepon penerima").fill("0812");
  await page.getByLabel("Jalan, nomor rumah, RT/RW").fill("Jalan Ir. H. Juanda 12");
  await page.getByLabel("Kode pos").fill("40135");
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await page.getByText("Nomor telepon tidak sesuai.").first().waitFor();
  expect(await page.getByLabel("Kelurahan atau desa", { exact: true }).locator("option:checked").innerText()).toBe(
    "Dago",
  );
  await page.getByLabel("Nomor telepon penerima").fill("+62 812 3456 7890");
  await page.getByRole("button", { name: "Simpan alamat" }).click();
  await page.getByText("Dago, Coblong, Kota Bandung, Jawa Barat 40135").waitFor();
  await page.getByText("0812-3456-7890").waitFor();
  await page.getByText("Hapus", { exact: true }).click();
  await page.getByRole("button", { name: "Ya, hapus" }).click();
  await page.getByText("Alamat sudah dihapus.").waitFor();
  await page.context().close();
});
