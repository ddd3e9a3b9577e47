/**
 * Design note. A search box suggests what would find products, from the same understanding as a search. These come
 * first, ordered by one weight, which is how much the products with these words sell:
 * - phrases that begin with the text, and, lighter, phrases that contain it,
 * - the right spelling of words that begin with it ("sendal" is sandal),
 * - phrases of the synonyms ("smartwatch").
 *
 * When there are none, the last word is completed to one that products have directly after the word before it; when
 * there are none of those either, the text is completed without its typing errors. When these are missing too, a text
 * of which every word finds something is its own suggestion: a search for it would find products, so the box must not
 * look as if there were none. An index cannot find a beginning that contains an error, so typing errors are corrected
 * only among the heaviest words, which each process stores for a minute.
 */
import type { Queryable } from "#lib/database.ts";
import {
  countProductsOfTerms,
  findKeywords,
  findShopNames,
  findSuggested,
  listMatching,
  type Keyword,
} from "./queries.ts";
import {
  commonKeywords,
  firstPhrases,
  heaviestKeywords,
  maxStoredKeywords,
  otherSpellingsOf,
} from "./stored-keywords.ts";
import { spelledWords, spellingOf } from "./spelling.ts";
import { builtInSynonyms, typedPhrases, type TypedPhrase } from "./synonyms.ts";
import { isCommonWord } from "./common-words.ts";
import { buildTsquery, canonicalStem, mentionToken, normalise, pairOf, tokenise } from "./text-analysis.ts";

/** @rule At most eight suggestions are offered while a user types. */
export const maxSuggestions = 8;

/** Factors of weights, for what counts less than a phrase that begins with the text. */
const factors = { inside: 0.3, synonym: 1, corrected: 0.5 };

/**
 * Suggestions for a text that a user has begun to type: phrases for products, names of shops. A text without a letter
 * or digit has none and causes no query (S110).
 */
export async function suggest(db: Queryable, name: string, type: "product" | "seller"): Promise<{ name: string }[]> {
  const typed = normalise(name.slice(0, 200)).slice(0, 60);
  if (typed === "") return [];
  if (type === "seller") {
    const query = buildTsquery(tokenise(typed), { prefix: true });
    return query === null ? [] : (await findShopNames(db, query, maxSuggestions)).map((shop) => ({ name: shop }));
  }
  const found = await completionsOf(db, typed);
  if (found.length === 0) found.push(...(await neighbourCompletions(db, typed)));
  if (found.length === 0) found.push(...(await correctedCompletions(db, typed)));
  if (found.length === 0) found.push(...(await plainCompletions(db, typed)));
  return found.slice(0, maxSuggestions).map(({ word }) => ({ name: word }));
}

// Phrases that continue the text, the heaviest first.
async function completionsOf(db: Queryable, typed: string): Promise<Keyword[]> {
  const weights = new Map<string, number>();
  const add = ({ word, weight }: Keyword) => weights.set(word, Math.max(weights.get(word) ?? 0, weight));
  const isLong = typed.length >= 3;
  const common = await heaviestCompletions(db, typed, isLong);
  if (common.begun && !isLong) return common.begun;
  const begun = isLong
    ? typedPhrases()
        .filter(({ phrase }) => phrase.startsWith(typed))
        .slice(0, maxPhrasesAsked)
    : [];
  const found = await findSuggested(
    db,
    {
      prefix: typed,
      isBegun: !common.begun,
      isInside: isLong && !common.begun && !common.inside,
      words: isLong ? otherSpellings(typed) : [],
      tokens: begun.flatMap(({ key }) => (builtInSynonyms().get(key) ?? []).flatMap((one) => one.lexemes)),
    },
    maxSuggestions,
  );
  (common.begun ?? found.begun).forEach(add);
  const isEnough = (common.begun ?? found.begun).length >= maxSuggestions;
  for (const { word, weight } of isEnough ? [] : (common.inside ?? found.inside))
    add({ word, weight: weight * factors.inside });
  found.words.forEach(add);
  synonymPhrases(begun, found.tokens).forEach(add);
  return [...weights]
    .map(([word, weight]) => ({ word, weight }))
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
}

function otherSpellings(typed: string): string[] {
  const right = spelledWords.filter((word) => word.startsWith(typed) && spellingOf(word) !== word).map(spellingOf);
  return [...new Set(right)];
}

const maxPhrasesAsked = 20;

// Phrases of the synonyms that find a product.
function synonymPhrases(begun: readonly TypedPhrase[], counts: ReadonlyMap<string, number>): Keyword[] {
  const found: Keyword[] = [];
  const meanings = new Set<string>();
  for (const { phrase, key } of begun) {
    const [best] = (builtInSynonyms().get(key) ?? [])
      .filter((one) => !one.scattered)
      .map(({ lexemes, weight }) => ({
        meaning: lexemes.join(" "),
        products: weight * Math.min(...lexemes.map((lexeme) => counts.get(lexeme) ?? 0)),
      }))
      .sort((a, b) => b.products - a.products);
    // Of "shoe" and "shoes" one is enough.
    if (!best || best.products === 0 || meanings.has(best.meaning)) continue;
    meanings.add(best.meaning);
    found.push({ word: phrase, weight: best.products * factors.synonym });
  }
  return found;
}

/** What the heaviest phrases, which are in memory, can answer; null where the database has to. */
type Heaviest = { begun: Keyword[] | null; inside: Keyword[] | null };

/**
 * Completions among the heaviest phrases. If enough of them begin with the text, no other phrase can be among the
 * heaviest that do, so the database need not look. If not all phrases fit into memory, those that contain the text
 * elsewhere are searched in memory only: the database would read all that share its letters.
 */
async function heaviestCompletions(db: Queryable, typed: string, isLong: boolean): Promise<Heaviest> {
  const phrases = await heaviestKeywords(db);
  const begun = firstPhrases(phrases, `\n${typed}`, maxSuggestions);
  if (begun.length >= maxSuggestions) return { begun, inside: null };
  const isAll = phrases.length < maxStoredKeywords;
  return { begun: null, inside: isLong && !isAll ? firstPhrases(phrases, ` ${typed}`, maxSuggestions) : null };
}

const maxNeighbours = 200;

// The first of these words that some product has directly after the word `before`.
async function wordsBeside(db: Queryable, before: string, words: readonly Keyword[]): Promise<Keyword[]> {
  const pairs = words
    .slice(0, maxNeighbours)
    .map((one) => ({ one, pair: pairOf(canonicalStem(before), canonicalStem(one.word)) }));
  if (pairs.length === 0) return [];
  const counts = await countProductsOfTerms(
    db,
    pairs.map(({ pair }) => pair),
  );
  return pairs.filter(({ pair }) => (counts.get(pair) ?? 0) > 0).map(({ one }) => one);
}

// The last word completed to one that some product has beside the word before it, although no phrase begins so.
async function neighbourCompletions(db: Queryable, typed: string): Promise<Keyword[]> {
  const words = typed.split(" ");
  const last = words.at(-1) ?? "";
  const before = words.at(-2);
  if (before === undefined) return [];
  const begun = (await commonKeywords(db)).filter(({ word }) => word.startsWith(last));
  const found = await wordsBeside(db, before, begun);
  return filterFindable(
    db,
    found.map(({ word, weight }) => ({ word: [...words.slice(0, -1), word].join(" "), weight })),
  );
}

/**
 * @rule Suggestions correct one typing error in a word of four letters or more: in each finished word, or, when those
 * have none, in the last word.
 */
const minLettersWithError = 4;

// Completions of a text with typing errors: a word written apart ("sepat u"), or an error in a finished word or in the
// last one.
async function correctedCompletions(db: Queryable, typed: string): Promise<Keyword[]> {
  const words = typed.split(" ");
  if (words.length > 1) {
    const joined = await filterFindable(db, await findKeywords(db, words.join(""), maxSuggestions));
    if (joined.length > 0) return joined;
  }
  const last = words.at(-1) ?? "";
  const corrected = await correctedBeginning(db, words.slice(0, -1));
  if (corrected) {
    const found = await completionsOf(db, [...corrected, last].join(" "));
    return found.length > 0 ? found : plainCompletions(db, [...corrected, last].join(" "));
  }
  if (last.length < minLettersWithError || !/^[a-z]+$/.test(last)) return [];
  const common = await commonKeywords(db);
  const near = new Map<string, Keyword>();
  const add = ({ word, weight }: Keyword, spelled: string) => {
    if (!near.has(word) && beginsAlmostWith(spelled, last))
      near.set(word, { word, weight: weight * (word[0] === last[0] ? 1 : factors.corrected) });
  };
  // `for … of` would allocate an object for each of thousands of words.
  common.forEach((one) => add(one, one.word));
  otherSpellingsOf(common).forEach((one) => add(one, one.spelled));
  const nearest = [...near.values()].sort((one, other) => other.weight - one.weight);
  const before = words.slice(0, -1);
  const beside = await wordsBeside(db, before.at(-1) ?? "", before.length === 0 ? [] : nearest);
  const found: Keyword[] = [];
  for (const { word, weight } of (beside.length > 0 ? beside : nearest).slice(0, maxSuggestions)) {
    const phrases = before.length === 0 ? [] : await findKeywords(db, [...before, word].join(" "), 2);
    found.push(...(phrases.length > 0 ? phrases : [{ word: [...before, word].join(" "), weight }]));
  }
  return filterFoundTogether(db, await filterFindable(db, found));
}

/** Of a word in at most so many products, all these products can be searched for another word while somebody types. */
const maxProductsLookedAt = 1_000;

// Leaves out phrases whose words no product has together: for "pouch batk" only "pouch batik" is left, although "bata"
// and "bank" find something too. Phrases of common words stay, because to look for them would take long.
async function filterFoundTogether(db: Queryable, phrases: readonly Keyword[]): Promise<Keyword[]> {
  const stemsOf = new Map(phrases.map(({ word }) => [word, [...new Set(tokenise(word).map(canonicalStem))]]));
  const several = [...stemsOf.values()].filter((stems) => stems.length > 1);
  if (several.length === 0) return [...phrases];
  const counts = await countProductsOfTerms(
    db,
    several.flat().flatMap((stem) => [stem, mentionToken(stem)]),
  );
  const queryOf = (stems: readonly string[]) =>
    stems.map((stem) => `('${stem}' | '${mentionToken(stem)}')`).join(" & ");
  const isLookedUp = (stems: readonly string[]) => {
    const rarest = Math.min(...stems.map((stem) => (counts.get(stem) ?? 0) + (counts.get(mentionToken(stem)) ?? 0)));
    // A word that no product has is found by its synonyms.
    return stems.length > 1 && rarest > 0 && rarest <= maxProductsLookedAt;
  };
  const matching = await listMatching(db, several.filter(isLookedUp).map(queryOf));
  return phrases.filter(({ word }) => {
    const stems = stemsOf.get(word) ?? [];
    return !isLookedUp(stems) || matching.has(queryOf(stems));
  });
}

// The finished words without typing errors ("kpoi ga"); null if none of them has one that can be corrected.
async function correctedBeginning(db: Queryable, words: readonly string[]): Promise<string[] | null> {
  if (words.every((word) => word.length < minLettersWithError)) return null;
  const findable = await filterFindable(
    db,
    words.map((word) => ({ word, weight: 0 })),
  );
  const known = new Set(findable.map(({ word }) => word));
  const common = await commonKeywords(db);
  const corrected = words.map((word) => {
    if (known.has(word) || word.length < minLettersWithError || isCommonWord(word)) return word;
    const near = common.find((one) => Math.abs(one.word.length - word.length) <= 1 && beginsAlmostWith(one.word, word));
    return near?.word ?? word;
  });
  return corrected.join() === words.join() ? null : corrected;
}

/** Words of preference, which are no words of products. */
const preferences = ["murah"];

// The text itself if all its words find something, or with a word of preference that it begins ("hp mur").
async function plainCompletions(db: Queryable, typed: string): Promise<Keyword[]> {
  const words = typed.split(" ");
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1).join(" ");
  const preference = last.length >= 2 ? preferences.find((one) => one.startsWith(last)) : undefined;
  const [found] = await filterFindable(db, [{ word: preference && before ? before : typed, weight: 0 }]);
  return found ? [{ word: preference && before ? `${before} ${preference}` : typed, weight: 0 }] : [];
}

/** Whether the typed text is the beginning of a word with one letter wrong, missing, added or swapped. */
export function beginsAlmostWith(word: string, typed: string): boolean {
  // Most words differ at once: not one letter later, or with one more or less.
  if (word[0] !== typed[0] && word[1] !== typed[1] && word[0] !== typed[1] && word[1] !== typed[0]) return false;
  let same = 0;
  while (same < typed.length && word[same] === typed[same]) same += 1;
  const isSwapped = word[same] === typed[same + 1] && word[same + 1] === typed[same];
  return (
    same === typed.length ||
    // One letter is wrong, too many, missing, or two are swapped. What follows must agree to the end of the text.
    continues(word, same + 1, typed, same + 1) ||
    continues(word, same, typed, same + 1) ||
    continues(word, same + 1, typed, same) ||
    (isSwapped && continues(word, same + 2, typed, same + 2))
  );
}

// Whether the rest of the typed text is in the word from `at` on. It is asked of thousands of words, so without the
// pieces of text that `slice` would leave behind.
function continues(word: string, at: number, typed: string, from: number): boolean {
  for (let index = from; index < typed.length; index += 1)
    if (word.charCodeAt(at + index - from) !== typed.charCodeAt(index)) return false;
  return true;
}

// The phrases of which each word finds a product. A keyword may remain after its products are gone.
async function filterFindable(db: Queryable, phrases: readonly Keyword[]): Promise<Keyword[]> {
  const stems = (phrase: string) => tokenise(phrase).map(canonicalStem);
  const all = phrases.flatMap(({ word }) => stems(word));
  const synonyms = (stem: string) => (builtInSynonyms().get(stem) ?? []).filter((one) => !one.scattered);
  const meant = all.flatMap((stem) => synonyms(stem).flatMap(({ lexemes }) => lexemes));
  const counts = await countProductsOfTerms(db, [...all, ...all.map(mentionToken), ...meant]);
  const has = (stem: string) =>
    (counts.get(stem) ?? counts.get(mentionToken(stem)) ?? 0) > 0 ||
    synonyms(stem).some(({ lexemes }) => lexemes.every((lexeme) => (counts.get(lexeme) ?? 0) > 0));
  return phrases.filter(({ word }) => stems(word).every(has));
}
