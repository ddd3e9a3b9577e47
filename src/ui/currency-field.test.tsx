import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CurrencyField } from "./currency-field.tsx";

const shown = (errors?: string[]) =>
  renderToStaticMarkup(
    <CurrencyField label="Uang kembali" name="amount" id="amount" hint="Paling banyak Rp225.000" errors={errors} />,
  );

test("an amount beyond the limit is refused once, not in its hint and in its error", () => {
  const html = shown(["Paling banyak Rp225.000."]);
  expect(html.split("Paling banyak")).toHaveLength(2);
  expect(html).toContain('aria-describedby="amount-error"');
});

test("the hint stays beside an error that says something else", () => {
  expect(shown()).toContain('aria-describedby="amount-hint"');
  expect(shown(["Tulis jumlahnya."])).toContain('aria-describedby="amount-hint amount-error"');
});
