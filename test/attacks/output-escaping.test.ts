import { createHash } from "node:crypto";
import { connect } from "node:net";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { sql } from "../../src/lib/database.ts";
import { applySettings } from "../../src/lib/settings/setting.ts";
import { listOutbox } from "../../src/messages/outbox.ts";
import { runQueued } from "../run-all-jobs.ts";
import { addressOf, isOpen, operationsOf, neededQuery } from "./api-operations.ts";
import { makeWorld, origin, type Answer, type Headers, type World } from "./make-world.ts";

const close = "</script><script>alert(1)</script>";
const hostile = {
  product: `Pala ${close}\u2028<img src=x onerror=alert(1)>`,
  shop: `Toko"><svg onload=alert(1)>{{7*7}}`,
  buyer: `Rahasia '"><script>alert(2)</script>`,
};
let world: World;

beforeAll(async () => {
  world = await makeWorld({
    names: hostile,
    more: (app) => {
      app.get("/v1/rusak", { config: { policy: "public" } }, () => {
        throw new Error('select * from users where "id" = $1 at /srv/kawung/src/app.ts:12:3');
      });
    },
  });
  const { addressId, context } = world;
  await context.db.run(sql`
    update addresses set label = ${"<b onclick=alert(3)>"}, street = ${`${close} Gang 7`}, note = ${"javascript:alert(1)"} where id = ${addressId}`);
  await context.db.run(
    sql`update products set description = ${`${close} <img src=x onerror=alert(1)> javascript:alert(1)`}`,
  );
  await context.db.run(
    sql`update orders set address = jsonb_set(address, '{street}', to_jsonb(${`${close} Gang 7`}::text))`,
  );
});
afterAll(() => world.close());

function publicPages(): string[] {
  return [
    "/",
    "/product",
    "/product?name=pala",
    "/product?category=rempah-uji",
    "/product?category=tidak-ada",
    `/product/${world.product.slug}`,
    "/merchant",
    "/merchant?name=toko",
    `/merchant/${world.shopSlug}`,
    "/guide",
    "/aboutUs",
    "/faqBuyer",
    "/faqSeller",
    "/privacy",
    "/termCondition",
  ];
}

function buyerPages(): string[] {
  return [
    "/cart",
    "/checkout",
    "/profile",
    "/profile?page=transactions",
    "/profile?page=notification",
    "/profile?page=addresses",
    `/profile?page=addresses&edit=${world.addressId}`,
    "/profile?page=security",
    ...[world.placed, world.paid, world.shipped].map(
      (made) => `/profile?page=showTransaction&transactionId=${made.orderId}`,
    ),
    `/payment/${world.placed.paymentId}`,
    "/simulator",
  ];
}

function sellerPages(): string[] {
  return [
    "/manageMerchant",
    "/manageMerchant?page=orders",
    "/manageMerchant?page=products",
    "/manageMerchant?page=balance",
    "/manageMerchant?page=settings",
    ...[world.placed, world.paid, world.shipped].map(
      (made) => `/manageMerchant?page=showTransaction&transactionId=${made.orderId}`,
    ),
  ];
}

/** Nothing in the page runs but what its own policy lets run; what is data is whole. */
function expectHarmless({ text, headers }: Answer, where: string): void {
  const policy = String(headers["content-security-policy"]);
  expect(policy, where).toMatch(/script-src 'self' '(sha256-[^']+)'/);
  expect(policy.match(/script-src[^;]*/)?.[0], where).not.toMatch(/unsafe|\*|http|data:/);
  let rest = "";
  let from = 0;
  for (const script of text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    const [whole, attributes = "", content = ""] = script;
    rest += text.slice(from, script.index);
    from = script.index + whole.length;
    if (/type="application\/(ld\+)?json"/.test(attributes)) {
      expect(() => JSON.parse(content) as unknown, `${where}: ${content.slice(0, 80)}`).not.toThrow();
      expect(content, where).not.toMatch(/[<\u2028\u2029]/);
    } else {
      expect(attributes, where).toBe("");
      const hash = createHash("sha256").update(content).digest("base64");
      expect(policy, `${where}: ${content.slice(0, 80)}`).toContain(`'sha256-${hash}'`);
    }
  }
  rest += text.slice(from);
  expect(rest, where).not.toContain("<script");
  for (const [tag] of rest.matchAll(/<[a-zA-Z][^\s/>]*(?:"[^"]*"|'[^']*'|[^'">])*>/g)) {
    const bare = tag.replace(/"[^"]*"|'[^']*'/g, '""');
    expect(bare, `${where}: ${tag.slice(0, 200)}`).not.toMatch(/\son[a-z]+\s*=/i);
    expect(tag, where).not.toMatch(
      /\s(href|src|action|formaction|poster)\s*=\s*["']?\s*(javascript|data:text|vbscript):/i,
    );
  }
  expect(rest, where).not.toMatch(/<img src=x|<svg onload|<b onclick|<iframe|<object|<embed|<base/);
}

describe("user texts on pages", () => {
  test("are shown unchanged and never run as code", async () => {
    const seen: Record<string, boolean> = {};
    const visits = [
      ...[...publicPages(), "/login", "/register"].map((url) => [world.nobody, url] as const),
      ...buyerPages().map((url) => [world.buyer, url] as const),
      ...sellerPages().map((url) => [world.seller, url] as const),
    ];
    for (const [person, url] of visits) {
      const answer = await person.open(url);
      expect([200, 404], `${url} ${answer.status}`).toContain(answer.status);
      expectHarmless(answer, url);
      for (const [kind, text] of Object.entries(hostile)) {
        if (
          answer.text.includes(
            JSON.stringify(text).slice(1, -1).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028"),
          )
        )
          seen[kind] = true;
      }
    }
    expect(seen).toEqual({ product: true, shop: true, buyer: true });
  });

  test("from a URL or a form are escaped when a page repeats them", async () => {
    const typed = `"><script>alert(1)</script>'${close}`;
    const value = encodeURIComponent(typed);
    for (const url of [
      `/product?name=${value}&type=${value}&category=${value}&sort=${value}`,
      `/merchant?name=${value}&type=${value}`,
      `/product/${value}`,
      `/login?from=${value}&notice=${value}`,
      `/login?from=javascript:alert(1)`,
      `/register?from=${value}`,
      `/${value}`,
      `/product?__proto__[x]=${value}`,
      `/tidak-ada?x=${value}`,
    ]) {
      expectHarmless(await world.nobody.open(url), url);
    }
    const fields = new URLSearchParams({
      email: typed,
      name: typed,
      phone: typed,
      from: typed,
      street: typed,
    }).toString();
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const url of ["/login", "/register", "/profile?page=addresses", "/profile", "/cart"]) {
      const answer = await world.buyer.call("POST", url, fields, form);
      expect(answer.status, url).toBeLessThan(500);
      if (answer.status !== 303) expectHarmless(answer, url);
    }
  });

  test("that are passwords are never repeated", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const secret = "SangatRahasiaSekali99";
    const names = ["password", "password_confirmation", "password_current", "current_password"];
    const fields = new URLSearchParams({ name: "", email: "x", phone: "0", intent: "password" });
    for (const name of names) fields.set(name, secret);
    for (const url of ["/login", "/register", "/profile", "/profile?page=security"]) {
      const person = url.startsWith("/profile") ? world.buyer : world.nobody;
      const { status, text } = await person.call("POST", url, fields.toString(), form);
      expect(status, url).toBeGreaterThanOrEqual(400);
      expect(text, url).not.toContain(secret);
    }
  });
});

describe("headers", () => {
  function expectGuarded({ headers, status }: Pick<Answer, "headers" | "status">, where: string): void {
    expect(headers["content-security-policy"], `${where} ${status}`).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(headers, `${where} ${status}`).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers["strict-transport-security"], where).toMatch(/max-age=\d{8,}/);
    for (const name of ["server", "x-powered-by", "access-control-allow-origin", "access-control-allow-credentials"])
      expect(headers[name], `${where} ${name}`).toBeUndefined();
  }

  test("for security are on every response: calls, pages, files, pictures, 304, and every error", async () => {
    const { nobody, buyer, seller } = world;
    for (const operation of await operationsOf(world)) {
      if (operation.method !== "GET") continue;
      for (const person of [nobody, buyer, seller])
        expectGuarded(await person.call("GET", addressOf(world, operation)), operation.key);
    }
    for (const url of [...publicPages(), "/v1/docs", "/v1/openapi.json"]) {
      const first = await nobody.open(url);
      expectGuarded(first, url);
      const again = await nobody.call("GET", url, undefined, { "if-none-match": String(first.headers.etag) });
      expectGuarded(again, url);
      if (publicPages().includes(url) && first.status === 200) expect(again.status, url).toBe(304);
    }
    for (const url of [
      ...buyerPages(),
      "/tidak/ada",
      "/v1/tidak-ada",
      "/img/tidak-ada-200.webp",
      "/assets/tidak-ada.js",
    ]) {
      expectGuarded(await buyer.open(url), url);
      expectGuarded(await nobody.open(url), url);
    }
    const home = (await nobody.open("/")).text;
    const files = [...home.matchAll(/(?:href|src)="(\/[^"?]+\.(?:js|css|svg|webmanifest|woff2))"/g)].map(
      ([, url]) => url ?? "",
    );
    expect(files.length).toBeGreaterThan(3);
    for (const url of files) {
      const answer = await nobody.call("GET", url);
      expect(answer.status, url).toBe(200);
      expectGuarded(answer, url);
      const again = await nobody.call("GET", url, undefined, { "if-none-match": String(answer.headers.etag) });
      expect(again.status, url).toBe(304);
      expectGuarded(again, url);
    }
    const json = { "content-type": "application/json" };
    const errors: [number, Answer][] = [
      [500, await nobody.call("GET", "/v1/rusak")],
      [400, await nobody.call("POST", "/v1/auth/login", "{", json)],
      [400, await nobody.call("GET", "/v1/products/%")],
      [415, await nobody.call("POST", "/v1/auth/login", "x", { "content-type": "text/plain" })],
      [413, await nobody.call("POST", "/v1/auth/login", "x".repeat(70_000), json)],
      [403, await nobody.call("POST", "/v1/auth/login", {}, { "sec-fetch-site": "cross-site" })],
      [405, await buyer.call("POST", "/v1/users", { name: "x" })],
      [404, await nobody.call("PATCH", "/v1/users", {})],
      [404, await nobody.call("OPTIONS", "/v1/users")],
      [200, await nobody.call("HEAD", "/")],
    ];
    for (const [status, answer] of errors) {
      expect(answer.status, answer.text.slice(0, 100)).toBe(status);
      expectGuarded(answer, `error ${status}`);
    }
  });

  test("never allow another site to read responses, whatever origin it sends", async () => {
    for (const from of ["https://evil.test", "null", "https://kawung.test.evil.test", "http://kawung.test", origin]) {
      for (const url of ["/", "/v1/users", "/v1/products", "/v1/openapi.json", "/img/x-200.webp"]) {
        for (const method of ["GET", "OPTIONS"] as const) {
          const { headers } = await world.buyer.call(method, url, undefined, {
            origin: from,
            "access-control-request-method": "PUT",
            "access-control-request-headers": "content-type",
          });
          expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
        }
      }
    }
  });

  test("cannot be split by user input", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const url of [
      "/login?from=/%0d%0aSet-Cookie:%20jahat=1",
      "/product?type=seller&name=%0d%0aSet-Cookie:%20jahat=1",
      "/profile?page=%0d%0aSet-Cookie:%20jahat=1",
      "/cart?x=%0d%0aSet-Cookie:%20jahat=1",
    ]) {
      const { headers, status } = await world.nobody.open(url);
      expect(status, url).toBeLessThan(500);
      expect(headers["set-cookie"], url).toBeUndefined();
      expect(String(headers.location ?? ""), url).not.toMatch(/[\r\n]/);
    }
    const posted = await world.buyer.call(
      "POST",
      "/cart",
      "intent=remove&line_id=x&note=%0d%0aSet-Cookie:+jahat=1",
      form,
    );
    expect(posted.status).toBeLessThan(500);
    expect(String(posted.headers["set-cookie"] ?? "")).not.toContain("jahat");
  });
});

describe("what errors and leftover files reveal", () => {
  const inner =
    /select |insert |relation "|syntax error|constraint|duplicate key|node_modules|\/src\/|\/srv\/|\.ts:\d|\.js:\d|at \w+ \(|Error:|ECONN|postgres|fastify|pg_|stack/i;

  test("an unexpected error of any call or page reveals no internals", async () => {
    const operations = (await operationsOf(world)).filter((one) => one.method === "GET");
    const { db, pages } = world.context;
    const failure = Object.assign(
      new Error('relation "products" does not exist at /srv/kawung/src/catalog/queries.ts:3:1'),
      {
        code: "42P01",
        query: "select secret from users",
      },
    );
    pages.clear();
    const spies = (["rows", "row", "run", "transaction", "together"] as const).map((name) =>
      vi.spyOn(db, name).mockImplementation(() => Promise.reject(failure)),
    );
    try {
      let failed = 0;
      for (const operation of operations) {
        const url = `${addressOf(world, operation)}?${neededQuery(world, operation)}`;
        const { status, text } = await world.buyer.call("GET", url);
        expect([200, 500], operation.key).toContain(status);
        if (status !== 500) continue;
        failed += 1;
        expect(JSON.parse(text), operation.key).toEqual({
          success: false,
          code: "server.error",
          message: expect.stringMatching(/Terjadi kesalahan/) as string,
        });
      }
      expect(failed).toBeGreaterThan(10);
      for (const url of ["/product", `/product/${world.product.slug}`, "/merchant", "/cart", "/profile", "/checkout"]) {
        const { status, text } = await world.buyer.open(url);
        expect(status, url).toBe(500);
        expect(text.replace(/<(script|link|style)[^>]*>/g, ""), url).not.toContain("42P01");
        expect(text, url).not.toMatch(/relation "|\/srv\/|queries\.ts|select secret/);
      }
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    expect((await world.nobody.call("GET", "/v1/rusak")).text).not.toMatch(inner);
    expect((await world.nobody.open(`/product/${world.product.slug}`)).status).toBe(200);
  });

  test("a refusal of any kind reveals no internals", async () => {
    for (const operation of await operationsOf(world)) {
      for (const url of [addressOf(world, operation), operation.path.replace(/\{\w+\}/, "%27%22")]) {
        const { text, status } = await world.nobody.call(operation.method, url, '{"x":[');
        if (status >= 400) expect(text, `${operation.key} ${status}`).not.toMatch(inner);
      }
    }
  });

  test("common leftover paths (/.env, /.git) return 400, 403 or 404", async () => {
    for (const url of [
      "/.git/config",
      "/.git/HEAD",
      "/.env",
      "/.npmrc",
      "/package.json",
      "/package-lock.json",
      "/node_modules/fastify/package.json",
      "/src/app.ts",
      "/src/server.ts",
      "/server.js.map",
      "/metrics",
      "/docs",
      "/documentation",
      "/debug",
      "/phpinfo.php",
      "/wp-login.php",
      "/server-status",
      "/dist/server/entry-server.js",
      "/server/entry-server.js",
      "/.vite/manifest.json",
      "/assets/../.vite/manifest.json",
      "/assets/..%2f.vite%2fmanifest.json",
      "/assets/%2e%2e/.vite/manifest.json",
      "/assets/..%5c..%5cserver%5centry-server.js",
      "/assets/..%2f..%2f..%2fpackage.json",
      "/img/..%2f..%2fsecret",
      "/img/..%2fsecret-200.webp",
      "/data/secret",
      "/db/schema.sql",
      "/openapi.json",
      "/v1",
      "/v1/docs/json",
      "/actuator/health",
    ]) {
      for (const person of [world.nobody, world.operator]) {
        const { status, text } = await person.call("GET", url);
        expect([400, 403, 404], url).toContain(status);
        expect(text, url).not.toMatch(/"dependencies"|entry-server|\[core\]|create table/);
      }
    }
    const home = (await world.nobody.open("/")).text;
    for (const [, url] of home.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g))
      expect((await world.nobody.call("GET", `${url}.map`)).status, url).toBe(404);
  });
});

describe("what may be cached", () => {
  test("a public page has the same bytes for everyone, and contains no user's name, counts or notifications", async () => {
    world.context.pages.clear();
    for (const url of publicPages()) {
      const ofBuyer = await world.buyer.open(url);
      const ofSeller = await world.seller.open(url);
      const ofNobody = await world.nobody.open(url);
      expect(ofSeller.text, url).toBe(ofBuyer.text);
      expect(ofNobody.text, url).toBe(ofBuyer.text);
      for (const secret of [...world.secrets, "Wahyu Laksono", "@kawung.test", '"total_cart"'])
        expect(ofBuyer.text, `${url} ${secret}`).not.toContain(secret);
      expect(ofBuyer.headers["set-cookie"], url).toBeUndefined();
      if (ofBuyer.status === 200) expect(ofBuyer.headers.vary, url).toMatch(/accept-encoding/i);
    }
  });

  test("a personal page or response is never cached, and the next visitor gets their own", async () => {
    for (const url of [...buyerPages(), ...sellerPages()]) {
      for (const person of [world.buyer, world.seller, world.nobody]) {
        const { headers, text } = await person.open(url);
        expect(headers["cache-control"], url).toMatch(/no-store/);
        if (person !== world.buyer && !url.startsWith("/manageMerchant"))
          for (const secret of world.secrets) expect(text, url).not.toContain(secret);
      }
    }
    for (const operation of (await operationsOf(world)).filter((one) => one.method === "GET")) {
      const { headers, status } = await world.buyer.call("GET", addressOf(world, operation));
      if (status >= 400 || !isOpen(operation)) expect(headers["cache-control"], operation.key).toMatch(/no-store/);
    }
  });

  test("query parameters cannot change the text of a page for others", async () => {
    const marker = "penanda-rahasia-99";
    await world.nobody.open(`/?utm=${marker}`);
    await world.nobody.open(`/guide?x=${marker}`);
    expect((await world.nobody.open("/")).text).not.toContain(marker);
    expect((await world.nobody.open("/guide")).text).not.toContain(marker);
    const lies: Headers[] = [
      { host: "evil.test" },
      { "x-forwarded-host": "evil.test" },
      { "x-forwarded-proto": "http", forwarded: "host=evil.test" },
      { "x-original-url": "/cart", "x-rewrite-url": "/cart" },
    ];
    for (const headers of lies) {
      world.context.pages.clear();
      for (const url of ["/", `/product/${world.product.slug}`, "/login"]) {
        const { text } = await world.nobody.call("GET", url, undefined, { accept: "text/html", ...headers });
        expect(text, url).not.toContain("evil.test");
      }
    }
  });

  test("a whole URL as request target, and other unusual requests, get a response without a server error", async () => {
    await world.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = world.app.server.address() as { port: number };
    const say = (request: string) =>
      new Promise<string>((done, fail) => {
        let answer = "";
        const socket = connect(port, "127.0.0.1", () => void socket.write(request));
        socket.setEncoding("latin1").on("data", (part: string) => (answer += part));
        socket.on("close", () => done(answer)).on("error", fail);
      });
    for (const target of ["/product/..", "/product/%2e%2e", "/merchant/.", "/payment/%2E.", "/simulator/pay/.."])
      expect(await say(`GET ${target} HTTP/1.1\r\nHost: kawung.test\r\nConnection: close\r\n\r\n`), target).toMatch(
        /^HTTP\/1\.1 404/,
      );
    for (const target of ["/v1/products/..", "/v1/products/%2e%2e", "/v1/orders/%2e%2e"])
      expect(await say(`GET ${target} HTTP/1.1\r\nHost: kawung.test\r\nConnection: close\r\n\r\n`), target).toMatch(
        /^HTTP\/1\.1 40[14]/,
      );
    const rest = "Host: kawung.test\r\nConnection: close\r\n\r\n";
    for (const target of [
      "http://evil.test/",
      "http://evil.test/cart",
      "//evil.test/",
      "///",
      "/\\evil.test",
      "*",
      "/%",
      "/?%",
      "/product/../cart",
      "/;x",
    ]) {
      const answer = await say(`GET ${target} HTTP/1.1\r\n${rest}`);
      expect(answer, target).toMatch(/^HTTP\/1\.1 [234]\d\d/);
      expect(answer.split("\r\n\r\n")[0], target).not.toMatch(/evil\.test|Server:/i);
    }
    for (const request of [
      "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nxxxxx",
      "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
      `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(20_000)}\r\n\r\n`,
      "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
      "GARBAGE\r\n\r\n",
    ]) {
      const answer = await say(request);
      expect(answer, request.slice(0, 60)).toMatch(/^HTTP\/1\.1 4\d\d/);
      expect(answer, request.slice(0, 60)).not.toMatch(/node_modules|\.js:\d/);
    }
  });
});

describe("the name of the marketplace", () => {
  test("that an operator changed is on every page, mail and paper, and the old one nowhere", async () => {
    const { operator, buyer, seller, nobody, context } = world;
    const put = (key: string, value: unknown, version = 0) =>
      operator.call("PUT", `/v1/operator/settings/${key}`, { value, version });
    const name = "Lapak </script><b>Senja";
    expect((await put("site.brand_name", name)).status).toBe(422);
    try {
      expect((await put("site.brand_name", "Lapak & 'Senja'")).status).toBe(200);
      const company = {
        name: "PT Senja </script>",
        address: "Jalan Senja 12, Malang",
        phone: "0341 55123",
        email: "halo@senja.example",
      };
      expect((await put("site.company", company)).status).toBe(200);
      await nobody.call("POST", "/v1/auth/forgot-password", { email: world.secrets.find((one) => one.includes("@")) });
      await nobody.call("POST", "/v1/auth/register", {
        name: "Orang Baru",
        email: "senja@pembeli.test",
        password: "kebun-teh-di-lereng-7",
        password_confirmation: "kebun-teh-di-lereng-7",
      });
      await runQueued(context);
      const visits = [
        ...[
          ...publicPages(),
          "/login",
          "/register",
          "/manifest.webmanifest",
          "/v1/openapi.json",
          "/v1/docs",
          "/tidak-ada",
        ].map((url) => [nobody, url] as const),
        ...buyerPages().map((url) => [buyer, url] as const),
        ...sellerPages().map((url) => [seller, url] as const),
        ...["/operator", "/operator/settings?key=site.company"].map((url) => [operator, url] as const),
      ];
      for (const [person, url] of visits) {
        const answer = await person.open(url);
        // A setting's own page shows the former value in its history.
        if (url.startsWith("/operator/")) continue;
        expect(answer.text.match(/.{0,60}Kawung.{0,60}/)?.[0], url).toBeUndefined();
        if (String(answer.headers["content-type"]).includes("text/html") && !url.startsWith("/simulator"))
          expect(answer.text, url).toMatch(/Lapak &amp; (&#x27;|')Senja/);
        if (/script-src/.test(String(answer.headers["content-security-policy"])) && url !== "/v1/docs")
          expectHarmless(answer, url);
      }
      const mails = await listOutbox(context.config.dataDir, 50);
      expect(mails.length).toBeGreaterThan(0);
      const [last] = mails;
      expect(JSON.stringify(last)).toContain("Lapak & 'Senja'");
      expect(JSON.stringify(last)).not.toMatch(/Kawung/);
      const paper = await buyer.call("GET", `/v1/papers/orders/${world.paid.orderId}/invoice`);
      expect(paper.text).toContain("PT Senja");
      expect(paper.text).not.toContain("Kawung");
    } finally {
      applySettings({}, new Set());
    }
  });
});
