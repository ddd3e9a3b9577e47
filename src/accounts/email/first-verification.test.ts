import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql, type Tx } from "#lib/database.ts";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../../test/make/accounts.ts";
import { linkIn, mailsTo } from "../../../test/read/mail.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { contextOn } from "../../../test/make/context.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { makeAuthenticator } from "../../../test/doubles/passkey.ts";
import { revokeEarlierCredentials } from "./revoke-earlier-credentials.ts";
import { accountJobs } from "../jobs.ts";
import { lockCredentials } from "../queries.ts";

const site = { origin: "https://kawung.test", rpId: "kawung.test" };
const newPassword = "hujan-di-kebun-kopi-9";

let context: Awaited<ReturnType<typeof contextOn>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
/** A second process of the same marketplace. */
let second: Awaited<ReturnType<typeof makeAccountsApi>>;

beforeAll(async () => {
  context = await contextOn(await createTestDatabase("small"), { PUBLIC_URL: site.origin, LIMIT_FACTOR: "1000" });
  api = await makeAccountsApi(context);
  second = await makeAccountsApi(context);
});
afterAll(async () => {
  await second?.close();
  await api?.close();
  await context?.close();
});

async function tokenMailed(email: string, subject: string, path: string): Promise<string> {
  await workJobs(context, accountJobs);
  const mail = (await mailsTo(context.config.dataDir, email)).filter((one) => one.subject === subject).at(-1);
  return new URL(linkIn(mail, path), site.origin).searchParams.get("token") ?? "";
}
const proofOf = (email: string) => tokenMailed(email, "Konfirmasi email Anda di Kawung", "/verify-email");
const revocationMails = async (email: string) => {
  await workJobs(context, accountJobs);
  return (await mailsTo(context.config.dataDir, email)).filter(({ subject }) =>
    subject?.startsWith("Cara masuk lama ke akun Kawung Anda"),
  );
};

async function addPasskey(it: Visitor, id: string) {
  const userHandle = Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
  const device = makeAuthenticator({ ...site, userHandle });
  const { body } = await it.call("POST", "/v1/users/passkeys/options", {});
  expect((await it.call("POST", "/v1/users/passkeys", device.register(body.data))).status).toBe(200);
  return device;
}

async function askApp(it: Visitor): Promise<(steps: number) => string> {
  await it.call("POST", "/v1/users/second-factor", {});
  const { setup } = (await it.call("GET", "/v1/users/security")).body.result.second_factor;
  const secret = Secret.fromBase32(setup.manual_key.replaceAll(" ", "").toUpperCase());
  return (steps) => TOTP.generate({ secret, timestamp: context.clock.now().getTime() + steps * 30_000 });
}

/** The credentials and sessions with which someone could use the account. */
const waysIn = (id: string) =>
  context.db.row(sql`
    select password_hash is not null as password, phone_verified_at is not null as phone,
      (select count(*)::int from sessions where user_id = u.id) as sessions,
      (select count(*)::int from passkeys where user_id = u.id) as passkeys,
      (select count(*)::int from identities where user_id = u.id) as identities,
      (select count(*)::int from second_factors where user_id = u.id) as factors,
      (select count(*)::int from recovery_codes where user_id = u.id) as codes,
      (select array_agg(purpose order by purpose) from email_links where user_id = u.id) as links
    from users u where id = ${id}`);

/** A stranger who registered another person's address and added every kind of credential. */
async function makeTrojan() {
  const stranger = api.visitor();
  const { id, email, password } = await makeLoggedIn(stranger);
  await stranger.call("POST", "/v1/users/second-factor/confirm", { code: (await askApp(stranger))(0) });
  const device = await addPasskey(stranger, id);
  await context.db.run(sql`
    insert into identities (issuer, subject, user_id, provider, created_at, last_used_at)
    values ('https://accounts.google.com', ${id}, ${id}, 'google', now(), now())`);
  await context.db.run(
    sql`update users set phone = ${`+62812${String(Date.now()).slice(-8)}`}, phone_verified_at = now() where id = ${id}`,
  );
  await stranger.call("PUT", "/v1/users/email", { email: `x-${email}`, current_password: password });
  await stranger.call("POST", "/v1/auth/forgot-password", { email });
  const change = await tokenMailed(`x-${email}`, "Konfirmasi email baru untuk akun Kawung", "/verify-email");
  return { stranger, id, email, password, device, change };
}

describe("an account that a stranger registered with another person's address", () => {
  test("keeps no credential of the stranger once its owner confirms the address in another browser", async () => {
    const { stranger, id, email, password, device, change } = await makeTrojan();
    expect(await waysIn(id)).toMatchObject({ sessions: 1, passkeys: 1, identities: 1, factors: 1, codes: 10 });
    const token = await proofOf(email);
    const owner = second.visitor();
    expect((await owner.call("GET", `/v1/auth/email-link?token=${token}`)).body.result.ends_ways_in).toBe(true);
    const { status, body } = await owner.call("POST", "/v1/auth/verify-email", { token });
    expect([status, body.data]).toEqual([200, { password_needed: true }]);
    expect(await waysIn(id)).toEqual({
      password: false,
      phone: false,
      sessions: 0,
      passkeys: 0,
      identities: 0,
      factors: 0,
      codes: 0,
      links: ["reset"],
    });
    const bearer = { authorization: `Bearer ${stranger.token()}` };
    expect((await stranger.call("GET", "/v1/users")).status).toBe(401);
    expect((await second.visitor().call("GET", "/v1/users", undefined, bearer)).status).toBe(401);
    expect((await stranger.call("POST", "/v1/auth/login", { email, password })).status).toBe(401);
    const asked = (await stranger.call("POST", "/v1/auth/passkey/options", {})).body.data;
    expect((await stranger.call("POST", "/v1/auth/passkey", device.logIn(asked))).status).toBe(401);
    expect((await stranger.call("POST", "/v1/users/email/confirm", { token: change })).status).toBe(401);
    const [mail] = await revocationMails(email);
    expect(mail?.text).toContain("cara masuk yang dibuat sebelumnya sudah dihapus: kata sandi, perangkat");

    const chosen = { password: newPassword, password_confirmation: newPassword };
    expect((await owner.call("POST", "/v1/auth/reset-password", chosen)).status).toBe(200);
    expect((await owner.call("POST", "/v1/auth/login", { email, password: newPassword })).status).toBe(200);
  });

  test("can be recovered by its owner with a new password although the stranger set up a second factor, which the first verification removes", async () => {
    const { stranger, id, email } = await makeTrojan();
    const token = await tokenMailed(email, "Atur ulang kata sandi Kawung", "/reset-password");
    const owner = second.visitor();
    const chosen = { token, password: newPassword, password_confirmation: newPassword };
    const { status, body } = await owner.call("POST", "/v1/auth/reset-password", chosen);
    expect([status, body.data]).toEqual([200, { ended_ways_in: true }]);
    expect(await waysIn(id)).toMatchObject({ password: true, sessions: 0, passkeys: 0, identities: 0, factors: 0 });
    expect((await stranger.call("GET", "/v1/users")).status).toBe(401);
    expect((await owner.call("POST", "/v1/auth/login", { email, password: newPassword })).status).toBe(200);
    expect((await revocationMails(email)).map(({ text }) => text?.includes("Kata sandi Anda tetap berlaku"))).toEqual([
      true,
    ]);
  });
});

test("a user who registers, adds a passkey and confirms the address in the same browser keeps everything", async () => {
  const person = api.visitor();
  const { id, email } = await makeLoggedIn(person);
  await addPasskey(person, id);
  const token = await proofOf(email);
  expect((await person.call("GET", `/v1/auth/email-link?token=${token}`)).body.result.ends_ways_in).toBe(false);
  expect((await person.call("POST", "/v1/auth/verify-email", { token })).body.data).toEqual({ password_needed: false });
  expect(await waysIn(id)).toMatchObject({ password: true, sessions: 1, passkeys: 1 });
  expect((await person.call("GET", "/v1/users")).status).toBe(200);
  expect(await revocationMails(email)).toEqual([]);
});

test("confirming in a browser that is logged in but did not register revokes its session and the password", async () => {
  const { id, email, password } = await makeLoggedIn(api.visitor());
  const other = second.visitor();
  await other.call("POST", "/v1/auth/login", { email, password });
  const { body } = await other.call("POST", "/v1/auth/verify-email", { token: await proofOf(email) });
  expect(body.data).toEqual({ password_needed: true });
  expect(other.token()).toBeUndefined();
  expect(await waysIn(id)).toMatchObject({ password: false, sessions: 0 });
});

test("a mark of another browser or another account is not accepted", async () => {
  const registrant = api.visitor();
  const { email } = await makeLoggedIn(registrant);
  const [other, forger] = [api.visitor(), api.visitor()];
  await makeLoggedIn(other);
  await makeLoggedIn(forger);
  const token = await proofOf(email);
  const link = `/v1/auth/email-link?token=${token}`;
  expect((await other.call("GET", link)).body.result.ends_ways_in).toBe(true);
  for (const cookie of ["x", "A".repeat(22), `${"A".repeat(22)}.${"A".repeat(43)}`, "A.".repeat(5000)])
    expect((await api.visitor().call("GET", link, undefined, { cookie: `__Host-browser=${cookie}` })).body).toEqual({
      success: true,
      result: { purpose: "verify", email, ends_ways_in: true },
    });
});

test("a first verification by a changed e-mail revokes earlier credentials, but not the session that typed the password", async () => {
  const { id, email, password } = await makeLoggedIn(api.visitor());
  const requester = second.visitor();
  await requester.call("POST", "/v1/auth/login", { email, password });
  await context.db.run(sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
    values (${id}, ${`asing-${id}`}, ${Buffer.alloc(77)}, 0, '{}', 'Ponsel asing', now())`);
  await requester.call("PUT", "/v1/users/email", { email: `b-${email}`, current_password: password });
  const token = await tokenMailed(`b-${email}`, "Konfirmasi email baru untuk akun Kawung", "/verify-email");
  expect((await requester.call("POST", "/v1/users/email/confirm", { token })).status).toBe(200);
  expect((await requester.call("GET", "/v1/users")).status).toBe(200);
  expect(await waysIn(id)).toMatchObject({ password: true, sessions: 1, passkeys: 0 });
});

describe("during the first verification", () => {
  /**
   * Runs `other` while the address is being confirmed, in a transaction that ends only when `other` is done or waits
   * for it.
   */
  async function whileProven<T>(userId: string, other: () => Promise<T>): Promise<T> {
    let settled = false;
    let answer: Promise<T> | undefined;
    await context.db.transaction(async (tx: Tx) => {
      await lockCredentials(tx, userId);
      await revokeEarlierCredentials(tx, userId, context.clock.now());
      answer = other().finally(() => (settled = true));
      for (;;) {
        const waits = await context.db.row(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`);
        if (waits || settled) break;
      }
    });
    return answer as Promise<T>;
  }

  test("a session that is being revoked can add no passkey and no authenticator app", async () => {
    const stranger = api.visitor();
    const { id } = await makeLoggedIn(stranger);
    const userHandle = Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
    const device = makeAuthenticator({ ...site, userHandle });
    const asked = (await stranger.call("POST", "/v1/users/passkeys/options", {})).body.data;
    const passkey = () => second.visitor().call("POST", "/v1/users/passkeys", device.register(asked), carry(stranger));
    // The user requests and answers the challenge while the verification is under way. Either the challenge or the
    // session is deleted.
    expect([401, 404]).toContain((await whileProven(id, passkey)).status);
    expect(await waysIn(id)).toMatchObject({ passkeys: 0, factors: 0 });

    const other = api.visitor();
    const { id: otherId } = await makeLoggedIn(other);
    const shown = await askApp(other);
    const app = () =>
      second.visitor().call("POST", "/v1/users/second-factor/confirm", { code: shown(0) }, carry(other));
    expect((await whileProven(otherId, app)).status).toBe(401);
    expect(await waysIn(otherId)).toMatchObject({ passkeys: 0, factors: 0 });
  });

  test("a passkey or password that is being revoked cannot log in", async () => {
    const stranger = api.visitor();
    const { id } = await makeLoggedIn(stranger);
    const device = await addPasskey(stranger, id);
    const asked = (await stranger.call("POST", "/v1/auth/passkey/options", {})).body.data;
    const byPasskey = () => second.visitor().call("POST", "/v1/auth/passkey", device.logIn(asked));
    expect((await whileProven(id, byPasskey)).status).toBe(401);
    expect(await waysIn(id)).toMatchObject({ sessions: 0 });

    const { id: otherId, ...other } = await makeLoggedIn(api.visitor());
    const byPassword = () =>
      second.visitor().call("POST", "/v1/auth/login", { email: other.email, password: other.password });
    const refused = await whileProven(otherId, byPassword);
    expect([refused.status, refused.body.code]).toEqual([401, "accounts.bad_credentials"]);
    expect(await waysIn(otherId)).toMatchObject({ sessions: 0 });
  });
});

const carry = (it: Visitor) => ({ authorization: `Bearer ${it.token()}` });
