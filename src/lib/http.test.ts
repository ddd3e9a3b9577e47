import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeContext } from "../../test/make.ts";
import { createHttp, originForm } from "./http.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
beforeAll(async () => {
  context = await makeContext();
  app = await createHttp(context);
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
