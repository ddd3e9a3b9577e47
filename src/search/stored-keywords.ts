/**
 * Design note. The heaviest phrases and words, which each process stores for a minute: completions and typing errors
 * are looked for among them, because no index of the database finds a word with an error without reading thousands.
 */
import type { Queryable } from "#lib/database.ts";
import { listCommonKeywords, listHeaviestKeywords, type Keyword } from "./queries.ts";
import { spelledWords, spellingOf } from "./spelling.ts";

/** So many are stored of each kind; a list of fewer has all that there are. */
export const maxStoredKeywords = 20_000;
const storedDuration = 60_000;
type Stored = { words: Promise<readonly Keyword[]>; expiresAt: number };
type Cache = WeakMap<Queryable, Stored>;
const common: Cache = new WeakMap();
const heaviest: Cache = new WeakMap();

// Only the first reader waits; until they are read again, the old ones answer.
function findStored(cache: Cache, db: Queryable, list: typeof listCommonKeywords): Promise<readonly Keyword[]> {
  const known = cache.get(db);
  if (known && known.expiresAt > performance.now()) return known.words;
  const words = list(db, maxStoredKeywords);
  const expiresAt = performance.now() + storedDuration;
  cache.set(db, { words: known ? known.words : words, expiresAt });
  words.then(
    () => cache.set(db, { words, expiresAt }),
    () => cache.delete(db),
  );
  return known ? known.words : words;
}

/** The single words of most weight, of four letters or more. */
export const commonKeywords = (db: Queryable): Promise<readonly Keyword[]> =>
  findStored(common, db, listCommonKeywords);

/** The phrases and words of most weight, the heaviest first. */
export const heaviestKeywords = (db: Queryable): Promise<readonly Keyword[]> =>
  findStored(heaviest, db, listHeaviestKeywords);

/** Phrases as one text with a line for each, and where each line ends: much faster to search than one by one. */
type Joined = { text: string; ends: Uint32Array };
const joinedOf = new WeakMap<readonly Keyword[], Joined>();

/** The first of these phrases that contain `part`; a line break in front of it means the phrase's beginning. */
export function firstPhrases(phrases: readonly Keyword[], part: string, max: number): Keyword[] {
  let joined = joinedOf.get(phrases);
  if (!joined) {
    let end = 0;
    const ends = Uint32Array.from(phrases, ({ word }) => (end += word.length + 1));
    joinedOf.set(phrases, (joined = { text: phrases.map(({ word }) => `\n${word}`).join(""), ends }));
  }
  const { text, ends } = joined;
  const found: Keyword[] = [];
  for (let at = text.indexOf(part); at !== -1 && found.length < max;) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    const phrase = phrases[low];
    if (phrase) found.push(phrase);
    at = text.indexOf(part, ends[low]);
  }
  return found;
}

type Spelled = Keyword & { spelled: string };
const spelledOf = new WeakMap<readonly Keyword[], readonly Spelled[]>();

/** Those of these words that have other spellings, by these: a typing error may be in one ("sendel" in "sendal"). */
export function otherSpellingsOf(words: readonly Keyword[]): readonly Spelled[] {
  const known = spelledOf.get(words);
  if (known) return known;
  const weights = new Map(words.map(({ word, weight }) => [word, weight]));
  const found = spelledWords.flatMap((spelled) => {
    const word = spellingOf(spelled);
    const weight = weights.get(word);
    return word === spelled || weight === undefined ? [] : [{ word, weight, spelled }];
  });
  spelledOf.set(words, found);
  return found;
}

const letterSets = new WeakMap<readonly Keyword[], Uint32Array>();

/** The letters of a word as bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << ((word.charCodeAt(at) - 97) & 31);
  return letters;
}

/** Those of these words that may have at most so many typing errors: each adds or removes at most two letters. */
export function nearlySpelled(words: readonly Keyword[], word: string, errors: number): Keyword[] {
  const sets = letterSets.get(words) ?? Uint32Array.from(words, (one) => lettersOf(one.word));
  letterSets.set(words, sets);
  const wanted = lettersOf(word);
  return words.filter((one, at) => {
    if (Math.abs(one.word.length - word.length) > errors) return false;
    let different = (sets[at] ?? 0) ^ wanted;
    for (let left = 2 * errors; left > 0; left -= 1) different &= different - 1;
    return different === 0;
  });
}
