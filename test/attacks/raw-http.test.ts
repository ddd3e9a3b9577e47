import { connect } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { listen, pour } from "../raw-http.ts";
import { makeWorld, type Headers, type World } from "./make-world.ts";

let world: World;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  world = await makeWorld({ env: { CORS_ORIGINS: "https://app.kawung.test" } });
  server = await listen(world.app);
});
afterAll(() => world.close());

test("a request without exactly one host, or of another version of HTTP, gets only a 400", async () => {
  const requests: Record<string, string> = {
    "two hosts": "GET / HTTP/1.1\r\nHost: kawung.test\r\nHost: evil.test",
    "the same host twice": "GET / HTTP/1.1\r\nHost: kawung.test\r\nhost: kawung.test",
    "no host": "GET / HTTP/1.1",
    "an empty host": "GET / HTTP/1.1\r\nHost:",
    "two hosts in one": "GET / HTTP/1.1\r\nHost: kawung.test, evil.test",
    "a host with a path": "GET / HTTP/1.1\r\nHost: kawung.test/evil",
    "a host with a name of a person": "GET / HTTP/1.1\r\nHost: a@kawung.test",
    "a host with a space": "GET / HTTP/1.1\r\nHost: kawung.test evil.test",
    "a port that is none": "GET / HTTP/1.1\r\nHost: kawung.test:80a",
    "a host of 300 letters": `GET / HTTP/1.1\r\nHost: ${"a".repeat(300)}`,
    "no version": "GET /",
    "version 0.9": "GET / HTTP/0.9",
    "version 2.0": "GET / HTTP/2.0\r\nHost: kawung.test",
    "a call, two hosts": `GET /v1/users HTTP/1.1\r\nHost: kawung.test\r\nHost: evil.test\r\nCookie: ${world.buyer.cookie}`,
    "a file, two hosts": "GET /favicon.svg HTTP/1.1\r\nHost: kawung.test\r\nHost: evil.test",
    "nothing there, two hosts": "GET /nothing HTTP/1.1\r\nHost: kawung.test\r\nHost: evil.test",
  };
  for (const [name, request] of Object.entries(requests)) {
    // If the connection stayed open, the second request would be smuggled into another client's.
    const { status, head, body } = await pour(
      server,
      `${request}\r\n\r\nGET /v1/categories HTTP/1.1\r\nHost: kawung.test\r\n\r\n`,
    );
    expect(status, name).toBe(400);
    expect(head.toLowerCase(), name).toContain("connection: close");
    expect(head.toLowerCase(), name).toContain("x-content-type-options: nosniff");
    expect(body, name).not.toContain("HTTP/1.1");
    expect(body, name).toMatch(/request\.malformed|Permintaan tidak/);
  }
});

test("valid hosts are accepted", async () => {
  for (const host of [
    "kawung.test",
    "KAWUNG.test:8443",
    "127.0.0.1:3000",
    "[::1]:3000",
    "toko_1.internal",
    "xn--kwung-bta.test.",
  ]) {
    const { status } = await pour(server, `GET /v1/categories HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(status, host).toBe(200);
  }
  const old = await pour(server, "GET /v1/categories HTTP/1.0\r\n\r\n");
  expect(old.status).toBe(200);
});

test("other sites, also on subdomains, cannot open a user's event stream", async () => {
  const open = (headers: Headers) => {
    const lines = Object.entries({ ...headers, cookie: world.buyer.cookie }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    return fetchHead(`GET /v1/users/events HTTP/1.1\r\nHost: kawung.test\r\n${lines.join("")}\r\n`);
  };
  const others: Headers[] = [
    { origin: "https://evil.test" },
    { origin: "null" },
    { origin: "https://toko.kawung.test" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "https://kawung.test" },
    { "sec-fetch-site": "same-site", origin: "https://toko.kawung.test" },
  ];
  for (const headers of others) expect(await open(headers), JSON.stringify(headers)).toMatch(/^HTTP\/1\.1 403 /);
  const ours: Headers[] = [
    {},
    { "sec-fetch-site": "same-origin" },
    { origin: "https://kawung.test" },
    { origin: "https://app.kawung.test", "sec-fetch-site": "same-site" },
  ];
  for (const headers of ours) expect(await open(headers), JSON.stringify(headers)).toMatch(/^HTTP\/1\.1 200 /);
});

/** The first line of an answer; the connection is closed then, for a stream never ends. */
function fetchHead(request: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(request));
    socket.once("error", fail).once("data", (data) => {
      done(data.toString("latin1").split("\r\n")[0] ?? "");
      socket.destroy();
    });
  });
}
