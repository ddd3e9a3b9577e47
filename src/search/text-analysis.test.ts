import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, maxErrorsFor } from "./correct-spelling.ts";
import { spellings } from "./synonyms-data.ts";
import {
  buildTsquery,
  canonicalStem,
  indexVersion,
  normalise,
  productTsvector,
  tokenise,
  tokensOf,
  versionOfIndex,
} from "./text-analysis.ts";

function indexOf(name: string, description = "", condition = "new"): string {
  const category = { slug: "tas", name: "" };
  return productTsvector({
    name,
    description,
    condition,
    is_regional: false,
    category,
    root: category,
    shop: "",
    city: "",
    province: "",
    attributes: [],
    axes: [],
  });
}

describe("words", () => {
  test.each([
    ["kaos", "kaus"],
    ["sholat", "salat"],
    ["cemilan", "camilan"],
    ["sambel", "sambal"],
    ["coklat", "cokelat"],
    ["minuman", "minum"],
    ["anyaman", "menganyam"],
  ])("%s and %s are one word", (one, other) => {
    expect(canonicalStem(one)).toBe(canonicalStem(other));
  });

  test.each([
    ["kemeja", "meja"],
    ["kelapa", "kepala"],
    ["beras", "berat"],
    ["sepatu", "patung"],
  ])("%s is not %s", (one, other) => {
    expect(canonicalStem(one)).not.toBe(canonicalStem(other));
  });

  test("punctuation, accents and letter case change nothing", () => {
    expect(normalise("  Kópi’ GAYO—250g!! ")).toBe("kopi gayo 250g");
  });

  test.each([
    ["1 kilo", "1 kg"],
    ["1kg", "1000 gram"],
    ["1.8 liter", "1,8 L"],
    ["0,5 l", "500ml"],
    ["12 watt", "12W"],
    ["14 inch", "14 inci"],
    ["70x140", "70 x 140 cm"],
    ["10000 mah", "10.000mAh"],
    ["2 meter", "200 cm"],
    ["5 ons", "500 gr"],
  ])("%s and %s are the same measure", (one, other) => {
    expect(tokensOf(one).map(({ stem }) => stem)).toEqual(tokensOf(other).map(({ stem }) => stem));
  });

  test("a measure is found by its number too", () => {
    expect(tokensOf("256 GB")).toMatchObject([{ stem: "256gb", also: ["256"] }]);
    expect(tokensOf("40 x 60 cm")).toMatchObject([{ stem: "40x60", also: ["40", "60"] }]);
  });

  test("a word that is written twice is one word", () => {
    expect(tokenise("oleh-oleh")).toEqual(["oleholeh"]);
    expect(tokenise("mainan2")).toEqual(["mainan"]);
  });

  test("user input never contains an operator", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const query = buildTsquery(tokenise(text), { prefix: true });
        if (query !== null) expect(query).toMatch(/^'[a-z0-9]+'(:\*)?( & '[a-z0-9]+'(:\*)?)*$/);
        expect(indexOf(text)).toMatch(/^('[a-z0-9]+':\d+[ABCD](,\d+[ABCD])*( |$))*$/);
      }),
    );
  });

  test("the name of the thing weighs most, also after words such as Set 2", () => {
    expect(indexOf("Tas Batik Solo Kecil")).toMatch(/'tas':1A .*'batik':2B .*'kecil':4C/);
    expect(indexOf("Set 2 Sarung Bantal")).toMatch(/'set':1C .*'sarung':3A .*'bantal':4B/);
  });
  test("two neighbouring words of a name are found as one word", () => {
    expect(indexOf("Power Bank Tipis")).toContain("'powerbank':1A");
  });
  test("words of the description are indexed apart from those of the name", () => {
    expect(indexOf("Tas", "Cocok untuk kerja")).toMatch(/'zdkerja':\d+D/);
    expect(indexOf("Tas", "Cocok untuk kerja")).not.toContain("'kerja'");
  });
  test("a used product is found by the word bekas", () => {
    expect(indexOf("Tas", "", "used")).toContain("'bekas'");
  });
});

describe("typing errors", () => {
  test.each([
    ["sepatu", "sepaut", 1],
    ["batik", "batikk", 1],
    ["kopi", "kpi", 1],
    ["sambal", "sanbel", 2],
    ["", "abc", 3],
    ["sama", "sama", 0],
  ])("%s and %s are %i apart", (a, b, errors) => {
    expect(editDistance(a, b)).toBe(errors);
    expect(editDistance(b, a)).toBe(errors);
  });
  test("a very short word has no typing error, a short one one, a longer one two", () => {
    expect(["oli", "kopi", "sepatu", "keranjang"].map(maxErrorsFor)).toEqual([0, 1, 1, 2]);
  });
});

test("after a changed spelling the products are indexed in a new version", () => {
  expect(versionOfIndex({ spellings })).toBe(indexVersion);
  const changed = ["kaus kaoz\n", "", spellings.replace("cabai cabe", "cabe cabai")];
  for (const words of changed) expect(versionOfIndex({ spellings: words })).not.toBe(indexVersion);
  // The column is an integer of 32 bits.
  expect(indexVersion).toBeLessThan(2 ** 31);
});
