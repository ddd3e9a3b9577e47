/**
 * Design note. A public name must not look like another one: not through invisible characters, letters of another
 * script, accents, or digits that look like letters. Three steps, each linear in the length of the text, which is
 * checked before:
 * - {@link removeInvisible} removes invisible characters from typed or pasted text;
 * - {@link isOneScript} is false for words of several scripts, such as `Каwung` with two Cyrillic letters;
 * - {@link skeletonOf} is the same for two names that look alike (UTS #39). It is compared and stored, never shown.
 * Not chosen: refusing invisible characters, because they come with pasted text and people cannot find them to delete
 * them (docs/decisions/0035).
 */
import { confusables } from "./confusables.ts";

/** Accents and other combining marks, without Japanese voice marks, which make a different letter. */
export const accents = /(?!\u3099|\u309a)(?=\p{M})[\p{Script=Inherited}\p{Script=Cyrillic}]/gu;

// Format characters and joiners, variation selectors, tags, Hangul fillers, the empty braille cell.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const whitespace = /[\p{Zs}\t]+/gu;

/** The text without invisible characters; any sequence of blanks becomes one space. */
export function removeInvisible(text: string): string {
  return text.replace(invisible, "").replace(whitespace, " ").trim();
}

/** The scripts of living languages. A word in another script is refused like a mixed one. */
const scripts = `
  Latin Cyrillic Greek Arabic Hebrew Armenian Georgian Ethiopic Thai Lao Khmer Myanmar Tibetan Mongolian
  Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Javanese Balinese Sundanese
  Batak Buginese Rejang Cham Makasar Tagalog Cherokee Yi Tifinagh Nko Canadian_Aboriginal`
  .trim()
  .split(/\s+/)
  .map((script) => `\\p{Script_Extensions=${script}}`);
// Japanese, Korean and Chinese combine several scripts in one word.
const combinedScripts = [
  ["Han", "Hiragana", "Katakana"],
  ["Han", "Hangul"],
  ["Han", "Bopomofo"],
].map((all) => all.map((script) => `\\p{Script_Extensions=${script}}`).join(""));
const oneScript = [...scripts, ...combinedScripts].map(
  (allowed) => new RegExp(`^[${allowed}\\p{Script=Common}\\p{Script=Inherited}]*$`, "u"),
);

/** Whether every word of the text is written in one script. */
export function isOneScript(text: string): boolean {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).every((word) => oneScript.some((pattern) => pattern.test(word)));
}

// Pairs that look alike in nearly every typeface.
const lookAlikes: Record<string, string> = { m: "rn", i: "l", "0": "o", "1": "l", "|": "l" };

// Letters that Unicode's table does not map: small capitals, letters in boxes and discs, letters of flags.
const styledLetters = new Map<string, string>([
  ...Array.from("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ", (one, at): [string, string] => [one, String.fromCharCode(0x61 + at)]),
  ["ʏ", "y"],
  ["ᴢ", "z"],
  ["ĸ", "k"],
  ["Ꮑ", "n"],
  ["ꮑ", "n"],
]);
// The first letter of each alphabet of 26.
const styledAlphabets = [0x1f150, 0x1f170, 0x1f1e6];

function plainLetter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const first = styledAlphabets.find((start) => point >= start && point < start + 26);
  return first === undefined ? (styledLetters.get(character) ?? character) : String.fromCharCode(0x61 + point - first);
}

const replaceStyledLetters = (text: string) => Array.from(text, plainLetter).join("");

function fold(text: string): string {
  return [...replaceStyledLetters(text).normalize("NFKD").replace(accents, "")]
    .map((character) => confusables.get(character) ?? character)
    .join("")
    .toLowerCase()
    .normalize("NFKD")
    .replace(accents, "")
    .replace(/[mi01|]/g, (character) => lookAlikes[character] ?? character)
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "")
    .replace(/vv/g, "w");
}

/**
 * What a name looks like. Names with the same skeleton differ only in case, accents, blanks, punctuation or look-alike
 * letters. The skeleton of a skeleton is itself. Empty for a name without letters and digits.
 */
export function skeletonOf(name: string): string {
  let skeleton = removeInvisible(name);
  for (let next = fold(skeleton); next !== skeleton; next = fold(skeleton)) skeleton = next;
  return skeleton;
}

// Digits and symbols that replace letters on purpose: `0ff1cial`, `4dm!n`.
const lettersByDigit: Record<string, string> = { "4": "a", "@": "a", "3": "e", "5": "s", $: "s", "7": "t", "!": "i" };
const digitsToLetters = (text: string) =>
  text.replace(/[4@35$7!]/g, (character) => lettersByDigit[character] ?? character);

// A check mark beside a name looks as if the marketplace had verified it.
const checkMarks = /[\u2705\u2611\u2713\u2714\u{1f5f8}\u{1f5f9}]/u;

export type ReservedNames = {
  /** Not allowed anywhere in a name, not even as part of a word. */
  anywhere: readonly string[];
  /** Not allowed as a separate word, or as separate words. */
  words: readonly string[];
};

/** The reserved word that a name contains, as in the list, or its check mark; undefined when it contains none. */
export function findReservedWord(typed: string, reserved: ReservedNames): string | undefined {
  const seal = checkMarks.exec(typed)?.[0];
  if (seal !== undefined) return seal;
  const name = replaceStyledLetters(typed);
  const whole = [skeletonOf(name), skeletonOf(digitsToLetters(name))];
  const anywhere = reserved.anywhere.find((word) => whole.some((one) => one.includes(skeletonOf(word))));
  if (anywhere !== undefined) return anywhere;
  // `AdminToko` and `Admin-Toko` are two words, `A d m i n` and `Ad.min` are one, `Admin2` is Admin.
  const spellings = [name, name.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")].flatMap((text) => {
    const apart = wordsOf(text, /[^\p{L}\p{N}\p{M}@$!|]+/u);
    return [apart, wordsOf(text, /\s+/u), joinLetters(apart), apart.map((word) => word.replace(/\d{1,20}$/, ""))];
  });
  const skeletons = spellings.map((words) => ` ${words.map((word) => skeletonOf(digitsToLetters(word))).join(" ")} `);
  return reserved.words.find((word) =>
    skeletons.some((spelling) => spelling.includes(` ${word.split(" ").map(skeletonOf).join(" ")} `)),
  );
}

function wordsOf(name: string, between: RegExp): string[] {
  return removeInvisible(name).split(between).filter(Boolean);
}

/** The words of a name; consecutive single letters are joined into one word. */
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
