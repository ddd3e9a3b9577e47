import type { BrowserContext, Page } from "playwright-core";
import { hashPassword } from "../src/accounts/password/hash-password.ts";
import type { Context } from "../src/lib/context.ts";
import { sql } from "../src/lib/database.ts";
import { makeSession } from "../test/make/checkout.ts";
import { makeUser } from "../test/make/rows.ts";

/** The password of everybody whom `makePerson` makes. */
export const password = "kebun-teh-di-lereng-7";
let hash: Promise<string> | undefined;

/** Somebody who can log in with `password`. */
export async function makePerson(
  context: Context,
  name: string,
  given: { email?: string; phone?: string } = {},
): Promise<{ id: string; email: string }> {
  hash ??= hashPassword(password);
  const id = await makeUser(context, { name });
  const row = await context.db.row<{ email: string }>(sql`
    update users set password_hash = ${await hash}, email = coalesce(${given.email ?? null}, email), phone = ${given.phone ?? null}
    where id = ${id} returning email`);
  return { id, email: row?.email ?? "" };
}

/** Logs somebody in in a window of this site, as if they had been there before. */
export async function enter(window: BrowserContext, context: Context, origin: string, userId: string): Promise<void> {
  const cookie = { url: origin, sameSite: "Lax" as const };
  await window.addCookies([
    { ...cookie, name: "sid", value: await makeSession(context, userId), httpOnly: true },
    { ...cookie, name: "logged_in", value: "1" },
  ]);
}

/** Fills in the page /login and sends it. */
export async function logIn(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Kata sandi", { exact: true }).fill(typed);
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
}
