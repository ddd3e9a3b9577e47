/**
 * Design note. Help is small enough to read all of it for each question, so it needs no table and no index. Words are
 * compared by the stems of the product search, so that "membayar" finds "pembayaran"; of the last word the beginning is
 * enough. A text must contain all words; when none does, one word is enough. A word in the title has the highest
 * weight.
 */
import { settingsVersion } from "#lib/settings/setting.ts";
import { hrefs } from "#hrefs.ts";
import { maxQueryWords, normalise, canonicalStem, tokenise } from "#search/text-analysis.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import { blockText } from "./article.ts";
import { buyerQuestions } from "./buyer-questions.ts";
import { guideTopics } from "./guide-topics.ts";
import { sellerQuestions } from "./seller-questions.ts";

/** A piece of a found text; `match` marks the words of the question. */
export type FoundPiece = { text: string; match: boolean };
export type FoundHelp = { href: string; topic: string; title: FoundPiece[]; excerpt: FoundPiece[] };

type Entry = {
  href: string;
  topic: string;
  title: string;
  sentences: readonly string[];
  /** Stem → its weight for this entry. */
  stems: ReadonlyMap<string, number>;
};

/** @rule A search of help shows at most 12 texts, the best match first. */
export const maxHelpResults = 12;

const weights = { title: 6, also: 4, text: 1 };

/** Synonyms in questions about accounts, beside those of the product search. */
const synonyms = new Map([
  ["password", "sandi"],
  ["login", "masuk"],
  ["logout", "keluar"],
  ["refund", "kembali"],
  ["komplain", "keluhan"],
  ["otp", "kode"],
  ["cancel", "batal"],
]);

/** Stems of a text, in order. */
function stemsOf(text: string): string[] {
  return tokenise(text).map((word) => canonicalStem(synonyms.get(word) ?? word));
}

function entry(href: string, topic: string, title: string, texts: readonly string[], also = ""): Entry {
  const stems = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const stem of stemsOf(text)) {
      stems.set(stem, Math.max(stems.get(stem) ?? 0, weight));
    }
  };
  for (const text of texts) add(text, weights.text);
  add(also, weights.also);
  add(title, weights.title);
  const sentences = texts.flatMap((text) => text.match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*/g) ?? [text]);
  return { href, topic, title, sentences: sentences.map((one) => one.trim()).filter((one) => one !== ""), stems };
}

/** All texts with their stems. They are computed again only when the fees in them change. */
function entriesOf(fees: FeeTexts): readonly Entry[] {
  const key = `${settingsVersion()} ${JSON.stringify(fees)}`;
  if (known?.key !== key) known = { key, entries: allEntries(fees) };
  return known.entries;
}
let known: { key: string; entries: readonly Entry[] } | undefined;

const allEntries = (fees: FeeTexts): readonly Entry[] => [
  ...guideTopics(fees).flatMap(({ title: topic, articles }) =>
    articles.map(({ id, title, also, blocks }) =>
      entry(`${hrefs.guide()}#${id}`, topic, title, blocks.flatMap(blockText), also),
    ),
  ),
  ...buyerQuestions(fees).flatMap(({ questions }) =>
    questions.map(({ id, question, answer }) =>
      entry(`${hrefs.faqBuyer()}#${id}`, "Tanya jawab pembeli", question, blockText({ text: answer })),
    ),
  ),
  ...sellerQuestions(fees).flatMap(({ questions }) =>
    questions.map(({ id, question, answer }) =>
      entry(`${hrefs.faqSeller()}#${id}`, "Tanya jawab penjual", question, blockText({ text: answer })),
    ),
  ),
];

type Wanted = { stem: string; prefix: string | null };

function weightOf({ stems }: Entry, { stem, prefix }: Wanted): number {
  const whole = stems.get(stem) ?? 0;
  if (whole > 0 || prefix === null) return whole;
  let maxWeight = 0;
  for (const [other, weight] of stems) if (other.startsWith(prefix) && weight > maxWeight) maxWeight = weight;
  return maxWeight / 2;
}

function marked(text: string, wanted: readonly Wanted[]): FoundPiece[] {
  const pieces: FoundPiece[] = [];
  for (const part of text.split(/([\p{L}\p{N}]+)/u)) {
    if (part === "") continue;
    const word = normalise(part);
    const [stem = ""] = stemsOf(word);
    const match =
      stem !== "" && wanted.some((one) => one.stem === stem || (one.prefix !== null && word.startsWith(one.prefix)));
    const last = pieces.at(-1);
    if (last?.match === match) last.text += part;
    else pieces.push({ text: part, match });
  }
  return pieces;
}

/** The sentence with most of the words; the first sentence when none has any. */
function excerptOf({ sentences }: Entry, wanted: readonly Wanted[]): FoundPiece[] {
  let best: FoundPiece[] = [];
  let maxMatches = -1;
  for (const sentence of sentences) {
    const pieces = marked(sentence, wanted);
    const hits = pieces.filter(({ match }) => match).length;
    if (hits > maxMatches) [best, maxMatches] = [pieces, hits];
  }
  return best;
}

/** The help texts that match a question, the best match first; none for a question without words. */
export function searchHelp(question: string, fees: FeeTexts): FoundHelp[] {
  const words = [...new Set(tokenise(question.slice(0, 200)).slice(0, maxQueryWords))];
  const wanted = words.map((word, at): Wanted => {
    const unfinished = at === words.length - 1 && word.length >= 3;
    return { stem: canonicalStem(synonyms.get(word) ?? word), prefix: unfinished ? word : null };
  });
  if (wanted.length === 0) return [];
  const weighed = entriesOf(fees).map((one) => ({ one, found: wanted.map((word) => weightOf(one, word)) }));
  const whole = weighed.filter(({ found }) => found.every((weight) => weight > 0));
  const some = whole.length > 0 ? whole : weighed.filter(({ found }) => found.some((weight) => weight > 0));
  const sum = (weights: readonly number[]) => weights.reduce((all, weight) => all + weight, 0);
  return some
    .toSorted((a, b) => sum(b.found) - sum(a.found))
    .slice(0, maxHelpResults)
    .map(({ one }) => ({
      href: one.href,
      topic: one.topic,
      title: marked(one.title, wanted),
      excerpt: excerptOf(one, wanted),
    }));
}
