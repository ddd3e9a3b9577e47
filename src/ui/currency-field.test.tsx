import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { readAmount } from "./currency.ts";
import { CurrencyField } from "./currency-field.tsx";

const shown = (errors?: string[]) =>
  renderToStaticMarkup(
    <CurrencyField label="Uang kembali" name="amount" id="amount" hint="Paling banyak Rp225.000" errors={errors} />,
  );

test("before scripts run an amount is shown as afterwards, with dots, and is read the same", () => {
  const html = renderToStaticMarkup(<CurrencyField label="Harga" name="price" defaultValue={125_000} />);
  expect(html).toContain('value="125.000"');
  const [, pattern = ""] = /pattern="([^"]*)"/.exec(html) ?? [];
  for (const sent of ["125.000", "125000", " 1.250.000 "]) expect(sent.trim()).toMatch(new RegExp(`^(?:${pattern})$`));
  expect(["125.000", "125000", " 1.250.000 "].map(readAmount)).toEqual([125_000, 125_000, 1_250_000]);
  expect(["", "12.5", "1,5", "1e9", "-5", "1.0000"].map(readAmount).every(Number.isNaN)).toBe(true);
});

test("an amount beyond the limit is refused once, not in its hint and in its error", () => {
  const html = shown(["Paling banyak Rp225.000."]);
  expect(html.split("Paling banyak")).toHaveLength(2);
  expect(html).toContain('aria-describedby="amount-error"');
});

test("the hint stays beside an error that says something else", () => {
  expect(shown()).toContain('aria-describedby="amount-hint"');
  expect(shown(["Tulis jumlahnya."])).toContain('aria-describedby="amount-hint amount-error"');
});
