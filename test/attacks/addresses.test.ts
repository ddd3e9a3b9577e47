import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { addressOf, neededQuery, operationsOf, ownerOf, type Operation } from "./api-operations.ts";
import { makeWorld, type Person, type World } from "./make-world.ts";

let world: World;
let operations: Operation[];

beforeAll(async () => {
  world = await makeWorld();
  operations = await operationsOf(world);
});
afterAll(() => world.close());

function callerOf(operation: Operation): Person {
  return ownerOf(world, operation);
}

const inAddresses = [
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%C0%AF",
  "%27%20or%201=1--",
  "%25%5C_%27%22%E2%80%A8%F0%9F%98%80",
  "((((",
  "a%20%26%20%7C%20!%20%3C-%3E%20:*",
  "-1",
  "99999999999999999999",
  "1e309",
  "x".repeat(900),
  "..%2f..%2fetc%2fpasswd",
  "1_------------------------------------",
  "9_ffffffff-ffff-ffff-ffff-ffffffffffff",
  "999999999999999_00000000-0000-7000-8000-000000000000",
  `k${"0".repeat(36)}99999999999999999999`,
  ...["o99999", "k00000000-0000-7000-8000-00000000000099999999999999", "k00000000-0000-7000-8000-000000000000-1"].map(
    (text) => Buffer.from(text).toString("base64url"),
  ),
];

describe("URLs", () => {
  test("no GET endpoint fails on a hostile query value", async () => {
    let tried = 0;
    for (const operation of operations.filter((one) => one.method === "GET" && one.query.length > 0)) {
      for (const name of operation.query) {
        const needed = neededQuery(world, operation, name);
        for (const value of inAddresses) {
          const url = `${addressOf(world, operation)}?${needed}${name}=${value}`;
          const { status, text } = await callerOf(operation).call("GET", url);
          tried += 1;
          expect(status, `${url} → ${text.slice(0, 200)}`).toBeLessThan(500);
        }
        for (const shape of [
          `${name}=a&${name}=b`,
          `${name}[]=a`,
          `${name}[x]=1`,
          `${name}`,
          `${name}=`,
          `__proto__[x]=1&${name}=a`,
          `__proto__=1`,
          "tidak_dikenal=1",
        ]) {
          const { status, text } = await callerOf(operation).call(
            "GET",
            `${addressOf(world, operation)}?${needed}${shape}`,
          );
          expect(status, `${operation.key} ${shape.slice(0, 40)} → ${text.slice(0, 200)}`).toBeLessThan(500);
          if (shape.includes("_")) expect(status, `${operation.key} ${shape.slice(0, 40)}`).toBeGreaterThanOrEqual(400);
        }
      }
      for (const long of ["x".repeat(8000), "x&".repeat(3000), `${operation.query[0]}=1&`.repeat(1000)]) {
        const needed = neededQuery(world, operation, operation.query[0]);
        const url = `${addressOf(world, operation)}?${needed}${operation.query[0]}=${long}`;
        expect((await callerOf(operation).call("GET", url)).status, url.slice(0, 80)).toBeLessThan(500);
      }
    }
    expect(tried).toBeGreaterThan(500);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test("every id and name in a path accepts any value without a server error", async () => {
    for (const operation of operations.filter((one) => one.path.includes("{") && one.method === "GET")) {
      for (const value of [...inAddresses, "%ff", "%", "%2", "..%00", "constructor"]) {
        const { status, text } = await callerOf(operation).call("GET", operation.path.replace(/\{\w+\}/, value));
        expect(status, `${operation.key} ${value} → ${text.slice(0, 200)}`).toBeLessThan(500);
      }
    }
  });

  test("of pages and pictures accept any value without a server error", async () => {
    const values = [...inAddresses.filter((one) => one.length < 100), "%ff", "%", "constructor"];
    for (const path of ["/product/", "/merchant/", "/payment/", "/simulator/pay/", "/img/", "/assets/", "/"]) {
      for (const value of values) {
        const { status, text } = await world.buyer.open(path + value);
        expect(status, `${path}${value} → ${text.slice(0, 100)}`).toBeLessThan(500);
        expect(status, `${path}${value}`).toBeGreaterThanOrEqual(path === "/simulator/pay/" ? 300 : 303);
      }
    }
  });

  test("query parameters of pages accept any value without a server error", async () => {
    const pages: [string, string[]][] = [
      ["/product", ["category", "name", "type", "sort", "min", "max", "province", "rating", "page", "cursor"]],
      ["/merchant", ["name", "type", "cursor"]],
      [`/merchant/${world.shopSlug}`, ["name", "sort", "page"]],
      [`/product/${world.product.slug}`, ["o1", "o2"]],
      ["/login", ["from", "notice"]],
      ["/register", ["from"]],
      ["/profile", ["page", "status", "cursor", "edit"]],
      ["/profile?page=transactions", ["status", "cursor"]],
      ["/profile?page=notification", ["status", "cursor"]],
      ["/profile?page=addresses&edit=new", ["province", "regency", "district", "from"]],
      ["/cart", ["removed", "quantity", "note"]],
      ["/checkout", ["address_id", "payment_method", `shipping.${world.shopId}`]],
      ["/checkout", ["variant_id", "quantity"]],
      ["/manageMerchant?page=orders", ["status", "q", "cursor"]],
      ["/manageMerchant?page=products", ["name", "cursor", "edit", "id"]],
      ["/manageMerchant?page=balance", ["number", "p"]],
    ];
    const few = inAddresses.filter((_one, at) => at % 3 === 0);
    for (const [page, names] of pages) {
      const person = page.startsWith("/manageMerchant") ? world.seller : world.buyer;
      for (const value of few) {
        const question = names.map((name) => `${name}=${value}`).join("&");
        const url = `${page}${page.includes("?") ? "&" : "?"}${question}`;
        const { status } = await person.open(url);
        expect(status, url).toBeLessThan(500);
      }
    }
  });
});

describe("amounts", () => {
  test("of items in a list are limited, however many are requested", async () => {
    for (const url of [
      "/v1/products?limit=1000000",
      "/v1/products?page=1000000000",
      "/v1/products?limit=0",
      "/v1/products?limit=-1",
      "/v1/merchants?limit=61",
      "/v1/seller/products?limit=1000",
      "/v1/seller/balance?page=10001",
      `/v1/products?${Array.from({ length: 100 }, () => "province=32").join("&")}`,
    ]) {
      expect((await world.seller.call("GET", url)).status, url).toBe(422);
    }
    const ids = Array.from({ length: 1000 }, () => randomUUID());
    expect((await world.seller.call("POST", "/v1/seller/orders/accept", { ids })).status).toBe(422);
    expect((await world.buyer.call("PUT", "/v1/cart/selection", { line_ids: ids, selected: true })).status).toBe(422);
    const shipping = Object.fromEntries(ids.map((id) => [id, "jne-reg"]));
    expect((await world.buyer.call("POST", "/v1/checkout/quote", { shipping })).status).toBe(422);
  });

  test("of results of a search have a response for any characters", async () => {
    const texts = [
      "((((",
      "'".repeat(100),
      "a & | ! <-> :*",
      "%",
      "_",
      "\\",
      "x ".repeat(400),
      "a".repeat(900),
      "😀".repeat(90),
    ];
    for (const text of texts) {
      for (const path of ["/v1/products", "/v1/merchants", "/v1/products/keywords"]) {
        const { status } = await world.nobody.call("GET", `${path}?name=${encodeURIComponent(text)}`);
        expect(status, `${path} ${text.slice(0, 20)}`).toBe(200);
      }
    }
  });
});
