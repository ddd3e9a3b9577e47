import { attributeToken, rangeTokens, wholeRange } from "#search/attribute-tokens.ts";
import { readMeasure } from "#search/attribute-value.ts";
import type { Facets, ListingQuery } from "../contract.ts";
import type { CountedValue, TokenFilter } from "../listing/filters.ts";
import { rangesOf } from "./filter-address.ts";
import { optionsOf, type AttributeDefinition } from "./rules.ts";

/** The chosen values of one attribute that it really has. */
function chosenOf({ name, ...definition }: AttributeDefinition, { attr = [] }: ListingQuery): string[] {
  return optionsOf(definition).filter((option) => attr.includes(`${name}:${option}`));
}

/** The filters of a listing by the attributes that its category offers. Anything else in the address is ignored. */
export function attributeFilters(offered: readonly AttributeDefinition[], query: ListingQuery): TokenFilter[] {
  const ranges = rangesOf(query);
  return offered.flatMap((definition): TokenFilter[] => {
    const { name, kind, unit } = definition;
    if (kind === "number") {
      const range = ranges.find((one) => one.name === name);
      if (!range) return [];
      const [min, max] = [hundredthsOf(range.min, wholeRange.min), hundredthsOf(range.max, wholeRange.max)];
      // As with prices, a minimum above the maximum is the other way round.
      return [{ name, tokens: rangeTokens({ name, unit: unit ?? "" }, Math.min(min, max), Math.max(min, max)) }];
    }
    const chosen = chosenOf(definition, query);
    return chosen.length === 0 ? [] : [{ name, tokens: chosen.map((value) => attributeToken(name, value)) }];
  });
}

function hundredthsOf(text: string | undefined, otherwise: number): number {
  return (text === undefined ? null : readMeasure(text))?.hundredths ?? otherwise;
}

/** The values that are counted beside the filters. */
export function countedValues(offered: readonly AttributeDefinition[]): CountedValue[] {
  return offered.flatMap((definition) =>
    optionsOf(definition).map((value) => ({
      name: definition.name,
      value,
      token: attributeToken(definition.name, value),
    })),
  );
}

/** The filters with their counts: values that have products or are chosen, and numbers. */
export function attributeOptions(
  offered: readonly AttributeDefinition[],
  query: ListingQuery,
  countOf: (name: string, value: string) => number,
): Facets["attributes"] {
  return offered
    .map((definition) => {
      const { name, unit, kind } = definition;
      const chosen = chosenOf(definition, query);
      const options = optionsOf(definition)
        .map((option) => ({ id: `${name}:${option}`, name: option, count: countOf(name, option.toLowerCase()) }))
        .filter((option) => option.count > 0 || chosen.includes(option.name));
      return { name, unit, is_number: kind === "number", options };
    })
    .filter((one) => one.is_number || one.options.length > 0);
}
