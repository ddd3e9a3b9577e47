import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMovableAccounts, makeLoggedIn } from "../../test/make/accounts.ts";

let { api, visitor } = {} as Awaited<ReturnType<typeof makeMovableAccounts>>;
let close = async () => {};

beforeAll(async () => {
  ({ api, visitor, close } = await makeMovableAccounts());
});
afterAll(() => close());

describe("hostile input", () => {
  const deep = `${"[".repeat(1000)}${"]".repeat(1000)}`;
  const values = ["[]", "{}", '["a"]', '{"$ne":1}', "0", "-1", "1e308", "null", "true", '"\\u0000"', '"\\ud800"', deep];
  test.each([
    ["POST", "/v1/auth/login", ["email", "password"]],
    ["POST", "/v1/auth/register", ["name", "email", "password", "password_confirmation", "phone", "type"]],
    ["PUT", "/v1/users", ["name", "phone", "birth_date"]],
    ["PUT", "/v1/users/password", ["current_password", "password", "password_confirmation"]],
  ] as const)("%s %s answers wrong types with a refusal, never with a failure", async (method, url, fields) => {
    const it = visitor();
    await makeLoggedIn(it);
    const good: Record<string, string> = {
      name: "Rina",
      email: "x@kawung.test",
      password: "x",
      password_confirmation: "x",
    };
    for (const field of fields) {
      for (const value of values) {
        const others = fields
          .filter((one) => one !== field && one in good)
          .map((one) => `"${one}":${JSON.stringify(good[one])}`);
        const { status, body } = await it.call(method, url, `{${[...others, `"${field}":${value}`].join(",")}}`, {
          "content-type": "application/json",
        });
        const mayBeNothing = value === "null" && ["phone", "birth_date"].includes(field);
        expect(
          mayBeNothing ? [200, 422] : [400, 401, 422, 429],
          `${field}=${value.slice(0, 20)} → ${JSON.stringify(body).slice(0, 200)}`,
        ).toContain(status);
      }
    }
    for (const whole of ["null", "[]", '"x"', "5", "{", "", deep, '{"__proto__":{"a":1}}']) {
      expect([400, 422]).toContain((await it.call(method, url, whole, { "content-type": "application/json" })).status);
    }
    expect([400, 415, 422]).toContain((await it.call(method, url, "a=b", { "content-type": "text/plain" })).status);
    expect(
      (await it.call(method, url, JSON.stringify({ name: "x".repeat(70_000) }), { "content-type": "application/json" }))
        .status,
    ).toBe(413);
  });

  test("malformed tokens log nobody in", async () => {
    for (const token of ["", "x", "A".repeat(44), "%00", "' or 1=1--", "A".repeat(5000)]) {
      expect((await visitor().call("GET", "/v1/users", undefined, { cookie: `sid=${token}` })).status).toBe(401);
      expect((await visitor().call("GET", "/v1/users", undefined, { authorization: `Bearer ${token}` })).status).toBe(
        401,
      );
    }
  });
});

describe("posts from other sites", () => {
  const writes = [
    ["POST", "/v1/auth/login"],
    ["POST", "/v1/auth/register"],
    ["POST", "/v1/auth/logout"],
    ["POST", "/removeToken"],
    ["PUT", "/v1/users"],
    ["POST", "/v1/users"],
    ["PUT", "/v1/users/password"],
    ["DELETE", "/v1/users/sessions"],
    ["PUT", "/v1/users/notifications/update"],
    ["POST", "/v1/addresses"],
  ] as const;
  test.each(writes)("%s %s is refused", async (method, url) => {
    const it = visitor();
    await makeLoggedIn(it);
    const crossSite: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site", "content-type": "text/plain" },
      { "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" },
      { "sec-fetch-site": "cross-site", "content-type": "multipart/form-data; boundary=x" },
    ];
    for (const headers of crossSite) {
      const { status } = await it.call(method, url, "_method=PUT&name=Jahat", {
        origin: "https://evil.test",
        ...headers,
      });
      expect(status).toBe(403);
    }
    const old = await api.app.inject({
      method,
      url,
      headers: { cookie: `sid=${it.token()}`, origin: "https://evil.test" },
    });
    const neither = await api.app.inject({ method, url, headers: { cookie: `sid=${it.token()}` } });
    expect([old.statusCode, neither.statusCode]).toEqual([403, 403]);
    expect((await it.call("GET", "/v1/users")).body.result.name).toBe("Rina Wulandari");
  });

  test("a GET changes nothing, even when it asks for another method", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    expect((await it.call("GET", "/v1/users?_method=DELETE")).status).toBe(422);
    expect((await it.call("GET", "/v1/auth/logout")).status).toBe(404);
    expect((await it.call("GET", "/v1/users", undefined, { "x-http-method-override": "PUT" })).status).toBe(200);
    expect((await it.call("POST", "/v1/users", { _method: "DELETE" })).status).toBe(405);
    expect((await it.call("POST", "/v1/users", { name: "x" })).status).toBe(405);
    expect((await it.call("GET", "/v1/users")).body.result.name).toBe("Rina Wulandari");
  });
});
