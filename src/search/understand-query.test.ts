import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance } from "./correct-spelling.ts";
import { nearlySpelled } from "./stored-keywords.ts";
import { beginsAlmostWith } from "./suggest.ts";
import { builtInSynonyms, parseSynonyms, synonymWeight } from "./synonyms.ts";
import { enoughSets, matchQueries, type Concept } from "./match-concepts.ts";
import { cutIntoConcepts, rarest, wordsToFind } from "./understand-query.ts";

const conceptsOf = (text: string) => cutIntoConcepts(wordsToFind(text), builtInSynonyms());
const concept = (text: string, rarity: number, isKnown = true): Concept => ({
  text,
  stem: text,
  rarity,
  alternatives: isKnown ? [{ lexemes: [text], weight: 1 }] : [],
});
const textsOf = (sets: readonly (readonly Concept[])[]) => sets.map((set) => set.map(({ text }) => text));

test("a long search uses its first and its rarest concepts, in their order", () => {
  const typed = Array.from({ length: 12 }, (_, at) => concept(`kata${at}`, at === 0 ? 0.1 : 12 - at));
  expect(rarest(typed).map(({ text }) => text)).toEqual(Array.from({ length: 8 }, (_, at) => `kata${at}`));
  expect(rarest(typed.slice(0, 8))).toHaveLength(8);
});
describe("synonyms", () => {
  test("a typed word weighs more than its synonyms, and both are searched", () => {
    const [hape] = conceptsOf("hape");
    expect(hape?.alternatives[0]).toEqual({ lexemes: ["hape"], weight: 1 });
    expect(hape?.alternatives).toContainEqual({ lexemes: ["ponsel"], weight: synonymWeight });
  });
  test("a phrase is one concept, and of two the longer one counts", () => {
    expect(conceptsOf("kado ulang tahun murah").map(({ text }) => text)).toEqual(["kado ulang tahun", "murah"]);
    expect(conceptsOf("hp second").map(({ text }) => text)).toEqual(["hp second"]);
  });
  test("a line with > is a synonym in one direction, one with | in both", () => {
    const synonyms = parseSynonyms("smartwatch > jam pintar\ngaun | dress");
    expect([...synonyms.keys()]).toEqual(["smartwatch", "gaun", "dress"]);
    expect(synonyms.get("smartwatch")?.[0]).toEqual({ lexemes: ["jampintar"], weight: synonymWeight });
  });
  test("a line with = replaces the stem of a word", () => {
    const [makanan] = conceptsOf("makanan");
    expect(makanan?.alternatives[0]?.weight).toBeLessThan(0.5);
    expect(makanan?.alternatives.flatMap(({ lexemes }) => lexemes)).toContain("zccamilan");
    const [makan] = conceptsOf("makan");
    expect(makan?.alternatives[0]?.weight).toBe(1);
  });
  test("lines without a word on both sides are left out", () => {
    expect(parseSynonyms("\n>\n|||\n= >\n( > )\n  \n0.9 > 0.9").size).toBe(0);
  });
});

describe("similar products", () => {
  test("a product is similar if it has half of the weight of what was typed; of two words the first weighs more", () => {
    expect(textsOf(enoughSets([concept("topi", 4), concept("pantai", 5)]))).toEqual([["topi"]]);
    expect(textsOf(enoughSets([concept("topi", 2), concept("pantai", 5)]))).toEqual([["pantai"]]);
  });
  test("a product that has only the modifier is not similar, also if no product has the thing itself", () => {
    expect(enoughSets([concept("lemari", 6.5, false), concept("pakaian", 3)])).toEqual([]);
    expect(matchQueries([concept("lemari", 6.5, false), concept("pakaian", 3)])).toEqual({ full: null, similar: null });
  });
  test("a word of praise in front is not the thing that is searched for", () => {
    expect(enoughSets([concept("nyaman", 6, false), concept("sandal", 5)]).length).toBe(1);
    expect(enoughSets([concept("lemari", 6, false), concept("sandal", 5)])).toEqual([]);
    expect(matchQueries([concept("nyaman", 6, false), concept("sandal", 5)]).similar).toContain("'sandal':A");
  });
  test("a product that matches fully has every concept", () => {
    const { full, similar } = matchQueries([concept("topi", 5), concept("pantai", 5)]);
    expect(full).toBe("('topi' | 'zdtopi') & ('pantai' | 'zdpantai') & ((('topi')))");
    // A product that has only the first is similar if it is that thing itself.
    expect(similar).toBe("(('topi' | 'zdtopi') & ('pantai' | 'zdpantai')) | ((('topi':A | 'zntopi')))");
  });
  test("twelve concepts give fewer than 30 combinations", () => {
    const many = Array.from({ length: 12 }, (_, at) => concept(`kata${String.fromCodePoint(97 + at)}`, 5));
    expect(enoughSets(many).length).toBeLessThan(30);
  });
});

test("the quick comparison of spellings drops no word that is near enough", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "k", "o", "p", "i"), minLength: 3, maxLength: 7 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (typed, meant, errors) => {
      const isNear = editDistance(typed, meant) <= errors;
      expect(nearlySpelled([{ word: meant, weight: 1 }], typed, errors).length).toBeGreaterThanOrEqual(isNear ? 1 : 0);
    }),
    { numRuns: 2000 },
  );
  const words = ["kopi", "kain", "komputer"].map((one) => ({ word: one, weight: 1 }));
  expect(nearlySpelled(words, "kpoi", 1)).toEqual([{ word: "kopi", weight: 1 }]);
});
test.each([
  ["headphone", "hedph", true],
  ["sajadah", "sajd", true],
  ["kopi", "kpoi", true],
  ["dompet", "dompt", true],
  ["sepatu", "sapatu", true],
  ["kopi", "kain", false],
  ["meja", "kursi", false],
])("%s begins almost with %s: %s", (word, typed, expected) => {
  expect(beginsAlmostWith(word, typed)).toBe(expected);
});
