import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../../test/make/accounts.ts";
import { linkIn, mailsTo } from "../../../test/read/mail.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { makeContext } from "../../../test/make/context.ts";
import { forgedTokens } from "../../../test/doubles/forged-tokens.ts";
import { startOauthDouble, type OauthDouble } from "../../../test/doubles/oauth.ts";
import { readConfig } from "#lib/config.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { registrationOpenSetting } from "../registration/rules.ts";
import { sql } from "#lib/database.ts";
import { accountJobs } from "../jobs.ts";
import { withinTimeLimit } from "./fetch.ts";
import { providerRequestLimits } from "./rules.ts";
import { freshLoginDuration } from "../session/rules.ts";

let double: OauthDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;

beforeAll(async () => {
  double = await startOauthDouble();
  context = await makeContext({ ...double.settings, LIMIT_FACTOR: "1000" });
  api = await makeAccountsApi(context);
});
afterEach(() => Object.assign(double, { mood: "well", next: null, nonce: undefined }));
afterAll(async () => {
  await api?.close();
  await context?.close();
  await double?.close();
});

let people = 0;
function person(): { sub: string; email: string; name: string } {
  people += 1;
  return { sub: `1${randomBytes(6).readUIntBE(0, 6)}`, email: `oauth-${people}@kawung.test`, name: "Laras Kinanti" };
}
async function countOf(email: string): Promise<number> {
  const row = await context.db.row<{ n: number }>(sql`select count(*)::int as n from users where email = ${email}`);
  return row?.n ?? 0;
}
async function countUsers(): Promise<number> {
  return (await context.db.row<{ n: number }>(sql`select count(*)::int as n from users`))?.n ?? 0;
}
const refusal = {
  success: false,
  code: "accounts.oauth_refused",
  message: "Bad credentials.",
  data: { email: ["Bad credentials."] },
};

describe("logging in with a token", () => {
  test.each(["/login/oauth/google", "/v1/login/oauth/google"])(
    "S138 S139 POST %s takes token and answers success and data.user",
    async (path) => {
      const it = api.visitor();
      const who = person();
      const { status, body } = await it.call("POST", path, { token: await double.token("google", who) });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        data: {
          user: {
            id: expect.any(String),
            name: "Laras Kinanti",
            email: who.email,
            image: null,
            type: "pembeli",
            total_notification: 0,
            total_cart: 0,
          },
        },
        message: "Berhasil Login",
      });
      expect((await it.call("GET", "/v1/users")).body.result).toEqual(body.data.user);
      const again = await api.visitor().call("POST", path, { token: await double.token("google", who) });
      expect(again.body.data.user.id).toBe(body.data.user.id);
    },
  );

  test("makes no new account while an operator has closed the registration, and logs a known one in", async () => {
    const [known, fresh] = [person(), person()];
    const log = async (who: typeof known) =>
      api.visitor().call("POST", "/v1/login/oauth/google", { token: await double.token("google", who) });
    expect((await log(known)).status).toBe(200);
    applySettings({ [registrationOpenSetting.key]: false }, new Set());
    try {
      expect((await log(known)).status).toBe(200);
      const refused = await log(fresh);
      expect([refused.status, refused.body.code]).toEqual([409, "accounts.registration_closed"]);
    } finally {
      applySettings({}, new Set());
    }
  });

  test("Apple's token has the verification of the e-mail as text, and no name", async () => {
    const { name: _name, ...who } = person();
    const { body } = await api.visitor().call("POST", "/login/oauth/apple", {
      token: await double.token("apple", { ...who, email: "dewi.lestari@me.test" }),
    });
    expect(body.data.user).toMatchObject({ name: "dewi lestari", email: "dewi.lestari@me.test" });
  });

  test("a first login with Facebook, which does not verify e-mails, gets the same answer with and without an account, and a mail", async () => {
    const owner = await makeLoggedIn(api.visitor());
    const free = person();
    const answers = [];
    for (const email of [owner.email, free.email]) {
      const it = api.visitor();
      const token = double.facebookToken({ id: person().sub, name: free.name, email });
      const { status, body } = await it.call("POST", "/login/oauth/facebook", { token });
      expect(it.token()).toBeUndefined();
      answers.push({ status, body });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect([answers[0]?.status, answers[0]?.body.code]).toEqual([403, "accounts.oauth_mailed"]);
    expect(await countOf(free.email)).toBe(0);
    await workJobs(context, accountJobs);
    const subjects = async (email: string) =>
      (await mailsTo(context.config.dataDir, email)).map((mail) => mail.subject);
    expect(await subjects(free.email)).toEqual(["Lanjutkan masuk ke Kawung dengan Facebook"]);
    expect(await subjects(owner.email)).toContain("Masuk ke Kawung dengan Facebook");
  });

  test("the mailed link opens an account with a verified e-mail, for the Facebook account that requested it and no other", async () => {
    const who = person();
    const first = double.facebookToken({ id: who.sub, name: who.name, email: who.email });
    await api.visitor().call("POST", "/login/oauth/facebook", { token: first });
    await workJobs(context, accountJobs);
    const link = linkIn((await mailsTo(context.config.dataDir, who.email))[0], "/login/oauth/facebook/start");
    const query = link.slice(link.indexOf("?"));
    const others = [
      { ...who, sub: person().sub },
      { ...who, email: person().email },
    ];
    for (const other of others) {
      double.next = other;
      const thief = api.visitor();
      const { headers } = await thief.call("GET", await goAndReturn(thief, "facebook", query));
      expect(headers.location).toContain("oauth=mailed");
    }
    double.next = who;
    const it = api.visitor();
    const forged = `?proof=${Buffer.alloc(80).toString("base64url")}`;
    expect((await it.call("GET", await goAndReturn(it, "facebook", forged))).headers.location).toContain(
      "oauth=mailed",
    );
    expect((await it.call("GET", await goAndReturn(it, "facebook", query))).headers.location).toBe("/");
    const { id } = (await it.call("GET", "/v1/users")).body.result;
    const row = await context.db.row(sql`
      select email, email_verified_at is not null as proven from users where id = ${id}`);
    expect(row).toEqual({ email: who.email, proven: true });
    const again = double.facebookToken({ id: who.sub, name: who.name, email: who.email });
    const known = await api.visitor().call("POST", "/login/oauth/facebook", { token: again });
    expect(known.body.data.user.id).toBe(id);
  });

  test("all calls of one login to a provider share one time limit", async () => {
    const silent = new Promise<never>(() => {});
    await expect(withinTimeLimit(silent, 5)).rejects.toMatchObject({ code: "accounts.oauth_unreachable" });
    expect(await withinTimeLimit(Promise.resolve("answer"), 5)).toBe("answer");
    expect(providerRequestLimits.wait).toBeLessThan(3000);
  });

  test("the same user keeps the account when the e-mail at the provider changes", async () => {
    const who = person();
    const login = async (claims: Record<string, string>) =>
      (await api.visitor().call("POST", "/login/oauth/google", { token: await double.token("google", claims) })).body
        .data.user;
    const first = await login({ ...who });
    expect(await login({ ...who, email: "pindah@kawung.test" })).toEqual(first);
  });

  test("a provider is not connected to an existing account without proof", async () => {
    const owner = await makeLoggedIn(api.visitor());
    for (const token of [
      await double.token("google", { ...person(), email: owner.email.toUpperCase() }),
      await double.token("google", { ...person(), email: owner.email }),
    ]) {
      const it = api.visitor();
      const { status, body } = await it.call("POST", "/login/oauth/google", { token });
      expect([status, body.code]).toEqual([409, "accounts.oauth_taken"]);
      expect(body.data.email[0]).toContain("Masuk dulu dengan kata sandi");
      expect(it.token()).toBeUndefined();
    }
    const row = await context.db.row(sql`select count(*)::int as n from identities where user_id = ${owner.id}`);
    expect(row).toEqual({ n: 0 });
  });

  test("two first logins at once open one account", async () => {
    const who = person();
    const tokens = await Promise.all([1, 2, 3, 4].map(() => double.token("google", who)));
    const answers = await Promise.all(
      tokens.map((token) => api.visitor().call("POST", "/login/oauth/google", { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.user.id)).size).toBe(1);
  });

  test("a first login without an e-mail registers no account", async () => {
    const { sub } = person();
    const { status, body } = await api
      .visitor()
      .call("POST", "/login/oauth/facebook", { token: double.facebookToken({ id: sub, name: "Tanpa Email" }) });
    expect([status, body.code]).toEqual([422, "accounts.oauth_no_email"]);
  });

  test("an unknown or unconfigured provider is not found", async () => {
    for (const provider of ["github", "constructor", "simulator"])
      expect((await api.visitor().call("POST", `/login/oauth/${provider}`, { token: "x" })).status).toBe(404);
    const plain = await makeContext();
    const other = await makeAccountsApi(plain);
    const { status, body } = await other.visitor().call("POST", "/login/oauth/google", { token: "x" });
    expect([status, body.code]).toEqual([404, "request.not_found"]);
    expect((await other.visitor().call("GET", "/v1/auth/methods")).body.result).toEqual({ providers: [] });
    await other.close();
    await plain.close();
  });

  test("settings that cannot work stop the start and are named", () => {
    expect(() => readConfig({ FACEBOOK_CLIENT_ID: "1" })).toThrow(/FACEBOOK_CLIENT_SECRET/);
    expect(() => readConfig({ APPLE_CLIENT_ID: "a", APPLE_TEAM_ID: "T" })).toThrow(/APPLE_KEY_ID/);
    expect(() => readConfig({ GOOGLE_CLIENT_ID: "a", GOOGLE_JWKS_URL: "http://evil.test/keys" })).toThrow(
      /GOOGLE_JWKS_URL/,
    );
  });
});

describe("a forged token", () => {
  const forgeries = forgedTokens(() => double, person);

  test.each(Object.entries(forgeries))(
    "SOC-01 %s says Bad credentials. at the e-mail and opens no account",
    async (_what, forge) => {
      const before = await countUsers();
      const it = api.visitor();
      const { status, body } = await it.call("POST", "/login/oauth/google", { token: await forge() });
      expect([status, body]).toEqual([401, refusal]);
      expect(it.token()).toBeUndefined();
      expect(await countUsers()).toBe(before);
    },
  );

  test("a valid token works once, so an intercepted one is useless", async () => {
    const token = await double.token("google", person());
    const answers = await Promise.all(
      [1, 2, 3].map(() => api.visitor().call("POST", "/login/oauth/google", { token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test("a used token is refused in every other spelling", async () => {
    const token = await double.token("google", person());
    // The last letter of a signature of 256 bytes has four unused bits, so sixteen letters mean the same.
    const others = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
    const spellings = [`${token} `, `${token}\n`, ` ${token}`, ...others.map((letter) => token.slice(0, -1) + letter)];
    expect((await api.visitor().call("POST", "/login/oauth/google", { token })).status).toBe(200);
    for (const other of spellings)
      expect((await api.visitor().call("POST", "/login/oauth/google", { token: other })).status, other).toBe(401);
  });

  test.each([
    ["of another application", { app_id: "666" }],
    ["that is over", { is_valid: false }],
    ["that has expired", { expires_at: 1_600_000_000 }],
    ["of a page, not a person", { type: "PAGE" }],
    ["of another person", { user_id: "777" }],
  ])("a token of Facebook %s is refused", async (_what, changes) => {
    const { sub: id, email } = person();
    const { status, body } = await api
      .visitor()
      .call("POST", "/login/oauth/facebook", { token: double.facebookToken({ id, email }, changes) });
    expect([status, body]).toEqual([401, refusal]);
  });

  test("unknown key ids do not make us fetch the provider's keys again and again", async () => {
    const before = double.keysAsked;
    for (let at = 0; at < 10; at += 1)
      await api
        .visitor()
        .call("POST", "/login/oauth/google", { token: await double.token("google", person(), { kid: `k${at}` }) });
    expect(double.keysAsked - before).toBeLessThanOrEqual(1);
  });

  test("a provider that does not respond in time is reported as unreachable", async () => {
    const fresh = await makeAccountsApi(context);
    const token = await double.token("google", person());
    double.mood = "slow";
    const { status, body } = await fresh.visitor().call("POST", "/login/oauth/google", { token });
    expect([status, body.code]).toEqual([503, "accounts.oauth_unreachable"]);
    await fresh.close();
  });

  test.each(["broken", "endless"] as const)(
    "a provider that is %s is reported as unreachable, not as a wrong token",
    async (mood) => {
      const fresh = await makeAccountsApi(context);
      double.mood = mood;
      for (const [provider, token] of [
        ["google", await double.token("google", person())],
        ["facebook", double.facebookToken({ id: "1" })],
      ]) {
        const { status, body } = await fresh.visitor().call("POST", `/login/oauth/${provider}`, { token });
        expect([status, body.code]).toEqual([503, "accounts.oauth_unreachable"]);
        expect(body.message).toContain("tidak bisa dihubungi");
      }
      double.mood = "well";
      const { status } = await fresh
        .visitor()
        .call("POST", "/login/oauth/google", { token: await double.token("google", person()) });
      expect(status).toBe(200);
      await fresh.close();
    },
  );
});

/** Goes to the provider's page and comes back with its redirect. */
async function goAndReturn(it: Visitor, provider: string, query = ""): Promise<string> {
  const start = await it.call("GET", `/login/oauth/${provider}/start${query}`);
  expect(start.status).toBe(303);
  const to = String(start.headers.location);
  if (!to.startsWith(double.origin)) return to;
  const answer = await fetch(to, { redirect: "manual" });
  const location = answer.headers.get("location");
  if (location) return new URL(location).pathname + new URL(location).search;
  const fields = [...(await answer.text()).matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const posted = await api
    .visitor()
    .call("POST", `/login/oauth/${provider}/callback`, new URLSearchParams(fields as string[][]).toString(), {
      "sec-fetch-site": "cross-site",
      "content-type": "application/x-www-form-urlencoded",
    });
  expect(posted.status).toBe(303);
  return String(posted.headers.location);
}

describe("going to the provider and back", () => {
  test.each(["google", "apple"])("by %s logs in and returns to the page where the user was", async (provider) => {
    const it = api.visitor();
    double.next = person();
    double.next.email_verified = true;
    const back = await goAndReturn(it, provider, "?from=%2Fcart%3Fx%3D1");
    const landed = await it.call("GET", back, undefined, { "sec-fetch-site": "cross-site" });
    expect([landed.status, landed.headers.location]).toEqual([303, "/cart?x=1"]);
    expect((await it.call("GET", "/v1/users")).body.result.email).toBe(double.next.email);
    const again = await it.call("GET", back);
    expect(String(again.headers.location)).toContain("oauth=refused");
  });

  test("leads only to this site", async () => {
    const it = api.visitor();
    double.next = person();
    const back = await goAndReturn(it, "google", `?from=${encodeURIComponent("https://evil.test/x")}`);
    expect((await it.call("GET", back)).headers.location).toBe("/");
  });

  test("another state, another browser, another nonce or no code log nobody in", async () => {
    const it = api.visitor();
    const refused = expect.stringContaining("/login?oauth=refused&provider=google");
    double.next = person();
    const back = await goAndReturn(it, "google");
    expect((await api.visitor().call("GET", back)).headers.location).toEqual(refused);
    const wrongState = back.replace(/state=[^&]+/, "state=abc");
    expect((await it.call("GET", wrongState)).headers.location).toEqual(refused);

    double.nonce = "used-in-another-login";
    expect((await it.call("GET", await goAndReturn(it, "google"))).headers.location).toEqual(refused);
    double.nonce = undefined;

    await goAndReturn(it, "google");
    expect((await it.call("GET", "/login/oauth/google/callback")).headers.location).toEqual(refused);
    const other = await goAndReturn(it, "google");
    expect((await it.call("GET", other.replace(/code=[^&]+/, "code=abc"))).headers.location).toEqual(refused);
    expect(it.token()).toBeUndefined();
  });

  test("a user who cancels at the provider is back at the login page without an error", async () => {
    const it = api.visitor();
    const { headers } = await it.call("GET", await goAndReturn(it, "google"));
    expect(headers.location).toBe("/login?oauth=cancelled&provider=google");
  });
});

describe("connecting and disconnecting", () => {
  test("a user connects an account, logs in with it, and disconnects it", async () => {
    const it = api.visitor();
    const owner = await makeLoggedIn(it);
    double.next = { ...person(), email: owner.email, email_verified: true };
    const { headers } = await it.call("GET", await goAndReturn(it, "google", "?purpose=connect"));
    expect(headers.location).toBe("/profile?page=security&oauth=connected&provider=google");
    const listed = (await it.call("GET", "/v1/users/identities")).body.result;
    expect(
      listed.map((one: { provider: string; connected: unknown }) => [one.provider, one.connected !== null]),
    ).toEqual([
      ["google", true],
      ["apple", false],
      ["facebook", false],
    ]);
    const other = api.visitor();
    const token = await double.token("google", { ...double.next });
    expect((await other.call("POST", "/login/oauth/google", { token })).body.data.user.id).toBe(owner.id);
    expect((await it.call("DELETE", "/v1/users/identities/google")).status).toBe(200);
    expect((await it.call("DELETE", "/v1/users/identities/google")).status).toBe(404);
  });

  test("connecting an account does not take it over from another user", async () => {
    const who = person();
    await api.visitor().call("POST", "/login/oauth/google", { token: await double.token("google", who) });
    const it = api.visitor();
    await makeLoggedIn(it);
    double.next = { ...who, email_verified: true };
    const { headers } = await it.call("GET", await goAndReturn(it, "google", "?purpose=connect"));
    expect(headers.location).toContain("oauth=other");
  });

  test("AUTH-11 needs a fresh login: an old session must be confirmed first", async () => {
    const it = api.visitor();
    const { id } = await makeLoggedIn(it);
    await context.db.run(
      sql`update sessions set authenticated_at = ${new Date(Date.now() - freshLoginDuration - 1000)} where user_id = ${id}`,
    );
    const { status, body } = await it.call("DELETE", "/v1/users/identities/google");
    expect([status, body.code]).toEqual([403, "accounts.confirm_needed"]);
    expect((await it.call("GET", "/login/oauth/google/start?purpose=connect")).headers.location).toBe(
      "/profile?page=security",
    );
  });

  test.each(["cross-site", "same-site", "none"])(
    "starts only on our own pages: a link from elsewhere (%s) connects and confirms nothing",
    async (site) => {
      const it = api.visitor();
      await makeLoggedIn(it);
      double.next = { ...person(), email_verified: true };
      for (const purpose of ["connect", "confirm"]) {
        const start = `/login/oauth/facebook/start?purpose=${purpose}`;
        const { headers } = await it.call("GET", start, undefined, { "sec-fetch-site": site });
        expect(headers.location).toBe("/profile?page=security");
      }
      expect((await it.call("GET", "/v1/users/identities")).body.result[2].connected).toBeNull();
    },
  );

  test("a user without a password confirms the session with their own provider account, not with another one", async () => {
    const it = api.visitor();
    const who = person();
    const { body } = await it.call("POST", "/login/oauth/google", { token: await double.token("google", who) });
    const old = new Date(Date.now() - freshLoginDuration - 1000);
    await context.db.run(sql`update sessions set authenticated_at = ${old} where user_id = ${body.data.user.id}`);
    double.next = { ...person(), email_verified: true };
    expect((await it.call("GET", await goAndReturn(it, "google", "?purpose=confirm"))).headers.location).toContain(
      "oauth=refused",
    );
    expect((await it.call("DELETE", "/v1/users/identities/google")).body.code).toBe("accounts.confirm_needed");
    double.next = { ...who, email_verified: true };
    await it.call("GET", await goAndReturn(it, "google", "?purpose=confirm"));
    expect((await it.call("DELETE", "/v1/users/identities/google")).body.code).toBe("accounts.last_way_in");
    expect((await it.call("GET", "/v1/users/identities")).body.result[0].connected).not.toBeNull();
  });
});
