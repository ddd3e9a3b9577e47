import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRupiah } from "./rupiah.ts";

test("an amount in the notation of another system is read exactly or not at all", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.integer({ min: 1, max: 99 }), (amount, sen) => {
      for (const text of [amount, `${amount}`, `${amount}.0`, `${amount}.00`]) expect(parseRupiah(text)).toBe(amount);
      expect(parseRupiah(`${amount}.${String(sen).padStart(2, "0")}`)).toBeNull();
    }),
  );
  const texts = [
    "",
    " 1",
    "1 ",
    "+1",
    "-1",
    "01",
    "1e3",
    "1,000",
    "1.000",
    "0x10",
    "１",
    "1.",
    ".00",
    "1.00.00",
    "NaN",
  ];
  const values = ["9".repeat(16), 1.5, -1, NaN, Infinity, 2 ** 53, null, undefined, true, [1], { a: 1 }];
  for (const bad of [...texts, ...values]) expect([bad, parseRupiah(bad)]).toEqual([bad, null]);
});
