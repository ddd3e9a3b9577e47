import fc from "fast-check";
import { expect, test } from "vitest";
import { brokenRules, fitsPermitForm, matchesOf, wordsOf } from "./match-rule.ts";
import { bandsOf, maxHashDistance, type ForbiddenRule } from "./rules.ts";

const rule = (words: string[], exceptions: string[] = []) => ({ words, exceptions });
const found = (text: string, words: string[], exceptions: string[] = []) =>
  matchesOf(wordsOf(text), rule(words, exceptions))[0] ?? null;

test("a phrase is found in any writing, and not as part of other words", () => {
  expect(found("Jual SENJATA  api!", ["senjata api"])).toBe("senjata api");
  expect(found("s4bu-s4bu", ["sabu sabu"])).toBe("sabu sabu");
  expect(found("gаnja kering", ["ganja"])).toBe("ganja"); // a Cyrillic letter
  expect(found("gánjà", ["ganja"])).toBe("ganja");
  expect(found("Sabun mandi", ["sabu"])).toBeNull();
  expect(found("senjata dan api", ["senjata api"])).toBeNull();
  expect(found("petasannya murah", ["petasan*"])).toBe("petasan*");
  expect(found("Tas KW1 Hermes", ["kw1"])).toBe("kw1");
});

test("an exception covers only the words inside of it", () => {
  expect(found("Pistol mainan anak", ["pistol"], ["pistol mainan"])).toBeNull();
  expect(found("Pistol mainan, juga pistol sungguhan", ["pistol"], ["pistol mainan"])).toBe("pistol");
});

test("a permit number is asked in its category only, and must have the form", () => {
  const bpom: ForbiddenRule = {
    id: "r",
    label: "Kosmetik",
    effect: "permit",
    words: [],
    exceptions: [],
    category_id: "kosmetik",
    permit_name: "Nomor BPOM",
    permit_form: "NA###########",
    sentence: "Kosmetik memerlukan nomor BPOM.",
  };
  const product = (value: string, categoryIds = ["kosmetik"]) => ({
    name: "Krim",
    description: "Krim wajah",
    attributes: [{ name: "nomor bpom", value }],
    axes: [],
    categoryIds,
  });
  expect(brokenRules(product("123"), [bpom])).toHaveLength(1);
  expect(brokenRules(product("NA 18201234567"), [bpom])).toHaveLength(0);
  expect(brokenRules(product("123", ["buku"]), [bpom])).toHaveLength(0);
  expect(fitsPermitForm("nb18201234567", "NA###########")).toBe(false);
});

test("no text makes a rule slow or fail", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.array(fc.string({ maxLength: 40 }), { maxLength: 5 }),
      (text, words) => {
        const result = found(text, words);
        if (result !== null) expect(words).toContain(result);
      },
    ),
  );
});

test("hashes within the distance always share a band of the index", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.uniqueArray(fc.nat(63), { maxLength: maxHashDistance }),
      (hash, flipped) => {
        const near = BigInt.asIntN(
          64,
          flipped.reduce((bits, at) => bits ^ (1n << BigInt(at)), BigInt.asUintN(64, hash)),
        );
        const bands = new Set(bandsOf(hash));
        expect(bandsOf(near).some((band) => bands.has(band))).toBe(true);
      },
    ),
  );
});
