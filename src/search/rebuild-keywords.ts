import type { Tx } from "#lib/database.ts";
import { listNamesForKeywords, replaceKeywords, replaceTerms, saveIndexVersion } from "./queries.ts";
import { indexVersion, normalise } from "./text-analysis.ts";

const maxPhraseLength = 60;
const minUses = 2;

/**
 * Replaces all suggested phrases: `curated` ones weigh most, then categories, then words of product names and pairs of
 * words in the names of at least two products. Spelling correction chooses from the single words. The tokens of all
 * products are counted too.
 */
export async function rebuildKeywords(tx: Tx, curated: readonly string[] = []): Promise<void> {
  const weights = new Map<string, number>();
  const add = (phrase: string, weight: number) => {
    if (phrase.length >= 2 && phrase.length <= maxPhraseLength)
      weights.set(phrase, (weights.get(phrase) ?? 0) + weight);
  };
  const names = await listNamesForKeywords(tx);
  const uses = new Map<string, number>();
  for (const { name } of names.filter((one) => one.kind === "product")) {
    const words = normalise(name).split(" ");
    const phrases = new Set<string>();
    words.forEach((word, at) => {
      if (!/^[a-z]{3,}$/.test(word)) return;
      phrases.add(word);
      const next = words[at + 1];
      if (next && /^[a-z]{3,}$/.test(next)) phrases.add(`${word} ${next}`);
    });
    for (const phrase of phrases) uses.set(phrase, (uses.get(phrase) ?? 0) + 1);
  }
  for (const [phrase, count] of uses) if (count >= minUses || !phrase.includes(" ")) add(phrase, count);
  for (const { name } of names.filter((one) => one.kind === "category")) add(normalise(name), 50);
  for (const [at, phrase] of curated.entries()) add(normalise(phrase), 1000 - Math.min(at, 900));
  await replaceKeywords(tx, [...weights]);
  await replaceTerms(tx);
  await saveIndexVersion(tx, indexVersion);
}
