/**
 * Attacks that need production settings, a proxy in front, or two processes on one database. Each case is a row of
 * `cases`. It gets both servers and must succeed with requests to either of them.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts, demoPassword } from "../db/demo/accounts.ts";
import { sql } from "../src/lib/database.ts";
import { pictureQuota } from "../src/media/rules.ts";
import { brokenInvariants } from "../src/orders/invariants.ts";
import { makeCartLine, makeSession } from "../test/make/checkout.ts";
import { makePaidOrder } from "../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../test/make/rows.ts";
import { startMidtransDouble, type MidtransDouble } from "../test/doubles/midtrans.ts";
import { makeContext } from "../test/make/context.ts";
import { endless, pour } from "../test/raw-http.ts";
import { startServer, type Server } from "./start-server.ts";

const host = "kawung.test";
let context: Awaited<ReturnType<typeof makeContext>>;
let servers: [Server, Server];
let dataDir: string;
let midtrans: MidtransDouble;

beforeAll(async () => {
  context = await makeContext();
  dataDir = await mkdtemp(join(tmpdir(), "kawung-two-"));
  midtrans = await startMidtransDouble();
  const settings = {
    ...midtrans.settings,
    NODE_ENV: "production",
    PUBLIC_URL: `https://${host}`,
    TRUST_PROXY: "1",
    DEMO: "0",
    ROLE: "web",
    LOG_LEVEL: "warn",
    DATA_DIR: dataDir,
    SIMULATOR_SECRET: "satu-rahasia-untuk-dua-proses",
  };
  servers = await Promise.all([startServer(context.databaseUrl, settings), startServer(context.databaseUrl, settings)]);
});
afterAll(async () => {
  const broken = await brokenInvariants(context.db);
  await Promise.all((servers ?? []).map((server) => server.close()));
  await rm(dataDir, { recursive: true, force: true });
  await context.close();
  await midtrans.close();
  expect(broken).toEqual([]);
});

type Answer = { status: number; headers: Record<string, unknown>; text: string };
type Ask = { method?: string; body?: unknown; token?: string; network?: string; headers?: Record<string, string> };

/** A request as a proxy forwards it. */
function ask(
  server: Server,
  path: string,
  { method = "GET", body, token, network, headers }: Ask = {},
): Promise<Answer> {
  const payload = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return new Promise((done, fail) => {
    const sent = request(server.origin + path, {
      method,
      agent: false,
      headers: {
        host,
        "sec-fetch-site": "same-origin",
        // The proxy's client wrote the first entry.
        "x-forwarded-for": `198.51.100.${Math.floor(Math.random() * 250)}, ${network ?? "203.0.113.1"}`,
        "x-forwarded-proto": "https",
        ...(token ? { cookie: `__Host-sid=${token}` } : {}),
        ...(payload ? { "content-type": "application/json", "content-length": String(payload.length) } : {}),
        ...headers,
      },
    });
    sent.once("error", fail);
    sent.once("response", (response) => {
      const isStream = String(response.headers["content-type"]).startsWith("text/event-stream");
      const finish = (text: string) => done({ status: response.statusCode ?? 0, headers: response.headers, text });
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () => finish(text));
      if (isStream) response.once("data", () => (finish(text), sent.destroy()));
    });
    sent.end(payload);
  });
}

const onBoth = (path: string, what?: Ask) => Promise.all(servers.map((server) => ask(server, path, what)));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const wire = (server: Server) => ({ port: Number(new URL(server.origin).port) });
const lines = (server: Server) =>
  server
    .text()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { code?: string; path?: string; from?: string; actor?: string; msg: string });

/** A buyer orders one product, with the same checkout sent `times` to each server at once. */
async function sendCheckout(times: number) {
  const { shopId } = await makeShop(context);
  const { variantIds } = await makeProduct(context, shopId, { stock: 3 });
  const buyerId = await makeUser(context);
  const [token, addressId] = [await makeSession(context, buyerId), await makeAddress(context, buyerId)];
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  const choice = { address_id: addressId, payment_method: "va_bca" };
  const quote = await ask(servers[0], "/v1/checkout/quote", { method: "POST", token, body: choice });
  const { quote_id } = (JSON.parse(quote.text) as { result: { quote_id: string } }).result;
  const headers = { "idempotency-key": randomUUID() };
  const body = { ...choice, quote_id, shipping: {} };
  const answers = await Promise.all(
    Array.from({ length: times }, () => onBoth("/v1/checkout", { method: "POST", token, body, headers })),
  );
  return { buyerId, token, answers };
}

type Case = [name: string, run: () => Promise<void>];
const cases: Case[] = [
  [
    "both count wrong passwords together, whatever the client writes into X-Forwarded-For",
    async () => {
      const network = "203.0.113.20";
      const wrong = (at: number) =>
        ask(servers[at % 2 === 0 ? 0 : 1], "/v1/auth/login", {
          method: "POST",
          network,
          body: { email: `tidak-ada-${at}@kawung.test`, password: "salah-sekali-7" },
        });
      let refused = -1;
      for (let at = 0; at < 60 && refused < 0; at += 1) {
        const { status } = await wrong(at);
        if (status === 429) refused = at;
        else expect(status).toBe(401);
      }
      expect(refused).toBeGreaterThan(3);
      expect((await wrong(refused + 1)).status).toBe(429);
      const free = { method: "POST", network: "203.0.113.21", body: { email: "a@kawung.test", password: "salah-7" } };
      expect(statuses(await onBoth("/v1/auth/login", free))).toEqual([401, 401]);
    },
  ],
  [
    "a logout at one ends the session at the other",
    async () => {
      const token = await makeSession(context, await makeUser(context));
      expect(statuses(await onBoth("/v1/users", { token }))).toEqual([200, 200]);
      expect((await ask(servers[0], "/v1/auth/logout", { method: "POST", token, body: {} })).status).toBe(200);
      expect(statuses(await onBoth("/v1/users", { token }))).toEqual([401, 401]);
      expect(statuses(await onBoth("/cart", { token, headers: { accept: "text/html" } }))).not.toContain(500);
    },
  ],
  [
    "an endless upload is refused and its connection closed",
    async () => {
      const token = await makeSession(context, await makeUser(context));
      const type = "Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked";
      const start = '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n';
      for (const [who, status] of [
        [`Cookie: __Host-sid=${token}\r\n`, 413],
        ["", 401],
      ] as const) {
        const head = `POST /v1/media/pictures HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\n${who}${type}\r\n\r\n`;
        const first = `${start.length.toString(16)}\r\n${start}\r\n`;
        const upload = async (server: Server) => {
          const next = endless(Buffer.alloc(65_536));
          let answer = await pour(wire(server), head + first, { next });
          // A client that sends without end can lose the answer to the reset that closes its connection.
          for (let turn = 0; answer.status === 0 && turn < 10; turn += 1)
            answer = await pour(wire(server), head + first, { next });
          return answer.status;
        };
        expect(await Promise.all(servers.map(upload))).toEqual([status, status]);
      }
    },
  ],
  [
    "pictures sent to both at once stay within the daily limit",
    async () => {
      const ownerId = await makeUser(context);
      const token = await makeSession(context, ownerId);
      await context.db.run(sql`
        insert into pictures (owner_id, storage_key, width, height, color, created_at)
        select ${ownerId}, 'udua-' || n, 1, 1, '#aabbcc', now() from generate_series(1, ${pictureQuota.max - 2}) n`);
      const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#3a7" } })
        .png()
        .toBuffer();
      const head = '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\n\r\n';
      const body = Buffer.concat([Buffer.from(head), picture, Buffer.from("\r\n--b--\r\n")]);
      const headers = { "content-type": "multipart/form-data; boundary=b" };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => onBoth("/v1/media/pictures", { method: "POST", token, body, headers })),
      );
      expect(statuses(answers.flat()).toSorted()).toEqual([200, 200, ...Array<number>(8).fill(429)]);
    },
  ],
  [
    "one checkout sent to both at once becomes one order",
    async () => {
      const { buyerId, answers } = await sendCheckout(3);
      for (const status of statuses(answers.flat())) expect([200, 409]).toContain(status);
      expect(statuses(answers.flat())).toContain(200);
      const row = await context.db.row<{ n: number }>(
        sql`select count(*)::int as n from orders where buyer_id = ${buyerId}`,
      );
      expect(row?.n).toBe(1);
    },
  ],
  [
    "a payment that both show and are notified of many times is charged once and booked once",
    async () => {
      const { token, answers } = await sendCheckout(1);
      const placed = answers.flat().find(({ status }) => status === 200);
      const { payment_id: paymentId } = (JSON.parse(placed?.text ?? "") as { data: { payment_id: string } }).data;
      const shown = await Promise.all(Array.from({ length: 3 }, () => onBoth(`/v1/payments/${paymentId}`, { token })));
      expect(new Set(statuses(shown.flat()))).toEqual(new Set([200]));
      const [attempt] = await context.db.rows<{ reference: string; number: string }>(
        sql`select reference, instructions->>'number' as number from payment_attempts where payment_id = ${paymentId}`,
      );
      const numbers = shown.flat().map(({ text }) => /"number":"(\d+)"/.exec(text)?.[1]);
      expect(new Set(numbers)).toEqual(new Set([attempt?.number]));
      const reference = attempt?.reference ?? "";
      midtrans.pay(reference);
      const body = midtrans.notification(reference);
      const notified = await Promise.all(
        Array.from({ length: 10 }, () => onBoth("/v1/payments/notifications/midtrans", { method: "POST", body })),
      );
      expect(new Set(statuses(notified.flat()))).toEqual(new Set([200]));
      expect(notified.flat().filter(({ text }) => text.includes('"settled"'))).toHaveLength(1);
      const ledger = sql`select 1 from ledger_transactions where reference = ${paymentId} and kind = 'payment_received'`;
      expect(await context.db.rows(ledger)).toHaveLength(1);
    },
  ],
  [
    "one e-mail registered at both at once becomes one account",
    async () => {
      const password = "kebun-teh-di-lereng-7";
      const email = "dua-kali@kawung.test";
      const person = { name: "Sari Dewi", email, phone: "081234567890", type: "pembeli" };
      const body = { ...person, password, password_confirmation: password };
      const answers = await onBoth("/v1/auth/register", { method: "POST", body, network: "203.0.113.30" });
      for (const status of statuses(answers)) expect(status).toBeLessThan(500);
      const rows = await context.db.rows<{ hash: string }>(
        sql`select password_hash as hash from users where email = ${email}`,
      );
      expect(rows).toEqual([{ hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
    },
  ],
  [
    "two hosts, no version and other sites' forms and streams are refused",
    async () => {
      const token = await makeSession(context, await makeUser(context));
      for (const server of servers) {
        const two = await pour(wire(server), `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.test\r\n\r\n`);
        expect([two.status, (await pour(wire(server), "GET /\r\n\r\n")).status]).toEqual([400, 400]);
      }
      const other = { "sec-fetch-site": "same-site", origin: "https://toko.kawung.test" };
      expect(statuses(await onBoth("/v1/users/events", { token, headers: other }))).toEqual([403, 403]);
      expect(statuses(await onBoth("/v1/users/events", { token }))).toEqual([200, 200]);
      const form = { ...other, "content-type": "application/x-www-form-urlencoded" };
      const post = { method: "POST", token, body: Buffer.from("a=1"), headers: form };
      expect(statuses(await onBoth("/cart", post))).toEqual([403, 403]);
    },
  ],
  [
    "another user's order is not found, and the log names the client's network and the user",
    async () => {
      const owner = await makePaidOrder(context, {});
      const stranger = await makeUser(context);
      const token = await makeSession(context, stranger);
      const network = "203.0.113.40";
      expect(statuses(await onBoth(`/v1/orders/${owner.orderId}`, { token, network }))).toEqual([404, 404]);
      for (const server of servers) {
        const logged = () => lines(server).filter((line) => line.from === network);
        await expect
          .poll(logged)
          .toEqual([
            expect.objectContaining({ code: "request.not_found", path: "/v1/orders/:orderId", actor: stranger }),
          ]);
        expect(server.text()).not.toContain(owner.orderId);
        expect(server.text()).not.toContain(token);
      }
    },
  ],
  [
    "no route of the demo or of development exists: bank, courier, clock, outbox, accounts, /ui",
    async () => {
      for (const path of ["/simulator", "/simulator/outbox", "/ui"])
        expect(statuses(await onBoth(path, { headers: { accept: "text/html" } })), path).toEqual([404, 404]);
      for (const path of ["/v1/simulator/outbox", "/v1/ui-kit"])
        expect(statuses(await onBoth(path)), path).toEqual([404, 404]);
      const hours = { method: "POST", body: { hours: 5 } };
      expect(statuses(await onBoth("/v1/simulator/clock", hours))).toEqual([404, 404]);
      for (const email of Object.values(demoAccounts)) {
        const body = { email, password: demoPassword };
        const answers = await onBoth("/v1/auth/login", { method: "POST", body, network: "203.0.113.50" });
        expect(statuses(answers), email).toEqual([401, 401]);
      }
    },
  ],
  [
    "every response has its security headers, and the cookie its attributes",
    async () => {
      for (const [path, status] of [
        ["/", 200],
        ["/tidak-ada", 404],
        ["/v1/users", 401],
        ["/v1/categories", 200],
        ["/favicon.svg", 200],
      ] as const)
        for (const { status: given, headers } of await onBoth(path, { headers: { accept: "text/html,*/*" } })) {
          expect(given, path).toBe(status);
          expect(headers["strict-transport-security"], path).toMatch(/max-age=\d{8,}/);
          expect(headers["content-security-policy"], path).toMatch(/default-src 'none'/);
          expect(headers, path).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
          for (const name of ["server", "x-powered-by"]) expect(headers[name], path).toBeUndefined();
        }
      const [page] = await onBoth("/", { headers: { accept: "text/html" } });
      expect(page?.headers["content-security-policy"]).toContain("report-uri /v1/csp-reports");
    },
  ],
];

test.each(cases)("two processes in production: %s", async (_name, run) => {
  await run();
});
