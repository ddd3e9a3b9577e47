import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql, type Tx } from "#lib/database.ts";
import { makeLoggedIn, makeMovableAccounts, registrationOf, type Visitor } from "../../test/make/accounts.ts";
import { linkIn, mailsTo } from "../../test/read/mail.ts";
import { workJobs } from "../../test/run-jobs.ts";
import { accountJobs } from "./jobs.ts";
import { hashPassword } from "./password/hash-password.ts";
import { deleteSessionsOf } from "./session/queries.ts";
import { updatePassword } from "./queries.ts";
import { afterPasswordChange } from "./password/reset-password.ts";

let { context, visitor } = {} as Awaited<ReturnType<typeof makeMovableAccounts>>;
let close = async () => {};

beforeAll(async () => {
  ({ context, visitor, close } = await makeMovableAccounts());
});
afterAll(() => close());

const newPassword = "hujan-di-kebun-kopi-9";

/** Runs `first` in a transaction that ends only when `second` is done or waits for it. */
async function meanwhile<T>(first: (tx: Tx) => Promise<void>, second: () => Promise<T>): Promise<T> {
  let settled = false;
  let answer: Promise<T> | undefined;
  await context.db.transaction(async (tx) => {
    await first(tx);
    answer = second().finally(() => (settled = true));
    for (;;) {
      const waiting = await context.db.row(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`);
      if (waiting || settled) break;
    }
  });
  return answer as Promise<T>;
}

async function changePasswordOf(tx: Tx, userId: string): Promise<void> {
  await updatePassword(tx, userId, await hashPassword(newPassword), context.clock.now());
  await deleteSessionsOf(tx, userId, null);
  await afterPasswordChange(tx, userId, context.clock.now());
}

const sessionsOf = async (userId: string) =>
  (await context.db.row<{ n: number }>(sql`select count(*)::int as n from sessions where user_id = ${userId}`))?.n;

async function setUpApp(it: Visitor): Promise<() => string> {
  await it.call("POST", "/v1/users/second-factor", {});
  const { setup } = (await it.call("GET", "/v1/users/security")).body.result.second_factor;
  const secret = Secret.fromBase32(setup.manual_key.replaceAll(" ", "").toUpperCase());
  const shown = (steps: number) => TOTP.generate({ secret, timestamp: context.clock.now().getTime() + steps * 30_000 });
  expect((await it.call("POST", "/v1/users/second-factor/confirm", { code: shown(0) })).status).toBe(200);
  return () => shown(1);
}

describe("while the password changes", () => {
  test("a login with the old password opens no session that outlives the change", async () => {
    const { id, email, password } = await makeLoggedIn(visitor());
    const thief = visitor();
    const { status, body } = await meanwhile(
      (tx) => changePasswordOf(tx, id),
      () => thief.call("POST", "/v1/auth/login", { email, password }),
    );
    expect([status, body.code]).toEqual([401, "accounts.bad_credentials"]);
    expect(thief.token()).toBeUndefined();
    expect(await sessionsOf(id)).toBe(0);
  });

  test("another change that was confirmed with the old password does not overwrite it", async () => {
    const thief = visitor();
    const { id, email, password } = await makeLoggedIn(thief);
    const theirs = "milik-pencuri-yang-lama-8";
    const { status } = await meanwhile(
      (tx) => changePasswordOf(tx, id),
      () =>
        thief.call("PUT", "/v1/users/password", {
          current_password: password,
          password: theirs,
          password_confirmation: theirs,
        }),
    );
    expect(status).toBe(401);
    expect(await sessionsOf(id)).toBe(0);
    expect((await visitor().call("POST", "/v1/auth/login", { email, password: theirs })).status).toBe(401);
    expect((await visitor().call("POST", "/v1/auth/login", { email, password: newPassword })).status).toBe(200);
  });

  test("a login that lacks its second step ends, before and after the change", async () => {
    const owner = visitor();
    const { id, email, password } = await makeLoggedIn(owner);
    const shown = await setUpApp(owner);
    const thief = visitor();
    expect((await thief.call("POST", "/v1/auth/login", { email, password })).body.code).toBe(
      "accounts.second_factor_needed",
    );
    const late = visitor();
    const answer = await meanwhile(
      (tx) => changePasswordOf(tx, id),
      () => late.call("POST", "/v1/auth/login", { email, password }),
    );
    expect(answer.body.code).toBe("accounts.bad_credentials");
    expect((await thief.call("POST", "/v1/auth/second-factor", { code: shown() })).body.code).toBe(
      "accounts.login_step_over",
    );
    expect(await sessionsOf(id)).toBe(0);
  });
});

describe("a second factor that is set up", () => {
  test("V7.4.3 logs out every device that logged in without it, and so does switching it off; both are mailed", async () => {
    const owner = visitor();
    const other = visitor();
    const { email, password } = await makeLoggedIn(owner);
    await other.call("POST", "/v1/auth/login", { email, password });
    const shown = await setUpApp(owner);
    expect((await other.call("GET", "/v1/users")).status).toBe(401);
    expect((await owner.call("GET", "/v1/users")).status).toBe(200);
    await other.call("POST", "/v1/auth/login", { email, password });
    expect((await other.call("POST", "/v1/auth/second-factor", { code: shown() })).status).toBe(200);
    expect((await owner.call("DELETE", "/v1/users/second-factor")).status).toBe(200);
    expect((await other.call("GET", "/v1/users")).status).toBe(401);
    await workJobs(context, accountJobs);
    const mails = (await mailsTo(context.config.dataDir, email)).filter(
      ({ subject }) => subject === "Cara masuk ke akun Kawung Anda berubah",
    );
    expect(mails.map(({ text }) => /diaktifkan|dimatikan/.exec(text ?? "")?.[0]).sort()).toEqual([
      "diaktifkan",
      "dimatikan",
    ]);
  });

  test("during a login lets no session open without it", async () => {
    const { id, email, password } = await makeLoggedIn(visitor());
    const thief = visitor();
    const answer = await meanwhile(
      async (tx) => {
        await tx.row(sql`select from users where id = ${id} for no key update`);
        await tx.run(sql`
          insert into second_factors (user_id, sealed_key, created_at, confirmed_at)
          values (${id}, ${Buffer.alloc(48)}, now(), now())`);
      },
      () => thief.call("POST", "/v1/auth/login", { email, password }),
    );
    expect(answer.status).toBe(401);
    expect(thief.token()).toBeUndefined();
  });
});

test("an account that a stranger registered with another person's e-mail belongs to the mailbox owner alone once they choose a password", async () => {
  const stranger = visitor();
  const { id, email } = await makeLoggedIn(stranger, registrationOf());
  await context.db.run(sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
    values (${id}, ${`asing-${id}`}, ${Buffer.alloc(77)}, 0, '{}', 'Ponsel asing', now())`);
  await context.db.run(sql`
    insert into identities (issuer, subject, user_id, provider, created_at, last_used_at)
    values ('https://accounts.google.com', ${id}, ${id}, 'google', now(), now())`);
  const waysIn = async () =>
    context.db.row(sql`
      select (select count(*)::int from passkeys where user_id = ${id}) as passkeys,
        (select count(*)::int from identities where user_id = ${id}) as identities`);
  const used = new Set<string>();
  const reset = async () => {
    await visitor().call("POST", "/v1/auth/forgot-password", { email });
    await workJobs(context, accountJobs);
    const links = (await mailsTo(context.config.dataDir, email))
      .filter(({ subject }) => subject?.startsWith("Atur ulang"))
      .map((mail) => linkIn(mail, "/reset-password"));
    const link = links.find((one) => !used.has(one)) ?? "";
    used.add(link);
    const token = new URL(link, "http://x.test").searchParams.get("token");
    const body = { token, password: newPassword, password_confirmation: newPassword };
    expect((await visitor().call("POST", "/v1/auth/reset-password", body)).status).toBe(200);
  };
  await reset();
  expect(await waysIn()).toEqual({ passkeys: 0, identities: 0 });
  expect((await stranger.call("GET", "/v1/users")).status).toBe(401);
  // After the mailbox is confirmed, credentials that are added later stay.
  await context.db.run(sql`
    insert into identities (issuer, subject, user_id, provider, created_at, last_used_at)
    values ('https://accounts.google.com', ${id}, ${id}, 'google', now(), now())`);
  await reset();
  expect(await waysIn()).toEqual({ passkeys: 0, identities: 1 });
});
