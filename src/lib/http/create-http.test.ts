import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeContext } from "../../../test/make/context.ts";
import { listen, pour } from "../../../test/raw-http.ts";
import { createHttp, originForm } from "./create-http.ts";
import { createLog } from "../log.ts";
import { minBodyRate } from "./request-body.ts";
import { defineRefusals, Refusal, requestRefusals, sessionRefusals } from "../refusal.ts";
import { invalidRefusal } from "../schema.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
beforeAll(async () => {
  context = await makeContext();
  app = await createHttp(context);
  app.get("/gagal/:code", { config: { policy: "public" } }, (request) => {
    const { code } = request.params as { code: string };
    throw Object.assign(new Error("canceling statement due to statement timeout"), { code });
  });
  app.get("/*", { config: { policy: "public" } }, (request) => ({ url: request.url }));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await context.close();
});

function ask(target: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((done, fail) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: kawung.test\r\nConnection: close\r\n\r\n`),
    );
    socket.setEncoding("latin1").on("data", (part: string) => (answer += part));
    socket.on("close", () => done(answer)).on("error", fail);
  });
}

test("a request whose target is a whole URL gets the response of its path", async () => {
  for (const [target, url] of [
    ["http://kawung.test/", "/"],
    ["http://kawung.test/product?category=batik", "/product?category=batik"],
    ["HTTPS://kawung.test:8443/cart", "/cart"],
    ["http://kawung.test?a=1", "/?a=1"],
    ["/product", "/product"],
  ] as const)
    expect(await ask(target), target).toContain(JSON.stringify({ url }));
});

test("a target that only looks like a whole URL is not changed", () => {
  for (const target of ["//evil.test/", "/http://evil.test/", "ftp://evil.test/", "*"])
    expect(originForm(target)).toBe(target);
  expect(originForm("http://kawung.test//evil.test/")).toBe("//evil.test/");
});

test("a database that is unreachable, full, too slow or locked makes the service busy; an error in our code does not", async () => {
  for (const code of ["08006", "53300", "57P01", "57014", "55P03", "40P01", "40001", "25P03"])
    expect(await ask(`/gagal/${code}`), code).toMatch(/^HTTP\/1\.1 503[\s\S]*server\.busy/);
  for (const code of ["42P01", "23505", "22003", "55006"])
    expect(await ask(`/gagal/${code}`), code).toMatch(/^HTTP\/1\.1 500[\s\S]*server\.error/);
});

test("V16.2.1 a refusal that may be an attack is logged with its code, route and network, and nothing that was sent", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const logging = await createHttp({ ...context, log });
  logging.post("/masuk/:id", { config: { policy: "public" } }, () => {
    throw new Refusal(sessionRefusals.forbidden);
  });
  const sent = { "x-rahasia": "rahasia-1", cookie: "sid=rahasia-2", authorization: "Bearer rahasia-3" };
  await logging.inject({
    method: "POST",
    url: "/masuk/rahasia-4?token=rahasia-5",
    remoteAddress: "2001:db8:1:2::9",
    headers: { ...sent, "sec-fetch-site": "same-origin" },
    payload: { password: "rahasia-6" },
  });
  await logging.close();
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      code: "session.forbidden",
      path: "/masuk/:id",
      from: "2001:db8:1:2::/64",
      msg: "security: refused",
    }),
  ]);
  expect(lines.join()).not.toContain("rahasia");
});

test("V16.3.3 guesses and forged requests are logged as security events, whatever their status; a mistyped field is not", async () => {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(line) });
  const logging = await createHttp({ ...context, log });
  const { linkOver } = defineRefusals({
    linkOver: { code: "uji.link_over", status: 410, message: "Tautan ini tidak berlaku.", isSecurityEvent: true },
  });
  const refusals: Record<string, () => Refusal> = {
    code: () => new Refusal(requestRefusals.invalid, { code: ["Kode salah."] }),
    password: () => new Refusal(requestRefusals.invalid, { current_password: ["Kata sandi salah."] }),
    link: () => new Refusal(linkOver),
    admin: () =>
      invalidRefusal([{ path: [], code: "unrecognized_keys", keys: ["is_admin"], message: "Tidak dikenal." }]),
    typo: () => new Refusal(requestRefusals.invalid, { email: ["Alamat email tidak sesuai."] }),
    gone: () => new Refusal(requestRefusals.notFound),
    nobody: () => new Refusal(sessionRefusals.required),
  };
  logging.post("/uji/:name", { config: { policy: "public" } }, (request) => {
    throw refusals[(request.params as { name: string }).name]?.() ?? new Error("not in the test");
  });
  const send = (url: string, headers: Record<string, string> = {}) =>
    logging.inject({ method: "POST", url, headers: { "sec-fetch-site": "same-origin", ...headers }, payload: "{" });
  for (const name of Object.keys(refusals))
    await send(`/uji/${name}`, { "content-type": "application/x-www-form-urlencoded" });
  await send("/uji/code", { "content-type": "application/json" });
  await send("/uji/code", { "content-type": "text/plain" });
  await send("/uji/%zz");
  await logging.close();
  const logged = lines.map((line) => JSON.parse(line) as { code: string; msg: string });
  expect(logged.map(({ code }) => code)).toEqual([
    "request.invalid",
    "request.invalid",
    "uji.link_over",
    "request.invalid",
    "request.malformed",
    "request.unsupported_type",
    "request.malformed",
  ]);
  expect(new Set(logged.map(({ msg }) => msg))).toEqual(new Set(["security: refused"]));
});

test("a body in another character set is refused, and UTF-8 may be written in any usual way", async () => {
  const reading = await createHttp(context);
  reading.post("/uji", { config: { policy: "public" } }, async ({ body }) => body);
  reading.post("/uji/penyedia", { config: { policy: "provider" } }, async ({ body }) => body);
  const send = (url: string, parameter: string) =>
    reading.inject({
      method: "POST",
      url,
      headers: { "sec-fetch-site": "same-origin", "content-type": `application/json${parameter}` },
      payload: '{"a":"é"}',
    });
  for (const parameter of ["", "; charset=utf-8", ";charset=UTF-8", '; x=1; Charset = "utf-8"', "; charset=utf8"])
    expect((await send("/uji", parameter)).json()).toEqual({ a: "é" });
  for (const name of ["utf-7", "utf-16", '"ISO-8859-1"', "utf-8859", "utf-8; charset=utf-7", ""]) {
    const answer = await send("/uji", `; charset=${name}`);
    expect([answer.statusCode, answer.json().code], name).toEqual([415, "request.unsupported_type"]);
  }
  // Providers name what their language has by default.
  expect((await send("/uji/penyedia", "; charset=ISO-8859-1")).statusCode).toBe(200);
  await reading.close();
});

test("a response to unreadable bytes has the security headers of every response", async () => {
  const answer = await ask("/\u0001");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  expect(answer).toContain('"code":"request.malformed"');
});

test("a body that arrives too slowly gets 408, whether it is read or not; a fast enough body is accepted", async () => {
  const pace = { grace: 300, rate: 2000, maxHeld: 1_000_000, checkInterval: 50, maxDrop: 60_000 };
  const patient = await createHttp(context, pace);
  const read = Promise.withResolvers<unknown>();
  patient.post("/baca", { config: { policy: "public" } }, ({ body }) => {
    read.resolve(body);
    return { taken: true };
  });
  patient.post("/tunda", { config: { policy: "public" }, preParsing: () => new Promise(() => {}) }, () => ({}));
  patient.get("/", { config: { policy: "public" } }, () => ({ answered: true }));
  const server = await listen(patient);
  const head = (target: string, rest = "Content-Type: application/json") =>
    `${target} HTTP/1.1\r\nHost: kawung.test\r\nSec-Fetch-Site: same-origin\r\n${rest}\r\n`;
  const form = "Content-Type: multipart/form-data; boundary=b";
  // An idle connection stays open, whatever limits the others have.
  const waiting = connect(server.port, "127.0.0.1", () => waiting.write(`${head("GET /")}\r\n`));
  const drip = { next: () => Buffer.from("1\r\n1\r\n"), every: 30 };
  const answers = await Promise.all([
    pour(server, `${head("POST /baca")}Content-Length: 60000\r\n\r\n[1`),
    pour(server, `${head("POST /baca")}Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n`, drip),
    pour(server, `${head("POST /tunda")}Content-Length: 60000\r\n\r\n[1`),
    pour(server, `${head("POST /tunda", form)}Transfer-Encoding: chunked\r\n\r\n1\r\n-\r\n`, drip),
  ]);
  for (const { status, head: answered, body } of answers) {
    expect(status).toBe(408);
    expect(answered.toLowerCase()).toContain("connection: close");
    expect(body).toContain('"code":"request.too_slow"');
  }
  let left = 40;
  const next = () => {
    left -= 1;
    return left > 0 ? Buffer.alloc(300, 97) : left === 0 ? Buffer.from(`${"a".repeat(299)}"]`) : undefined;
  };
  const asked = head("POST /baca", "Content-Type: application/json\r\nConnection: close");
  const steady = pour(server, `${asked}Content-Length: 12003\r\n\r\n["`, { next, every: 20 });
  expect((await steady).status).toBe(200);
  expect(await read.promise).toEqual(["a".repeat(11_999)]);
  expect(waiting.destroyed).toBe(false);
  waiting.destroy();
  await patient.close();
});

test("a client that sends a refused body slowly gets its response after a while, and its connection is closed", async () => {
  const brief = await createHttp(context, { ...minBodyRate, maxDrop: 200 });
  const server = await listen(brief);
  const head = "POST /tiada HTTP/1.1\r\nHost: kawung.test\r\nSec-Fetch-Site: same-origin";
  const body = "Content-Type: application/octet-stream\r\nContent-Length: 20000000";
  const drip = { next: () => Buffer.alloc(100, 97), every: 20 };
  const { status, head: answered, read } = await pour(server, `${head}\r\n${body}\r\n\r\n`, drip);
  expect(status).toBe(404);
  expect(answered.toLowerCase()).toContain("connection: close");
  expect(read).toBeLessThan(1_000_000);
  await brief.close();
});

test("when arriving bodies use too much memory together, the slowest is aborted and the others are accepted", async () => {
  const crowded = await createHttp(context, {
    grace: 60_000,
    rate: 1,
    maxHeld: 50_000,
    checkInterval: 20,
    maxDrop: 60_000,
  });
  crowded.post("/baca", { config: { policy: "public" } }, ({ body }) => ({ length: (body as string[])[0]?.length }));
  const server = await listen(crowded);
  const asked = `POST /baca HTTP/1.1\r\nHost: kawung.test\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  const slow = pour(server, `${asked}Content-Length: 60000\r\n\r\n["${"a".repeat(20_000)}`);
  let gone = false;
  void slow.then(() => (gone = true));
  let sent = false;
  // The faster body ends after the other one was aborted.
  const next = () => (gone && !sent ? ((sent = true), Buffer.from(`${"a".repeat(9996)}"]`)) : undefined);
  const fast = pour(server, `${asked}Content-Length: 50000\r\n\r\n["${"a".repeat(40_000)}`, { next, every: 20 });
  expect((await slow).status).toBe(408);
  const { status, body } = await fast;
  expect([status, body]).toEqual([200, '{"length":49996}']);
  await crowded.close();
});
