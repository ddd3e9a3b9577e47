import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkAttributes,
  effectiveSet,
  filtersOf,
  splitAttributes,
  type AttributeDefinition,
  type AttributeKind,
} from "./rules.ts";

const define = (name: string, kind: AttributeKind, more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  name,
  kind,
  unit: null,
  options: [],
  is_required: false,
  is_filterable: true,
  ...more,
});
const bahan = define("Bahan", "choice", { options: ["Katun", "Sutra"], is_required: true });
const tinggi = define("Tinggi", "number", { unit: "cm" });
const set = [bahan, tinggi, define("Lipat", "flag"), define("Motif", "text")];

test("values are stored in the order of the set and in one spelling, and everything else stays behind them", () => {
  const given = [
    { name: "Asal", value: "Solo" },
    { name: "lipat", value: "ya" },
    { name: "TINGGI", value: "1.250,50" },
    { name: "Bahan", value: "katun" },
  ];
  expect(checkAttributes(set, given, [])).toEqual({
    attributes: [
      { name: "Bahan", value: "Katun" },
      { name: "Tinggi", value: "1250,5 cm" },
      { name: "Lipat", value: "Ya" },
      { name: "Asal", value: "Solo" },
    ],
    problems: {},
  });
});

test("what is missing or wrong is named", () => {
  const given = [
    { name: "Tinggi", value: "2 kg" },
    { name: "Lipat", value: "mungkin" },
  ];
  expect(checkAttributes(set, given, []).problems).toEqual({
    Bahan: "Isi Bahan.",
    Tinggi: "Tulis Tinggi sebagai angka dalam cm.",
    Lipat: "Pilih Lipat dari daftar.",
  });
});

test("a value from before a change of the set stays, but no other product gets it", () => {
  const old = [{ name: "Bahan", value: "Rayon" }];
  expect(checkAttributes(set, old, old)).toEqual({ attributes: old, problems: {} });
  expect(checkAttributes(set, old, []).problems).toEqual({ Bahan: "Pilih Bahan dari daftar." });
});

test("a sub-category has the attributes of its main category, and replaces one of the same name", () => {
  const own = define("bahan", "text");
  expect(effectiveSet(set, [own]).map(({ name }) => name)).toEqual(["Tinggi", "Lipat", "Motif", "bahan"]);
});

test("a listing filters by no text, and by at most three numbers", () => {
  const numbers = ["A1", "B1", "C1", "D1"].map((name) => define(name, "number"));
  expect(filtersOf([...numbers, ...set]).map(({ name }) => name)).toEqual(["A1", "B1", "C1", "Bahan", "Lipat"]);
});

test("no value is lost between the form and the store", () => {
  const attribute = fc.record({
    name: fc.constantFrom("Bahan", "Tinggi", "Asal", "Merek"),
    value: fc.constantFrom("Katun", "10 cm", "x"),
  });
  const attributes = fc.uniqueArray(attribute, { selector: ({ name }) => name });
  fc.assert(
    fc.property(attributes, (given) => {
      const { asked, others } = splitAttributes(set, given);
      expect(asked.size + others.length).toBe(given.length);
      const stored = checkAttributes(set, given, given);
      const missing = given.some(({ name }) => name === "Bahan") ? 0 : 1;
      expect(Object.keys(stored.problems)).toHaveLength(missing);
      expect(stored.attributes).toHaveLength(given.length);
    }),
  );
});
