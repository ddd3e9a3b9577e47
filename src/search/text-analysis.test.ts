import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, maxErrorsFor } from "./correct-spelling.ts";
import { buildTsvector, normalise, buildTsquery, canonicalStem, tokenise } from "./text-analysis.ts";

describe("words", () => {
  test.each([
    ["hape", "handphone"],
    ["hp", "smartphone"],
    ["baju", "pakaian"],
    ["kaos", "kaus"],
    ["sholat", "salat"],
    ["cemilan", "camilan"],
    ["sambel", "sambal"],
    ["jilbab", "kerudung"],
    ["minuman", "minum"],
    ["anyaman", "menganyam"],
  ])("%s finds what %s finds", (one, other) => {
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

  test("two words for one thing count as one", () => {
    expect(buildTsquery(tokenise("T-Shirt hitam"))).toBe(buildTsquery(tokenise("kaos hitam")));
    expect(buildTsquery(tokenise("minyak wangi"))).toBe(buildTsquery(tokenise("parfum")));
  });

  test("punctuation, accents and letter case change nothing", () => {
    expect(normalise("  Kópi’ GAYO—250g!! ")).toBe("kopi gayo 250g");
    expect(tokenise("250g")).toEqual(["250", "g"]);
  });

  test("user input never contains an operator", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const query = buildTsquery(tokenise(text), { prefix: true });
        if (query !== null) expect(query).toMatch(/^'[a-z0-9]+'(:\*)?( & '[a-z0-9]+'(:\*)?)*$/);
        expect(buildTsvector([{ text, weight: "A" }])).toMatch(/^('[a-z0-9]+':1A( |$))*$/);
      }),
    );
  });

  test("a word has the weights of all parts that contain it", () => {
    expect(
      buildTsvector([
        { text: "batik", weight: "C" },
        { text: "Batik tulis batik", weight: "A" },
      ]),
    ).toBe("'batik':1C,2A 'tulis':1A");
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
  test("a short word may have one typing error, a longer one two", () => {
    expect([maxErrorsFor("kopi"), maxErrorsFor("sepatu")]).toEqual([1, 2]);
  });
});
