import { formatHundredths, readMeasure } from "#search/attribute-value.ts";

/** The kinds of attributes, with what operators read. */
export const attributeKinds = {
  text: "Teks",
  choice: "Pilihan",
  number: "Angka",
  flag: "Ya atau tidak",
} as const;
export type AttributeKind = keyof typeof attributeKinds;
export const attributeKindNames = Object.keys(attributeKinds) as [AttributeKind, ...AttributeKind[]];

/**
 * @rule A category has at most 15 attributes of its own; a choice has 2 to 40 options of at most 40 characters, and a
 * unit at most 12.
 */
export const attributeLimits = {
  attributes: 15,
  name: { min: 2, max: 40 },
  options: { min: 2, max: 40, length: 40 },
  unit: 12,
} as const;

/** @rule A listing offers filters for the first 8 attributes that allow it, 3 of them numbers. */
export const filterLimits = { attributes: 8, numbers: 3 } as const;

/** The values of a yes/no attribute, as products store them. */
export const flagValues = { yes: "Ya", no: "Tidak" } as const;

/** What sellers are asked about products of a category. */
export type AttributeDefinition = {
  name: string;
  kind: AttributeKind;
  /** Of a number; null without one. */
  unit: string | null;
  /** Of a choice. */
  options: readonly string[];
  is_required: boolean;
  is_filterable: boolean;
};

export type AttributeValue = { name: string; value: string };

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The attributes of a category: those of the main category above, then its own. Its own replaces one of that name. */
export function effectiveSet(
  above: readonly AttributeDefinition[],
  own: readonly AttributeDefinition[],
): AttributeDefinition[] {
  return [...above.filter(({ name }) => !own.some((one) => sameName(one.name, name))), ...own];
}

/** The attributes that a listing of their category offers as filters. A text has too many values. */
export function filtersOf(set: readonly AttributeDefinition[]): AttributeDefinition[] {
  let numbers = 0;
  return set
    .filter(({ kind, is_filterable: isFilterable }) => {
      if (!isFilterable || kind === "text") return false;
      if (kind === "number") numbers += 1;
      return kind !== "number" || numbers <= filterLimits.numbers;
    })
    .slice(0, filterLimits.attributes);
}

/** The texts that a value may have: the options of a choice, yes and no; none for other kinds. */
export function optionsOf({ kind, options }: Pick<AttributeDefinition, "kind" | "options">): readonly string[] {
  return kind === "flag" ? Object.values(flagValues) : kind === "choice" ? options : [];
}

/** The value as products store it; or the sentence that says what is wrong with it. */
function checkedValue(
  { name, kind, unit, options }: AttributeDefinition,
  text: string,
): { value: string } | { problem: string } {
  if (kind === "text") return { value: text };
  if (kind === "number") {
    const measure = readMeasure(text);
    const isKnown = measure !== null && (measure.unit === "" || sameName(measure.unit, unit ?? ""));
    if (!isKnown) return { problem: `Tulis ${name} sebagai angka${unit === null ? "" : ` dalam ${unit}`}.` };
    return { value: [formatHundredths(measure.hundredths), unit ?? ""].join(" ").trim() };
  }
  const value = optionsOf({ kind, options }).find((option) => sameName(option, text));
  return value === undefined ? { problem: `Pilih ${name} dari daftar.` } : { value };
}

/**
 * The attributes of a product as they are stored: those of its category's set first, in the set's order and with
 * checked values, then everything else that its seller wrote. `problems` says by name what is missing or wrong. A value
 * that the product already has stays allowed, because the set may have changed since.
 */
export function checkAttributes(
  set: readonly AttributeDefinition[],
  given: readonly AttributeValue[],
  known: readonly AttributeValue[],
): { attributes: AttributeValue[]; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const asked = set.flatMap((definition): AttributeValue[] => {
    const { name } = definition;
    const text = given.find((one) => sameName(one.name, name))?.value.trim() ?? "";
    if (text === "") {
      if (definition.is_required) problems[name] = `Isi ${name}.`;
      return [];
    }
    const checked = checkedValue(definition, text);
    if ("value" in checked) return [{ name, value: checked.value }];
    if (known.some((one) => sameName(one.name, name) && one.value === text)) return [{ name, value: text }];
    problems[name] = checked.problem;
    return [];
  });
  const others = given.filter(({ name }) => !set.some((one) => sameName(one.name, name)));
  return { attributes: [...asked, ...others], problems };
}

/** Splits a product's attributes into those that a set asks for and the others. */
export function splitAttributes(
  set: readonly AttributeDefinition[],
  attributes: readonly AttributeValue[],
): { asked: Map<string, string>; others: AttributeValue[] } {
  const asked = new Map<string, string>();
  const others: AttributeValue[] = [];
  for (const one of attributes) {
    const definition = set.find(({ name }) => sameName(name, one.name));
    if (definition) asked.set(definition.name, asked.get(definition.name) ?? one.value);
    else others.push(one);
  }
  return { asked, others };
}

/** The name of an attribute's field in the seller's form. */
export const attributeField = (name: string): string => `attribute|${name}`;
