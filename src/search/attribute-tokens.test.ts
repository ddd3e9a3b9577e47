import fc from "fast-check";
import { expect, test } from "vitest";
import { attributeToken, attributeTokens, rangeTokens, wholeRange } from "./attribute-tokens.ts";
import { formatHundredths, maxHundredths, readMeasure } from "./attribute-value.ts";

test.each([
  ["250 g", { hundredths: 25_000, unit: "g" }],
  ["1.250,5 gram", { hundredths: 125_050, unit: "gram" }],
  ["1.25", { hundredths: 125, unit: "" }],
  ["0,05 m", { hundredths: 5, unit: "m" }],
  ["3 x 200 g", { hundredths: 300, unit: "x 200 g" }],
  ["katun", null],
  ["-5 cm", null],
  ["12345678 cm", null],
  ["", null],
])("%s is read as a number", (text, read) => {
  expect(readMeasure(text)).toEqual(read);
});

test("every number that is formatted is read as the same number", () => {
  fc.assert(
    fc.property(fc.nat(maxHundredths), (hundredths) => {
      expect(readMeasure(`${formatHundredths(hundredths)} cm`)).toEqual({ hundredths, unit: "cm" });
    }),
  );
});

test("a range finds exactly the numbers within it, with few tokens", () => {
  const number = fc.oneof(fc.nat(3000), fc.nat(maxHundredths));
  fc.assert(
    fc.property(number, number, number, (value, one, other) => {
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      const tokens = rangeTokens({ name: "Tinggi", unit: "cm" }, min, max);
      const own = new Set(attributeTokens("tinggi", `${formatHundredths(value)} cm`));
      expect(tokens.some((token) => own.has(token))).toBe(value >= min && value <= max);
      expect(tokens.length).toBeLessThanOrEqual(9 * 18);
    }),
  );
  expect(rangeTokens({ name: "Tinggi", unit: "cm" }, 2, 1)).toEqual([]);
});

test("a value is found apart from letter case, and another name, value or unit is another token", () => {
  expect(attributeToken("Bahan", "Katun")).toBe(attributeToken("bahan", " katun "));
  expect(attributeToken("Bahan", "Katun")).not.toBe(attributeToken("Katun", "Bahan"));
  expect(attributeToken("Bahan", "a b")).not.toBe(attributeToken("Bahan a", "b"));
  const all = new Set(rangeTokens({ name: "Isi", unit: "g" }, wholeRange.min, wholeRange.max));
  expect(attributeTokens("Isi", "2 kg").some((token) => all.has(token))).toBe(false);
  expect(attributeTokens("Isi", "2 g").some((token) => all.has(token))).toBe(true);
  for (const token of attributeTokens("Isi", "2 g")) expect(token).toMatch(/^[a-z0-9]{1,60}$/);
});
