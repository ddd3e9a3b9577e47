import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { openBrowser } from "../test/browser.ts";
import { makeContext } from "../test/make/context.ts";
import { startOauthDouble, type OauthDouble } from "../test/doubles/oauth.ts";
import { enter, logIn, makePerson, password } from "./make-people.ts";
import { freePort, startHostedServer, type HostedServer } from "./start-server.ts";
import { visit } from "./open-site.ts";

let double: OauthDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let server: HostedServer;
let origin: string;
let browser: Browser;

beforeAll(async () => {
  [double, context] = await Promise.all([startOauthDouble(), makeContext()]);
  const port = await freePort();
  // Passkeys need a host name; an IP address has none.
  origin = `http://localhost:${port}`;
  const settings = { DEMO: "0", NODE_ENV: "test", LIMIT_FACTOR: "1000", PORT: String(port), PUBLIC_URL: origin };
  [server, browser] = await Promise.all([
    startHostedServer(context.databaseUrl, { ...settings, ...double.settings }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await context?.close();
  await double?.close();
});

async function openWindow(javaScriptEnabled = true): Promise<BrowserContext> {
  return browser.newContext({ baseURL: origin, javaScriptEnabled, viewport: { width: 1280, height: 900 } });
}

/** A user with a password, and a browser context in which they are logged in. */
async function makeMember(name: string, email: string): Promise<{ id: string; window: BrowserContext }> {
  const { id } = await makePerson(context, name, { email });
  const window = await openWindow();
  await enter(window, context, origin, id);
  return { id, window };
}

test("S152 a login by provider that fails says Bad credentials. at the e-mail field; one that succeeds leads on", async () => {
  const window = await openWindow();
  const page = await window.newPage();
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await visit(page, "/login?from=%2Fprofile%3Fpage%3Dsecurity");
  expect([...hosts]).toEqual([new URL(origin).host]);

  double.next = { sub: "123450001", email: "laras@kawung.test", email_verified: true, name: "Laras Kinanti" };
  double.nonce = "of another login";
  await page.getByRole("link", { name: "Masuk dengan Google" }).click();
  const email = page.getByLabel("Email");
  await email.waitFor();
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  const described = (await email.getAttribute("aria-describedby")) ?? "";
  expect(await page.locator(`[id="${described.split(" ").at(-1)}"]`).textContent()).toBe("Bad credentials.");

  double.nonce = undefined;
  await page.getByRole("link", { name: "Masuk dengan Google" }).click();
  await page.waitForURL("**/profile?page=security");
  await page.getByRole("banner").getByText("Laras Kinanti").waitFor();
  await window.close();
});

test("login by a provider that posts its response works without JavaScript", async () => {
  const window = await openWindow(false);
  const page = await window.newPage();
  await page.goto("/register");
  double.next = { sub: "000111.aaa", email: "dimas@kawung.test" };
  await page.getByRole("link", { name: "Daftar dengan Apple" }).click();
  await page.getByRole("button", { name: "Lanjut" }).click();
  await page.waitForURL(`${origin}/`);
  await page.goto("/profile");
  expect(await page.getByLabel("Nama", { exact: true }).inputValue()).toBe("dimas");
  await window.close();
});

test("a user turns on the second factor, logs in with a code, and without JavaScript with a recovery code", async () => {
  const { id, window } = await makeMember("Wening Asih", "wening@kawung.test");
  // The login is not fresh any more, so the page asks for the password once.
  await context.db.run(sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${id}`);
  const page = await window.newPage();
  await visit(page, "/profile?page=security");
  expect(await page.getByRole("button", { name: "Aktifkan" }).count()).toBe(0);
  await page.getByLabel("Kata sandi Anda").fill(password);
  await page.getByRole("button", { name: "Lanjutkan" }).click();
  await page.getByRole("button", { name: "Aktifkan" }).click();
  const key = Secret.fromBase32(
    ((await page.locator("ol code").first().textContent()) ?? "").replaceAll(" ", "").toUpperCase(),
  );
  const shown = (steps: number) => TOTP.generate({ secret: key, timestamp: Date.now() + steps * 30_000 });
  expect(await page.getByRole("img", { name: "Kode QR untuk aplikasi autentikator" }).isVisible()).toBe(true);
  await page.getByLabel("Kode yang sekarang tampil di aplikasi").fill("000000");
  await page.getByRole("button", { name: "Aktifkan" }).click();
  await page.getByText("Pastikan jam ponsel Anda tepat").waitFor();
  await page.getByLabel("Kode yang sekarang tampil di aplikasi").fill(shown(-1));
  await page.getByRole("button", { name: "Aktifkan" }).click();
  await page.getByText("Simpan kode cadangan Anda").waitFor();
  await page.getByText("Tersisa 10 kode cadangan.").waitFor();
  const codes = await page.locator("ol code").allTextContents();
  expect(codes).toHaveLength(10);
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Unduh sebagai berkas" }).click();
  expect((await file).suggestedFilename()).toBe("kode-cadangan-kawung.txt");
  await window.close();

  const other = await openWindow();
  const again = await other.newPage();
  await visit(again, "/login?from=%2Fprofile%3Fpage%3Dsecurity");
  await logIn(again, "wening@kawung.test");
  await again.getByLabel("Kode verifikasi").fill(shown(0));
  await again.getByRole("button", { name: "Masuk", exact: true }).click();
  await again.waitForURL("**/profile?page=security");
  await again.getByText("Tersisa 10 kode cadangan.").waitFor();
  await other.close();

  const plain = await openWindow(false);
  const old = await plain.newPage();
  await old.goto("/login?from=%2Fcart");
  await logIn(old, "wening@kawung.test");
  await old.getByRole("link", { name: "Pakai kode cadangan" }).click();
  await old.getByLabel("Kode cadangan").fill("AAAAA-AAAAA");
  await old.getByRole("button", { name: "Masuk", exact: true }).click();
  await old.getByText("Kode salah atau sudah tidak berlaku.").waitFor();
  await old.getByLabel("Kode cadangan").fill(codes[0] ?? "");
  await old.getByRole("button", { name: "Masuk", exact: true }).click();
  await old.waitForURL("**/cart");
  await plain.close();
});

test("a user adds a passkey in Keamanan, names it, and logs in with it alone", async () => {
  const { window } = await makeMember("Galih Prasetya", "galih@kawung.test");
  const page = await window.newPage();
  const devices = await window.newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await visit(page, "/profile?page=security");
  await page.getByRole("button", { name: "Tambah passkey" }).click();
  const rename = page.getByText("Ganti nama");
  await rename.click();
  await page.getByLabel(/Nama baru untuk/).fill("Laptop rumah");
  await page.getByRole("button", { name: "Simpan" }).click();
  await page.getByRole("button", { name: "Hapus Laptop rumah" }).waitFor();
  await page.getByRole("button", { name: "Tambah passkey" }).click();
  await page.getByText("Perangkat ini sudah punya passkey untuk akun Anda.").waitFor();

  await window.clearCookies();
  await visit(page, "/login?from=%2Fprofile%3Fpage%3Dsecurity");
  await page.getByRole("button", { name: "Masuk dengan passkey" }).click();
  await page.waitForURL("**/profile?page=security");
  await page.getByText("Berhasil Login").waitFor();
  await page.getByRole("button", { name: "Hapus Laptop rumah" }).click();
  await page.getByText("Passkey sudah dihapus.").waitFor();
  await window.close();
});
