import { minute } from "#lib/time.ts";
import { passwordLength } from "../rules.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** @rule At most 100 passwords wait to be hashed. */
export const maxWaitingHashes = 100;

/** @rule Nine wrong passwords a minute when confirming the password during a session. */
export const passwordAttempts = { max: 9, window: minute };

/**
 * The reasons why a password is refused, as Indonesian sentences; none when it is accepted. Common passwords and those
 * that contain what others know about the person (name, e-mail, this product) are refused. Kinds of characters are not
 * prescribed (NIST SP 800-63B).
 */
export function passwordProblems(password: string, person: { name?: string; email?: string } = {}): string[] {
  const length = [...password].length;
  if (length < passwordLength.min) return [`Minimal ${passwordLength.min} karakter.`];
  if (length > passwordLength.max || new TextEncoder().encode(password).length > passwordLength.maxBytes) {
    return [`Maksimal ${passwordLength.max} karakter.`];
  }
  const plain = repeatedPiece(password.toLowerCase().trim());
  const letters = repeatedPiece(betweenLetters(plain));
  if (isMonotonous(plain) || isCommonPassword(plain) || isCommonPassword(letters)) {
    return ["Kata sandi ini terlalu mudah ditebak. Pilih yang lain."];
  }
  const known = [person.email?.toLowerCase(), person.email?.split("@")[0]?.toLowerCase(), person.name?.toLowerCase()];
  for (const word of known) {
    if (!word || word.length < 3) continue;
    const joined = word.replace(/\s+/g, "");
    if (
      [word, joined].some((one) => plain === one || (letters !== "" && letters === one.slice(0, endOfLetters(one))))
    ) {
      return ["Jangan memakai nama atau email Anda sebagai kata sandi."];
    }
  }
  return [];
}

// The next functions walk over the text instead of matching regular expressions, because such an expression would
// backtrack and an attacker chooses the text.

// The index after the last letter; 0 without letters.
function endOfLetters(text: string): number {
  let [at, end] = [0, 0];
  for (const sign of text) {
    at += sign.length;
    if (/\p{L}/u.test(sign)) end = at;
  }
  return end;
}

// The `rahasia` in `123rahasia!!`.
function betweenLetters(text: string): string {
  const start = text.search(/\p{L}/u);
  return start < 0 ? "" : text.slice(start, endOfLetters(text));
}

/**
 * The shortest piece of at least 4 characters that the whole text repeats, with at most one character that is neither
 * letter nor digit between two of them: `kawung` in kawungkawung and kawung-kawung. The text itself when nothing
 * repeats. The time grows with the square of the length.
 */
export function repeatedPiece(text: string): string {
  const signs = [...text];
  const separates = signs.map((sign) => !/[\p{L}\p{N}]/u.test(sign));
  // For each position, how many characters from there on equal the beginning of the text.
  const alike = signs.map((_, from) => {
    let length = 0;
    while (from + length < signs.length && signs[from + length] === signs[length]) length += 1;
    return length;
  });
  for (let length = 4; length * 2 <= signs.length; length += 1) {
    const isPiece = (at: number) => (alike[at] ?? 0) >= length;
    // The positions where a piece can end, from left to right. There are two when the separator also occurs in the
    // pieces.
    const ends = new Set([length]);
    for (const end of ends) {
      if (isPiece(end)) ends.add(end + length);
      if (separates[end] && isPiece(end + 1)) ends.add(end + 1 + length);
    }
    if (ends.has(signs.length)) return signs.slice(0, length).join("");
  }
  return text;
}

/**
 * Whether the text only repeats a piece of at most 3 characters (aaaaaaaa, abcabcabc), with up to 2 others at its end,
 * or is a sequence (23456789, hgfedcba).
 */
export function isMonotonous(text: string): boolean {
  const points = [...text].map((one) => one.codePointAt(0) ?? 0);
  for (const length of [1, 2, 3]) {
    const change = points.findIndex((point, at) => at >= length && point !== points[at - length]);
    const pieces = Math.floor((change < 0 ? points.length : change) / length);
    if (pieces >= 2 && points.length - pieces * length <= 2) return true;
  }
  return [1, -1].some((step) => points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step));
}
