import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { day, minute } from "#lib/time.ts";
import {
  makeAccountsApi,
  makeLoggedIn,
  makeMovableAccounts,
  registrationOf,
  type Visitor,
} from "../../../test/make/accounts.ts";
import { linkIn, mailsTo } from "../../../test/read/mail.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { accountJobs } from "../jobs.ts";
import { resetLinkTtl } from "../recovery/rules.ts";
import { codeAttempts } from "../second-factor/rules.ts";

let { context, api, time, visitor } = {} as Awaited<ReturnType<typeof makeMovableAccounts>>;
let close = async () => {};
/** A second process of the same marketplace. */
let second: Awaited<ReturnType<typeof makeAccountsApi>>;

beforeAll(async () => {
  ({ context, api, time, visitor, close } = await makeMovableAccounts());
  second = await makeAccountsApi(context);
});
afterAll(async () => {
  await second.close();
  await close();
});

const newPassword = "hujan-di-kebun-kopi-9";
const wrong = { password: "salah-lagi-dan-lagi" };
let networks = 0;
/** A stranger with a separate network address, in this process or the other. */
function stranger(): Visitor {
  networks += 1;
  return (networks % 2 ? api : second).visitor(`10.66.${Math.floor(networks / 250)}.${(networks % 250) + 1}`);
}

async function mailed(email: string, subject: string) {
  await workJobs(context, accountJobs);
  return (await mailsTo(context.config.dataDir, email)).filter((mail) => mail.subject === subject);
}
const resetsMailed = async (email: string) => {
  const mails = await mailed(email, "Atur ulang kata sandi Kawung");
  return mails.map((mail) => new URL(linkIn(mail, "/reset-password"), "http://x.test").searchParams.get("token") ?? "");
};
/** The tokens that were mailed since `before` was read. */
async function newTokens(email: string, before: readonly string[]): Promise<string[]> {
  return (await resetsMailed(email)).filter((token) => !before.includes(token));
}
const forget = async (it: Visitor, email: string) => {
  const { status, body } = await it.call("POST", "/v1/auth/forgot-password", { email });
  return { status, body };
};
const choose = (it: Visitor, token: string, password = newPassword) =>
  it.call("POST", "/v1/auth/reset-password", { token, password, password_confirmation: password });

/** A user with a confirmed e-mail and without a session. */
async function makePerson() {
  const home = visitor();
  const person = await makeLoggedIn(home);
  await context.db.run(sql`update users set email_verified_at = now() where id = ${person.id}`);
  await home.call("POST", "/v1/auth/logout");
  return { ...person, home };
}

describe("a new password requested by strangers", () => {
  test("does not block the owner or replace the owner's link, however often they request it", async () => {
    const { email } = await makePerson();
    const owner = visitor();
    await forget(owner, email);
    const [link = ""] = await resetsMailed(email);
    const answers = await Promise.all(Array.from({ length: 40 }, () => forget(stranger(), email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const again = await forget(owner, email);
    expect(again).toEqual(answers[0]);
    const unknown = registrationOf().email;
    for (let at = 0; at < 8; at += 1) expect(await forget(stranger(), unknown)).toEqual(again);
    // Five an hour, and no more while one of them is usable.
    expect(await resetsMailed(email)).toHaveLength(5);
    expect((await choose(visitor(), link)).status).toBe(200);
    expect((await owner.call("POST", "/v1/auth/login", { email, password: newPassword })).status).toBe(200);
  });

  test("always leaves a usable link in the mailbox of an owner who requests one after them", async () => {
    const { email } = await makePerson();
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 8; at += 1) await forget(stranger(), email);
      await forget(visitor(), email);
      await resetsMailed(email);
      time.ahead += resetLinkTtl - 9 * minute;
    }
    await forget(visitor(), email);
    const links = await resetsMailed(email);
    expect(links.length).toBeLessThan(12);
    time.ahead += 9 * minute;
    const results = [];
    for (const link of links) results.push((await choose(visitor(), link)).status);
    expect(results.filter((status) => status === 200)).toHaveLength(1);
  });

  test("requested in two processes at the same moment beyond the limit is mailed once", async () => {
    const { email } = await makePerson();
    for (let at = 0; at < 5; at += 1) await forget(stranger(), email);
    const before = await resetsMailed(email);
    time.ahead += resetLinkTtl;
    await Promise.all(Array.from({ length: 12 }, () => forget(stranger(), email)));
    expect(await newTokens(email, before)).toHaveLength(1);
  });

  test("does not count for a browser where the user logged in before, which gets its own mail and link", async () => {
    const { email, home } = await makePerson();
    for (let at = 0; at < 9; at += 1) await forget(stranger(), email);
    const before = await resetsMailed(email);
    await forget(home, email);
    const [own = "", ...more] = await newTokens(email, before);
    expect([own, more]).toEqual([expect.stringMatching(/^[\w-]{43}$/), []]);
    for (let at = 0; at < 9; at += 1) await forget(stranger(), email);
    expect((await choose(home, own)).status).toBe(200);
  });

  test("AUTH-08 replaces the earlier link of the same requester", async () => {
    const { email } = await makePerson();
    const requester = visitor();
    await forget(requester, email);
    const [first = ""] = await resetsMailed(email);
    await forget(requester, email);
    const [next = ""] = await newTokens(email, [first]);
    expect((await choose(requester, first)).status).toBe(410);
    expect((await choose(requester, next)).status).toBe(200);
  });
});

describe("a password guessed by strangers", () => {
  const guess = (email: string, it = stranger()) => it.call("POST", "/v1/auth/login", { email, ...wrong });
  const strangeMails = (email: string) => mailed(email, "Ada yang mencoba masuk ke akun Kawung Anda");

  test("is compared thirty times an hour for unknown addresses, in all processes together", async () => {
    const { email } = await makePerson();
    const answers = await Promise.all(Array.from({ length: 45 }, () => guess(email)));
    const codes = answers.map(({ body }) => body.code as string);
    expect(codes.filter((code) => code === "accounts.bad_credentials")).toHaveLength(30);
    expect(codes.filter((code) => code === "accounts.login_guarded")).toHaveLength(15);
    const unknown = registrationOf().email;
    const same = await Promise.all(Array.from({ length: 45 }, () => guess(unknown)));
    expect(same.map(({ body }) => body.code).sort()).toEqual([...codes].sort());
  });

  test("does not lock its owner out where they logged in before, or where they choose a new one by mail", async () => {
    const { email, password, home } = await makePerson();
    await Promise.all(Array.from({ length: 40 }, () => guess(email)));
    const elsewhere = visitor();
    const refused = await elsewhere.call("POST", "/v1/auth/login", { email, password });
    expect([refused.status, refused.body.code]).toEqual([429, "accounts.login_guarded"]);
    expect(refused.body.message).toContain("Lupa kata sandi");
    expect((await home.call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
    await forget(elsewhere, email);
    const link = (await resetsMailed(email)).at(-1) ?? "";
    expect((await choose(elsewhere, link)).status).toBe(200);
    // The strangers continue in the meantime.
    await Promise.all(Array.from({ length: 40 }, () => guess(email)));
    expect((await elsewhere.call("POST", "/v1/auth/login", { email, password: newPassword })).status).toBe(200);
  });

  test("AUTH-03 guessed from one network alone does not block other networks", async () => {
    const { email, password } = await makePerson();
    const one = stranger();
    for (let round = 0; round < 6; round += 1) {
      for (let at = 0; at < 12; at += 1) await guess(email, one);
      time.ahead += minute;
    }
    expect((await guess(email, one)).status).toBe(429);
    expect((await visitor().call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
  });

  test("guessed from the owner's own address does not count for the owner's known browser", async () => {
    const { email, password } = await makePerson();
    const [home, neighbour] = [api.visitor("10.77.0.1"), second.visitor("10.77.0.1")];
    await home.call("POST", "/v1/auth/login", { email, password });
    await home.call("POST", "/v1/auth/logout");
    for (let at = 0; at < 40; at += 1) await guess(at < 12 ? email : `x${at}@kawung.test`, neighbour);
    expect((await neighbour.call("POST", "/v1/auth/login", { email, password })).status).toBe(429);
    expect((await home.call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
  });

  test("may be guessed nine times a minute in a known browser, which is no longer known after a new password", async () => {
    const { email, password, home } = await makePerson();
    const statuses = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await guess(email, home)).status);
    expect(statuses).toEqual([...Array<number>(9).fill(401), 429, 429, 429]);
    time.ahead += minute;
    expect((await home.call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
    await home.call("POST", "/v1/auth/logout");
    await forget(visitor(), email);
    await choose(visitor(), (await resetsMailed(email)).at(-1) ?? "");
    await Promise.all(Array.from({ length: 40 }, () => guess(email)));
    expect((await home.call("POST", "/v1/auth/login", { email, password: newPassword })).body.code).toBe(
      "accounts.login_guarded",
    );
  });

  test("guessed ten times from addresses new to the account is mailed to its owner, once a day, and blocks nothing", async () => {
    const { email, password, home } = await makePerson();
    for (let at = 0; at < 9; at += 1) await guess(email);
    await guess(email, home);
    expect(await strangeMails(email)).toHaveLength(0);
    await Promise.all(Array.from({ length: 12 }, () => guess(email)));
    const [mail] = await strangeMails(email);
    expect(mail?.text).toContain("ada 10 percobaan masuk dengan kata sandi yang salah");
    expect(mail?.text).toContain("Akun Anda tidak dikunci");
    expect(linkIn(mail, "/profile")).toBe("/profile?page=security");
    for (let hours = 0; hours < 3; hours += 1) {
      time.ahead += 60 * minute;
      await Promise.all(Array.from({ length: 30 }, () => guess(email)));
    }
    expect(await strangeMails(email)).toHaveLength(1);
    time.ahead += day;
    for (let at = 0; at < 12; at += 1) await guess(email);
    expect(await strangeMails(email)).toHaveLength(2);
    expect((await home.call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
  });
});

/**
 * Sets up the second factor for a logged-in user. Returns a function for the code that the app shows some steps from
 * now.
 */
async function turnOn({ home, email, password }: Awaited<ReturnType<typeof makePerson>>) {
  await home.call("POST", "/v1/auth/login", { email, password });
  await home.call("POST", "/v1/users/second-factor", {});
  const { setup } = (await home.call("GET", "/v1/users/security")).body.result.second_factor;
  const secret = Secret.fromBase32(setup.manual_key.replaceAll(" ", "").toUpperCase());
  const shown = (steps: number) => TOTP.generate({ secret, timestamp: Date.now() + steps * 30_000 });
  // The test moved the clock. Authenticator apps use real time, as the server does by its offset.
  context.clock.offset = () => time.ahead;
  expect((await home.call("POST", "/v1/users/second-factor/confirm", { code: shown(0) })).status).toBe(200);
  await home.call("POST", "/v1/auth/logout");
  return shown;
}

/** How many of these wrong codes were compared. */
async function countChecked(it: Visitor, email: string, password: string, tries: number): Promise<number> {
  let checked = 0;
  for (let at = 0; at < tries; at += 1) {
    await it.call("POST", "/v1/auth/login", { email, password });
    if ((await it.call("POST", "/v1/auth/second-factor", { code: "000000" })).status === 422) checked += 1;
  }
  return checked;
}

describe("codes of the second step", () => {
  test("are not blocked in a browser that passed it before by a person who found out the password", async () => {
    const person = await makePerson();
    const { home, email, password } = person;
    const shown = await turnOn(person);
    expect(await countChecked(stranger(), email, password, codeAttempts.max + 1)).toBe(codeAttempts.max);
    await home.call("POST", "/v1/auth/login", { email, password });
    expect((await home.call("POST", "/v1/auth/second-factor", { code: shown(1) })).status).toBe(200);
  });

  test("have no extra attempts in browsers that logged in before the second step was set up", async () => {
    const person = await makePerson();
    const { email, password } = person;
    const browsers = [stranger(), stranger(), stranger()];
    for (const one of browsers) await one.call("POST", "/v1/auth/login", { email, password });
    await turnOn(person);
    let checked = 0;
    for (const one of browsers) checked += await countChecked(one, email, password, codeAttempts.max);
    expect(checked).toBe(codeAttempts.max);
  });

  test("have no extra attempts for a person who reads the mailbox and repeatedly chooses a new password", async () => {
    const person = await makePerson();
    const { email } = person;
    await turnOn(person);
    let checked = 0;
    for (let round = 0; round < 3; round += 1) {
      const reader = stranger();
      const before = await resetsMailed(email);
      await forget(reader, email);
      const [token = ""] = await newTokens(email, before);
      expect((await choose(reader, token, `${newPassword}${round}`)).status).toBe(200);
      for (const one of [reader, stranger()]) checked += await countChecked(one, email, `${newPassword}${round}`, 6);
    }
    expect(checked).toBe(codeAttempts.max);
  });

  test("still work after a password change in the browser that passed it, whatever guesses come from elsewhere", async () => {
    const person = await makePerson();
    const { home, email, password } = person;
    const shown = await turnOn(person);
    await home.call("POST", "/v1/auth/login", { email, password });
    await home.call("POST", "/v1/auth/second-factor", { code: shown(1) });
    const change = { current_password: password, password: newPassword, password_confirmation: newPassword };
    expect((await home.call("PUT", "/v1/users/password", change)).status).toBe(200);
    await home.call("POST", "/v1/auth/logout");
    expect(await countChecked(stranger(), email, newPassword, codeAttempts.max + 1)).toBe(codeAttempts.max);
    await context.db.run(sql`update second_factors set last_step = 0 where user_id = ${person.id}`);
    await home.call("POST", "/v1/auth/login", { email, password: newPassword });
    expect((await home.call("POST", "/v1/auth/second-factor", { code: shown(0) })).status).toBe(200);
  });
});
