import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { keywordsSchema, productGroupsSchema } from "./content-schema.ts";
import { parseContent, readContent } from "./read-content.ts";

const { categories, homes, keywords, people, products, reviewTexts, shops } = await readContent();

const areaData = path.dirname(createRequire(import.meta.url).resolve("idn-area-data/package.json"));
const regencies = new Map(
  readFileSync(path.join(areaData, "data/regencies.csv"), "utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [code = "", , name = ""] = line.split(",");
      return [code, name] as const;
    }),
);

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function sentences(text: string): number {
  return text.match(/[.?](?=\s|$)/g)?.length ?? 0;
}

function names(wrong: { name: string }[]): string[] {
  return wrong.map((thing) => thing.name);
}

test("there are at least 14 root categories with sub-categories and one custom category with its own url", () => {
  const custom = categories.filter((root) => root.isCustom === "1");
  const plain = categories.filter((root) => root.isCustom !== "1");
  expect(plain.length).toBeGreaterThanOrEqual(14);
  expect(names(plain.filter((root) => root.children.length < 4 || root.children.length > 8))).toEqual([]);
  expect(custom.map((root) => root.url)).toEqual(["/#daerah"]);
  expect(repeated(categories.flatMap((root) => [root.slug, ...root.children.map((child) => child.slug)]))).toEqual([]);
});

test("every sub-category has products", () => {
  const filled = new Set(products.map((product) => product.category));
  const all = categories.flatMap((root) => root.children.map((child) => child.slug));
  expect(all.filter((slug) => !filled.has(slug))).toEqual([]);
  expect([...filled].filter((slug) => !all.includes(slug))).toEqual([]);
});

test("there are shops in all 38 provinces, in cities that exist", () => {
  expect(new Set(shops.map((shop) => shop.regencyCode.slice(0, 2))).size).toBe(38);
  expect(
    names(shops.filter((shop) => regencies.get(shop.regencyCode)?.toUpperCase() !== shop.city.toUpperCase())),
  ).toEqual([]);
  expect(repeated(shops.map((shop) => shop.slug))).toEqual([]);
  expect(names(shops.filter((shop) => sentences(shop.description) < 2))).toEqual([]);
});

test("every account has its own e-mail address, and the demo seller has a well-filled shop", () => {
  expect(repeated([...shops.map((shop) => shop.ownerEmail), ...people.map((person) => person.email)])).toEqual([]);
  const own = shops.find((shop) => shop.ownerEmail === "penjual@kawung.test");
  expect(products.filter((product) => product.shop === own?.slug).length).toBeGreaterThanOrEqual(20);
});

test("a shop that lets buyers fetch goods has an address, without which it could save no setting", () => {
  expect(shops.filter(({ couriers, place }) => couriers.includes("pickup") && !place)).toEqual([]);
});

test("at least 60 buyers live in cities that exist", () => {
  expect(people.length).toBeGreaterThanOrEqual(60);
  expect(names(people.filter((person) => !regencies.has(person.regencyCode)))).toEqual([]);
});

test("every buyer lives in a village that exists, with a postcode of that part of the country", () => {
  const villages = new Map(
    readFileSync(path.join(areaData, "data/villages.csv"), "utf8")
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => [line.split(",")[0] ?? "", line.split(",")[2] ?? ""] as const),
  );
  expect(names(homes.filter((home) => villages.get(home.village) !== home.name))).toEqual([]);
  const lived = new Set(homes.map((home) => home.village.slice(0, 5)));
  expect(names(people.filter((person) => !lived.has(person.regencyCode)))).toEqual([]);
  const starts = (home: (typeof homes)[number]) => postcodeStarts[home.village.slice(0, 2)] ?? [];
  expect(names(homes.filter((home) => !starts(home).some((start) => home.postcode.startsWith(start))))).toEqual([]);
});

/** How the postcodes of a province begin, by the province's code. */
const postcodeStarts: Record<string, string[]> = {
  "11": ["23", "24"],
  "12": ["20", "21", "22"],
  "13": ["25", "26", "27"],
  "14": ["28"],
  "15": ["36", "37"],
  "16": ["30", "31", "32"],
  "17": ["38", "39"],
  "18": ["34", "35"],
  "19": ["33"],
  "21": ["29"],
  "31": ["1"],
  "32": ["16", "17", "4"],
  "33": ["5"],
  "34": ["55"],
  "35": ["6"],
  "36": ["15", "42"],
  "51": ["80", "81", "82"],
  "52": ["83", "84"],
  "53": ["85", "86", "87"],
  "61": ["78", "79"],
  "62": ["73", "74"],
  "63": ["70", "71", "72"],
  "64": ["75", "76"],
  "65": ["77"],
  "71": ["95"],
  "72": ["94"],
  "73": ["90", "91", "92"],
  "74": ["93"],
  "75": ["96"],
  "76": ["91"],
  "81": ["97"],
  "82": ["97"],
  "91": ["99"],
  "92": ["98"],
  "93": ["99"],
  "95": ["99"],
};

test("no text mentions a chat, which the marketplace does not have", () => {
  const texts = [
    ...products.flatMap((product) => [product.name, product.description]),
    ...shops.flatMap((shop) => [shop.tagline, shop.description]),
    ...reviewTexts.map((review) => review.text),
  ];
  expect(texts.filter((text) => /\bchat\b/i.test(text))).toEqual([]);
});

test("there are at least 600 products, each of a known shop, and every shop sells something", () => {
  expect(products.length).toBeGreaterThanOrEqual(600);
  const known = shops.map((shop) => shop.slug);
  expect(names(products.filter((product) => !known.includes(product.shop)))).toEqual([]);
  const selling = new Set(products.map((product) => product.shop));
  expect(known.filter((slug) => !selling.has(slug))).toEqual([]);
});

test("product names and slugs are unique and of a readable length", () => {
  expect(repeated(products.map((product) => product.slugBase))).toEqual([]);
  expect(repeated(products.map((product) => product.name))).toEqual([]);
  expect(products.map((product) => product.slugBase).filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual(
    [],
  );
  expect(names(products.filter((product) => product.name.length < 25 || product.name.length > 70))).toEqual([]);
});

test("every description has at least three sentences and is unique", () => {
  expect(names(products.filter((product) => sentences(product.description) < 3))).toEqual([]);
  expect(repeated(products.map((product) => product.description))).toEqual([]);
});

test("prices and weights stay within the limits of the marketplace", () => {
  const wrong = products.filter((product) =>
    product.variants.some(
      (variant) =>
        variant.price < 100 ||
        variant.price > 1_000_000_000 ||
        variant.price % 500 !== 0 ||
        !Number.isInteger(variant.weight) ||
        variant.weight < 1 ||
        variant.weight > 500_000 ||
        !Number.isInteger(variant.stock) ||
        variant.stock < 0,
    ),
  );
  expect(names(wrong)).toEqual([]);
  expect(names(products.filter((product) => (product.strikePrice ?? Infinity) <= product.price))).toEqual([]);
});

test("variants are all combinations of at most two axes", () => {
  for (const product of products) {
    expect(product.axes.length, product.name).toBeLessThanOrEqual(2);
    const count = product.axes.reduce((ways, axis) => ways * axis.values.length, 1);
    expect(product.variants.length, product.name).toBe(count);
    expect(repeated(product.variants.map((variant) => variant.options.join("|"))), product.name).toEqual([]);
    for (const variant of product.variants) {
      expect(
        variant.options.every((option, index) => product.axes[index]?.values.includes(option)),
        product.name,
      ).toBe(true);
    }
    expect(Math.min(...product.variants.map((variant) => variant.price)), product.name).toBe(product.price);
  }
});

test("every product shows pictures that exist and every picture is shown", () => {
  const facts = JSON.parse(readFileSync(new URL("pictures/manifest.json", import.meta.url), "utf8")) as object;
  // The home page shows these two scenes.
  const keys = new Set(Object.keys(facts).filter((key) => key !== "hero-a" && key !== "story-laweyan"));
  const shown = new Set(products.flatMap((product) => product.pictures));
  expect([...shown].filter((key) => !keys.has(key))).toEqual([]);
  expect([...keys].filter((key) => !shown.has(key))).toEqual([]);
  expect(
    names(products.filter((product) => product.pictures.length < 1 || repeated(product.pictures).length > 0)),
  ).toEqual([]);
});

test("no picture is the cover of more than three products", () => {
  const covers = Map.groupBy(products, (product) => product.pictures[0]);
  expect([...covers.values()].filter((shared) => shared.length > 3)).toEqual([]);
});

test("every picture has a file, and every file a size and an alt text", () => {
  const folder = new URL("pictures/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".webp"));
  const facts = JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8")) as Record<string, unknown>;
  expect(files.map((file) => file.slice(0, -5)).toSorted()).toEqual(Object.keys(facts).toSorted());
});

test("there are review texts for every kind of product, most of them positive", () => {
  expect(reviewTexts.length).toBeGreaterThanOrEqual(160);
  expect(repeated(reviewTexts.map((review) => review.text))).toEqual([]);
  const kinds = new Set(reviewTexts.map((review) => review.kind));
  expect(names(products.filter((product) => !kinds.has(product.reviewKind)))).toEqual([]);
  expect(reviewTexts.filter((review) => review.stars >= 4).length / reviewTexts.length).toBeGreaterThan(0.6);
});

test("there are at least 250 different search words", () => {
  expect(keywords.length).toBeGreaterThanOrEqual(250);
  expect(repeated(keywords)).toEqual([]);
});

test("no text shouts", () => {
  const texts = [
    ...products.flatMap((product) => [product.name, product.description]),
    ...shops.flatMap((shop) => [shop.tagline, shop.description]),
  ];
  expect(texts.filter((text) => text.includes("!"))).toEqual([]);
});

test("a mistake in a content file is reported with its file, its entry and its field", () => {
  const product = (lines: string) => () =>
    parseContent(
      "kain.yaml",
      `- { shop: toko, category: kain, pictures: [kain], weight: 300, products: [{ name: Kain Lurik, ${lines} }] }`,
      productGroupsSchema,
    );
  const place = "kain.yaml, products entry 1 (Kain Lurik)";
  expect(product("price: 5000, description: Halus.")).not.toThrow();
  expect(product("price: 5000")).toThrow(`${place}, description is missing.`);
  expect(product("price: 5.000.000, description: Halus.")).toThrow(
    `${place}, price must be a number without quotes and separators.`,
  );
  expect(product("price: 5000, description: Halus., colour: red")).toThrow(
    `${place} has a field that does not exist: colour.`,
  );
  expect(product("price: 5000, description: Halus., axes: { Ukuran: [37, 38] }")).toThrow(
    `${place}, axes Ukuran entry 1 must be text: put it in quotes.`,
  );
  expect(product("price: 5000, description: Halus., condition: bekas")).toThrow(
    `${place}, condition must be one of new, used.`,
  );
  expect(() => parseContent("keywords.yaml", "- batik\n- 2026", keywordsSchema)).toThrow(
    "keywords.yaml, entry 2 must be text: put it in quotes.",
  );
  expect(() => parseContent("keywords.yaml", "- batik\n- [batik tulis", keywordsSchema)).toThrow(
    /^keywords.yaml, line 2: this is not YAML: /,
  );
});
