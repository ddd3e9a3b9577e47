import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { day, minute } from "#lib/time.ts";
import { makeAccountsApi, makeLoggedIn, registrationOf, type Visitor } from "../../../test/make/accounts.ts";
import { linkIn, mailsTo } from "../../../test/read/mail.ts";
import { makeJobsDue, workJobs } from "../../../test/run-jobs.ts";
import { startMailServer } from "../../../test/doubles/mail-server.ts";
import { makeContext } from "../../../test/make/context.ts";
import { readConfig } from "#lib/config.ts";
import { accountJobs } from "../jobs.ts";
import { greeting } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
let ahead = 0;

beforeAll(async () => {
  context = await makeContext({ LIMIT_FACTOR: "1000" });
  const realNow = context.clock.now;
  context.clock.now = () => new Date(realNow().getTime() + ahead);
  api = await makeAccountsApi(context);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const newPassword = "hujan-di-kebun-kopi-9";
const chrome = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";
const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

const work = () => workJobs(context, accountJobs);
const mails = (email: string) => mailsTo(context.config.dataDir, email);
async function mailed(email: string, subject: string) {
  await work();
  return (await mails(email)).filter((mail) => mail.subject === subject);
}
const tokenOf = (path: string) => new URL(path, "http://x.test").searchParams.get("token") ?? "";

async function register(fields: Record<string, unknown> = {}) {
  const person = registrationOf(fields);
  const answer = await api.visitor().call("POST", "/v1/auth/register", person);
  expect(answer.status).toBe(200);
  return { ...person, id: answer.body.user.id as string };
}

const resetSubject = "Atur ulang kata sandi Kawung";
async function askReset(email: string): Promise<string> {
  await api.visitor().call("POST", "/v1/auth/forgot-password", { email });
  return tokenOf(linkIn((await mailed(email, resetSubject)).at(-1), "/reset-password"));
}
const reset = (token: string, password = newPassword) =>
  api.visitor().call("POST", "/v1/auth/reset-password", { token, password, password_confirmation: password });
const logIn = async (email: string, password: string, visitor: Visitor = api.visitor(), agent = chrome) =>
  (await visitor.call("POST", "/v1/auth/login", { email, password }, { "user-agent": agent })).status;

test("a user who forgot the password sets a new one with the mailed link: all sessions end, and a mail says so", async () => {
  const visitor = api.visitor();
  const person = await makeLoggedIn(visitor);
  const token = await askReset(person.email);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect((await visitor.call("GET", "/v1/users")).status).toBe(200);
  const answer = await reset(token);
  expect(answer.body).toEqual({
    success: true,
    message: "Kata sandi sudah diganti. Silakan masuk.",
    data: { ended_ways_in: false },
  });
  expect((await visitor.call("GET", "/v1/users")).status).toBe(401);
  expect(await logIn(person.email, person.password)).toBe(401);
  expect(await logIn(person.email, newPassword)).toBe(200);
  expect(await mailed(person.email, "Kata sandi Kawung Anda sudah diganti")).toHaveLength(1);
});

test("AUTH-02 a request for a new password gets the same answer for a known and an unknown e-mail, and only a job looks it up", async () => {
  const known = (await register()).email;
  await work();
  const seen = [];
  for (const email of [known, "tidak-ada@kawung.test"]) {
    const { status, body, headers } = await api.visitor().call("POST", "/v1/auth/forgot-password", { email });
    const { date: _date, "x-ratelimit-remaining": _left, "x-ratelimit-reset": _reset, ...rest } = headers;
    seen.push({ status, body, rest });
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.status).toBe(200);
  expect((await mails(known)).filter(({ subject }) => subject === resetSubject)).toHaveLength(0);
  await work();
  expect((await mails(known)).filter(({ subject }) => subject === resetSubject)).toHaveLength(1);
  expect(await mails("tidak-ada@kawung.test")).toHaveLength(0);
});

test("AUTH-08 a link for a new password is valid once, for 30 minutes, and until the next one is requested", async () => {
  const person = await register();
  const used = await askReset(person.email);
  expect((await reset(used)).status).toBe(200);
  expect((await reset(used, "kata-lain-yang-panjang-1")).status).toBe(410);
  const superseded = await askReset(person.email);
  const late = await askReset(person.email);
  expect((await reset(superseded, "kata-lain-yang-panjang-2")).status).toBe(410);
  ahead += 31 * minute;
  expect((await reset(late, "kata-lain-yang-panjang-3")).status).toBe(410);
  expect(await logIn(person.email, newPassword)).toBe(200);
});

test("AUTH-08 a link that is used ten times at the same moment works once", async () => {
  const person = await register();
  const token = await askReset(person.email);
  const all = await Promise.all(Array.from({ length: 10 }, (_, at) => reset(token, `kata-sandi-nomor-urut-${at}`)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 410)]);
});

test("a new password that is too easy or mistyped leaves the link valid", async () => {
  const person = await register();
  const token = await askReset(person.email);
  expect((await reset(token, person.email)).body.data.password[0]).toContain("email Anda");
  const twice = { token, password: newPassword, password_confirmation: "lain" };
  const mistyped = await api.visitor().call("POST", "/v1/auth/reset-password", twice);
  expect(mistyped.body.data).toEqual({ password_confirmation: ["Ulangan kata sandi tidak sama."] });
  expect((await reset(token)).status).toBe(200);
});

test("AUTH-09 the mailed link leads to the configured address even when the request names another host", async () => {
  const person = await register();
  const poison = { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" };
  await api.visitor().call("POST", "/v1/auth/forgot-password", { email: person.email }, poison);
  const [mail] = await mailed(person.email, resetSubject);
  expect(mail?.text).toContain(`${context.config.publicUrl.origin}/reset-password?token=`);
  expect(`${mail?.html}${mail?.text}`).not.toContain("evil.test");
});

test("only the SHA-256 of a token is stored, and the queue contains no token", async () => {
  const person = await register();
  const server = await startMailServer();
  server.next.push({ at: "text", code: 451 });
  const env = { NODE_ENV: "test", DATA_DIR: context.config.dataDir, PORT: "0", SMTP_URL: server.url };
  const mailing = { ...context, config: readConfig(env) };
  await work();
  await api.visitor().call("POST", "/v1/auth/forgot-password", { email: person.email });
  await workJobs(mailing, accountJobs);
  expect(server.mails).toHaveLength(0);
  await makeJobsDue(context);
  await workJobs(mailing, accountJobs);
  await server.close();
  const token = tokenOf(linkIn({ ...server.mails[0], text: server.mails[0]?.text } as never, "/reset-password"));
  const stored = await context.db.row<{ token_hash: Buffer }>(sql`
    select token_hash from email_links where user_id = ${person.id} and purpose = 'reset'`);
  expect(stored?.token_hash).toEqual(createHash("sha256").update(token).digest());
  const jobs = await context.db.rows<{ payload: string }>(sql`select payload::text from graphile_worker._private_jobs`);
  expect(jobs.map(({ payload }) => payload).join()).not.toContain(token);
  expect((await reset(token)).status).toBe(200);
});

test("one network can request thirty new passwords a minute, for known e-mails or not, and then has to wait", async () => {
  const strict = await makeContext();
  const strictApi = await makeAccountsApi(strict);
  const ask = (email: string, address: string) =>
    strictApi.visitor(address).call("POST", "/v1/auth/forgot-password", { email });
  const many = [];
  for (let at = 0; at < 30; at += 1) many.push((await ask(`orang-${at}@kawung.test`, "10.0.2.1")).status);
  expect(new Set(many)).toEqual(new Set([200]));
  const refused = await ask("tidak-ada@kawung.test", "10.0.2.1");
  expect([refused.status, refused.body.code]).toEqual([429, "accounts.too_many_attempts"]);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  expect((await ask("tidak-ada@kawung.test", "10.0.2.2")).status).toBe(200);
  await strictApi.close();
  await strict.close();
});

test("a new user gets a link; opening it confirms nothing, and its button confirms the e-mail once", async () => {
  const person = await register();
  const [mail] = await mailed(person.email, "Konfirmasi email Anda di Kawung");
  const token = tokenOf(linkIn(mail, "/verify-email"));
  const verified = () =>
    context.db.row<{ at: Date | null }>(sql`select email_verified_at as at from users where id = ${person.id}`);
  const looked = await api.visitor().call("GET", `/v1/auth/email-link?token=${token}`);
  expect(looked.body.result).toEqual({ purpose: "verify", email: person.email, ends_ways_in: true });
  expect((await verified())?.at).toBeNull();
  expect((await api.visitor().call("POST", "/v1/auth/verify-email", { token })).status).toBe(200);
  expect((await verified())?.at).toBeInstanceOf(Date);
  expect((await api.visitor().call("POST", "/v1/auth/verify-email", { token })).status).toBe(410);
});

test("V14.2.1 a browser keeps an opened link where scripts cannot read it, and the button works once without a token", async () => {
  const person = await register();
  const [mail] = await mailed(person.email, "Konfirmasi email Anda di Kawung");
  const proof = tokenOf(linkIn(mail, "/verify-email"));
  const token = await askReset(person.email);
  const browser = api.visitor();
  const opened = await browser.call("POST", "/v1/auth/email-link", { token, kind: "password" });
  expect(opened.body).toMatchObject({ success: true, data: {} });
  expect(opened.cookies).toMatchObject([
    { name: "mailed_link_password", value: token, httpOnly: true, sameSite: "Lax" },
  ]);
  await browser.call("POST", "/v1/auth/email-link", { token: proof, kind: "email" });
  const seen = async (kind: string) => (await browser.call("GET", `/v1/auth/email-link?kind=${kind}`)).body.result;
  expect(await seen("password")).toEqual({ purpose: "reset", email: person.email, ends_ways_in: true });
  expect(await seen("email")).toEqual({ purpose: "verify", email: person.email, ends_ways_in: true });
  const body = { password: newPassword, password_confirmation: newPassword };
  expect((await browser.call("POST", "/v1/auth/reset-password", body)).status).toBe(200);
  expect(await seen("password")).toEqual({ purpose: null, email: null, ends_ways_in: false });
  expect((await browser.call("POST", "/v1/auth/reset-password", body)).status).toBe(410);
  expect((await browser.call("POST", "/v1/auth/verify-email", {})).status).toBe(200);
  expect((await api.visitor().call("POST", "/v1/auth/verify-email", {})).status).toBe(410);
});

test("a link is valid only for its own purpose, and other text for none", async () => {
  const person = await register();
  const [mail] = await mailed(person.email, "Konfirmasi email Anda di Kawung");
  expect((await reset(tokenOf(linkIn(mail, "/verify-email")))).status).toBe(410);
  const token = await askReset(person.email);
  expect((await api.visitor().call("POST", "/v1/auth/verify-email", { token })).status).toBe(410);
  expect((await api.visitor().call("GET", "/v1/auth/email-link")).body.result.purpose).toBeNull();
  for (const nonsense of ["", "x", "A".repeat(43), "%00"]) expect((await reset(nonsense)).status).toBe(410);
});

test("a user can request the confirmation mail five times an hour, and not after the e-mail is confirmed", async () => {
  const visitor = api.visitor();
  const person = await makeLoggedIn(visitor);
  await visitor.call("POST", "/v1/users/email/verification");
  const sent = await mailed(person.email, "Konfirmasi email Anda di Kawung");
  expect(sent).toHaveLength(2);
  const tokens = sent.map((mail) => tokenOf(linkIn(mail, "/verify-email")));
  const statuses = [];
  for (const token of tokens) statuses.push((await visitor.call("POST", "/v1/auth/verify-email", { token })).status);
  expect(statuses.sort()).toEqual([200, 410]);
  await visitor.call("POST", "/v1/users/email/verification");
  expect(await mailed(person.email, "Konfirmasi email Anda di Kawung")).toHaveLength(2);
});

async function askChange(visitor: Visitor, email: string, password: string): Promise<string> {
  const answer = await visitor.call("PUT", "/v1/users/email", { email, current_password: password });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const [mail] = await mailed(email, "Konfirmasi email baru untuk akun Kawung");
  return tokenOf(linkIn(mail, "/verify-email"));
}
let fresh = 0;
const freshEmail = () => `baru-${(fresh += 1)}@kawung.test`;

test("a changed e-mail is used after its link was followed; the former address is notified before and after", async () => {
  const visitor = api.visitor();
  const person = await makeLoggedIn(visitor);
  const email = freshEmail();
  const token = await askChange(visitor, email, person.password);
  expect((await visitor.call("GET", "/v1/users/email")).body.result).toEqual({
    email: person.email,
    verified: false,
    pending: email,
    has_password: true,
  });
  expect(await mailed(person.email, "Permintaan mengganti email akun Kawung")).toHaveLength(1);
  expect((await visitor.call("POST", "/v1/users/email/confirm", { token })).status).toBe(200);
  expect((await visitor.call("GET", "/v1/users/email")).body.result).toMatchObject({
    email,
    verified: true,
    pending: null,
  });
  expect(await mailed(person.email, "Email akun Kawung Anda sudah diganti")).toHaveLength(1);
  expect(await logIn(person.email, person.password)).toBe(401);
  expect(await logIn(email, person.password)).toBe(200);
});

test("AUTH-10 a link for another e-mail works only for the user who requested it, while logged in", async () => {
  const [requester, other] = [api.visitor(), api.visitor()];
  const person = await makeLoggedIn(requester);
  const stranger = await makeLoggedIn(other);
  const email = freshEmail();
  const token = await askChange(requester, email, person.password);
  expect((await other.call("POST", "/v1/users/email/confirm", { token })).status).toBe(404);
  expect((await api.visitor().call("POST", "/v1/users/email/confirm", { token })).status).toBe(401);
  expect((await api.visitor().call("POST", "/v1/auth/verify-email", { token })).status).toBe(410);
  expect((await other.call("GET", `/v1/auth/email-link?token=${token}`)).body.result.purpose).toBeNull();
  const emails = await context.db.rows<{ email: string }>(sql`
    select email from users where id = any(${[person.id, stranger.id]}::uuid[])`);
  expect(emails.map((row) => row.email).sort()).toEqual([person.email, stranger.email].sort());
  expect(await mailed(person.email, "Permintaan mengganti email akun Kawung")).toHaveLength(1);
});

test("AUTH-11 a change of e-mail needs the password, even right after login; a user without one needs a fresh login", async () => {
  const visitor = api.visitor();
  const person = await makeLoggedIn(visitor);
  const ask = (current_password?: string) =>
    visitor.call("PUT", "/v1/users/email", {
      email: freshEmail(),
      ...(current_password === undefined ? {} : { current_password }),
    });
  expect((await ask()).status).toBe(403);
  expect((await ask("")).body.code).toBe("accounts.email_needs_password");
  expect((await ask("bukan-kata-sandinya")).body.data).toEqual({ current_password: ["Kata sandi salah."] });
  await context.db.run(sql`update users set password_hash = null where id = ${person.id}`);
  expect((await ask()).status).toBe(200);
  ahead += 60 * minute;
  expect((await ask()).body.code).toBe("accounts.email_needs_login");
});

test("when the new e-mail has an account already, only its owner is notified", async () => {
  const visitor = api.visitor();
  const person = await makeLoggedIn(visitor);
  const owner = await register();
  const free = freshEmail();
  const answers = [];
  for (const email of [owner.email, free]) {
    const { status, body } = await visitor.call("PUT", "/v1/users/email", { email, current_password: person.password });
    const shown = async () => (await visitor.call("GET", "/v1/users/email")).body.result.pending.replace(email, "…");
    const before = await shown();
    await work();
    answers.push({ status, message: body.message.replace(email, "…"), before, after: await shown() });
  }
  expect(answers[0]).toEqual(answers[1]);
  await work();
  expect((await mails(owner.email)).map(({ subject }) => subject)).toContain("Email ini sudah menjadi akun Kawung");
  expect((await mails(owner.email)).map(({ subject }) => subject)).not.toContain(
    "Konfirmasi email baru untuk akun Kawung",
  );
});

test("an e-mail that another account took in the meantime is refused, and nothing changes", async () => {
  const visitor = api.visitor();
  const person = await makeLoggedIn(visitor);
  const email = freshEmail();
  const token = await askChange(visitor, email, person.password);
  await register({ email });
  const refused = await visitor.call("POST", "/v1/users/email/confirm", { token });
  expect([refused.status, refused.body.code]).toEqual([409, "accounts.email_not_free"]);
  expect(await logIn(person.email, person.password)).toBe(200);
});

test("a changed password ends links that were mailed before; a cancelled change of e-mail ends its own link", async () => {
  const visitor = api.visitor();
  const person = await makeLoggedIn(visitor);
  const resetToken = await askReset(person.email);
  const changeToken = await askChange(visitor, freshEmail(), person.password);
  const next = { current_password: person.password, password: newPassword, password_confirmation: newPassword };
  expect((await visitor.call("PUT", "/v1/users/password", next)).status).toBe(200);
  expect((await reset(resetToken)).status).toBe(410);
  expect((await visitor.call("POST", "/v1/users/email/confirm", { token: changeToken })).status).toBe(404);
  expect(await mailed(person.email, "Kata sandi Kawung Anda sudah diganti")).toHaveLength(1);
  const called = await askChange(visitor, freshEmail(), newPassword);
  await visitor.call("DELETE", "/v1/users/email/change");
  expect((await visitor.call("POST", "/v1/users/email/confirm", { token: called })).status).toBe(404);
});

test("a change of e-mail that is cancelled before its mail was sent stays cancelled", async () => {
  const visitor = api.visitor();
  const person = await makeLoggedIn(visitor);
  const email = freshEmail();
  await visitor.call("PUT", "/v1/users/email", { email, current_password: person.password });
  await visitor.call("DELETE", "/v1/users/email/change");
  expect(await mailed(email, "Konfirmasi email baru untuk akun Kawung")).toHaveLength(0);
  expect((await visitor.call("GET", "/v1/users/email")).body.result.pending).toBeNull();
});

test("links that were mailed to the former e-mail stop working", async () => {
  const visitor = api.visitor();
  const person = await makeLoggedIn(visitor);
  const resetToken = await askReset(person.email);
  const token = await askChange(visitor, freshEmail(), person.password);
  expect((await visitor.call("POST", "/v1/users/email/confirm", { token })).status).toBe(200);
  expect((await reset(resetToken)).status).toBe(410);
});

test("a login from a new kind of device is mailed to the user, in the user's time zone; the first login ever is not", async () => {
  const person = await register();
  await context.db.run(sql`update users set province_code = '91' where id = ${person.id}`);
  const deviceMails = () => mailed(person.email, "Masuk dari perangkat baru");
  expect(await logIn(person.email, person.password)).toBe(200);
  expect(await deviceMails()).toHaveLength(0);
  expect(await logIn(person.email, person.password)).toBe(200);
  expect(await deviceMails()).toHaveLength(0);
  expect(await logIn(person.email, person.password, api.visitor(), firefox)).toBe(200);
  const [mail] = await deviceMails();
  expect(mail?.text).toContain("Perangkat: Firefox di Windows");
  expect(mail?.text).toMatch(/Waktu: \d+ \w+ \d{4}, \d\d\.\d\d WIT\n/);
  expect(linkIn(mail, "/profile")).toBe("/profile?page=security");
  expect(await logIn(person.email, person.password, api.visitor(), firefox)).toBe(200);
  expect(await deviceMails()).toHaveLength(1);
  ahead += 181 * day;
  expect(await logIn(person.email, person.password, api.visitor(), firefox)).toBe(200);
  expect(await deviceMails()).toHaveLength(2);
});

test("a mail greets by name only when the text can be nothing but a name", () => {
  expect(greeting("Siti Nurhaliza")).toBe("Halo Siti Nurhaliza,");
  expect(greeting("I Made Oka, S.Kom")).toBe("Halo,");
  for (const bait of ["Menang di hadiah.test", "https://jahat.test", "www jahat", "x".repeat(41), "a\nb"])
    expect(greeting(bait)).toBe("Halo,");
});

test("expired links and old devices are deleted", async () => {
  const person = await register();
  await askReset(person.email);
  ahead += 4 * day;
  await accountJobs["accounts.delete_expired_sessions"]?.({}, context);
  const left = await context.db.row<{ n: number }>(sql`
    select count(*)::int as n from email_links where user_id = ${person.id}`);
  expect(left?.n).toBe(0);
});
