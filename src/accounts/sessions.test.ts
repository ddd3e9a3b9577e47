import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMovableAccounts, makeLoggedIn } from "../../test/make-accounts.ts";
import { sql } from "#lib/database.ts";
import { operatorSessionLifetime, sessionLifetime } from "./rules.ts";

let { context, time, visitor } = {} as Awaited<ReturnType<typeof makeMovableAccounts>>;
let close = async () => {};

beforeAll(async () => {
  ({ context, time, visitor, close } = await makeMovableAccounts());
});
afterAll(() => close());

describe("sessions", () => {
  test("logout ends the session on the server, for cookie and bearer alike, and takes the cookies away", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    const token = it.token();
    const bearer = { authorization: `Bearer ${token}` };
    expect((await visitor().call("GET", "/v1/users", undefined, bearer)).status).toBe(200);
    const logout = await it.call("POST", "/v1/auth/logout");
    expect(logout.body).toEqual({ success: true });
    expect(it.token()).toBeUndefined();
    expect((await visitor().call("GET", "/v1/users", undefined, { cookie: `sid=${token}` })).status).toBe(401);
    expect((await visitor().call("GET", "/v1/users", undefined, bearer)).status).toBe(401);
  });

  test("removeToken removes whatever token there is, and is content without one", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    expect((await it.call("POST", "/removeToken")).body).toEqual({ success: true });
    expect(it.token()).toBeUndefined();
    expect((await it.call("POST", "/removeToken")).status).toBe(200);
    expect((await it.call("POST", "/removeToken", undefined, { cookie: "sid=%00" })).status).toBe(200);
  });

  test("a page that found nobody ends no session that was opened meanwhile, and takes only its own cookies away", async () => {
    const late = { "kawung-check": "failed" };
    const it = visitor();
    await makeLoggedIn(it);
    expect((await it.call("POST", "/removeToken", undefined, late)).body).toEqual({ success: true });
    expect((await it.call("GET", "/v1/users")).status).toBe(200);
    const nobody = await visitor().call("POST", "/removeToken", undefined, late);
    expect(nobody.headers["set-cookie"]).toBeUndefined();
    const stale = { ...late, cookie: `sid=${"x".repeat(43)}; masuk=1` };
    const over = await visitor().call("POST", "/removeToken", undefined, stale);
    expect(String(over.headers["set-cookie"])).toMatch(/sid=;.*masuk=;/);
  });

  test("without a session the current user is refused", async () => {
    const { status, body } = await visitor().call("GET", "/v1/users");
    expect([status, body.code]).toEqual([401, "session.required"]);
  });

  test("who prefers it is told without an error that nobody is there, and never who somebody is not", async () => {
    const it = visitor();
    const prefer = { prefer: "respond-async, handling=lenient" };
    const nobody = await it.call("GET", "/v1/users", undefined, prefer);
    expect([nobody.status, nobody.body.success, nobody.body.code]).toEqual([200, false, "session.required"]);
    expect(nobody.body.result).toBeUndefined();
    expect((await it.call("GET", "/v1/users", undefined, { prefer: "handling=strict" })).status).toBe(401);
    // Only where it is offered.
    expect((await it.call("GET", "/v1/users/biodata", undefined, prefer)).status).toBe(401);
    await makeLoggedIn(it);
    expect((await it.call("GET", "/v1/users", undefined, prefer)).body.success).toBe(true);
  });

  test("V7.1.1 an operator's session is over after 12 hours, in the browser too", async () => {
    const it = visitor();
    const { id, email, password } = await makeLoggedIn(it);
    await context.db.run(sql`update users set type = 'operator', operator_role = 'support' where id = ${id}`);
    const { cookies } = await it.call("POST", "/v1/auth/login", { email, password });
    const { expires } = cookies.find(({ name }) => name === "sid") as { expires?: Date };
    expect(Math.abs((expires?.getTime() ?? 0) - Date.now() - operatorSessionLifetime)).toBeLessThan(60_000);
    time.ahead = operatorSessionLifetime - 60_000;
    expect((await it.call("GET", "/v1/users")).status).toBe(200);
    time.ahead = operatorSessionLifetime + 1000;
    expect((await it.call("GET", "/v1/users")).status).toBe(401);
    time.ahead = 0;
  });

  test("a session is over after 30 days", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    time.ahead = sessionLifetime - 60_000;
    expect((await it.call("GET", "/v1/users")).status).toBe(200);
    time.ahead = sessionLifetime + 1000;
    expect((await it.call("GET", "/v1/users")).status).toBe(401);
    time.ahead = 0;
  });

  test("a person sees their sessions, ends one of them, and nobody else's", async () => {
    const phone = visitor();
    const { email, password } = await makeLoggedIn(phone);
    const laptop = visitor();
    await laptop.call(
      "POST",
      "/v1/auth/login",
      { email, password },
      { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/128.0" },
    );
    const { body } = await phone.call("GET", "/v1/users/sessions");
    expect(body.result).toHaveLength(2);
    const [other] = body.result.filter((one: { current: boolean }) => !one.current);
    expect(other.device).toBe("Firefox di Windows");
    const stranger = visitor();
    await makeLoggedIn(stranger);
    expect((await stranger.call("DELETE", `/v1/users/sessions/${other.id}`)).status).toBe(404);
    expect((await laptop.call("GET", "/v1/users")).status).toBe(200);
    expect((await phone.call("POST", `/v1/users/sessions/${other.id}?_method=DELETE`)).status).toBe(200);
    expect((await laptop.call("GET", "/v1/users")).status).toBe(401);
    expect((await phone.call("DELETE", "/v1/users/sessions")).status).toBe(200);
    expect((await phone.call("GET", "/v1/users")).status).toBe(200);
  });
});
