import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { sql } from "../../src/lib/database.ts";
import { endless, listen, pour, sendThenRead, type Exchange } from "../raw-http.ts";
import { makeWorld, type World } from "./make-world.ts";

let world: World;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  world = await makeWorld();
  server = await listen(world.app);
});
afterAll(() => world.close());

const megabyte = 1024 * 1024;
const file =
  '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
const field = '--b\r\ncontent-disposition: form-data; name="alt"\r\n\r\n';
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

type Request = {
  target: string;
  method?: string;
  type?: string;
  cookie?: string;
  start?: string;
  piece?: Buffer | string;
};

/** Sends a chunked body that begins with `start` and never ends. */
function pourEndless({
  target,
  method = "POST",
  type = "multipart/form-data; boundary=b",
  cookie,
  start = "",
  piece,
}: Request) {
  const head = [
    `${method} ${target} HTTP/1.1`,
    "Host: kawung.test",
    "Sec-Fetch-Site: same-origin",
    `Content-Type: ${type}`,
    "Transfer-Encoding: chunked",
    ...(cookie ? [`Cookie: ${cookie}`] : []),
  ].join("\r\n");
  return pour(server, `${head}\r\n\r\n${start && chunk(start)}`, {
    next: endless(Buffer.from(piece ?? Buffer.alloc(64 * 1024, 97))),
  });
}

function expectRefused({ status, head, read }: Exchange, expected: number[], most: number, name: string): void {
  expect(expected, `${name} → ${status}`).toContain(status);
  expect(head.toLowerCase(), name).toContain("connection: close");
  expect(head.toLowerCase(), name).toContain("content-security-policy");
  expect(read, name).toBeLessThan(most);
}

// The server waits half a second or more before it closes a connection, so several tests wait at the same time.
describe("an endless chunked body gets a response and its connection is closed, after few bytes beyond the limit", () => {
  const parts = Buffer.from(`${field}1\r\n`.repeat(100));
  const user: [string, () => Request, number, number][] = [
    ["a picture", () => ({ target: "/v1/media/pictures", start: file }), 413, 8],
    ["a profile picture", () => ({ target: "/v1/users/avatar", method: "PUT", start: file }), 413, 5],
    ["a profile picture by _method", () => ({ target: "/v1/users/avatar?_method=PUT", start: file }), 413, 5],
    ["a text beside a picture", () => ({ target: "/v1/media/pictures", start: field }), 413, 8],
    ["nothing but parts", () => ({ target: "/v1/media/pictures", start: "", piece: parts }), 413, 8],
    ["text before the first part", () => ({ target: "/v1/media/pictures", start: "x" }), 413, 8],
    ["the head of a part", () => ({ target: "/v1/media/pictures", start: "--b\r\nx: " }), 413, 8],
    ["a form to a call that accepts JSON", () => ({ target: "/v1/addresses", start: field }), 413, 1],
    ["a file to a call that accepts JSON", () => ({ target: "/v1/addresses", start: file }), 415, 1],
    ["JSON", () => ({ target: "/v1/addresses", type: "application/json", piece: "[".repeat(9000) }), 413, 1],
    [
      "JSON to a call that accepts a picture",
      () => ({ target: "/v1/media/pictures", type: "application/json" }),
      413,
      1,
    ],
    ["a plain form", () => ({ target: "/v1/addresses", type: "application/x-www-form-urlencoded" }), 413, 1],
    ["a form of a page with a file", () => ({ target: "/profile?page=biodata", start: file }), 413, 10],
    ["a plain form of a page", () => ({ target: "/cart", type: "application/x-www-form-urlencoded" }), 413, 1],
    ["an unsupported content type", () => ({ target: "/v1/addresses", type: "image/jpeg" }), 415, 1],
    ["a call that does not exist", () => ({ target: "/v1/nothing", type: "application/json" }), 404, 1],
    ["a GET request", () => ({ target: "/v1/users", method: "GET", type: "application/json" }), 200, 1],
    ["the event stream", () => ({ target: "/v1/users/events", method: "GET", type: "application/json" }), 400, 1],
  ];
  test.concurrent.each(user)("of a logged-in user: %s", async (name, request, status, megabytes) => {
    const exchange = await pourEndless({ ...request(), cookie: world.seller.cookie });
    expectRefused(exchange, [status], (megabytes + 6) * megabyte, name);
  });

  const stranger: [string, () => Request, number][] = [
    ["a picture", () => ({ target: "/v1/media/pictures", start: file }), 401],
    ["a profile picture", () => ({ target: "/v1/users/avatar", method: "PUT", start: file }), 401],
    ["JSON to a call that accepts a picture", () => ({ target: "/v1/media/pictures", type: "application/json" }), 413],
    ["a form to log in", () => ({ target: "/v1/auth/login", start: field }), 413],
    [
      "a notification of a payment",
      () => ({ target: "/v1/payments/notifications/simulator", type: "application/json" }),
      413,
    ],
    ["a form of a page", () => ({ target: "/login", start: field }), 413],
    ["a plain form of a page", () => ({ target: "/login", type: "application/x-www-form-urlencoded" }), 413],
    ["a missing page", () => ({ target: "/nothing" }), 413],
    ["a page that is only read", () => ({ target: "/guide", method: "GET", type: "application/json" }), 200],
  ];
  test.concurrent.each(stranger)("of a visitor: %s", async (name, request, status) => {
    expectRefused(await pourEndless(request()), [status], 6 * megabyte, name);
  });

  test.concurrent("of a visitor whose session may have ended during a form with files", async () => {
    const starts = [file, field, "x", "--b\r\nx: ", `--b\r\n\r\n`];
    const exchanges = starts.map((start) => pourEndless({ target: "/manageMerchant?page=product", start }));
    for (const [at, exchange] of (await Promise.all(exchanges)).entries())
      expectRefused(exchange, [400, 413], 16 * megabyte, starts[at] ?? "");
  });

  test.concurrent("from another site", async () => {
    const head =
      "POST /v1/media/pictures HTTP/1.1\r\nHost: kawung.test\r\nOrigin: https://evil.test\r\nSec-Fetch-Site: cross-site";
    const body = `Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\nCookie: ${world.seller.cookie}`;
    const exchange = await pour(server, `${head}\r\n${body}\r\n\r\n`, { next: endless(Buffer.alloc(64 * 1024)) });
    expectRefused(exchange, [403], 6 * megabyte, "another site");
  });
});

test.concurrent("a file of money that never ends, or of 50 MB, is refused with a code and the limit, and changes nothing", async () => {
  const { cookie } = world.operator;
  const csv = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  const stored = () =>
    world.context.db.row(sql`
      select (select count(*) from audit_entries) + (select count(*) from bank_statements)
        + (select count(*) from settlement_files) + (select count(*) from cod_remittances) as n`);
  const before = await stored();
  const refused = async (target: string, code: string) => {
    const head = `POST ${target} HTTP/1.1\r\nHost: kawung.test\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}`;
    const announced = `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${50 * megabyte}`;
    const [endlessOne, announcedOne] = await Promise.all([
      pourEndless({ target, cookie, start: csv, piece: Buffer.alloc(64 * 1024) }),
      pour(server, `${head}\r\n${announced}\r\n\r\n${csv}`),
    ]);
    expectRefused(endlessOne, [413], 12 * megabyte, target);
    expectRefused(announcedOne, [413], megabyte, target);
    for (const { body } of [endlessOne, announcedOne]) {
      const answer = JSON.parse(body) as { code: string; message: string };
      expect(answer.code).toBe(code);
      expect(answer.message).toMatch(/besar \d+ MB/);
    }
  };
  await Promise.all([
    refused("/v1/operator/statements", "statements.too_large"),
    refused("/v1/operator/settlement-files", "settlements.too_large"),
    refused("/v1/operator/cod/remittance-files", "cod.too_large"),
  ]);
  expect(await stored()).toEqual(before);
});

test.concurrent("a picture whose announced size is too large is refused before it is sent, and the connection is closed", async () => {
  const head = `POST /v1/media/pictures HTTP/1.1\r\nHost: kawung.test\r\nSec-Fetch-Site: same-origin\r\nCookie: ${world.seller.cookie}`;
  const body = `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000000`;
  const piece = Buffer.alloc(64 * 1024);
  const start = `${head}\r\n${body}\r\n\r\n${file}`;
  const [sent, notSent] = await Promise.all([pour(server, start, { next: () => piece }), pour(server, start)]);
  expectRefused(sent, [413], 6 * megabyte, "announced");
  expectRefused(notSent, [413], megabyte, "announced and not sent");
});

describe("a client that sends everything before it reads still reads the refusal of", () => {
  const json = "application/json";
  const form = "multipart/form-data; boundary=b";
  const cases: [string, () => [string, string, string, string | undefined], number, number][] = [
    ["a picture of 9 MB", () => ["/v1/media/pictures", form, file, world.seller.cookie], 9, 413],
    ["a picture of 31 MB", () => ["/v1/media/pictures", form, file, world.seller.cookie], 31, 413],
    ["a text of 9 MB beside a picture", () => ["/v1/media/pictures", form, field, world.seller.cookie], 9, 413],
    ["a profile picture of 20 MB", () => ["/v1/users/avatar?_method=PUT", form, file, world.seller.cookie], 20, 413],
    ["a form of a page with 20 MB", () => ["/profile?page=biodata", form, file, world.seller.cookie], 20, 413],
    ["JSON of 9 MB", () => ["/v1/addresses", json, '["', world.seller.cookie], 9, 413],
    ["a visitor's picture of 12 MB", () => ["/v1/media/pictures", form, file, undefined], 12, 401],
    ["a file of 20 MB for a missing page", () => ["/nothing", form, file, undefined], 20, 413],
  ];
  test.concurrent.each(cases)("%s", async (_name, request, megabytes, status) => {
    const [target, type, start, cookie] = request();
    const head = `POST ${target} HTTP/1.1\r\nHost: kawung.test\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}`;
    const bytes = megabytes * megabyte;
    const answer = await sendThenRead(server, head + (cookie ? `\r\nCookie: ${cookie}` : ""), { start, bytes });
    expect(answer).toEqual({ status, sent: bytes });
  });
});

test("a text longer than its field allows is refused and never cut", async () => {
  const body = Buffer.from(`${field}${"x".repeat(70_000)}\r\n--b--\r\n`);
  const answer = await world.seller.call("POST", "/v1/addresses", body, {
    "content-type": "multipart/form-data; boundary=b",
  });
  expect([answer.status, answer.body.code]).toEqual([413, "request.too_large"]);
});
