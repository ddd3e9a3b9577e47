import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeCatalogApi, makeMarket, newProduct, type CatalogClient } from "../../test/make/catalog.ts";
import { makeContext } from "../../test/make/context.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let visitor: CatalogClient;
beforeAll(async () => {
  context = await makeContext();
  await makeMarket(context, [
    newProduct("kopi-gayo", "Kopi Gayo Arabika"),
    newProduct("kopi-lampung", "Kopi Robusta Lampung"),
    newProduct("sepatu", "Sepatu Kanvas Polos"),
  ]);
  api = await makeCatalogApi(context);
  visitor = await api.as(null);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

async function suggest(name: string, type = "product"): Promise<string[]> {
  const { status, body } = await visitor("GET", `/v1/products/keywords?${new URLSearchParams({ name, type })}`);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["success", "result"]);
  for (const one of body.result) expect(Object.keys(one)).toEqual(["name"]);
  return body.result.map((one: { name: string }) => one.name);
}

test("phrases that begin with the typed text come first, by weight", async () => {
  const found = await suggest("kop");
  expect(found[0]).toBe("kopi gayo");
  expect(found).toContain("kopi");
});
test("a phrase is suggested for its second word too", async () => {
  expect(await suggest("gayo")).toContain("kopi gayo");
});
test("a misspelt word gets suggestions", async () => {
  expect(await suggest("sepaut")).toContain("sepatu");
});
test("a typing error is not corrected to a phrase that no longer finds a product", async () => {
  await context.db.run(sql`insert into keywords (word, weight) values ('gerabah', 5)`);
  expect(await suggest("gerabha")).toEqual([]);
  expect(await suggest("gerabah")).toEqual(["gerabah"]);
});
test("sellers are found by a word of their name", async () => {
  expect(await suggest("uji", "seller")).toEqual(["Batik Uji Coba"]);
  expect(await suggest("kopi w", "seller")).toEqual(["Kopi Wetan"]);
});
test("an unknown type means products", async () => {
  expect(await suggest("kop", "banana")).toEqual(await suggest("kop"));
});
test("an empty or blank text has no suggestions and causes no query", async () => {
  const { db } = context;
  let asked = 0;
  const { rows } = db;
  Object.assign(db, { rows: (query: never) => ((asked += 1), rows(query)) });
  try {
    for (const name of ["", "   ", "\t", "%%%", "🙂"]) expect(await suggest(name)).toEqual([]);
    expect(asked).toBe(0);
  } finally {
    Object.assign(db, { rows });
  }
  expect((await visitor("GET", "/v1/products/keywords")).body).toEqual({ success: true, result: [] });
});
test.each([
  "%",
  "_",
  "\\",
  "k%p",
  "'".repeat(100),
  '"'.repeat(100),
  "a & b | !c",
  "kopi:*",
  "<->",
  "((((",
  "🙂 kopi",
  "日本語",
  "a".repeat(900),
  "kopi\u0000",
  "\u202ekopi",
  "; drop table keywords; --",
])("%j gets a response and causes no failure", async (name) => {
  for (const type of ["product", "seller"]) {
    const search = new URLSearchParams({ name, type });
    const { status } = await visitor("GET", `/v1/products/keywords?${search}`);
    expect(status).toBe(200);
    expect((await visitor("GET", `/v1/products?${search}`)).status).toBe(200);
    expect((await visitor("GET", `/v1/merchants?${search}`)).status).toBe(200);
  }
});
test("unknown fields and overlong texts are refused", async () => {
  expect((await visitor("GET", "/v1/products/keywords?name=a&x=1")).status).toBe(422);
  expect((await visitor("GET", `/v1/products/keywords?name=${"a".repeat(1001)}`)).status).toBe(422);
  expect((await visitor("GET", "/v1/products/keywords?name=a&name=b")).status).toBe(422);
});
