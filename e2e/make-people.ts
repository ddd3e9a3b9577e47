import { Secret, TOTP } from "otpauth";
import type { BrowserContext, Page } from "playwright-core";
import { hashPassword } from "../src/accounts/password/hash-password.ts";
import type { Context } from "../src/lib/context.ts";
import { sql } from "../src/lib/database.ts";
import { makeSession } from "../test/make/checkout.ts";
import { makeUser } from "../test/make/rows.ts";

/** The password of everyone whom these functions give one. */
export const password = "kebun-teh-di-lereng-7";
let hash: Promise<string> | undefined;

export type Person = { id: string; email: string };

/** Makes a user who can log in with {@link password}. */
export async function makePerson(
  context: Context,
  name: string,
  given: { email?: string; phone?: string } = {},
): Promise<Person> {
  const id = await makeUser(context, { name });
  await context.db.run(
    sql`update users set email = coalesce(${given.email ?? null}, email), phone = ${given.phone ?? null} where id = ${id}`,
  );
  return { id, email: await givePassword(context, id) };
}

/** Sets a user's password to {@link password}; returns their e-mail address. */
export async function givePassword(context: Context, id: string): Promise<string> {
  hash ??= hashPassword(password);
  const row = await context.db.row<{ email: string }>(
    sql`update users set password_hash = ${await hash} where id = ${id} returning email`,
  );
  return row?.email ?? "";
}

/** Ends all sessions of a user in the database; their browsers are not told. */
export async function endSessions(context: Context, { id }: Pick<Person, "id">): Promise<void> {
  await context.db.run(sql`delete from sessions where user_id = ${id}`);
}

/** Gives the browser context a session of this user, as if they had logged in earlier. */
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

/** Turns on the second factor of the user who is logged in on this page; returns its key. */
export async function turnOnSecondStep(page: Page): Promise<Secret> {
  const call = (url: string, code?: string) =>
    page.evaluate(
      async ([to, typed]) => {
        const body = typed === undefined ? null : JSON.stringify({ code: typed });
        const answer = await fetch(to ?? "", {
          method: to === "/v1/users/security" ? "GET" : "POST",
          ...(body === null ? {} : { body, headers: { "content-type": "application/json" } }),
        });
        return (await answer.json()) as { result: { second_factor: { setup: { manual_key: string } } } };
      },
      [url, code] as const,
    );
  await call("/v1/users/second-factor");
  const { result } = await call("/v1/users/security");
  const key = Secret.fromBase32(result.second_factor.setup.manual_key.replaceAll(" ", "").toUpperCase());
  await call("/v1/users/second-factor/confirm", TOTP.generate({ secret: key, timestamp: Date.now() - 30_000 }));
  return key;
}
