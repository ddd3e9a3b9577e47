import fc from "fast-check";
import { expect, test } from "vitest";
import { clampQuantity } from "./quantity.ts";

test("a quantity is at least 1, whatever is typed", () => {
  for (const typed of [0, -1, "", "abc", null, Number.NaN, "-5", "0,5"]) expect(clampQuantity(typed, 10)).toBe(1);
});

test("a quantity is at least the smallest order of a product", () => {
  for (const typed of [0, 11, "", "abc", "3"]) expect(clampQuantity(typed, 60, 12)).toBe(12);
  expect(clampQuantity(13, 60, 12)).toBe(13);
  expect(clampQuantity(99, 60, 12)).toBe(60);
});

test("a quantity is at most the stock and whole", () => {
  expect(clampQuantity(15, 10)).toBe(10);
  expect(clampQuantity("3.9", 10)).toBe(3);
  expect(clampQuantity(5, 0)).toBe(1);
  fc.assert(
    fc.property(fc.double(), fc.integer({ min: 1, max: 999 }), (typed, stock) => {
      const quantity = clampQuantity(typed, stock);
      return Number.isInteger(quantity) && quantity >= 1 && quantity <= stock;
    }),
  );
});
