import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accountRoutes } from "../../src/accounts/routes.ts";
import { readConfig } from "../../src/lib/config.ts";
import { sql } from "../../src/lib/database.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import { searchRoutes } from "../../src/search/routes.ts";
import { registrationOf } from "../make/accounts.ts";
import { makeSession } from "../make/checkout.ts";
import { addressOf, isOfCart, operationsOf } from "./api-operations.ts";
import { bodyOf } from "./call-bodies.ts";
import { makeWorld, origin, type Headers, type World } from "./make-world.ts";

let world: World;
const form = { "content-type": "application/x-www-form-urlencoded" };

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

async function register(): Promise<{ email: string; password: string }> {
  const { email, password, ...rest } = registrationOf();
  const { status } = await world.nobody.call("POST", "/v1/auth/register", { email, password, ...rest });
  expect(status).toBe(200);
  return { email, password };
}

const pages = [
  "/",
  "/login",
  "/register",
  "/logout",
  "/cart",
  "/checkout",
  "/profile",
  "/profile?page=addresses",
  "/manageMerchant",
  "/manageMerchant?page=settings",
  "/product",
  "/simulator",
];

describe("a post from another site", () => {
  test("is refused by every call and every page, for every content type of a form, and changes nothing", async () => {
    const before = await world.stored();
    const signs: Headers[] = [
      { "sec-fetch-site": "cross-site", origin: "https://evil.test" },
      { "sec-fetch-site": "same-site", origin: "https://kawung.test.evil.test" },
      { "sec-fetch-site": "none", origin: "null" },
    ];
    const shapes: [string, string][] = [
      ["application/json", "{}"],
      ["application/x-www-form-urlencoded", "_method=DELETE&intent=delete"],
      ["text/plain", '{"x":1}'],
      [
        "multipart/form-data; boundary=x",
        '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nJahat\r\n--x--\r\n',
      ],
    ];
    const writing = (await operationsOf(world)).filter((one) => one.method !== "GET");
    const doors = [
      // Payment providers and courier platforms send no cookie; a signature or a secret authenticates them.
      ...writing
        .filter((one) => !/\/notifications\/\{(provider|platform)\}/.test(one.path))
        .map((one) => [one.method, addressOf(world, one)] as const),
      ...pages.map((url) => ["POST", url] as const),
      ["POST", `/payment/${world.placed.paymentId}`] as const,
      ["POST", `/product/${world.product.slug}`] as const,
    ];
    expect(doors.length).toBeGreaterThan(40);
    for (const [method, url] of doors) {
      for (const sign of signs) {
        for (const [type, body] of shapes) {
          const { status } = await world.buyer.call(method, url, body, { ...sign, "content-type": type });
          expect(status, `${method} ${url} ${sign["sec-fetch-site"]} ${type}`).toBe(403);
        }
      }
      // Browsers without Sec-Fetch-Site send at least an Origin. A request with a cookie and without both is refused.
      for (const old of [
        { origin: "https://evil.test" },
        { origin: "null" },
        { referer: "https://kawung.test/" },
        {},
      ]) {
        const { statusCode } = await world.app.inject({
          method: method as "POST",
          url,
          headers: { cookie: world.buyer.cookie, "content-type": "application/json", ...(old as Headers) },
          payload: "{}",
        });
        expect(statusCode, `${method} ${url} ${JSON.stringify(old)}`).toBe(403);
      }
    }
    expect(await world.stored()).toBe(before);
  });

  test("cannot use the cookie by adding a bearer token", async () => {
    const { statusCode } = await world.app.inject({
      method: "PUT",
      url: "/v1/users",
      headers: {
        cookie: world.buyer.cookie,
        authorization: "Bearer x",
        "sec-fetch-site": "cross-site",
        "content-type": "application/json",
      },
      payload: JSON.stringify({ name: "Jahat" }),
    });
    expect(statusCode).toBe(403);
  });
});

test("GET changes nothing, even with a method override", async () => {
  const before = await world.stored();
  for (const operation of await operationsOf(world)) {
    if (operation.method === "GET") continue;
    const url = addressOf(world, operation);
    for (const asked of ["", "?_method=DELETE", "?_method=PUT", "?_method=POST"]) {
      for (const method of ["GET", "HEAD"] as const) {
        const { status } = await world.buyer.call(method, url + asked, undefined, {
          "x-http-method-override": operation.method,
          "x-method-override": operation.method,
        });
        expect(status, `${method} ${url}${asked}`).toBeLessThan(500);
      }
    }
  }
  for (const url of pages.filter((one) => one !== "/"))
    for (const intent of ["cancel", "delete", "receive", "remove", "end-others"])
      expect(
        (await world.buyer.open(`${url}${url.includes("?") ? "&" : "?"}intent=${intent}&id=${world.addressId}`)).status,
      ).toBeLessThan(500);
  expect(await world.stored()).toBe(before);
});

test("_method reaches only the declared calls", async () => {
  const before = await world.stored();
  const operations = await operationsOf(world);
  for (const operation of operations.filter((one) => one.method === "PUT" || one.method === "DELETE")) {
    const known = operations.filter((one) => one.path === operation.path).map((one) => one.method as string);
    for (const asked of ["GET", "PATCH", "TRACE", "constructor", "__proto__", "PUT", "DELETE"]) {
      if (known.includes(asked)) continue;
      const { status } = await world.buyer.call("POST", `${addressOf(world, operation)}?_method=${asked}`, {});
      expect([404, 405, 422], `${operation.path} ${asked}`).toContain(status);
    }
    const body = { ...bodyOf(world, operation), _method: operation.method };
    const { status } = await world.nobody.call("POST", addressOf(world, operation), body);
    if (isOfCart(operation)) expect([200, 404], operation.key).toContain(status);
    else expect(status, operation.key).toBe(401);
  }
  expect(await world.stored()).toBe(before);
});

describe("logging in through the page", () => {
  test("leads only to this site, whatever the URL names as target", async () => {
    const { email, password } = await register();
    const targets = [
      "//evil.test",
      "https://evil.test",
      "/\\evil.test",
      "/\t/evil.test",
      "%2f%2fevil.test",
      "javascript:alert(1)",
      "data:text/html,x",
      "/%09/evil.test",
      "/%5cevil.test",
      "\\\\evil.test",
      "https:evil.test",
      "/@evil.test/../..//evil.test",
      ".evil.test",
      "@evil.test",
      "/login?from=//evil.test",
      "/x\r\nSet-Cookie: a=b",
    ];
    for (const target of targets) {
      const body = new URLSearchParams({ email, password, from: target }).toString();
      const { status, headers } = await world.nobody.call("POST", "/login", body, form);
      expect(status, target).toBe(303);
      const to = new URL(String(headers.location), origin);
      expect(to.origin, target).toBe(origin);
      expect(String(headers.location), target).toMatch(/^\/(?![/\\])/);
      expect(String(headers.location), target).not.toMatch(/[\r\n\t]/);
      const shown = await world.buyer.open(`/login?from=${encodeURIComponent(target)}`);
      expect(shown.status, target).toBe(302);
      expect(new URL(String(shown.headers.location), origin).origin, target).toBe(origin);
      const asked = await world.nobody.open(`/login?from=${encodeURIComponent(target)}`);
      expect(asked.text, target).not.toMatch(/(href|value|action)="(\/\/|https?:\/\/evil|javascript:|\\)/);
    }
  });

  test("sets one protected cookie with a new token each time, which scripts cannot read", async () => {
    const { email, password } = await register();
    const planted = await makeSession(world.context, world.otherBuyer.id);
    const send = (cookie: string) =>
      world.nobody.call("POST", "/login", new URLSearchParams({ email, password }).toString(), { ...form, cookie });
    const tokens = new Set<string>();
    for (const cookie of ["__Host-sid=AAAA", `__Host-sid=${"A".repeat(43)}`, `__Host-sid=${planted}`, "sid=x"]) {
      const answer = await send(cookie);
      const set = [answer.headers["set-cookie"]].flat().map(String);
      const session = set.filter((one) => one.startsWith("__Host-sid="));
      expect(session).toHaveLength(1);
      expect(session[0]).toMatch(/; Path=\//);
      expect(session[0]).toMatch(/; HttpOnly/);
      expect(session[0]).toMatch(/; Secure/);
      expect(session[0]).toMatch(/; SameSite=Lax/);
      expect(session[0]).not.toMatch(/Domain/i);
      for (const hint of set.filter((one) => !one.startsWith("__Host-sid=")))
        expect(hint).toMatch(/^(logged_in=1; .*Secure|__Host-browser=[\w.-]+; .*HttpOnly; Secure; SameSite=Lax)/);
      const token = /^__Host-sid=([^;]+)/.exec(session[0] ?? "")?.[1] ?? "";
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(cookie).not.toContain(token);
      expect(answer.text).not.toContain(token);
      tokens.add(token);
    }
    expect(tokens.size).toBe(4);
    const stored = await world.context.db.row<{ n: number }>(
      sql`select count(*)::int as n from sessions s where to_jsonb(s)::text like any (${[...tokens].map((one) => `%${one}%`)}::text[])`,
    );
    expect(stored?.n).toBe(0);
    const after = await world.nobody.call("GET", "/v1/users", undefined, { cookie: `__Host-sid=${planted}` });
    expect(after.status).toBe(401);
  });

  test("a logout ends the session for every page and call with the old cookie", async () => {
    const token = await makeSession(world.context, world.otherBuyer.id);
    const cookie = `__Host-sid=${token}`;
    expect((await world.nobody.call("GET", "/v1/users", undefined, { cookie })).status).toBe(200);
    expect((await world.nobody.call("POST", "/logout", "", { ...form, cookie })).status).toBeLessThan(400);
    expect((await world.nobody.call("GET", "/v1/users", undefined, { cookie })).status).toBe(401);
    expect((await world.nobody.call("GET", "/profile", undefined, { cookie })).status).toBe(302);
    const bearer = { authorization: `Bearer ${token}` };
    expect((await world.nobody.call("GET", "/v1/users", undefined, bearer)).status).toBe(401);
  });

  test("there are no default accounts", async () => {
    for (const [email, password] of [
      ["admin", "admin"],
      ["admin@kawung.test", "admin"],
      ["operator@kawung.test", "password"],
      ["pembeli@kawung.test", "kawung-demo"],
      ["penjual@kawung.test", "password"],
      ["root", ""],
    ] as const) {
      expect([401, 422]).toContain((await world.nobody.call("POST", "/v1/auth/login", { email, password })).status);
    }
    const production = { NODE_ENV: "production", PUBLIC_URL: "https://pasar.example" };
    expect(readConfig(production).demo).toBe(false);
    expect(readConfig({ DATABASE_URL: "postgres://localhost/x" }).demo).toBe(false);
    expect(readConfig({ ...production, LIMIT_FACTOR: "1000" }).limitFactor).toBe(1);
    expect(() => readConfig({ ...production, PUBLIC_URL: "http://pasar.example" })).toThrow(/https/);
  });
});

describe("limits", () => {
  test.each([false, true])(
    "count by the real address, whatever is forwarded (behind a proxy: %s)",
    async (trustProxy) => {
      const context = { ...world.context, config: { ...world.context.config, limitFactor: 1, trustProxy } };
      const app = await createHttp(context);
      await app.register(async (scope) => accountRoutes(scope, context));
      const statuses: number[] = [];
      for (let at = 0; at < 14; at += 1) {
        const lie = `10.0.0.${at}`;
        // The address that the proxy itself saw is the last in the list.
        const forwarded = trustProxy ? `${lie}, 192.0.2.7` : lie;
        const response = await app.inject({
          method: "POST",
          url: "/v1/auth/login",
          headers: { "x-forwarded-for": forwarded, "x-real-ip": lie, "client-ip": lie, forwarded: `for=${lie}` },
          payload: { email: "korban@kawung.test", password: "tebakan-saja" },
        });
        statuses.push(response.statusCode);
        if (response.statusCode === 429) expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
      }
      await app.close();
      expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 401));
      expect(statuses.slice(9)).toEqual(Array.from({ length: 5 }, () => 429));
    },
  );

  test("of a user apply to the user, whatever cookies the requests add", async () => {
    const context = { ...world.context, config: { ...world.context.config, limitFactor: 1 } };
    const { checkoutRoutes } = await import("../../src/orders/checkout/routes.ts");
    const app = await createHttp(context);
    await app.register(async (scope) => checkoutRoutes(scope, context));
    const statuses = new Map<number, number>();
    for (let at = 0; at < 70; at += 1) {
      const { statusCode } = await app.inject({
        method: "POST",
        url: "/v1/checkout",
        headers: { cookie: `${world.buyer.cookie}; x=${at}`, "sec-fetch-site": "same-origin" },
        payload: {},
      });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    const other = await app.inject({
      method: "POST",
      url: "/v1/checkout",
      headers: { cookie: world.otherBuyer.cookie, "sec-fetch-site": "same-origin" },
      payload: {},
    });
    await app.close();
    expect(Object.fromEntries(statuses)).toEqual({ 422: 60, 429: 10 });
    expect(other.statusCode).toBe(422);
  });

  test("apply to public calls, and their refusals state the time to wait", async () => {
    const context = { ...world.context, config: { ...world.context.config, limitFactor: 1 } };
    const app = await createHttp(context);
    await app.register(async (scope) => searchRoutes(scope, context));
    let refused: Headers | undefined;
    for (let at = 0; at < 601; at += 1) {
      const response = await app.inject({
        url: "/v1/products/keywords",
        headers: { "x-forwarded-for": `10.0.1.${at % 250}` },
      });
      if (response.statusCode === 429) refused = { ...(response.headers as Headers), body: response.body };
      else expect(response.statusCode).toBe(200);
    }
    await app.close();
    expect(Number(refused?.["retry-after"])).toBeGreaterThan(0);
    expect(refused?.body).toContain("request.too_many");
  });
});
