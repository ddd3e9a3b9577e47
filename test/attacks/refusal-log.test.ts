import { randomUUID } from "node:crypto";
import { connect } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { createLog } from "../../src/lib/log.ts";
import { createRefusalLog, refusalLogLimits } from "../../src/lib/http/refusal-log.ts";
import { signNotification } from "../../src/payments/providers/simulator/provider.ts";
import { endless, listen, pour } from "../raw-http.ts";
import { makeWorld, type Headers, type Method, type Person, type World } from "./make-world.ts";

type Line = { level: number; msg: string; code?: string; path?: string | null; from?: string; actor?: string };

let world: World;
let server: Awaited<ReturnType<typeof listen>>;
let lines: Line[] = [];
let texts = "";
const read = (line: string) => {
  texts += line;
  lines.push(JSON.parse(line) as Line);
};

beforeAll(async () => {
  world = await makeWorld({
    env: { GOOGLE_CLIENT_ID: "uji.apps.googleusercontent.com", GOOGLE_CLIENT_SECRET: "x" },
    log: createLog("info", { write: read }),
  });
  server = await listen(world.app);
});
afterAll(() => world.close());
beforeEach(() => {
  world.app.refusalLog.flush();
  lines = [];
  texts = "";
});

const warn = 40;
const info = 30;
// This text must not be in any log line.
const secret = "rahasia7081";
const unknown = "00000000-0000-4000-8000-000000000000";
let networks = 0;

/** One request from a separate network. */
async function send(person: Person, method: Method, url: string, body?: unknown, headers: Headers = {}): Promise<void> {
  networks += 1;
  const sendsText = typeof body === "string" || Buffer.isBuffer(body);
  await world.app.inject({
    method,
    url,
    remoteAddress: `203.0.113.${networks}`,
    headers: {
      "sec-fetch-site": "same-origin",
      "user-agent": secret,
      ...(person.cookie ? { cookie: person.cookie } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: sendsText ? body : JSON.stringify(body) }),
  });
}

const wire = (text: string, pieces?: Parameters<typeof pour>[2]) => pour(server, text, pieces);
const host = "Host: kawung.test\r\nSec-Fetch-Site: same-origin";
const form = { "content-type": "multipart/form-data; boundary=b" };
const file = `--b\r\ncontent-disposition: form-data; name="picture"; filename="${secret}.jpg"\r\n\r\n`;
const key = () => ({ "idempotency-key": randomUUID() });

type Attack = [name: string, run: () => Promise<unknown>, code: string, level: number, path: string | null];
const attacks: Attack[] = [
  [
    "another person's order",
    () => send(world.otherBuyer, "GET", `/v1/orders/${world.paid.orderId}`),
    "request.not_found",
    warn,
    "/v1/orders/:orderId",
  ],
  [
    "another person's payment",
    () => send(world.otherBuyer, "GET", `/v1/payments/${world.placed.paymentId}`),
    "payments.not_found",
    warn,
    "/v1/payments/:paymentId",
  ],
  [
    "another person's address",
    () => send(world.otherBuyer, "DELETE", `/v1/addresses/${world.addressId}`),
    "request.not_found",
    warn,
    "/v1/addresses/:id",
  ],
  [
    "another person's line of a cart",
    () => send(world.otherBuyer, "DELETE", `/v1/cart/lines/${world.cartLineId}`),
    "request.not_found",
    warn,
    "/v1/cart/lines/:lineId",
  ],
  [
    "another person's session",
    () => send(world.otherBuyer, "DELETE", `/v1/users/sessions/${world.sessionId}`),
    "request.not_found",
    warn,
    "/v1/users/sessions/:id",
  ],
  [
    "another person's notification",
    () => send(world.otherBuyer, "PUT", "/v1/users/notifications/update", { id: world.notificationId, status: "read" }),
    "request.not_found",
    warn,
    "/v1/users/notifications/update",
  ],
  [
    "another shop's order",
    () => send(world.otherSeller, "GET", `/v1/seller/orders/${world.paid.orderId}`),
    "request.not_found",
    warn,
    "/v1/seller/orders/:orderId",
  ],
  [
    "another shop's product",
    () => send(world.otherSeller, "GET", `/v1/seller/products/${world.product.productId}`),
    "request.not_found",
    warn,
    "/v1/seller/products/:id",
  ],
  [
    "another person's address in a checkout",
    () =>
      send(world.otherBuyer, "POST", "/v1/checkout/quote", { address_id: world.addressId, payment_method: "va_bca" }),
    "checkout.address_unknown",
    warn,
    "/v1/checkout/quote",
  ],
  [
    "a call of sellers",
    () => send(world.buyer, "GET", "/v1/seller/orders"),
    "session.forbidden",
    warn,
    "/v1/seller/orders",
  ],
  [
    "a call of operators",
    () => send(world.buyer, "GET", "/v1/operator/orders"),
    "session.forbidden",
    warn,
    "/v1/operator/orders",
  ],
  [
    "an invented quote",
    () =>
      send(
        world.buyer,
        "POST",
        "/v1/checkout",
        { quote_id: "a".repeat(64), address_id: world.addressId, shipping: {}, payment_method: "va_bca" },
        key(),
      ),
    "checkout.quote_changed",
    info,
    "/v1/checkout",
  ],
  [
    "a price in a checkout",
    () =>
      send(
        world.buyer,
        "POST",
        "/v1/checkout",
        { quote_id: "a".repeat(64), total: 1, address_id: world.addressId, shipping: {}, payment_method: "va_bca" },
        key(),
      ),
    "request.invalid",
    warn,
    "/v1/checkout",
  ],
  [
    "a type of account in a profile",
    () => send(world.buyer, "PUT", "/v1/users", { name: "Sari", type: "operator", [secret]: 1 }),
    "request.invalid",
    warn,
    "/v1/users",
  ],
  [
    "an operator of a database as a password",
    () => send(world.nobody, "POST", "/v1/auth/login", { email: "a@kawung.test", password: { $ne: secret } }),
    "request.invalid",
    warn,
    "/v1/auth/login",
  ],
  [
    "a wrong password",
    () => send(world.nobody, "POST", "/v1/auth/login", { email: "a@kawung.test", password: secret }),
    "accounts.bad_credentials",
    warn,
    "/v1/auth/login",
  ],
  [
    "an invented mailed link",
    () => send(world.nobody, "POST", "/v1/auth/verify-email", { token: secret.padEnd(43, "A") }),
    "accounts.link_over",
    warn,
    "/v1/auth/verify-email",
  ],
  [
    "a provider's login that was not started",
    () => send(world.nobody, "GET", `/login/oauth/google/callback?code=${secret}&state=${secret}`),
    "accounts.oauth_refused",
    warn,
    "/login/oauth/:provider/callback",
  ],
  [
    "a key that was used for something else",
    async () => {
      const headers = { "idempotency-key": `${secret}-${randomUUID()}` };
      const body = { quote_id: "a".repeat(64), address_id: world.addressId, shipping: {}, payment_method: "va_bca" };
      await world.context.db.pool.query(
        "insert into idempotency_keys (user_id, route, key, body_hash, created_at, status, response) select $1, 'POST /v1/checkout', $2, '\\x00', now(), 200, '{}'",
        [world.buyer.id, headers["idempotency-key"]],
      );
      await send(world.buyer, "POST", "/v1/checkout", body, headers);
    },
    "idempotency.reused",
    warn,
    "/v1/checkout",
  ],
  [
    "a notification of a payment with a wrong signature",
    () =>
      send(world.nobody, "POST", "/v1/payments/notifications/simulator", {
        reference: "A-1",
        status: "paid",
        amount: "1",
        signature: secret.padEnd(64, "0"),
      }),
    "payments.bad_signature",
    warn,
    "/v1/payments/notifications/:provider",
  ],
  [
    "a notification of a payment with another's signature",
    () =>
      send(world.nobody, "POST", "/v1/payments/notifications/simulator", {
        ...signNotification(world.context, "A-1", "paid", 1),
        amount: "2",
      }),
    "payments.bad_signature",
    warn,
    "/v1/payments/notifications/:provider",
  ],
  [
    "a script as a picture",
    () => send(world.seller, "POST", "/v1/media/pictures", `${file}<script>${secret}</script>\r\n--b--\r\n`, form),
    "media.not_a_picture",
    warn,
    "/v1/media/pictures",
  ],
  [
    "an incomplete form",
    () => send(world.seller, "POST", "/v1/media/pictures", file, form),
    "request.malformed",
    warn,
    "/v1/media/pictures",
  ],
  [
    "a body that is too large",
    () => send(world.buyer, "POST", "/v1/addresses", `"${"x".repeat(70_000)}"`),
    "request.too_large",
    warn,
    "/v1/addresses",
  ],
  [
    "a body that never ends",
    () =>
      wire(
        `POST /v1/addresses HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        { next: endless(Buffer.alloc(64_000, 91)) },
      ),
    "request.too_large",
    warn,
    "/v1/addresses",
  ],
  [
    "a body of another content type",
    () => send(world.nobody, "POST", "/v1/auth/login", "x", { "content-type": "text/plain" }),
    "request.unsupported_type",
    warn,
    "/v1/auth/login",
  ],
  [
    "JSON that is none",
    () => send(world.nobody, "POST", "/v1/auth/login", `{"email":"${secret}`),
    "request.malformed",
    warn,
    "/v1/auth/login",
  ],
  [
    "an object's prototype",
    () => send(world.nobody, "POST", "/v1/auth/login", `{"__proto__":{"${secret}":1}}`),
    "request.malformed",
    warn,
    "/v1/auth/login",
  ],
  [
    "a form of another site",
    () =>
      send(world.buyer, "POST", "/cart", `note=${secret}`, {
        "sec-fetch-site": "cross-site",
        "content-type": "application/x-www-form-urlencoded",
      }),
    "request.cross_site",
    warn,
    "/cart",
  ],
  [
    "an event stream for another site",
    () => send(world.buyer, "GET", "/v1/users/events", undefined, { "sec-fetch-site": "same-site" }),
    "request.cross_site",
    warn,
    "/v1/users/events",
  ],
  [
    "a preflight of another site",
    () =>
      send(world.buyer, "OPTIONS", "/v1/users", undefined, {
        origin: `https://${secret}.test`,
        "access-control-request-method": "PUT",
      }),
    "request.cross_site",
    warn,
    null,
  ],
  [
    "an unsupported method",
    () => send(world.nobody, "POST", `/v1/users/password?_method=${secret}`),
    "request.method_not_allowed",
    warn,
    "/v1/users/password",
  ],
  [
    "a path that leads up the folders",
    () => send(world.nobody, "GET", `/assets/..%2f..%2f${secret}`),
    "request.malformed",
    warn,
    "/assets/*",
  ],
  ["a hidden file", () => send(world.nobody, "GET", `/.env?${secret}`), "request.not_found", warn, null],
  ["a missing page", () => send(world.nobody, "GET", `/tidak-ada?${secret}`), "request.not_found", info, null],
  [
    "a URL that cannot be parsed",
    () => send(world.nobody, "GET", `/v1/%zz?${secret}`),
    "request.malformed",
    warn,
    null,
  ],
  [
    "a payment at the demo's bank with an unknown reference",
    () => send(world.nobody, "POST", `/v1/simulator/payments/${secret.toUpperCase()}`, { action: "pay" }),
    "payments.not_found",
    info,
    "/v1/simulator/payments/:reference",
  ],
  [
    "two lengths of one body",
    () =>
      wire(
        `POST /v1/auth/login HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${secret}`,
      ),
    "request.malformed",
    warn,
    null,
  ],
  ["bytes that are no request", () => wire(`\x16\x03\x01${secret}\r\n\r\n`), "request.malformed", warn, null],
  [
    "headers that are too large",
    () => wire(`GET / HTTP/1.1\r\n${host}\r\nX: ${secret.repeat(3000)}\r\n\r\n`),
    "request.malformed",
    warn,
    null,
  ],
  [
    "two hosts",
    () => wire(`GET /cart HTTP/1.1\r\n${host}\r\nHost: ${secret}\r\n\r\n`),
    "request.malformed",
    warn,
    "/cart",
  ],
];

describe("a refused attack writes one line with code, route and network, and nothing of the request's content:", () => {
  test.each(attacks)("%s", async (_name, run, code, level, path) => {
    await run();
    expect(lines.map((line) => [line.code, line.level, line.path])).toEqual([[code, level, path]]);
    expect(lines[0]?.from).toMatch(/^(203\.0\.113\.\d+|127\.0\.0\.1)$/);
    expect(texts).not.toContain(secret);
    for (const text of [...world.secrets, world.buyer.cookie.slice(11), world.paid.orderId, unknown])
      expect(texts).not.toContain(text);
  });

  test("the line of a logged-in user names the user", async () => {
    await send(world.otherBuyer, "GET", `/v1/orders/${world.paid.orderId}`);
    expect(lines[0]?.actor).toBe(world.otherBuyer.id);
  });

  test("a client that hangs up in the middle of a body is not logged as an attack", async () => {
    for (const type of ["application/json", "multipart/form-data; boundary=b"]) {
      const socket = connect(server.port, "127.0.0.1");
      const head = `POST /v1/media/pictures HTTP/1.1\r\n${host}\r\nCookie: ${world.seller.cookie}\r\nContent-Type: ${type}`;
      socket.write(`${head}\r\nContent-Length: 900\r\n\r\n${file}`);
      await vi.waitFor(() => expect(server.readOf(socket.localPort ?? 0)).toBeGreaterThan(0), 5000);
      socket.destroy();
    }
    // Whether there is a line depends on how much the server had read.
    await vi.waitFor(() => expect(server.countOpen()).toBe(0), 20_000);
    expect(lines.filter(({ level }) => level !== info)).toEqual([]);
  });

  test("a request that is refused by a limit", async () => {
    const limited = await makeWorld({ env: { LIMIT_FACTOR: "1" }, log: createLog("warn", { write: read }) });
    const ask = () => limited.app.inject({ url: "/sitemap/toko.xml", remoteAddress: "203.0.113.250" });
    let status = 200;
    for (let at = 0; at < 100 && status === 200; at += 1) status = (await ask()).statusCode;
    expect(lines.map(({ code, path }) => [code, path])).toEqual([["request.too_many", "/sitemap/toko.xml"]]);
    await limited.close();
  });
});

describe("the log cannot be flooded:", () => {
  test("ten thousand refusals of one kind write a few lines and one with the count of the rest", async () => {
    for (let at = 0; at < 10_000; at += 100)
      await Promise.all(
        Array.from({ length: 100 }, () => world.app.inject({ url: "/v1/.env", remoteAddress: "198.51.100.7" })),
      );
    expect(lines.length).toBeLessThanOrEqual(2 * (refusalLogLimits.perNetwork + 1));
    world.app.refusalLog.flush();
    const rest = lines
      .map((line) => (line as { counts?: Record<string, number> }).counts?.["request.not_found"] ?? 0)
      .reduce((sum, one) => sum + one, 0);
    expect(rest + lines.filter(({ code }) => code !== undefined).length).toBe(10_000);
  });

  test("refusals of many kinds from many networks stay within the limits of lines and of memory", () => {
    const written: string[] = [];
    const log = createLog("info", { write: (line) => void written.push(line) });
    const refusals = createRefusalLog(log, {
      window: 3_600_000,
      perNetwork: 5,
      perCode: 60,
      total: 300,
      maxPairs: 100,
    });
    for (let at = 0; at < 100_000; at += 1)
      refusals.write("warn", {
        code: `uji.code_${at % 200}`,
        status: 400,
        path: "/",
        from: `10.0.${at % 251}.${at % 241}`,
      });
    expect(written.length).toBe(300);
    refusals.write("info", { code: "uji.slip", status: 404, path: "/", from: "192.0.2.1" });
    expect(written.length).toBe(301);
    refusals.flush();
    expect(written.length).toBe(302);
    expect((written[301] ?? "").length).toBeLessThan(2000);
  });

  test("a flood of one kind from many networks hides no other kind", () => {
    const written: string[] = [];
    const refusals = createRefusalLog(createLog("warn", { write: (line) => void written.push(line) }));
    for (let at = 0; at < 20_000; at += 1)
      refusals.write("warn", {
        code: "request.malformed",
        status: 400,
        path: null,
        from: `10.1.${at >> 8}.${at & 255}`,
      });
    expect(written.length).toBe(refusalLogLimits.perCode);
    refusals.write("warn", {
      code: "accounts.bad_credentials",
      status: 401,
      path: "/v1/auth/login",
      from: "192.0.2.1",
    });
    expect(written.at(-1)).toContain("accounts.bad_credentials");
    refusals.flush();
  });
});
