/** Units with their spellings. A measure is stored in the base unit, so that 1 kg and 1000 g are the same token. */
export const units: readonly (readonly [base: string, factor: number, ...spellings: string[]])[] = [
  ["g", 1, "g", "gr", "gram", "grams", "grm"],
  ["g", 1000, "kg", "kilo", "kilogram", "kgs", "kilos"],
  ["mg", 1, "mg", "miligram"],
  ["ml", 1, "ml", "mililiter", "milliliter", "cc"],
  ["ml", 1000, "l", "lt", "ltr", "liter", "litre", "lit"],
  ["mm", 1, "mm", "milimeter"],
  ["mm", 10, "cm", "senti", "sentimeter", "centimeter"],
  ["mm", 1000, "m", "mtr", "meter", "metre"],
  ["inch", 1, "inch", "inci", "inchi", "inches", "inc"],
  ["gb", 1, "gb", "giga", "gigabyte"],
  ["gb", 1024, "tb", "tera", "terabyte"],
  ["mah", 1, "mah"],
  ["w", 1, "w", "watt", "wat"],
  ["v", 1, "v", "volt"],
  ["hz", 1, "hz"],
  ["ghz", 1, "ghz"],
  ["gsm", 1, "gsm"],
  ["g", 100, "ons"],
  ["oz", 1, "oz", "ounce"],
  ["persen", 1, "persen", "percent"],
  ["tahun", 1, "tahun", "thn", "th"],
  ["bulan", 1, "bulan", "bln"],
  ["pcs", 1, "pcs", "pc", "buah", "bh", "piece", "pieces"],
  ["lembar", 1, "lembar", "lbr", "sheet", "sheets"],
];

const bySpelling = new Map(
  units.flatMap(([base, factor, ...spellings]) => spellings.map((one) => [one, { base, factor }] as const)),
);

/** The base unit of a word and how many of it the unit has; undefined for other words. */
export function unitOf(word: string): { base: string; factor: number } | undefined {
  return bySpelling.get(word);
}

/**
 * A number with its unit, such as `1d8l`, as `{token: "1800ml", number: "1d8"}`; `d` is the decimal point. Undefined
 * for other words.
 */
export function measureOf(word: string): { token: string; number: string } | undefined {
  const found = /^(\d{1,7})(?:d(\d{1,2}))?([a-z]{1,10})$/.exec(word);
  const unit = found && unitOf(found[3] ?? "");
  if (!found || !unit) return undefined;
  const hundredths = Math.round(Number(`${found[1]}.${found[2] ?? "0"}`) * 100 * unit.factor);
  const whole = String(Math.floor(hundredths / 100));
  const cents = hundredths % 100;
  const rest = cents % 10 === 0 ? String(cents / 10) : String(cents).padStart(2, "0");
  return {
    token: `${whole}${cents === 0 ? "" : `d${rest}`}${unit.base}`,
    number: found[2] === undefined ? (found[1] ?? "") : `${found[1]}d${found[2]}`,
  };
}
