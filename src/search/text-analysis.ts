/**
 * Design note. A search finds a product by a set of stems. This file makes the stems for the index and for queries, so
 * both always agree. Stems come from sastrawijs; PostgreSQL's Indonesian stemmer is not used, because it turns kemeja
 * into meja. Two spellings of one word become one stem (kaos, kaus); words of the same meaning stay apart in the index
 * and are expanded in the query (understand-query.ts), so that the typed word ranks first. A number and its unit are
 * one token in a base unit (1 kilo, 1 kg and 1000 g are 1000g). Two neighbouring words of a name are one more token, so
 * that "powerbank" finds "power bank" and a phrase costs no more than a word. The result is PostgreSQL's text form of
 * tsvector. Tokens are a–z and 0–9 only, so user input can never contain an operator.
 */
import { createHash } from "node:crypto";
import { Stemmer } from "sastrawijs";
import { attributeTokens } from "./attribute-tokens.ts";
import { spellingOf } from "./spelling.ts";
import { spellings } from "./synonyms-data.ts";
import { measureOf, unitOf, units } from "./units.ts";

/** Goes up with each change of this file's code that makes other tokens of the same text. */
const tokenVersion = 5;

/** Words that say nothing about a product. */
const stopWords = new Set(
  "dan di ke dari untuk yang dengan atau pada the of for a an ini itu para oleh utk yg dgn and with in to per".split(
    " ",
  ),
);

/** Words at the beginning of a name that are not yet the thing itself: a "set 2 sarung" is a sarung. */
const leadWords = new Set("set paket sepasang isi ulang satu dua tiga empat lima hemat".split(" "));

/** Words whose stem the library gets wrong, or whose stem is also that of an unrelated word. */
const stemExceptions = new Map([
  ["perawatan", "rawat"],
  ["kerajinan", "kerajinan"],
  ["pengrajin", "kerajinan"],
  ["perhiasan", "perhiasan"],
  ["mengisi", "isi"],
  ["kepala", "kepala"],
  ["kelapa", "kelapa"],
  ["beras", "beras"],
  ["berat", "berat"],
  ["perak", "perak"],
  ["mebel", "mebel"],
  ["sepatu", "sepatu"],
  ["setelan", "setelan"],
  ["terasi", "terasi"],
  ["tepung", "tepung"],
  ["sneakers", "sneaker"],
  ["shoes", "shoe"],
  ["penanak", "penanak"],
]);

/**
 * A number of the form of the index: another one after each change of a word that decides about tokens, so that nobody
 * has to remember it. Products that were indexed in another form are indexed again within a minute (catalog/jobs.ts).
 * Synonyms only expand searches and change nothing.
 */
export function versionOfIndex(words: { spellings: string }): number {
  const form = [tokenVersion, words.spellings, units, [...stopWords], [...leadWords], [...stemExceptions]];
  return createHash("sha256").update(JSON.stringify(form)).digest().readUInt32BE(0) >>> 1;
}
export const indexVersion = versionOfIndex({ spellings });

const stemmer = new Stemmer();
const stems = new Map<string, string>();
const maxCachedStems = 50_000;

/** Lower case without accents; any other character becomes a space: `Kaos “Ünik” 24s` → `kaos unik 24s`. */
export function normalise(text: string): string {
  return plainText(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

function plainText(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[’'`]/g, "");
}

/** The stem of a word. Spellings of one word have the same stem. */
export function canonicalStem(word: string): string {
  if (/\d/.test(word) || word.length > 40) return word;
  const spelled = spellingOf(word);
  if (spelled.length < 4) return spelled;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemExceptions.get(spelled) ?? stemmer.stem(spelled).replace(/[^a-z0-9]/g, "");
  const found = spellingOf(stem.length >= 2 ? stem : spelled);
  if (stems.size >= maxCachedStems) stems.clear();
  stems.set(word, found);
  return found;
}

/** A word or number of a text. `stem` is what the index has; `also` are other forms of it, which the index has too. */
export type Token = { word: string; stem: string; also: string[]; isStop: boolean };

/**
 * The words of a text, in order, with stop words. `10.000` is one number, `1,8` is `1d8`, `40 x 40` is `40x40`, and a
 * number with its unit is one token (`1 kg` → `1000g`) that is also found by the number alone.
 */
export function tokensOf(text: string): Token[] {
  const parts = plainText(text)
    .replace(/(\d)\.(?=\d{3}(?!\d))/g, "$1")
    .replace(/(\d)[.,](?=\d{1,2}(?!\d))/g, "$1d")
    .replace(/%/g, " persen ")
    .replace(/(\d) ?x ?(?=\d)/g, "$1x")
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "" && part.length <= 60);
  const tokens: Token[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const next = parts[at + 1] ?? "";
    const joined = measureOf(part);
    if (part === "oleh" && next === "oleh") {
      tokens.push({ word: "oleholeh", stem: "oleholeh", also: [], isStop: false });
      at += 1;
    } else if (joined) {
      tokens.push(numberToken(part, joined.token, [joined.number]));
    } else if (/^\d{1,7}(d\d{1,2})?$/.test(part) && unitOf(next)) {
      const measure = measureOf(part + next);
      tokens.push(numberToken(part + next, measure?.token ?? part, [part]));
      at += 1;
    } else if (/^\d{1,4}(d\d{1,2})?(x\d{1,4}(d\d{1,2})?){1,2}$/.test(part)) {
      tokens.push(numberToken(part, part, part.split("x")));
      if (unitOf(next)) at += 1;
    } else if (/^\d/.test(part)) {
      tokens.push(numberToken(part, part, parts[at - 1] === "isi" ? [`${part}pcs`] : []));
    } else {
      // "mainan2" is how people write "mainan-mainan".
      const word = /^[a-z]{4,}2$/.test(part) ? part.slice(0, -1) : part;
      tokens.push({ word, stem: canonicalStem(word), also: [], isStop: stopWords.has(word) });
    }
  }
  return tokens;
}

function numberToken(word: string, stem: string, also: string[]): Token {
  return { word, stem, also: also.filter((one) => one !== stem), isStop: false };
}

/** The words of a text, in order, without stop words. */
export function tokenise(text: string): string[] {
  return tokensOf(text)
    .filter(({ isStop }) => !isStop)
    .map(({ word }) => word);
}

/** A head noun, the next two words of a name, the rest of it, and what else describes a product. */
type Weight = "A" | "B" | "C" | "D";
type Part = { tokens: readonly Token[]; weight: Weight | ((at: number) => Weight); pairs?: boolean };

const maxPosition = 16_000;

function buildVector(parts: readonly Part[]): string {
  const found = new Map<string, string[]>();
  let position = 0;
  const add = (lexeme: string, at: number, weight: Weight) => {
    const places = found.get(lexeme);
    if (!places) found.set(lexeme, [`${at}${weight}`]);
    else if (places.length < 8) places.push(`${at}${weight}`);
  };
  for (const { tokens, weight: given, pairs } of parts) {
    for (const [at, token] of tokens.entries()) {
      position = Math.min(position + 1, maxPosition);
      if (token.isStop) continue;
      const weight = typeof given === "string" ? given : given(at);
      add(token.stem, position, weight);
      for (const other of token.also) add(other, position, weight);
      const next = tokens[at + 1];
      if (pairs && next && !next.isStop && next.stem !== token.stem && token.stem.length + next.stem.length <= 60)
        add(pairOf(token.stem, next.stem), position, weight);
    }
    // Words of two texts are no neighbours.
    position += 5;
  }
  return [...found].map(([stem, places]) => `'${stem}':${places.join(",")}`).join(" ");
}

/** The token of two neighbouring words. */
export function pairOf(first: string, second: string): string {
  return first + second;
}

/** The token of a category: each product has those of its category and of the category above. */
export function categoryToken(slug: string): string {
  return `zc${slug.replace(/[^a-z0-9]/g, "")}`;
}

/** The token of a word in the name of a product's category. */
export function categoryWordToken(stem: string): string {
  return `zn${stem}`;
}

/** The token of a word that only the description has. Words apart make the index answer without reading products. */
export function mentionToken(stem: string): string {
  return `zd${stem}`;
}

/** What the index of a product is made of. */
export type IndexedProduct = {
  name: string;
  description: string;
  condition: string;
  is_regional: boolean;
  category: { slug: string; name: string };
  root: { slug: string; name: string };
  shop: string;
  city: string;
  province: string;
  attributes: readonly { name: string; value: string }[];
  axes: readonly { name: string; values: readonly string[] }[];
};

const token = (stem: string): Token => ({ word: stem, stem, also: [], isStop: false });
const maxIndexedDescription = 3000;

/** Index entry of a product. */
export function productTsvector(product: IndexedProduct): string {
  // An Indonesian name begins with the kind of thing: a "tas batik" is a bag.
  const name = tokensOf(product.name);
  const head = Math.max(
    0,
    name.findIndex(({ word }) => !leadWords.has(word) && !/^\d/.test(word)),
  );
  const described = (text: string): Part => ({ tokens: tokensOf(text), weight: "D", pairs: true });
  const places: readonly Weight[] = ["A", "B", "B"];
  const mentioned = (text: string): Part => ({
    tokens: tokensOf(text).map((one) => ({ ...one, stem: mentionToken(one.stem), also: one.also.map(mentionToken) })),
    weight: "D",
  });
  return buildVector([
    { tokens: name, weight: (at) => (at < head ? "C" : (places[at - head] ?? "C")), pairs: true },
    { tokens: [token(categoryToken(product.category.slug))], weight: "C" },
    { tokens: [token(categoryToken(product.root.slug))], weight: "C" },
    {
      tokens: tokensOf(product.category.name).map((one) => ({ ...one, stem: categoryWordToken(one.stem), also: [] })),
      weight: "C",
    },
    described(product.category.name),
    ...(product.condition === "used" ? [described("bekas")] : []),
    ...product.attributes.map(({ value }) => described(value)),
    ...product.attributes.map(({ name: attribute }) => described(attribute)),
    // Filters by attributes find these; nobody types them.
    {
      tokens: product.attributes.flatMap(({ name: attribute, value }) => attributeTokens(attribute, value)).map(token),
      weight: "D",
    },
    ...product.axes.map(({ values }) => described(values.join(" , "))),
    described(product.shop),
    // What comes from its region is described by it, as "kopi Sumatera" is.
    { ...described(product.city), weight: product.is_regional ? "C" : "D" },
    { ...described(product.province), weight: product.is_regional ? "C" : "D" },
    mentioned(product.root.name),
    mentioned(product.description.slice(0, maxIndexedDescription)),
  ]);
}

/** Index entry of a shop. */
export function shopTsvector(shop: { name: string; tagline: string; city: string }): string {
  return buildVector([
    { tokens: tokensOf(shop.name), weight: "A", pairs: true },
    { tokens: tokensOf(shop.city), weight: "B" },
    { tokens: tokensOf(shop.tagline), weight: "C" },
  ]);
}

/** @rule A search uses the first 12 words that were typed. */
export const maxQueryWords = 12;

/** A PostgreSQL tsquery as text that requires the stem of every word; null without words. */
export function buildTsquery(words: readonly string[], options: { prefix?: boolean } = {}): string | null {
  const wanted = [...new Set(words.slice(0, maxQueryWords).map(canonicalStem))];
  if (wanted.length === 0) return null;
  return wanted.map((stem, at) => `'${stem}'${options.prefix && at === wanted.length - 1 ? ":*" : ""}`).join(" & ");
}
