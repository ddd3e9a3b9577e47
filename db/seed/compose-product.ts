import { combinations } from "../../src/catalog/rules.ts";
import { slugFrom } from "../../src/shops/rules.ts";
import { bell, pickEarly, zipf, type Random } from "./draw.ts";
import type { Pattern, Vocabulary } from "./vocabulary.ts";
import { clothingSizes, colours, materials, sizes, syllables, traits, uses } from "./word-lists.ts";

export type ComposedProduct = {
  category: string;
  name: string;
  slug: string;
  description: string;
  condition: "new" | "used";
  weight: number;
  minOrder: number;
  preorderDays: number | null;
  isRegional: boolean;
  attributes: { name: string; value: string }[];
  axes: { name: string; values: string[] }[];
  variants: { options: string[]; price: number; stock: number }[];
  /** Keys of pictures of the demo; the first is the cover. */
  pictures: readonly string[];
  /** The former price of a reduced product. */
  formerPrice: number | null;
  status: "active" | "hidden" | "removed";
};

const brandCount = 6_000;
const pickBrand = zipf(brandCount, 0.8);
const maxNameLength = 110;

/** A product of this category. `number` makes its slug different from all others. */
export function composeProduct(
  random: Random,
  { patterns, sentences }: Vocabulary,
  category: string,
  number: number,
): ComposedProduct {
  const pattern = pickEarly(random, patterns.get(category) ?? []);
  const brand = brandName(pickBrand(random.next()));
  const condition = random.next() < 0.05 ? ("used" as const) : ("new" as const);
  const axes = axesOf(random, pattern);
  const name = nameOf(random, pattern.head, brand, condition);
  const price = roundPrice(pattern.price * Math.exp(bell(random) * 0.45));
  return {
    category,
    name,
    slug: `${slugFrom(name, 100)}-${number.toString(36)}`,
    description: describe(random, sentences.get(category) ?? [], name),
    condition,
    weight: Math.max(20, Math.round(pattern.weight * (0.7 + random.next() * 0.8))),
    minOrder: random.next() < 0.03 ? random.int(2, 12) : 1,
    preorderDays: random.next() < 0.04 ? random.int(3, 30) : null,
    isRegional: random.next() < 0.08,
    attributes: [
      ...pattern.attributes.filter((one) => !axes.some((axis) => axis.name === one.name)),
      ...(random.next() < 0.5 ? [{ name: "Merek", value: brand }] : []),
    ],
    axes,
    variants: combinations(axes).map((options) => ({
      options,
      price: options.length === 0 ? price : roundPrice(price * (1 + random.int(0, 3) * 0.06)),
      stock: random.next() < 0.06 ? 0 : random.int(1, price > 1_000_000 ? 15 : 240),
    })),
    pictures: pattern.pictures,
    formerPrice: random.next() < 0.18 ? roundPrice(price * (1.25 + random.next() * 0.4)) : null,
    status: random.next() < 0.965 ? "active" : random.next() < 0.6 ? "hidden" : "removed",
  };
}

function roundPrice(price: number): number {
  const step = price >= 200_000 ? 5_000 : price >= 20_000 ? 1_000 : 500;
  return Math.min(900_000_000, Math.max(1_000, Math.round(price / step) * step));
}

/** `head`, then some of: a trait, a material, a colour, a use, a brand with a model, a size. */
function nameOf(random: Random, head: string, brand: string, condition: "new" | "used"): string {
  const parts = [
    condition === "used" ? "bekas" : "",
    random.next() < 0.35 ? pickEarly(random, materials) : "",
    random.next() < 0.4 ? pickEarly(random, traits) : "",
    random.next() < 0.4 ? brand : "",
    random.next() < 0.12 ? `${"ABCDEFGHKLMNPRSTXZ"[random.int(0, 17)]}${random.int(1, 99)}` : "",
    random.next() < 0.45 ? pickEarly(random, colours) : "",
    random.next() < 0.35 ? pickEarly(random, uses) : "",
    random.next() < 0.4 ? pickEarly(random, sizes) : "",
  ];
  const known = head.toLowerCase();
  let name = head;
  for (const part of parts) {
    if (part === "" || known.includes(part) || name.length + part.length >= maxNameLength) continue;
    name += ` ${part.replace(/^[a-z]/, (letter) => letter.toUpperCase())}`;
  }
  return name.length >= 8 ? name : `${name} ${brand}`;
}

function axesOf(random: Random, pattern: Pattern): { name: string; values: string[] }[] {
  if (pattern.axes.length > 0 && random.next() < 0.6)
    return pattern.axes.map(({ name, values }) => ({ name, values: values.slice(0, 4) }));
  if (random.next() < 0.75) return [];
  const first = random.int(0, colours.length - 4);
  const shades = colours.slice(first, first + random.int(2, 4)).map((one) => one[0]?.toUpperCase() + one.slice(1));
  const colour = { name: "Warna", values: shades };
  if (!pattern.isClothing) return [colour];
  const size = { name: "Ukuran", values: clothingSizes.slice(0, random.int(2, 5)) };
  return random.next() < 0.4 ? [colour, size] : [size];
}

function describe(random: Random, sentences: readonly string[], name: string): string {
  const said = new Set<string>();
  for (let count = random.int(2, 4); count > 0 && sentences.length > 0; count -= 1) said.add(random.pick(sentences));
  return `${name}. ${[...said].join(" ")}`;
}

/** An invented brand of two to four syllables. */
function brandName(at: number): string {
  let rest = at + syllables.length;
  let brand = "";
  while (rest > 0) {
    brand = (syllables[rest % syllables.length] ?? "") + brand;
    rest = Math.floor(rest / syllables.length);
  }
  return (brand[0] ?? "").toUpperCase() + brand.slice(1);
}
