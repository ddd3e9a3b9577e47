import type { Tx } from "#lib/database.ts";
import { listNamesForKeywords, replaceKeywords, replaceTerms, saveIndexVersion } from "./queries.ts";
import { indexVersion, normalise } from "./text-analysis.ts";

const maxPhraseLength = 60;
const minUses = 2;
/** A phrase of the marketplace, a category and a shop before those that only products have. */
const weights = { curated: 1000, category: 50, shop: 10 };
/** @rule Suggestions come from the names of the 30,000 best-selling products. */
const maxNames = 30_000;

/**
 * Replaces all suggested phrases: `curated` ones weigh most, then categories and shops, then words of product names and
 * two or three neighbouring words in the names of at least two products. A product counts the more, the more it sells.
 * Without `curated` the stored ones stay. Spelling correction chooses from the single words, which are never removed.
 */
export async function rebuildKeywords(tx: Tx, curated?: readonly string[]): Promise<void> {
  const found = new Map<string, number>();
  const add = (phrase: string, weight: number) => {
    if (phrase.length >= 2 && phrase.length <= maxPhraseLength)
      found.set(phrase, Math.round((found.get(phrase) ?? 0) + weight));
  };
  const names = await listNamesForKeywords(tx, maxNames);
  const uses = new Map<string, { count: number; weight: number }>();
  for (const { name, sold } of names.filter((one) => one.kind === "product")) {
    const weight = 1 + Math.log(1 + sold);
    for (const phrase of phrasesOf(normalise(name).split(" "))) {
      const used = uses.get(phrase);
      if (used) {
        used.count += 1;
        used.weight += weight;
      } else uses.set(phrase, { count: 1, weight });
    }
  }
  for (const [phrase, { count, weight }] of uses) if (count >= minUses || !phrase.includes(" ")) add(phrase, weight);
  for (const { kind, name, sold } of names) {
    if (kind === "category") add(normalise(name), weights.category);
    if (kind === "shop") add(normalise(name), weights.shop + Math.log(1 + sold));
  }
  await replaceKeywords(tx, [...found], curated && curatedWeights(curated));
}

function curatedWeights(phrases: readonly string[]): [string, number][] {
  const found = new Map<string, number>();
  for (const [at, phrase] of phrases.entries()) found.set(normalise(phrase), weights.curated - Math.min(at, 900));
  return [...found];
}

function phrasesOf(words: readonly string[]): Set<string> {
  const phrases = new Set<string>();
  const isWord = (word: string | undefined): word is string => word !== undefined && /^[a-z]{3,}$/.test(word);
  words.forEach((word, at) => {
    const [second, third] = [words[at + 1], words[at + 2]];
    if (!isWord(word)) return;
    phrases.add(word);
    if (!isWord(second)) return;
    phrases.add(`${word} ${second}`);
    if (isWord(third)) phrases.add(`${word} ${second} ${third}`);
  });
  return phrases;
}

/**
 * Makes suggestions and the numbers of tokens for products that were stored without them, such as demo data: they are
 * all indexed in the form of this version.
 */
export async function buildSearch(tx: Tx, curated: readonly string[] = []): Promise<void> {
  await rebuildKeywords(tx, curated);
  await replaceTerms(tx);
  await saveIndexVersion(tx, indexVersion);
}
