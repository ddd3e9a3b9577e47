import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caretAfterFormat, currencyPrefix, formatCurrency, parseCurrency } from "./currency.ts";

describe("currency input", () => {
  test("starts with `Rp. `", () => expect(currencyPrefix).toBe("Rp. "));

  test.each([
    ["Rp 1.250.000,00", 1_250_000],
    ["Rp. 1.250.000", 1_250_000],
    ["1250000", 1_250_000],
    ["1,250,000.00", 1_250_000],
    ["1.250.000,5", 1_250_000],
    ["1250,50", 1250],
    ["12.5", 125],
    ["1.2345", 12_345],
    ["-500", 500],
    ["000", 0],
    ["", null],
    ["Rp. ", null],
    ["abc", null],
  ])("reads %j as %j", (text, amount) => expect(parseCurrency(text)).toBe(amount));

  test("writes thousands separators", () => {
    expect(formatCurrency(1_250_000)).toBe("1.250.000");
    expect(formatCurrency(0)).toBe("0");
    expect(formatCurrency(null)).toBe("");
  });

  test("never shows or gives a negative amount", () => {
    fc.assert(fc.property(fc.string(), (text) => (parseCurrency(text) ?? 0) >= 0));
    expect(formatCurrency(-500)).toBe("0");
  });

  test("reads back what it writes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999 }),
        (amount) => parseCurrency(formatCurrency(amount)) === amount,
      ),
    );
  });

  test("keeps the caret after the typed digit", () => {
    expect(caretAfterFormat("12345", 5, "12.345")).toBe(6);
    expect(caretAfterFormat("1.9234", 3, "19.234")).toBe(2);
    expect(caretAfterFormat("", 0, "")).toBe(0);
  });
});
