import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../../test/make/accounts.ts";
import { makeContext } from "../../../test/make/context.ts";
import { startOauthDouble, type OauthDouble } from "../../../test/doubles/oauth.ts";
import { sql } from "#lib/database.ts";
import { freshLoginDuration } from "../session/rules.ts";
import { codeAttempts, loginStep, normaliseCode } from "./rules.ts";

let double: OauthDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
// A clock that the tests can move; authenticator apps follow it too.
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  double = await startOauthDouble();
  const made = await makeContext(double.settings);
  const clock = { ...made.clock, now, offset: () => 0 };
  const { createAuthenticate } = await import("../session/session.ts");
  context = { ...made, clock, authenticate: createAuthenticate({ db: made.db, config: made.config, clock }) };
  api = await makeAccountsApi(context);
});
afterAll(async () => {
  await api?.close();
  await context?.close();
  await double?.close();
});

let addresses = 0;
function visitor(): Visitor {
  addresses += 1;
  return api.visitor(`10.2.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`);
}

/** The code that an authenticator app shows for the typed key, some steps from now. */
function shown(manualKey: string, steps = 0): string {
  const secret = Secret.fromBase32(manualKey.replaceAll(" ", "").toUpperCase());
  return TOTP.generate({ secret, timestamp: now().getTime() + steps * 30_000 });
}

type Owner = { it: Visitor; id: string; email: string; password: string; key: string; codes: string[] };

/** A user who set up an authenticator app; its first code is used up. */
async function makeOwner(): Promise<Owner> {
  const it = visitor();
  const person = await makeLoggedIn(it);
  expect((await it.call("POST", "/v1/users/second-factor", {})).status).toBe(200);
  const { setup } = (await it.call("GET", "/v1/users/security")).body.result.second_factor;
  const confirmed = await it.call("POST", "/v1/users/second-factor/confirm", { code: shown(setup.manual_key) });
  expect(confirmed.status).toBe(200);
  ahead += 60_000;
  return { it, ...person, key: setup.manual_key, codes: confirmed.body.data.recovery_codes };
}

async function firstStep({ email, password }: { email: string; password: string }): Promise<Visitor> {
  const it = visitor();
  const { status, body } = await it.call("POST", "/v1/auth/login", { email, password });
  expect([status, body.code]).toEqual([401, "accounts.second_factor_needed"]);
  expect(it.token()).toBeUndefined();
  return it;
}
const give = (it: Visitor, code: string) => it.call("POST", "/v1/auth/second-factor", { code });

describe("setting up an authenticator app", () => {
  test("takes effect only after its first code, and gives ten recovery codes once", async () => {
    const it = visitor();
    const person = await makeLoggedIn(it);
    await it.call("POST", "/v1/users/second-factor", {});
    const { setup, enabled_at } = (await it.call("GET", "/v1/users/security")).body.result.second_factor;
    expect(enabled_at).toBeNull();
    expect(setup.manual_key).toMatch(/^([a-z2-7]{4} ){7}[a-z2-7]{4}$/);
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/Kawung:/);
    expect(setup.qr).toMatch(/^\d+ (M\d+ \d+h\d+v1h-\d+z)+$/);
    const login = { email: person.email, password: person.password };
    expect((await visitor().call("POST", "/v1/auth/login", login)).status).toBe(200);

    const wrong = await it.call("POST", "/v1/users/second-factor/confirm", { code: shown(setup.manual_key, 5) });
    expect([wrong.status, Object.keys(wrong.body.data)]).toEqual([422, ["code"]]);
    const { body } = await it.call("POST", "/v1/users/second-factor/confirm", { code: shown(setup.manual_key) });
    expect(body.data.recovery_codes).toHaveLength(10);
    for (const code of body.data.recovery_codes) expect(code).toMatch(/^[A-HJKMNP-TV-Z0-9]{5}-[A-HJKMNP-TV-Z0-9]{5}$/);
    const after = (await it.call("GET", "/v1/users/security")).body.result.second_factor;
    expect(after).toMatchObject({ codes_left: 10, setup: null, enabled_at: expect.any(String) });
    expect((await it.call("POST", "/v1/users/second-factor", {})).body.code).toBe("accounts.second_factor_on");
  });

  test("neither key nor recovery codes can be read in the database", async () => {
    const { id, key, codes } = await makeOwner();
    const row = await context.db.row<{ text: string }>(sql`
      select f::text || coalesce((select string_agg(r::text, ' ') from recovery_codes r where r.user_id = f.user_id), '') as text
      from second_factors f where user_id = ${id}`);
    const plain = Buffer.from(Secret.fromBase32(key.replaceAll(" ", "").toUpperCase()).bytes).toString("hex");
    expect(row?.text).not.toContain(plain);
    for (const code of codes) expect(row?.text).not.toContain(Buffer.from(normaliseCode(code)).toString("hex"));
  });

  test("a key copied to another account does not work there", async () => {
    const [a, b] = [await makeOwner(), await makeOwner()];
    await context.db.run(sql`
      update second_factors set sealed_key = (select sealed_key from second_factors where user_id = ${a.id}), last_step = 0
      where user_id = ${b.id}`);
    expect((await give(await firstStep(b), shown(a.key))).status).toBe(422);
  });
});

describe("logging in with a second step", () => {
  test("gives no session before the code, and one after it", async () => {
    const owner = await makeOwner();
    const it = await firstStep(owner);
    expect((await it.call("GET", "/v1/users")).status).toBe(401);
    const { status, body } = await give(it, shown(owner.key));
    expect([status, body.message, body.user.email]).toEqual([200, "Berhasil Login", owner.email]);
    expect((await it.call("GET", "/v1/users")).status).toBe(200);
  });

  test("accepts each code once, also when two requests send it at the same moment", async () => {
    const owner = await makeOwner();
    const [a, b] = [await firstStep(owner), await firstStep(owner)];
    const code = shown(owner.key);
    const answers = await Promise.all([give(a, code), give(b, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await give(await firstStep(owner), code)).body.data.code[0]).toContain("sudah dipakai");
  });

  test("accepts the code before and after the present one, and no other", async () => {
    const owner = await makeOwner();
    expect((await give(await firstStep(owner), shown(owner.key, -1))).status).toBe(200);
    expect((await give(await firstStep(owner), shown(owner.key, 1))).status).toBe(200);
    ahead += 120_000;
    for (const steps of [-2, 2]) expect((await give(await firstStep(owner), shown(owner.key, steps))).status).toBe(422);
  });

  test("accepts each recovery code once, in any spelling", async () => {
    const owner = await makeOwner();
    const [code = ""] = owner.codes;
    const typed = ` ${code.toLowerCase().replace("-", " ")} `;
    expect((await give(await firstStep(owner), typed)).status).toBe(200);
    expect((await give(await firstStep(owner), code)).status).toBe(422);
    const { codes_left } = (await owner.it.call("GET", "/v1/users/security")).body.result.second_factor;
    expect(codes_left).toBe(9);
    const renewed = await owner.it.call("POST", "/v1/users/second-factor/recovery-codes", {});
    expect(renewed.body.data.recovery_codes).toHaveLength(10);
    expect((await give(await firstStep(owner), owner.codes[1] ?? "")).status).toBe(422);
    expect((await give(await firstStep(owner), renewed.body.data.recovery_codes[0])).status).toBe(200);
  });

  test("a first step ends after ten minutes, after five attempts, and when it is used", async () => {
    const owner = await makeOwner();
    const late = await firstStep(owner);
    ahead += loginStep.ttl + 1000;
    expect((await give(late, shown(owner.key))).body.code).toBe("accounts.login_step_over");
    const tried = await firstStep(owner);
    for (let at = 0; at < loginStep.maxAttempts; at += 1) expect((await give(tried, "000000")).status).toBe(422);
    expect((await give(tried, shown(owner.key))).body.code).toBe("accounts.login_step_over");
    expect((await give(visitor(), shown(owner.key))).body.code).toBe("accounts.login_step_over");
  });

  test("no code is checked after ten wrong ones, until fifteen minutes later", async () => {
    const owner = await makeOwner();
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await give(await firstStep(owner), "000000")).status);
    expect(statuses).toEqual([...Array<number>(codeAttempts.max).fill(422), 429, 429]);
    expect((await give(await firstStep(owner), shown(owner.key))).status).toBe(429);
    ahead += codeAttempts.window + 1000;
    expect((await give(await firstStep(owner), shown(owner.key))).status).toBe(200);
  });

  test("a login by a provider needs it too", async () => {
    const owner = await makeOwner();
    double.next = { sub: "77001", email: owner.email, email_verified: true };
    await context.db.run(sql`
      insert into identities (issuer, subject, user_id, provider, created_at, last_used_at)
      values ('https://accounts.google.com', '77001', ${owner.id}, 'google', ${now()}, ${now()})`);
    const it = visitor();
    const at = Math.floor(now().getTime() / 1000);
    const token = await double.token("google", { ...double.next, iat: at, exp: at + 600 });
    const { status, body } = await it.call("POST", "/login/oauth/google", { token });
    expect([status, body.code]).toEqual([401, "accounts.second_factor_needed"]);
    expect((await give(it, shown(owner.key))).status).toBe(200);
  });
});

describe("confirming the session", () => {
  test("AUTH-11 with the password is needed in an old session before the ways to log in can change", async () => {
    const owner = await makeOwner();
    ahead += freshLoginDuration + 1000;
    for (const [method, path, body] of [
      ["DELETE", "/v1/users/second-factor", undefined],
      ["POST", "/v1/users/second-factor", {}],
      ["POST", "/v1/users/second-factor/recovery-codes", {}],
      ["POST", "/v1/users/second-factor/confirm", { code: "123456" }],
    ] as const) {
      const answer = await owner.it.call(method, path, body);
      expect([answer.status, answer.body.code], path).toEqual([403, "accounts.confirm_needed"]);
    }
    expect((await owner.it.call("GET", "/v1/users/security")).body.result).toMatchObject({ is_fresh: false });
    const wrong = await owner.it.call("POST", "/v1/users/confirm", { current_password: "salah-sekali" });
    expect([wrong.status, wrong.body.data]).toEqual([422, { current_password: ["Kata sandi salah."] }]);
    await owner.it.call("POST", "/v1/users/confirm", { current_password: owner.password });
    expect((await owner.it.call("DELETE", "/v1/users/second-factor")).status).toBe(200);
    const { email, password } = owner;
    expect((await visitor().call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
  });

  test("allows nine wrong passwords a minute", async () => {
    const { it } = await makeOwner();
    const statuses: number[] = [];
    for (let at = 0; at < 10; at += 1)
      statuses.push((await it.call("POST", "/v1/users/confirm", { current_password: "tebakan" })).status);
    expect(statuses).toEqual([...Array<number>(9).fill(422), 429]);
  });
});
