import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { makeUser } from "../test/make.ts";
import { openSite, type Site } from "./spec-site.ts";

/** An operator who has only a password meets the console. */
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site?.close();
});

test.each([true, false])(
  "V6.3.3 an operator without a second factor is led to set one up, and from there to the console (scripts: %s)",
  async (javaScriptEnabled) => {
    const userId = await makeUser(site.context, { type: "operator" });
    await site.context.db.run(sql`delete from second_factors where user_id = ${userId}`);
    const page = await site.window({ userId, javaScriptEnabled });
    const refused = await page.goto("/operator?page=ledger");
    expect(refused?.status()).toBe(403);
    await page.getByRole("heading", { name: "Satu langkah lagi untuk operator" }).waitFor();
    await page.getByRole("link", { name: "Buka Keamanan" }).click();
    await page.getByText("Konsol menunggu langkah kedua").waitFor();
    await page.getByRole("button", { name: "Aktifkan" }).click();
    const key = (await page.locator("code").first().innerText()).replaceAll(/\s/g, "");
    const code = TOTP.generate({ secret: Secret.fromBase32(key.toUpperCase()) });
    await page.getByLabel("Kode yang sekarang tampil di aplikasi").fill(code);
    await page.getByRole("button", { name: "Aktifkan" }).click();
    await page.getByRole("link", { name: "Buka konsol" }).click();
    await page.getByRole("link", { name: "Buku besar" }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/operator");
    await page.context().close();
  },
);
