import { spelledWords } from "./spelling.ts";
import { synonyms } from "./synonyms-data.ts";
import { pairOf, tokensOf } from "./text-analysis.ts";

/** Weight of a synonym beside the typed word, which weighs 1, unless its line says another. */
export const synonymWeight = 0.9;

/** What a product must have to match: all of these tokens. Tokens of words that may be apart are `scattered`. */
export type Alternative = { lexemes: readonly string[]; weight: number; scattered?: true };

/** A synonym that is a phrase weighs so much of its weight when its words are apart from each other. */
const scatteredWeight = 0.9;
/** Weight of a typed word for which a line with `=` says what is meant. */
export const insteadWeight = 0.3;

/** Stems of a phrase without stop words; a word that is repeated counts once. */
export function stemsOfPhrase(phrase: string): string[] {
  return tokensOf(phrase)
    .filter(({ isStop }) => !isStop)
    .map(({ stem }) => stem)
    .filter((stem, at, all) => stem !== all[at - 1]);
}

/** Tokens of neighbouring words: `["jam", "tangan"]` → `["jamtangan"]`. */
export function phraseLexemes(stems: readonly string[]): string[] {
  if (stems.length < 2) return [...stems];
  return stems.slice(1).map((stem, at) => pairOf(stems[at] ?? "", stem));
}

export type Synonyms = ReadonlyMap<string, readonly Alternative[]>;

/**
 * Reads lines of synonyms (see synonyms-data.ts): stems of a phrase, joined by spaces, → what it also finds. A line
 * that says nothing is left out.
 */
export function parseSynonyms(text: string): Map<string, Alternative[]> {
  const found = new Map<string, Alternative[]>();
  for (const line of text.split("\n")) {
    const isInstead = line.includes("=");
    const [left = "", right] = line.split(/[>=]/);
    const targets = (right ?? left).split("|").flatMap(readTargets);
    const sources =
      right === undefined ? left.split("|").map((one) => readTargets(one)[0]?.phrase ?? "") : left.split(",");
    for (const source of sources) {
      const stems = stemsOfPhrase(source);
      if (stems.length === 0) continue;
      const key = isInstead ? insteadKey(source.trim()) : stems.join(" ");
      const alternatives = found.get(key) ?? [];
      for (const { phrase: _phrase, ...target } of targets) {
        const { lexemes } = target;
        if (lexemes.length === 0 || sameLexemes(lexemes, phraseLexemes(stems)) || sameLexemes(lexemes, stems)) continue;
        if (!alternatives.some((one) => sameLexemes(one.lexemes, lexemes))) alternatives.push(target);
      }
      if (alternatives.length > 0) found.set(key, alternatives);
    }
  }
  return found;
}

function sameLexemes(a: readonly string[], b: readonly string[]): boolean {
  return a.join(" ") === b.join(" ");
}

/** The key of a line with `=`: its words as they are typed. */
export function insteadKey(words: string): string {
  return `=${words}`;
}

function readTargets(text: string): (Alternative & { phrase: string })[] {
  const words = text.trim().split(/ +/);
  const last = words.at(-1) ?? "";
  const weighed = /^0\.\d{1,2}$/.test(last);
  const phrase = (weighed ? words.slice(0, -1) : words).join(" ");
  const stems = /^zc[a-z]+$/.test(phrase) ? [phrase] : stemsOfPhrase(phrase);
  const weight = weighed ? Number(last) : synonymWeight;
  const together = { phrase, lexemes: phraseLexemes(stems), weight };
  return stems.length < 2
    ? [together]
    : [together, { phrase, lexemes: stems, weight: weight * scatteredWeight, scattered: true }];
}

let parsed: Synonyms | undefined;

/** The synonyms of the file. The first search reads it: a command of the server that searches nothing does not. */
export function builtInSynonyms(): Synonyms {
  return (parsed ??= parseSynonyms(synonyms));
}

export type TypedPhrase = { phrase: string; key: string };
let phrases: readonly TypedPhrase[] | undefined;

/** Phrases of the file as people type them, in order, with the key of their synonyms: for suggestions. */
export function typedPhrases(): readonly TypedPhrase[] {
  return (phrases ??= readTypedPhrases());
}

function readTypedPhrases(): TypedPhrase[] {
  return synonyms
    .split("\n")
    .flatMap((line) => {
      const [left = "", right] = line.split(/[>=]/);
      return right === undefined ? left.split("|") : left.split(",");
    })
    .map((source) => readTargets(source)[0]?.phrase ?? "")
    .filter((phrase) => /^[a-z ]{3,40}$/.test(phrase) && phrase.split(" ").length <= 3)
    .map((phrase) => ({ phrase, key: stemsOfPhrase(phrase).join(" ") }))
    .sort((a, b) => (a.phrase < b.phrase ? -1 : 1))
    .filter(({ phrase }, at, all) => phrase !== all[at - 1]?.phrase);
}

/** @rule A synonym may have up to four words. */
export const maxPhraseWords = 4;

/** Single words that the file knows. A typing error may be one in any of them, even if no product has the word. */
export const knownWords: readonly string[] = [
  ...new Set([
    ...spelledWords,
    ...synonyms
      .replace(/zc[a-z]+|0\.\d+/g, " ")
      .split(/[^a-z]+/)
      .filter((word) => word.length >= 4),
  ]),
];
