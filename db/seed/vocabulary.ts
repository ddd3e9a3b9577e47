/**
 * What seeded products are made of, taken from the content of the demo: each of its products is the pattern of many. So
 * a seeded product has a category, price, weight, pictures and sentences that fit each other.
 */
import type { Draft } from "../demo/content-schema.ts";
import type { Content } from "../demo/read-content.ts";

/** A kind of thing, such as "Kopi Arabika Gayo", as one product of the demo has it. */
export type Pattern = {
  /** The first words of the name. */
  head: string;
  /** Sub-category. */
  category: string;
  /** Rupiah. */
  price: number;
  /** Grams. */
  weight: number;
  attributes: readonly { name: string; value: string }[];
  axes: readonly { name: string; values: readonly string[] }[];
  pictures: readonly string[];
  isClothing: boolean;
};

export type Vocabulary = {
  /** The patterns of each sub-category. */
  patterns: ReadonlyMap<string, readonly Pattern[]>;
  /** Sentences about products of each sub-category. */
  sentences: ReadonlyMap<string, readonly string[]>;
  /** Sub-categories that have patterns. */
  categories: readonly string[];
};

const connectors = new Set("dan di dari untuk dengan isi karya per atau".split(" "));
const clothes = new Set(["pakaian", "busana-muslim", "sepatu-sandal"]);

export function readVocabulary({ drafts, products, categories }: Content): Vocabulary {
  const rootOf = new Map(categories.flatMap((root) => root.children.map((child) => [child.slug, root.slug])));
  const pictures = new Map(products.map((product) => [product.name, product.pictures]));
  const patterns = new Map<string, Pattern[]>();
  const sentences = new Map<string, string[]>();
  for (const draft of drafts) {
    const list = patterns.get(draft.category) ?? [];
    patterns.set(draft.category, [
      ...list,
      {
        head: headOf(draft),
        category: draft.category,
        price: draft.price,
        weight: draft.weight,
        attributes: Object.entries(draft.attributes ?? {}).map(([name, value]) => ({ name, value })),
        axes: draft.axes ?? [],
        pictures: pictures.get(draft.name) ?? [],
        isClothing: clothes.has(rootOf.get(draft.category) ?? ""),
      },
    ]);
    const known = sentences.get(draft.category) ?? [];
    const said = draft.description.split(/(?<=[.]) /).filter((one) => one.length >= 20);
    sentences.set(draft.category, [...known, ...said]);
  }
  return { patterns, sentences, categories: [...patterns.keys()] };
}

/** The first words of a name, up to three, before a number or a connecting word. */
function headOf({ name }: Draft): string {
  const words = name.split(" ");
  const end = words.findIndex((word, at) => at > 0 && (/\d/.test(word) || connectors.has(word.toLowerCase())));
  return words.slice(0, Math.min(3, end < 0 ? words.length : end)).join(" ");
}
