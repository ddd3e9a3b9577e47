import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeContext } from "../../test/make.ts";
import { createHttp, originForm } from "./http.ts";
import { createLog } from "./log.ts";
import { defineRefusals, Refusal } from "./refusal.ts";
import { invalid } from "./schema.ts";

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

test("a whole URL as target is answered as its path", async () => {
  for (const [target, url] of [
    ["http://kawung.test/", "/"],
    ["http://kawung.test/product?category=batik", "/product?category=batik"],
    ["HTTPS://kawung.test:8443/cart", "/cart"],
    ["http://kawung.test?a=1", "/?a=1"],
    ["/product", "/product"],
  ] as const)
    expect(await ask(target), target).toContain(JSON.stringify({ url }));
});

test("what only looks like a whole URL stays as it is", () => {
  for (const target of ["//evil.test/", "/http://evil.test/", "ftp://evil.test/", "*"])
    expect(originForm(target)).toBe(target);
  expect(originForm("http://kawung.test//evil.test/")).toBe("//evil.test/");
});

test("a database that is away, full, too slow or in dispute is a service that is busy; what is wrong in us is not", async () => {
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
    throw new Refusal("session.forbidden");
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

test("V16.3.3 guesses and forged requests leave a line too, whatever their status; a mistyped field leaves none", async () => {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(line) });
  const logging = await createHttp({ ...context, log });
  const refusals: Record<string, () => Refusal> = {
    code: () => new Refusal("request.invalid", { code: ["Kode salah."] }),
    password: () => new Refusal("request.invalid", { current_password: ["Kata sandi salah."] }),
    link: () => new Refusal("uji.link_over"),
    admin: () => invalid([{ path: [], code: "unrecognized_keys", keys: ["is_admin"], message: "Tidak dikenal." }]),
    typo: () => new Refusal("request.invalid", { email: ["Alamat email tidak sesuai."] }),
    gone: () => new Refusal("request.not_found"),
    nobody: () => new Refusal("session.required"),
  };
  defineRefusals({ "uji.link_over": { status: 410, sentence: "Tautan ini tidak berlaku.", event: true } });
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
  const told = lines.map((line) => JSON.parse(line) as { code: string; msg: string });
  expect(told.map(({ code }) => code)).toEqual([
    "request.invalid",
    "request.invalid",
    "uji.link_over",
    "request.invalid",
    "request.malformed",
    "request.unsupported_type",
    "request.malformed",
  ]);
  expect(new Set(told.map(({ msg }) => msg))).toEqual(new Set(["security: refused"]));
});

test("what no request can be read from is answered with the headers of every answer", async () => {
  const answer = await ask("/\u0001");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  expect(answer).toContain('"code":"request.malformed"');
});
