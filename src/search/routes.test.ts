import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProducts } from "#catalog/listing/find-products.ts";
import { sql } from "#lib/database.ts";
import { rupiah } from "#lib/schema.ts";
import { makeCatalogApi, makeMarket, newProduct, type CatalogClient } from "../../test/make/catalog.ts";
import { makeContext } from "../../test/make/context.ts";
import { suggest as suggestPhrases } from "./suggest.ts";
import { typedPhrases } from "./synonyms.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let visitor: CatalogClient;
beforeAll(async () => {
  context = await makeContext();
  await makeMarket(context, [
    newProduct("kopi-gayo", "Kopi Gayo Arabika"),
    newProduct("kopi-lampung", "Kopi Robusta Lampung"),
    newProduct("sepatu", "Sepatu Kanvas Polos"),
    newProduct("gayung", "Gayung Plastik"),
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
test("what a search would find is suggested: a typing error before the last word, a preference, words of several products", async () => {
  expect(await suggest("kpoi ga")).toContain("kopi gayo");
  expect(await suggest("sepatu mur")).toEqual(["sepatu murah"]);
  expect(await suggest("kanvas lampung")).toEqual(["kanvas lampung"]);
  expect(await suggest("kopi zzqqxx")).toEqual([]);
});
test("the last word is completed to one that only a single product has beside the word before it", async () => {
  expect(await suggest("kanvas p")).toEqual(["kanvas polos"]);
  expect(await suggest("sepatu kanvas po")).toEqual(["sepatu kanvas polos"]);
});
test("a typing error is corrected to a word that a product has beside the word before it", async () => {
  expect(await suggest("gaoy")).toEqual(expect.arrayContaining(["gayo", "gayung"]));
  expect((await suggest("kopi gaoy")).filter((one) => one.includes("gayung"))).toEqual([]);
  expect(await suggest("kopi gaoy")).toContain("kopi gayo");
});
test("a typing error is not corrected to a word that no product has together with the words before it", async () => {
  // Both are words of products, and not neighbours of "arabika" and "sepatu".
  expect(await suggest("arabika gaoy")).toEqual(["arabika gayo"]);
  expect(await suggest("sepatu polso")).toEqual(["sepatu polos"]);
  expect(await suggest("sepatu gaoy")).toEqual([]);
});
test("a typing error in another spelling of a word gets suggestions", async () => {
  expect(await suggest("arebica")).toEqual(["arabika"]);
  // Two spellings of one word are one suggestion.
  expect(await suggest("kopoe")).toEqual(["kopi"]);
});
test("a number at the end that no product has is a price", async () => {
  const { body } = await visitor("GET", "/v1/products?name=sepatu+100.000");
  expect(body).toMatchObject({ understood: { text: "sepatu", min: 85_000, max: 115_000 } });
});
test("a search that finds nothing names its words that do", async () => {
  const { body } = await visitor("GET", "/v1/products?name=lampung+zzqqxx+yywwvv");
  expect([body.result, body.found_words]).toEqual([[], ["lampung"]]);
  expect((await visitor("GET", "/v1/products?name=kopi")).body.found_words).toEqual([]);
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
test.each([
  "sepatu maks 0 rb",
  "0-0 ribu",
  "kopi mulai 0 sampai 0 rb",
  "kopi di bawah 0,00 jt",
  "kopi rp 0",
  "maks 0 rb",
])("%s finds products as if no price was asked for", async (name) => {
  for (const limit of ["", "&max=0", "&min=0&max=1"]) {
    const { status, body } = await visitor("GET", `/v1/products?name=${encodeURIComponent(name)}${limit}`);
    expect([status, body.understood]).toEqual([200, null]);
  }
});
test("a price above all prices is read as the highest that there may be", async () => {
  const { body } = await visitor("GET", "/v1/products?name=kopi%20di%20atas%20999999999%20juta");
  expect(body.understood).toMatchObject({ text: "kopi", min: 1_000_000_000 });
});

const pieces = {
  number:
    "0 00 0,0 0.00 -1 -0 1 7 12 999999999 1000000000000 1.000.000 1.2.3 4,99 3/4 1e9 0x10 ½ ² ٣ 一 100% 40x40".split(
      " ",
    ),
  unit: "rb ribu ribuan k jt juta jutaan kg gram cm l % rp idr an x inch gb".split(" "),
  price: [
    "maks",
    "max",
    "di bawah",
    "kurang dari",
    "di atas",
    "mulai",
    "antara",
    "sampai",
    "-",
    "s/d",
    "harga",
    "murah",
  ],
  noise: ["cari", "toko", "yang", "umur 3 tahun", "murah", "terbaru", "dan", "di", "bekas", "ga"],
  word: ["kopi", "gayo", "sepatu", "kopy", "sepaut", "kopigayo", "ko", "k", "kopi-kopi", "sepatu2", "a".repeat(61)],
  operator: [
    "&",
    "|",
    "!",
    "(",
    ")",
    ":*",
    ":A",
    "<->",
    "<2>",
    "'",
    '"',
    "\\",
    "\\'",
    "%",
    "_",
    "*",
    "$1",
    ";--",
    "::text",
  ],
  unicode: ["\u0000", "\u202e", "\ud800", "🙂", "日本", "ﬁ", "ＫＯＰＩ", "Ünik", "\u0301", "\u200b", "ß", "İ", "ﷺ"],
};
const piece = fc.oneof(
  ...Object.values(pieces).map((some) => fc.constantFrom(...some)),
  fc.constantFrom(...typedPhrases().map(({ phrase }) => phrase)),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const hostileText = fc
  .array(fc.tuple(piece, fc.constantFrom(" ", " ", "", ".", "-")), { minLength: 1, maxLength: 16 })
  .map((parts) => parts.flat().join(""));
const amount = fc.option(fc.constantFrom(0, 1, 100, 50_000, 1_000_000_000), { nil: undefined });
const flag = fc.option(fc.constant("1" as const), { nil: undefined });

test("no text makes a search fail, whatever is chosen beside it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        name: hostileText,
        min: amount,
        max: amount,
        facets: flag,
        sort: fc.constantFrom(undefined, "relevance" as const, "cheapest" as const),
        page: fc.constantFrom(undefined, 2),
      }),
      async (query) => {
        const { result, total, similar, understood } = await findProducts(context.db, query);
        expect(result.length).toBeLessThanOrEqual(4);
        expect(similar).toBeLessThanOrEqual(result.length);
        expect(total).toBeGreaterThanOrEqual(0);
        for (const one of [understood?.min, understood?.max]) if (typeof one === "number") rupiah.parse(one);
        await suggestPhrases(context.db, query.name, "product");
        await suggestPhrases(context.db, query.name, "seller");
      },
    ),
    { numRuns: 200 },
  );
}, 30_000);
test("searches of all lengths run few texts of SQL", async () => {
  const { db } = context;
  const texts = new Set<string>();
  const { rows } = db;
  Object.assign(db, {
    rows: (query: { strings: string[] }) => (texts.add(query.strings.join("?")), rows(query as never)),
  });
  try {
    const words = typedPhrases().map(({ phrase }) => phrase);
    for (let at = 0; at < 60; at += 1)
      await findProducts(db, { name: ["kopi", ...words.slice(at * 3, at * 3 + (at % 7))].join(" ") });
  } finally {
    Object.assign(db, { rows });
  }
  expect(texts.size).toBeLessThan(10);
});
test("unknown fields and overlong texts are refused", async () => {
  expect((await visitor("GET", "/v1/products/keywords?name=a&x=1")).status).toBe(422);
  expect((await visitor("GET", `/v1/products/keywords?name=${"a".repeat(1001)}`)).status).toBe(422);
  expect((await visitor("GET", "/v1/products/keywords?name=a&name=b")).status).toBe(422);
});
