/**
 * Design note. A name that others read must not pass for another's: not by signs that nobody sees, not by letters of
 * another script, not by an accent or a digit that reads like a letter. Three steps, all linear in the length of a text
 * whose length is checked before:
 * - {@link withoutInvisible} takes signs without a shape out of what a person typed or pasted;
 * - {@link isOneScript} refuses words of several scripts, such as `Каwung` with two Cyrillic letters;
 * - {@link skeletonOf} is what two names have in common that look alike (UTS #39). It is compared and stored, never shown.
 * Not chosen: refusing invisible signs, for they come along with pasted text and nobody finds them to delete them
 * (docs/decisions/0035).
 */
import { confusables } from "./confusables.ts";

/** Accents and other marks that letters of several scripts carry; the voice marks of Japanese make another letter. */
export const accents = /(?!\u3099|\u309a)(?=\p{M})[\p{Script=Inherited}\p{Script=Cyrillic}]/gu;

// Format and joining signs, variation selectors, tags, Hangul fillers, the empty braille cell.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const blanks = /[\p{Zs}\t]+/gu;

/** The text without signs that have no shape; every kind and number of blanks is one plain space. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, "").replace(blanks, " ").trim();
}

/** The scripts that living languages are written in. A word in another one is refused like a mixed one. */
const scripts = `
  Latin Cyrillic Greek Arabic Hebrew Armenian Georgian Ethiopic Thai Lao Khmer Myanmar Tibetan Mongolian
  Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Javanese Balinese Sundanese
  Batak Buginese Rejang Cham Makasar Tagalog Cherokee Yi Tifinagh Nko Canadian_Aboriginal`
  .trim()
  .split(/\s+/)
  .map((script) => `\\p{Script_Extensions=${script}}`);
// Japanese, Korean and Chinese write one word in several scripts.
const joined = [
  ["Han", "Hiragana", "Katakana"],
  ["Han", "Hangul"],
  ["Han", "Bopomofo"],
].map((all) => all.map((script) => `\\p{Script_Extensions=${script}}`).join(""));
const oneScript = [...scripts, ...joined].map(
  (allowed) => new RegExp(`^[${allowed}\\p{Script=Common}\\p{Script=Inherited}]*$`, "u"),
);

/** Whether every word of the text is written in one script. */
export function isOneScript(text: string): boolean {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).every((word) => oneScript.some((pattern) => pattern.test(word)));
}

// Pairs that read alike in nearly every typeface.
const alike: Record<string, string> = { m: "rn", i: "l", "0": "o", "1": "l", "|": "l" };

function fold(text: string): string {
  return [...text.normalize("NFKD").replace(accents, "")]
    .map((sign) => confusables.get(sign) ?? sign)
    .join("")
    .toLowerCase()
    .normalize("NFKD")
    .replace(accents, "")
    .replace(/[mi01|]/g, (sign) => alike[sign] ?? sign)
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "")
    .replace(/vv/g, "w");
}

/**
 * What a name looks like: names with the same skeleton cannot be told apart by case, accents, blanks, punctuation or
 * letters that look alike. Folding again changes nothing. Empty for a name without letters and digits.
 */
export function skeletonOf(name: string): string {
  let skeleton = withoutInvisible(name);
  for (let next = fold(skeleton); next !== skeleton; next = fold(skeleton)) skeleton = next;
  return skeleton;
}

// Digits and signs that people write for letters on purpose: `0ff1cial`, `4dm!n`.
const written: Record<string, string> = { "4": "a", "@": "a", "3": "e", "5": "s", $: "s", "7": "t", "!": "i" };
const asLetters = (text: string) => text.replace(/[4@35$7!]/g, (sign) => written[sign] ?? sign);

export type ReservedNames = {
  /** Stands nowhere in a name, not as a part of a word either. */
  anywhere: readonly string[];
  /** Stands in no name as a word, or several words, of its own. */
  words: readonly string[];
};

/** The reserved word that a name holds, as the list writes it; undefined when it holds none. */
export function findReserved(name: string, reserved: ReservedNames): string | undefined {
  const whole = [skeletonOf(name), skeletonOf(asLetters(name))];
  const anywhere = reserved.anywhere.find((word) => whole.some((one) => one.includes(skeletonOf(word))));
  if (anywhere !== undefined) return anywhere;
  // `AdminToko` and `Admin-Toko` are two words, `A d m i n` and `Ad.min` are one, `Admin2` is Admin.
  const spellings = [name, name.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")].flatMap((text) => {
    const apart = wordsOf(text, /[^\p{L}\p{N}\p{M}@$!|]+/u);
    return [apart, wordsOf(text, /\s+/u), joinLetters(apart), apart.map((word) => word.replace(/\d{1,20}$/, ""))];
  });
  const looked = spellings.map((words) => ` ${words.map((word) => skeletonOf(asLetters(word))).join(" ")} `);
  return reserved.words.find((word) =>
    looked.some((spelling) => spelling.includes(` ${word.split(" ").map(skeletonOf).join(" ")} `)),
  );
}

function wordsOf(name: string, between: RegExp): string[] {
  return withoutInvisible(name).split(between).filter(Boolean);
}

/** The words of a name, with letters that stand alone beside each other made one word. */
function joinLetters(words: readonly string[]): string[] {
  const joinedWords: string[] = [];
  let letters = "";
  for (const word of words) {
    if ([...word].length === 1) {
      letters += word;
      continue;
    }
    joinedWords.push(letters, word);
    letters = "";
  }
  return [...joinedWords, letters].filter(Boolean);
}
