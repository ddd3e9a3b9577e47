/**
 * Design note. What may not be sold is data, which an operator edits (`forbidden_rules`). A rule lists words and
 * phrases, not regular expressions. The text is cut into words once, and each phrase is compared word by word, so the
 * cost grows only with the lengths of both. A `*` at the end of a word matches any ending.
 */
import { skeletonOf } from "#lib/display-name.ts";
import type { ForbiddenRule } from "./rules.ts";

/** A product as rules see it. */
export type ScreenedText = {
  name: string;
  description: string;
  attributes: readonly { name: string; value: string }[];
  axes: readonly { name: string; values: readonly string[] }[];
  categoryIds: readonly string[];
};

// Marks a word with letters of another script, of which the skeleton is compared.
const foreign = "~";

/** The words of a text as rules compare them: small letters, without accents, without digits in place of letters. */
export function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => (/^[a-z0-9]*$/.test(word) ? withoutDigits(word) : foreign + skeletonOf(word)));
}

const digitLetters: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" };

/** `s4bu` as `sabu`. Digits at the end are a model's number, as in `kw1`. */
function withoutDigits(word: string): string {
  let end = word.length;
  while (end > 0 && /\d/.test(word[end - 1] ?? "")) end -= 1;
  return word.slice(0, end).replace(/\d/g, (digit) => digitLetters[digit] ?? digit) + word.slice(end);
}

type Phrase = readonly { word: string; isPrefix: boolean }[];

function parsePhrase(phrase: string): Phrase {
  return phrase
    .split(/\s+/)
    .map((part) => ({ word: wordsOf(part).join(""), isPrefix: part.endsWith("*") }))
    .filter(({ word }) => word !== "");
}

function isAt(words: readonly string[], at: number, phrase: Phrase): boolean {
  return phrase.every(({ word, isPrefix }, offset) => {
    const found = words[at + offset];
    if (found === undefined) return false;
    const [own, wanted] = found.startsWith(foreign) ? [found.slice(1), skeletonOf(word)] : [found, word];
    return isPrefix ? own.startsWith(wanted) : own === wanted;
  });
}

// An operator's phrases are the same for each product; a process keeps what it cut up last.
const parsed = new Map<string, Phrase>();
const maxParsed = 100_000;

function phraseOf(text: string): Phrase {
  const known = parsed.get(text);
  if (known) return known;
  if (parsed.size >= maxParsed) parsed.clear();
  const phrase = parsePhrase(text);
  parsed.set(text, phrase);
  return phrase;
}

// The words of a text, to find out fast that a phrase is not in it: all of them, and sorted for phrases such as
// `petasan*`. A word with letters of another script also matches words that it does not equal; it is always compared.
type Beginnings = { sorted: readonly string[]; words: ReadonlySet<string>; hasForeign: boolean };
const beginnings = new WeakMap<readonly string[], Beginnings>();

function mayContain(words: readonly string[], [first]: Phrase): boolean {
  if (!first) return false;
  let known = beginnings.get(words);
  if (!known) {
    const all = new Set(words);
    known = { sorted: [...all].sort(), words: all, hasForeign: words.some((word) => word.startsWith(foreign)) };
    beginnings.set(words, known);
  }
  if (known.hasForeign || known.words.has(first.word)) return true;
  return first.isPrefix && hasBeginning(known.sorted, first.word);
}

function hasBeginning(sorted: readonly string[], beginning: string): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < beginning) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(beginning) ?? false;
}

/** Finds the phrase in the words. Each match is `[start, end]`; the word at `end` is no longer part of it. */
function placesOf(words: readonly string[], phrase: Phrase): [number, number][] {
  if (!mayContain(words, phrase)) return [];
  const places: [number, number][] = [];
  for (let at = 0; at + phrase.length <= words.length; at += 1)
    if (isAt(words, at, phrase)) places.push([at, at + phrase.length]);
  return places;
}

/** The phrases of a rule that stand in the text outside of its exceptions. */
export function matchesOf(words: readonly string[], rule: Pick<ForbiddenRule, "words" | "exceptions">): string[] {
  const found = rule.words
    .map((phrase) => ({ phrase, places: placesOf(words, phraseOf(phrase)) }))
    .filter(({ places }) => places.length > 0);
  if (found.length === 0) return [];
  const allowed = rule.exceptions.flatMap((exception) => placesOf(words, phraseOf(exception)));
  const isAllowed = ([from, to]: [number, number]) => allowed.some(([first, after]) => first <= from && to <= after);
  return found.filter(({ places }) => !places.every(isAllowed)).map(({ phrase }) => phrase);
}

/** Whether a permit number has the form: `#` is a digit, `@` a letter, anything else itself. Blanks do not count. */
export function fitsPermitForm(value: string, form: string): boolean {
  const [typed, wanted] = [value, form].map((text) => text.replace(/[\s.-]/g, "").toUpperCase());
  if (typed === undefined || wanted === undefined || typed.length !== wanted.length) return false;
  return [...wanted].every((sign, at) => {
    const given = typed[at] ?? "";
    return sign === "#" ? /\d/.test(given) : sign === "@" ? /[A-Z]/.test(given) : given === sign;
  });
}

export type Match = { rule: ForbiddenRule; word: string; field: "name" | "description" | "attributes" };

/** The rules that a product breaks, with the word that was found and where. */
export function brokenRules(text: ScreenedText, rules: readonly ForbiddenRule[]): Match[] {
  const name = wordsOf(text.name);
  const description = wordsOf(text.description);
  const attributes = wordsOf(
    [
      ...text.attributes.flatMap(({ name: one, value }) => [one, value]),
      ...text.axes.flatMap(({ name: one, values }) => [one, ...values]),
    ].join(" "),
  );
  const parts = [
    ["name", name],
    ["description", description],
    ["attributes", attributes],
  ] as const;
  return rules.flatMap((rule): Match[] => {
    if (rule.category_id !== null && !text.categoryIds.includes(rule.category_id)) return [];
    if (rule.effect === "permit") return permitMatches(text, rule, [...name, ...description, ...attributes]);
    const found = new Map<string, Match>();
    for (const [field, words] of parts)
      for (const word of matchesOf(words, rule)) if (!found.has(word)) found.set(word, { rule, word, field });
    return [...found.values()];
  });
}

// A permit without words is needed in its whole category.
function permitMatches(text: ScreenedText, rule: ForbiddenRule, words: readonly string[]): Match[] {
  const [word] = rule.words.length > 0 ? matchesOf(words, rule) : [""];
  return word === undefined || hasPermit(text, rule) ? [] : [{ rule, word, field: "attributes" }];
}

function hasPermit(text: ScreenedText, { permit_name: wanted, permit_form: form }: ForbiddenRule): boolean {
  const called = (name: string) => wordsOf(name).join(" ");
  return text.attributes.some(
    ({ name, value }) => called(name) === called(wanted ?? "") && fitsPermitForm(value, form ?? ""),
  );
}
