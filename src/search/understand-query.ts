/**
 * Design note. A search text becomes a list of concepts, each with the tokens that satisfy it. The steps: read prices
 * and noise (read-query.ts); cut the words into known phrases and single words; expand them by synonyms; ask the index
 * in how many products each token is; and only then repair what no product has: join two words, complete the last one,
 * correct a typing error. Steps that need no database are pure functions.
 *
 * A product matches if it has every concept, most of it in name, category or attributes. If few do, products that have
 * at least half of what was asked for are similar: each concept counts by how rare it is, the first one more, because
 * an Indonesian phrase begins with the thing itself. A word that no product has counts as the rarest, so that
 * "lemari pakaian" does not find clothes. What has only the first concept must be that thing itself. Similar products
 * are found by one query of the index: the smallest sets of concepts that reach the half, joined by "or".
 */
import type { Queryable } from "#lib/database.ts";
import { isCommonWord, isPraise } from "./common-words.ts";
import { closestWord, findCorrections } from "./correct-spelling.ts";
import { countProductsOfTerms, findKeywords } from "./queries.ts";
import { minPlainPrice, readQuery, type ReadQuery } from "./read-query.ts";
import { matchQueries, type Concept } from "./match-concepts.ts";
import { relaxing } from "./rules.ts";
import {
  insteadKey,
  insteadWeight,
  knownWords,
  maxPhraseWords,
  phraseLexemes,
  type Alternative,
  type Synonyms,
} from "./synonyms.ts";
import { currentSynonyms } from "./synonyms-setting.ts";
import { canonicalStem, maxQueryWords, mentionToken, pairOf, tokensOf, type Token } from "./text-analysis.ts";

export type UnderstoodQuery = {
  concepts: readonly Concept[];
  /** Tokens of neighbouring words. A product that has one has the words side by side. */
  pairs: readonly string[];
  min: number | undefined;
  max: number | undefined;
  cheap: boolean;
  /** The dearest is wanted first. */
  dear?: boolean;
  /** The text without prices and noise, as it is shown. */
  text: string;
  /** The text with corrected words, if any was corrected. */
  corrected: string | null;
  /** The tsquery of products that match; null if none can. */
  full: string | null;
  /** The tsquery of similar products; null if none can be similar. */
  similar: string | null;
  /** The concepts word by word, by which similar products are ranked too. Empty without a phrase. */
  singles: readonly Concept[];
};

/**
 * Understands a search text. Returns null for a text without a letter or digit. A text that has nothing but a price or
 * "murah" has no concepts.
 */
export async function understandQuery(
  db: Queryable,
  text: string,
  options: { complete?: boolean; synonyms?: Synonyms; isPriceRead?: boolean } = {},
): Promise<UnderstoodQuery | null> {
  const read = readQuery(text.slice(0, 300));
  const synonyms = options.synonyms ?? currentSynonyms();
  let tokens = wordsToFind(read.text);
  if (tokens.length === 0)
    return read.min === undefined && read.max === undefined && !read.cheap && !read.dear
      ? null
      : { ...read, concepts: [], singles: [], pairs: [], corrected: null, full: null, similar: null };
  let corrected: string | null = null;
  let drafts = cutIntoConcepts(tokens, synonyms);
  let counts = await countProductsOfTerms(db, lexemesOf(drafts, tokens));
  const priced = options.isPriceRead ? null : withPriceAtEnd(read, drafts, counts);
  if (priced !== null) return understandQuery(db, priced, { ...options, isPriceRead: true });
  const joined = joinWords(tokens, drafts, counts);
  if (joined) {
    tokens = joined;
    drafts = cutIntoConcepts(tokens, synonyms);
    counts = await countProductsOfTerms(db, lexemesOf(drafts, tokens));
  }
  const repaired = await repairWords(db, { tokens, drafts, counts, complete: options.complete ?? false });
  if (repaired) {
    if (repaired.isCorrected) corrected = repaired.tokens.map(({ word }) => word).join(" ");
    tokens = repaired.tokens;
    drafts = cutIntoConcepts(tokens, synonyms).map((draft) => {
      const completions = repaired.completions.get(draft.text);
      return completions ? { ...draft, alternatives: [...draft.alternatives, ...completions] } : draft;
    });
    counts = await countProductsOfTerms(db, lexemesOf(drafts, tokens));
  }
  const concepts = rarest(drafts.map((draft) => weigh(draft, counts)));
  const hasPhrase = drafts.some(({ words }) => words.length > 1);
  const singles = hasPhrase ? cutIntoConcepts(tokens, synonyms, 1) : [];
  if (hasPhrase) counts = new Map([...counts, ...(await countProductsOfTerms(db, lexemesOf(singles, [])))]);
  const words = rarest(singles.map((draft) => weigh(draft, counts)));
  const { full, similar } = matchQueries(concepts);
  const similarWords = hasPhrase ? matchQueries(words).similar : null;
  return {
    singles: words,
    full,
    similar: [similar, similarWords].filter((one) => one !== null).join(" | ") || null,
    concepts,
    pairs: pairsOf(concepts).filter((pair) => (counts.get(pair) ?? 0) > 0),
    min: read.min,
    max: read.max,
    cheap: read.cheap,
    dear: read.dear,
    text: read.text,
    corrected,
  };
}

type Draft = { text: string; words: readonly Token[]; alternatives: readonly Alternative[]; stem: string | null };

/** The words of a text that say something, each once. */
export function wordsToFind(text: string): Token[] {
  const seen = new Set<string>();
  const found: Token[] = [];
  for (const token of tokensOf(text)) {
    if (token.isStop || seen.has(token.stem)) continue;
    seen.add(token.stem);
    found.push(token);
  }
  return found.slice(0, maxQueryWords);
}

/** Cuts words into the longest phrases that have synonyms, and single words. */
export function cutIntoConcepts(
  tokens: readonly Token[],
  synonyms: Synonyms,
  maxWords: number = maxPhraseWords,
): Draft[] {
  const drafts: Draft[] = [];
  for (let at = 0; at < tokens.length;) {
    let length = Math.min(maxWords, tokens.length - at);
    const has = (words: readonly Token[]) => synonyms.has(keyOf(words)) || synonyms.has(insteadKey(textOf(words)));
    while (length > 1 && !has(tokens.slice(at, at + length))) length -= 1;
    const words = tokens.slice(at, at + length);
    const instead = synonyms.get(insteadKey(textOf(words)));
    const others = instead ?? synonyms.get(keyOf(words)) ?? [];
    const own = ownAlternatives(words);
    const factor = instead ? insteadWeight : 1;
    drafts.push({
      text: textOf(words),
      words,
      stem: words.length === 1 ? (words[0]?.stem ?? null) : null,
      alternatives: [...own.map((one) => ({ ...one, weight: one.weight * factor })), ...others],
    });
    at += length;
  }
  return drafts;
}

const textOf = (tokens: readonly Token[]) => tokens.map(({ word }) => word).join(" ");
const keyOf = (tokens: readonly Token[]) => tokens.map(({ stem }) => stem).join(" ");

function ownAlternatives(words: readonly Token[]): Alternative[] {
  const [only] = words;
  if (words.length === 1 && only) {
    // A word that is written together ("powerbank") is the token of two neighbouring words.
    const exact = [...new Set([only.stem, only.word])].map((lexeme) => ({ lexemes: [lexeme], weight: 1 }));
    const numbers = only.also.map((lexeme) => ({ lexemes: [lexeme], weight: relaxing.numberWithoutUnit }));
    return [...exact, ...numbers];
  }
  const stems = words.map(({ stem }) => stem);
  return [
    { lexemes: phraseLexemes(stems), weight: 1 },
    { lexemes: stems, weight: relaxing.scatteredPhrase, scattered: true },
  ];
}

function lexemesOf(drafts: readonly Draft[], tokens: readonly Token[]): string[] {
  const found = new Set(drafts.flatMap(({ alternatives }) => alternatives.flatMap(({ lexemes }) => lexemes)));
  for (const lexeme of drafts.flatMap(({ alternatives }) => alternatives.flatMap(({ lexemes }) => lexemes)))
    found.add(mentionToken(lexeme));
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    found.add(token.stem);
    if (!next) return;
    found.add(canonicalStem(token.word + next.word));
    found.add(pairOf(token.stem, next.stem));
  });
  return [...found].filter((lexeme) => lexeme.length <= 120);
}

type Counts = ReadonlyMap<string, number>;
const hasAll = (counts: Counts, { lexemes }: Alternative) =>
  lexemes.every((lexeme) => (counts.get(lexeme) ?? 0) > 0 || (counts.get(mentionToken(lexeme)) ?? 0) > 0);
const isKnown = (counts: Counts, draft: Draft) => draft.alternatives.some((one) => hasAll(counts, one));

/** A number at the end that no product has, and that can be money, is a price: "batik 100.000". */
function withPriceAtEnd(read: ReadQuery, drafts: readonly Draft[], counts: Counts): string | null {
  const last = drafts.at(-1);
  if (!last || drafts.length < 2 || read.min !== undefined || read.max !== undefined) return null;
  if (!/^\d{4,9}$/.test(last.text) || Number(last.text) < minPlainPrice || isKnown(counts, last)) return null;
  const words = drafts.slice(0, -1).map(({ text }) => text);
  return [...words, read.cheap ? "murah" : read.dear ? "termahal" : "", "rp", last.text].join(" ");
}

/** Joins two neighbouring words, if one of them is in no product and both together are a word ("sepat u"). */
function joinWords(tokens: readonly Token[], drafts: readonly Draft[], counts: Counts): Token[] | null {
  const unknown = new Set(drafts.filter((draft) => !isKnown(counts, draft)).map(({ text }) => text));
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (!next || (!unknown.has(token.word) && !unknown.has(next.word))) continue;
    const word = token.word + next.word;
    if ((counts.get(canonicalStem(word)) ?? 0) === 0 && !currentSynonyms().has(canonicalStem(word))) continue;
    const one: Token = { word, stem: canonicalStem(word), also: [], isStop: false };
    return [...tokens.slice(0, at), one, ...tokens.slice(at + 2)];
  }
  return null;
}

type Repaired = { tokens: Token[]; completions: Map<string, Alternative[]>; isCorrected: boolean };

// Completes the last word and corrects the others, if no product has them. Returns null if nothing changed.
async function repairWords(
  db: Queryable,
  query: { tokens: readonly Token[]; drafts: readonly Draft[]; counts: Counts; complete: boolean },
): Promise<Repaired | null> {
  const { drafts, counts } = query;
  const completions = new Map<string, Alternative[]>();
  const replaced = new Map<string, string>();
  for (const [at, draft] of drafts.entries()) {
    const isLast = at === drafts.length - 1;
    const known = isKnown(counts, draft);
    if (draft.stem === null || (known && !(isLast && query.complete)) || /\d/.test(draft.text)) continue;
    const word = draft.text;
    if (isLast) {
      const found = await completeWord(db, drafts[at - 1]?.words.at(-1)?.word, word);
      if (found.length > 0) {
        completions.set(word, found);
        continue;
      }
    }
    if (known || replaced.size >= relaxing.corrections || isCommonWord(word)) continue;
    const neighbours = { before: drafts[at - 1]?.words.at(-1)?.stem, after: drafts[at + 1]?.words[0]?.stem };
    const correction =
      (await likeliest(db, await findCorrections(db, word), neighbours)) ?? closestWord(word, knownWords);
    if (correction !== null) replaced.set(word, correction);
  }
  if (completions.size === 0 && replaced.size === 0) return null;
  const tokens = query.tokens
    .flatMap((token) => {
      const word = replaced.get(token.word);
      return word === undefined ? [token] : wordsToFind(word);
    })
    .filter(({ stem }, at, all) => all.findIndex((one) => one.stem === stem) === at);
  return { tokens, completions, isCorrected: replaced.size > 0 };
}

// Of words that are equally near, the one that products have beside a neighbour, else the first ("kalng manik").
async function likeliest(
  db: Queryable,
  words: readonly string[],
  { before, after }: { before: string | undefined; after: string | undefined },
): Promise<string | null> {
  const [first = null] = words;
  if (words.length < 2 || (!before && !after)) return first;
  const pairsWith = (word: string) => {
    const stem = canonicalStem(word);
    return [...(before ? [pairOf(before, stem)] : []), ...(after ? [pairOf(stem, after)] : [])];
  };
  const counts = await countProductsOfTerms(db, words.flatMap(pairsWith));
  return words.find((word) => pairsWith(word).some((pair) => (counts.get(pair) ?? 0) > 0)) ?? first;
}

// Completions of an unfinished word, the most common first: those that follow the word before it, else any.
async function completeWord(db: Queryable, before: string | undefined, word: string): Promise<Alternative[]> {
  const following = before ? await findKeywords(db, `${before} ${word}`, relaxing.completions) : [];
  const words = following.map(({ word: phrase }) => phrase.split(" ")[1] ?? "");
  if (words.length === 0 && word.length >= (before ? 2 : 3))
    words.push(
      ...(await findKeywords(db, word, relaxing.completions)).flatMap((one) => one.word.split(" ").slice(0, 1)),
    );
  return [...new Set(words.map((one) => canonicalStem(one)))].map((stem, at) => ({
    lexemes: [stem],
    weight: relaxing.completedWord - at * relaxing.lessForNext,
  }));
}

function weigh(draft: Draft, counts: Counts): Concept {
  const alternatives = draft.alternatives.filter((one) => hasAll(counts, one));
  const all = counts.get("") ?? 0;
  const frequencies = alternatives
    .filter(({ weight }) => weight >= relaxing.countedWeight)
    .map(({ lexemes }) => Math.min(...lexemes.map((lexeme) => counts.get(lexeme) ?? 0)));
  const known = Math.log(1 + Math.max(1, all) / (1 + Math.max(0, ...frequencies)));
  // Numbers say little, and so does praise, or a word that is neither in a product nor in the language.
  const isNumber = /^\d/.test(draft.text);
  const isStrange = alternatives.length === 0 && draft.stem !== null && !isCommonWord(draft.text);
  const rarity = known * (isNumber ? relaxing.number : isStrange || isPraise(draft.text) ? relaxing.strangeWord : 1);
  return { text: draft.text, stem: draft.stem, alternatives, rarity };
}

/** The first concept, which is the thing itself, and the rarest of the others, in the order of the text. */
export function rarest(concepts: readonly Concept[]): readonly Concept[] {
  if (concepts.length <= relaxing.concepts) return concepts;
  const [first, ...others] = concepts;
  const kept = new Set(others.toSorted((a, b) => b.rarity - a.rarity).slice(0, relaxing.concepts - 1));
  return concepts.filter((one) => one === first || kept.has(one));
}

function pairsOf(concepts: readonly Concept[]): string[] {
  return concepts.flatMap(({ stem }, at) => {
    const next = concepts[at + 1]?.stem;
    return stem && next ? [pairOf(stem, next)] : [];
  });
}
