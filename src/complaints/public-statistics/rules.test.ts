import fc from "fast-check";
import { expect, test } from "vitest";
import { minPublicCount, publicCounts } from "./rules.ts";

test("counts under five are hidden, and the next smallest with them when a total would give them away", () => {
  expect(publicCounts({ a: 12, b: 4, c: 0 })).toEqual({ a: 12, b: null, c: null });
  expect(publicCounts({ a: 12, b: 4, c: 7 }, 23)).toEqual({ a: 12, b: null, c: null });
  expect(publicCounts({ a: 12, b: 0, c: 7 }, 19)).toEqual({ a: 12, b: null, c: 7 });
});

test("whatever the counts are, no shown number is small, and what is hidden is nothing or at least five", () => {
  const counts = fc.record({ a: fc.nat(30), b: fc.nat(30), c: fc.nat(30), d: fc.nat(30), e: fc.nat(30) });
  fc.assert(
    fc.property(counts, (all) => {
      const total = Object.values(all).reduce((sum, one) => sum + one, 0);
      const shown = publicCounts(all, total);
      const values = Object.values(shown).filter((one) => one !== null);
      const hidden = total - values.reduce((sum, one) => sum + one, 0);
      expect(values.every((one) => one >= minPublicCount)).toBe(true);
      expect(hidden === 0 || hidden >= minPublicCount || values.length === 0).toBe(true);
    }),
  );
});
