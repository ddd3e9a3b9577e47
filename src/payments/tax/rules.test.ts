import fc from "fast-check";
import { expect, test } from "vitest";
import { vatOf, vatRates } from "./rules.ts";

test("tax base and PPN of any price sum to it, and PPN is 11 % or 12 % of the base to the rupiah", () => {
  const price = fc.integer({ min: 0, max: 999_000_000_000 });
  fc.assert(
    fc.property(price, fc.constantFrom(...Object.values(vatRates)), (whole, perMille) => {
      const vat = vatOf(whole, perMille);
      const base = whole - vat;
      expect(Math.abs((base * perMille) / 1000 - vat)).toBeLessThan(1);
      expect(vat).toBeGreaterThanOrEqual(0);
      expect(vatOf(whole, 0)).toBe(0);
    }),
  );
  expect(vatOf(111_000, vatRates.ordinary)).toBe(11_000);
  expect(vatOf(112_000, vatRates.luxury)).toBe(12_000);
  // 12 % of 11/12 of the base.
  expect(((111_000 - 11_000) * 11 * 12) / 12 / 100).toBe(11_000);
});
