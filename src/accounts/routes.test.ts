import { Worker } from "node:worker_threads";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeAccountsApi, makeLoggedIn, makeMovableAccounts, registrationOf } from "../../test/make/accounts.ts";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { checkCredentials } from "./login/check-credentials.ts";
import type { HashTask } from "./password/hash-thread.ts";
import { registrationOpenSetting } from "./registration/rules.ts";
import { freshLoginDuration } from "./session/rules.ts";

let { context, time, visitor } = {} as Awaited<ReturnType<typeof makeMovableAccounts>>;
let close = async () => {};

beforeAll(async () => {
  ({ context, time, visitor, close } = await makeMovableAccounts());
});
afterAll(() => close());

describe("registering", () => {
  test("answers success, user and data, and does not log in", async () => {
    const it = visitor();
    const typed = registrationOf({ phone: "0812-3456-7890" });
    const { status, body } = await it.call("POST", "/v1/auth/register", typed);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      user: {
        id: expect.any(String),
        name: "Rina Wulandari",
        email: typed.email,
        image: null,
        type: "pembeli",
        total_notification: 0,
        total_cart: 0,
      },
      data: {},
    });
    expect(it.token()).toBeUndefined();
    const row = await context.db.row<Record<string, unknown>>(
      sql`select phone, type, operator_role, password_hash from users where id = ${body.user.id}`,
    );
    expect(row).toMatchObject({ phone: "+6281234567890", type: "pembeli", operator_role: null });
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test("is refused while an operator has closed it, and nobody else notices", async () => {
    const { email, password } = registrationOf();
    const typed = registrationOf({ email, password });
    expect((await visitor().call("POST", "/v1/auth/register", typed)).status).toBe(200);
    applySettings({ [registrationOpenSetting.key]: false }, new Set());
    try {
      const refused = await visitor().call("POST", "/v1/auth/register", registrationOf());
      expect([refused.status, refused.body.code]).toEqual([409, "accounts.registration_closed"]);
      const login = await visitor().call("POST", "/v1/auth/login", { email: typed.email, password: typed.password });
      expect(login.status).toBe(200);
    } finally {
      applySettings({}, new Set());
    }
  });

  test("a seller registers as penjual", async () => {
    const { body } = await visitor().call("POST", "/v1/auth/register", registrationOf({ type: "penjual" }));
    expect(body.user.type).toBe("penjual");
  });

  test("an e-mail is taken in any letter case, also when two register at the same moment", async () => {
    const typed = registrationOf();
    const answers = await Promise.all(
      [typed.email, typed.email.toUpperCase(), ` ${typed.email}`].map((email) =>
        visitor().call("POST", "/v1/auth/register", { ...typed, email }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({
      success: false,
      code: "request.invalid",
      data: { email: [expect.stringContaining("sudah terdaftar")] },
    });
  });

  test.each([
    ["nothing", {}, ["name", "email", "password", "password_confirmation"]],
    ["a blank name", { name: "   " }, ["name"]],
    ["a long name", { name: "a".repeat(81) }, ["name"]],
    ["a bad e-mail", { email: "rina@" }, ["email"]],
    ["an unequal confirmation", { password_confirmation: "lain" }, ["password_confirmation"]],
    [
      "a bad phone number and an unequal confirmation",
      { phone: "1", password_confirmation: "lain" },
      ["phone", "password_confirmation"],
    ],
    ["a common password", { password: "password1", password_confirmation: "password1" }, ["password"]],
    ["the product's name", { password: "kawung123", password_confirmation: "kawung123" }, ["password"]],
    ["a short password", { password: "x7!", password_confirmation: "x7!" }, ["password"]],
    [
      "the own name",
      { name: "Bu Suprihatiningsih", password: "bu suprihatiningsih", password_confirmation: "bu suprihatiningsih" },
      ["password"],
    ],
    ["a phone number of another country", { phone: "+14155551234" }, ["phone"]],
    ["another type", { type: "operator" }, ["type"]],
    ["a role", { operator_role: "owner" }, ["operator_role"]],
    [
      "what only we write",
      { is_admin: true, balance: 1e9, verified: true, id: "x" },
      ["is_admin", "balance", "verified", "id"],
    ],
  ])("%s is refused at its field", async (_what, change, fields) => {
    const typed = Object.keys(change).length === 0 ? {} : registrationOf(change);
    const { status, body } = await visitor().call("POST", "/v1/auth/register", typed);
    expect(status).toBe(422);
    expect(Object.keys(body.data).sort()).toEqual([...fields].sort());
  });

  test("is limited to twenty an hour from one network, and the refusal says how long to wait", async () => {
    const it = visitor();
    const taken = registrationOf();
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) statuses.push((await it.call("POST", "/v1/auth/register", taken)).status);
    expect(statuses).toEqual([200, ...Array<number>(19).fill(422), 429]);
    const { headers, body } = await it.call("POST", "/v1/auth/register", taken);
    expect(body.code).toBe("accounts.too_many_attempts");
    expect(Number(headers["retry-after"])).toBeGreaterThan(3000);
  });
});

describe("logging in", () => {
  test("answers success, user and Berhasil Login; the cookie opens GET /v1/users", async () => {
    const it = visitor();
    const typed = registrationOf();
    await it.call("POST", "/v1/auth/register", typed);
    const login = await it.call("POST", "/v1/auth/login", {
      email: typed.email.toUpperCase(),
      password: typed.password,
    });
    expect(login.status).toBe(200);
    expect(login.body).toEqual({
      success: true,
      user: expect.objectContaining({ email: typed.email }),
      message: "Berhasil Login",
    });
    const { body } = await it.call("GET", "/v1/users");
    expect(body).toEqual({ success: true, result: login.body.user });
    expect(Object.keys(body.result).sort()).toEqual([
      "email",
      "id",
      "image",
      "name",
      "total_cart",
      "total_notification",
      "type",
    ]);
  });

  test("a wrong password and an unknown e-mail get the same answer", async () => {
    const it = visitor();
    const { email } = await makeLoggedIn(it);
    const wrong = await visitor().call("POST", "/v1/auth/login", { email, password: "salah-sekali" });
    const unknown = await visitor().call("POST", "/v1/auth/login", {
      email: "tidak-ada@kawung.test",
      password: "salah-sekali",
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      success: false,
      code: "accounts.bad_credentials",
      message: "Email atau Password salah!",
    });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  test("a password is not cut, trimmed or changed in letter case", async () => {
    const password = `${"gula aren dan kelapa muda ".repeat(3)}Z`;
    const it = visitor();
    const { email } = await makeLoggedIn(it, { password, password_confirmation: password });
    for (const other of [password.slice(0, 72), password.toLowerCase(), `${password} `, password.slice(0, -1)]) {
      expect((await visitor().call("POST", "/v1/auth/login", { email, password: other })).status).toBe(401);
    }
    expect((await visitor().call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
  });

  test("the cookie is HttpOnly, Lax, for the whole site, and the body contains no token", async () => {
    const it = visitor();
    const { email, password } = await makeLoggedIn(it);
    const { cookies, body } = await it.call("POST", "/v1/auth/login", { email, password });
    const session = cookies.find(({ name }) => name === "sid");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(session).not.toHaveProperty("domain");
    expect(session?.value).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(JSON.stringify(body)).not.toContain(session?.value);
    expect(cookies.find(({ name }) => name === "logged_in")).toMatchObject({ value: "1" });
  });

  test("over https the cookie is __Host- and Secure", async () => {
    const secure = { ...context, config: { ...context.config, secureCookies: true } };
    const other = await makeAccountsApi(secure);
    const { cookies } = await (async () => {
      const typed = registrationOf();
      await other.visitor("10.9.0.1").call("POST", "/v1/auth/register", typed);
      return other.visitor("10.9.0.1").call("POST", "/v1/auth/login", { email: typed.email, password: typed.password });
    })();
    expect(cookies.find(({ name }) => name === "__Host-sid")).toMatchObject({
      httpOnly: true,
      secure: true,
      path: "/",
      sameSite: "Lax",
    });
    await other.close();
  });

  test("a token planted in the browser is never reused, and a login ends the earlier session", async () => {
    const it = visitor();
    const { email, password } = await makeLoggedIn(it);
    const before = it.token();
    const planted = "A".repeat(43);
    const again = await visitor().call("POST", "/v1/auth/login", { email, password }, { cookie: `sid=${planted}` });
    expect(again.cookies.find(({ name }) => name === "sid")?.value).not.toBe(planted);
    expect((await visitor().call("GET", "/v1/users", undefined, { cookie: `sid=${planted}` })).status).toBe(401);
    await it.call("POST", "/v1/auth/login", { email, password });
    expect(it.token()).not.toBe(before);
    expect((await visitor().call("GET", "/v1/users", undefined, { cookie: `sid=${before}` })).status).toBe(401);
  });

  test("the tenth wrong attempt in a minute is refused; the right password works from another network", async () => {
    const it = visitor();
    const { email, password } = await makeLoggedIn(visitor());
    const statuses: number[] = [];
    for (let at = 0; at < 10; at += 1)
      statuses.push((await it.call("POST", "/v1/auth/login", { email, password: `salah-${at}` })).status);
    expect(statuses).toEqual([...Array<number>(9).fill(401), 429]);
    const right = await it.call("POST", "/v1/auth/login", { email, password });
    expect(right.status).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect((await visitor().call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
  });

  test("one network has thirty wrong attempts a minute, for all e-mails together", async () => {
    const it = visitor();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        it.call("POST", "/v1/auth/login", { email: `orang${at}@kawung.test`, password: "satu-untuk-semua" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test("an account without a password, and a deleted one, cannot log in", async () => {
    const { id, email, password } = await makeLoggedIn(visitor());
    await context.db.run(sql`update users set deleted_at = now() where id = ${id}`);
    expect((await visitor().call("POST", "/v1/auth/login", { email, password })).status).toBe(401);
    const other = await makeLoggedIn(visitor());
    await context.db.run(sql`update users set password_hash = null where id = ${other.id}`);
    expect(
      (await visitor().call("POST", "/v1/auth/login", { email: other.email, password: "apa-saja-bisa" })).status,
    ).toBe(401);
  });
});

describe("the user's own data", () => {
  test("PUT /v1/users, also as POST with _method=PUT in JSON, form or query", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    const put = await it.call("PUT", "/v1/users", { name: "Rina A.", birth_date: "1995-04-21" });
    expect(put.body).toEqual({ success: true, message: "Profil Anda sudah disimpan.", data: {} });
    expect((await it.call("POST", "/v1/users", { _method: "PUT", name: "Rina B." })).status).toBe(200);
    expect((await it.call("POST", "/v1/users?_method=PUT", { name: "Rina C." })).status).toBe(200);
    const form = await it.call("POST", "/v1/users", "_method=PUT&name=Rina+D.&phone=081234567890", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(form.status).toBe(200);
    const { body } = await it.call("GET", "/v1/users/biodata");
    expect(body.result).toMatchObject({ name: "Rina D.", phone: "0812-3456-7890", birth_date: "1995-04-21" });
  });

  test("wrong fields are named in data", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    const { status, body } = await it.call("POST", "/v1/users", {
      _method: "PUT",
      name: "",
      phone: "123",
      birth_date: "2100-02-30",
    });
    expect([status, body.success]).toEqual([422, false]);
    expect(Object.keys(body.data).sort()).toEqual(["birth_date", "name", "phone"]);
    expect(body.data.birth_date).toEqual(["Pilih tanggal antara tahun 1900 dan hari ini."]);
  });

  test("fields that the user cannot change are refused, and nothing changes", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    const before = await it.call("GET", "/v1/users");
    for (const field of [
      "type",
      "id",
      "email",
      "email_verified_at",
      "total_cart",
      "balance",
      "operator_role",
      "password_hash",
      "image_id",
    ]) {
      const { status, body } = await it.call("POST", "/v1/users", { _method: "PUT", name: "Lain", [field]: "penjual" });
      expect([status, Object.keys(body.data)]).toEqual([422, [field]]);
    }
    expect((await it.call("GET", "/v1/users")).body).toEqual(before.body);
  });

  test("a new phone number long after login needs the password", async () => {
    const it = visitor();
    const { password } = await makeLoggedIn(it);
    expect((await it.call("PUT", "/v1/users", { name: "Rina", phone: "081234567890" })).status).toBe(200);
    time.ahead = freshLoginDuration + 60_000;
    const without = await it.call("PUT", "/v1/users", { name: "Rina", phone: "081299998888" });
    expect([without.status, without.body.code]).toEqual([403, "accounts.password_needed"]);
    const wrong = await it.call("PUT", "/v1/users", {
      name: "Rina",
      phone: "081299998888",
      current_password: "salah-sekali",
    });
    expect([wrong.status, Object.keys(wrong.body.data)]).toEqual([422, ["current_password"]]);
    expect((await it.call("PUT", "/v1/users", { name: "Rina W.", phone: "0812 3456 7890" })).status).toBe(200);
    expect(
      (await it.call("PUT", "/v1/users", { name: "Rina", phone: "081299998888", current_password: password })).status,
    ).toBe(200);
    time.ahead = 0;
    expect((await it.call("GET", "/v1/users/biodata")).body.result.phone).toBe("0812-9999-8888");
  });

  test("a changed password ends every other session and renews this one", async () => {
    const phone = visitor();
    const { email, password } = await makeLoggedIn(phone);
    const laptop = visitor();
    await laptop.call("POST", "/v1/auth/login", { email, password });
    const before = phone.token();
    const next = "sungai-kapuas-panjang";
    const wrong = await phone.call("PUT", "/v1/users/password", {
      current_password: "bukan-ini-ya",
      password: next,
      password_confirmation: next,
    });
    expect([wrong.status, Object.keys(wrong.body.data)]).toEqual([422, ["current_password"]]);
    for (const bad of ["12345678", email, password]) {
      const { status, body } = await phone.call("PUT", "/v1/users/password", {
        current_password: password,
        password: bad,
        password_confirmation: bad,
      });
      expect([status, Object.keys(body.data)]).toEqual([422, ["password"]]);
    }
    expect((await laptop.call("GET", "/v1/users")).status).toBe(200);
    const changed = await phone.call("PUT", "/v1/users/password", {
      current_password: password,
      password: next,
      password_confirmation: next,
    });
    expect(changed.status).toBe(200);
    expect(phone.token()).not.toBe(before);
    expect((await phone.call("GET", "/v1/users")).status).toBe(200);
    expect((await laptop.call("GET", "/v1/users")).status).toBe(401);
    expect((await visitor().call("GET", "/v1/users", undefined, { cookie: `sid=${before}` })).status).toBe(401);
    expect((await visitor().call("POST", "/v1/auth/login", { email, password })).status).toBe(401);
    expect((await visitor().call("POST", "/v1/auth/login", { email, password: next })).status).toBe(200);
  });
});

test("login does the same work for an unknown e-mail as for a wrong password", async () => {
  const { email } = await makeLoggedIn(visitor());
  /** The statements of a failed login, and the passwords that are hashed for it. */
  const workOf = async (address: string) => {
    const executed = vi.spyOn(pg.Connection.prototype, "execute");
    const hashed = vi.spyOn(Worker.prototype, "postMessage");
    try {
      const input = { email: address, password: "salah-sekali" };
      await expect(checkCredentials(context, input)).rejects.toThrow("Email atau Password salah!");
      const passwords = hashed.mock.calls.map(([task]) => Buffer.from((task as HashTask).password).toString());
      return { statements: executed.mock.calls.length, passwords };
    } finally {
      executed.mockRestore();
      hashed.mockRestore();
    }
  };
  const work = { statements: 1, passwords: ["salah-sekali"] };
  expect(await workOf(email)).toEqual(work);
  expect(await workOf("tidak-ada@kawung.test")).toEqual(work);
});
