/**
 * The queries of the index for what was asked for: products that match, and similar ones. The design is in
 * understand-query.ts.
 */
import { isPraise } from "./common-words.ts";
import { relaxing } from "./rules.ts";
import type { Alternative } from "./synonyms.ts";
import { categoryWordToken, mentionToken } from "./text-analysis.ts";

/** One thing that was asked for. */
export type Concept = {
  /** As it was typed or corrected. */
  text: string;
  /** What satisfies it. Empty if no product has it. */
  alternatives: readonly Alternative[];
  /** The stem of a concept of one word, for phrases. */
  stem: string | null;
  /** How rare it is: the natural logarithm of the share of products that have it, negated. */
  rarity: number;
};

/** The tsquery of one alternative; `label` names the parts of a product that count. */
export function alternativeQuery({ lexemes }: Alternative, label = ""): string {
  return lexemes.map((lexeme) => `'${lexeme}'${label}`).join(" & ");
}

// A concept in what describes a product: its name, category, attributes, shop.
function describedQuery({ alternatives }: Concept): string {
  return `(${alternatives.map((one) => alternativeQuery(one)).join(" | ")})`;
}

// A concept as the thing itself: the head noun of a name, or a category. "Keranjang sepeda" is no sepeda.
function headQuery({ alternatives }: Concept): string {
  const heads = alternatives.map(({ lexemes: [first = "", ...rest] }) => {
    const itself = first.startsWith("zc") ? `'${first}'` : `('${first}':A | '${categoryWordToken(first)}')`;
    return [itself, ...rest.map((lexeme) => `'${lexeme}'`)].join(" & ");
  });
  return `(${heads.join(" | ")})`;
}

// A concept in any part of a product, the description too.
function anyQuery({ alternatives }: Concept): string {
  const mentioned = alternatives.map(({ lexemes }) => lexemes.map((one) => `'${mentionToken(one)}'`).join(" & "));
  return `(${[...alternatives.map((one) => alternativeQuery(one)), ...mentioned].join(" | ")})`;
}

/** The queries of matching and of similar products. */
export function matchQueries(concepts: readonly Concept[]): { full: string | null; similar: string | null } {
  const found = concepts.filter(({ alternatives }) => alternatives.length > 0);
  const isComplete = found.length === concepts.length && found.length > 0;
  const everything = found.map(anyQuery).join(" & ");
  const [only] = found;
  // Of one concept the descriptions add nothing but work: the index would read all of them for a common word.
  if (only && concepts.length === 1) {
    const described = describedQuery(only);
    return { full: described, similar: `${described} | ${anyQuery(only)}` };
  }
  const sets = enoughSets(concepts);
  if (sets.length === 0) return { full: null, similar: null };
  const join = (alone: (concept: Concept) => string) =>
    sets
      .map((set) => {
        const isThingAlone = set.length === 1 && set[0] === thingOf(concepts) && concepts.length > 1;
        return `(${set.map(isThingAlone ? alone : describedQuery).join(" & ")})`;
      })
      .join(" | ");
  return {
    full: isComplete ? `${everything} & (${join(describedQuery)})` : null,
    similar: isComplete ? `(${everything}) | ${join(headQuery)}` : join(headQuery),
  };
}

// What is asked for: the first concept that is no praise ("susah tidur" asks for tidur).
const thingOf = (concepts: readonly Concept[]) => concepts.find(({ text }) => !isPraise(text)) ?? concepts[0];

/**
 * The smallest sets of concepts that weigh at least the share of `relaxing`, without those that no product has. Of many
 * concepts only the heaviest are combined.
 */
export function enoughSets(concepts: readonly Concept[]): Concept[][] {
  const thing = thingOf(concepts);
  const weightOf = (concept: Concept) => concept.rarity * (concept === thing ? relaxing.firstConcept : 1);
  const share = concepts.length >= relaxing.long.concepts ? relaxing.long.share : relaxing.share;
  const needed = concepts.reduce((sum, one) => sum + weightOf(one), 0) * share;
  const found = concepts
    .filter(({ alternatives }) => alternatives.length > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, relaxing.combined);
  const sets: Concept[][] = [];
  const extend = (set: Concept[], weight: number, from: number) => {
    if (weight >= needed) {
      sets.push(set);
      return;
    }
    for (let at = from; at < found.length; at += 1) {
      const next = found[at];
      if (next) extend([...set, next], weight + weightOf(next), at + 1);
    }
  };
  extend([], 0, 0);
  return sets;
}
