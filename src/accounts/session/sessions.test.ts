import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeMovableAccounts, makeLoggedIn } from "../../../test/make/accounts.ts";
import { sql } from "#lib/database.ts";
import { day, minute } from "#lib/time.ts";
import { operatorSessionIdleDuration, operatorSessionDuration, sessionIdleDuration, sessionDuration } from "./rules.ts";

let { context, time, visitor } = {} as Awaited<ReturnType<typeof makeMovableAccounts>>;
let close = async () => {};

beforeAll(async () => {
  ({ context, time, visitor, close } = await makeMovableAccounts());
});
afterAll(() => close());
afterEach(() => {
  time.ahead = 0;
});

describe("sessions", () => {
  test("logout ends the session on the server, for cookie and bearer alike, and deletes the cookies", async () => {
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

  test("removeToken ends the session of any token, and succeeds without one", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    expect((await it.call("POST", "/removeToken")).body).toEqual({ success: true });
    expect(it.token()).toBeUndefined();
    expect((await it.call("POST", "/removeToken")).status).toBe(200);
    expect((await it.call("POST", "/removeToken", undefined, { cookie: "sid=%00" })).status).toBe(200);
  });

  test("a page without a session ends no session that was opened in the meantime, and deletes only stale cookies", async () => {
    const late = { "kawung-check": "failed" };
    const it = visitor();
    await makeLoggedIn(it);
    expect((await it.call("POST", "/removeToken", undefined, late)).body).toEqual({ success: true });
    expect((await it.call("GET", "/v1/users")).status).toBe(200);
    const nobody = await visitor().call("POST", "/removeToken", undefined, late);
    expect(nobody.headers["set-cookie"]).toBeUndefined();
    const stale = { ...late, cookie: `sid=${"x".repeat(43)}; logged_in=1` };
    const over = await visitor().call("POST", "/removeToken", undefined, stale);
    expect(String(over.headers["set-cookie"])).toMatch(/sid=;.*logged_in=;/);
  });

  test("without a session the current user is refused", async () => {
    const { status, body } = await visitor().call("GET", "/v1/users");
    expect([status, body.code]).toEqual([401, "session.required"]);
  });

  test("a client that prefers it gets status 200 instead of 401 when no user is logged in", async () => {
    const it = visitor();
    const prefer = { prefer: "respond-async, handling=lenient" };
    const nobody = await it.call("GET", "/v1/users", undefined, prefer);
    expect([nobody.status, nobody.body.success, nobody.body.code]).toEqual([200, false, "session.required"]);
    expect(nobody.body.result).toBeUndefined();
    expect((await it.call("GET", "/v1/users", undefined, { prefer: "handling=strict" })).status).toBe(401);
    // Only this endpoint offers it.
    expect((await it.call("GET", "/v1/users/biodata", undefined, prefer)).status).toBe(401);
    await makeLoggedIn(it);
    expect((await it.call("GET", "/v1/users", undefined, prefer)).body.success).toBe(true);
  });

  /** A user who is active: returns the status of one call each `step` until `end`. */
  async function useEach(it: ReturnType<typeof visitor>, step: number, end: number): Promise<number[]> {
    const statuses: number[] = [];
    for (time.ahead = 0; time.ahead < end; time.ahead += step)
      statuses.push((await it.call("GET", "/v1/users")).status);
    return statuses;
  }
  const statusAt = async (it: ReturnType<typeof visitor>, ahead: number) => {
    time.ahead = ahead;
    return (await it.call("GET", "/v1/users")).status;
  };
  async function makeOperator(it: ReturnType<typeof visitor>) {
    const { id, email, password } = await makeLoggedIn(it);
    await context.db.run(sql`update users set type = 'operator', operator_role = 'support' where id = ${id}`);
    return it.call("POST", "/v1/auth/login", { email, password });
  }

  test("V7.1.1 V7.3.2 an operator's session ends after 12 hours even when it is in use, in the browser too", async () => {
    const it = visitor();
    const { cookies } = await makeOperator(it);
    const { expires } = cookies.find(({ name }) => name === "sid") as { expires?: Date };
    expect(Math.abs((expires?.getTime() ?? 0) - Date.now() - operatorSessionDuration)).toBeLessThan(60_000);
    expect(new Set(await useEach(it, 20 * minute, operatorSessionDuration))).toEqual(new Set([200]));
    expect(await statusAt(it, operatorSessionDuration + 1000)).toBe(401);
  });

  test("V7.3.1 an operator's session ends after 30 minutes without use", async () => {
    const it = visitor();
    await makeOperator(it);
    expect(await statusAt(it, operatorSessionIdleDuration - minute)).toBe(200);
    expect(await statusAt(it, 2 * operatorSessionIdleDuration - 2 * minute)).toBe(200);
    expect(await statusAt(it, 3 * operatorSessionIdleDuration)).toBe(401);
  });

  test("V7.3.2 a session ends 90 days after login even when it is in use", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    expect(new Set(await useEach(it, 10 * day, sessionDuration))).toEqual(new Set([200]));
    expect(await statusAt(it, sessionDuration + 1000)).toBe(401);
  });

  test("V7.3.1 a session ends after 14 days without use, and no list of devices shows it", async () => {
    const it = visitor();
    const { email, password } = await makeLoggedIn(it);
    expect(await statusAt(it, sessionIdleDuration - minute)).toBe(200);
    expect(await statusAt(it, 2 * sessionIdleDuration - 2 * minute)).toBe(200);
    time.ahead = 3 * sessionIdleDuration;
    const again = visitor();
    await again.call("POST", "/v1/auth/login", { email, password });
    expect((await again.call("GET", "/v1/users/sessions")).body.result).toHaveLength(1);
    expect((await it.call("GET", "/v1/users")).status).toBe(401);
  });

  test("calls that a page makes by itself do not extend the session: its event stream, and calls while the user is away", async () => {
    const it = visitor();
    const { id } = await makeLoggedIn(it);
    const lastSeen = () => context.db.row(sql`select last_seen_at, expires_at from sessions where user_id = ${id}`);
    const before = await lastSeen();
    time.ahead = sessionIdleDuration - minute;
    expect((await it.call("HEAD", "/v1/users/events")).status).toBe(200);
    expect((await it.call("GET", "/v1/users", undefined, { "kawung-unattended": "1" })).status).toBe(200);
    expect(await lastSeen()).toEqual(before);
    time.ahead = sessionIdleDuration + minute;
    expect((await it.call("GET", "/v1/users")).status).toBe(401);
  });

  test("the use of a busy session is stored only once in a while", async () => {
    const it = visitor();
    const { id } = await makeLoggedIn(it);
    const seen = new Set<number>();
    for (let minutes = 0; minutes < 60; minutes += 1) {
      time.ahead = minutes * minute;
      await it.call("GET", "/v1/users");
      const row = await context.db.row<{ at: Date }>(
        sql`select last_seen_at as at from sessions where user_id = ${id}`,
      );
      seen.add(row?.at.getTime() ?? 0);
    }
    expect(seen.size).toBeLessThanOrEqual(4);
  });

  test("a user sees their sessions and can end one of them, but no other user's", async () => {
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
