/**
 * Design note. Phone numbers, e-mail addresses and links in what people write about products. A buyer who follows one
 * leaves the protection of the marketplace, and machines collect what is public. The text is walked word by word, and
 * for numbers digit by digit, because a pattern for all spellings could be made slow by a long text.
 */

const masks = { email: "(email disembunyikan)", link: "(tautan disembunyikan)", phone: "(nomor disembunyikan)" };

const endings = new Set("com id net org me ly link shop store site online info".split(" "));

/**
 * @rule Phone numbers, e-mail addresses and links in reviews, replies, questions and answers are masked for readers.
 * The author is warned before sending and sends once more.
 */
export function maskContacts(text: string): string {
  return maskPhones(text.replace(/\S+/g, maskWord));
}

/** Whether readers would see a mask in this text. */
export function hasContacts(text: string): boolean {
  return maskContacts(text) !== text;
}

// Punctuation around a word is no part of it.
function maskWord(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && `("'<[`.includes(word[start] ?? "")) start += 1;
  while (end > start && `.,;:!?)"'>]`.includes(word[end - 1] ?? "")) end -= 1;
  const bare = word.slice(start, end).toLowerCase();
  const kind = isEmail(bare) ? "email" : isLink(bare) ? "link" : undefined;
  return kind ? word.slice(0, start) + masks[kind] + word.slice(end) : word;
}

function isEmail(word: string): boolean {
  const at = word.indexOf("@");
  return at > 0 && word.indexOf(".", at + 2) > 0;
}

function isLink(word: string): boolean {
  if (/https?:\/\/|^www\./.test(word)) return true;
  const names = (word.split("/")[0] ?? "").split(".");
  return (
    names.length > 1 &&
    endings.has(names.at(-1) ?? "") &&
    names.every((name) => /^[a-z0-9-]{1,63}$/.test(name) && !/^\d+$/.test(name))
  );
}

const isDigit = (character: string | undefined) => character !== undefined && character >= "0" && character <= "9";

/** The mobile numbers of Indonesia: 08… or 628…, with up to two separators between digits. */
function maskPhones(text: string): string {
  let masked = "";
  for (let at = 0; at < text.length;) {
    const end = isDigit(text[at - 1]) ? undefined : phoneEnd(text, text[at] === "+" ? at + 1 : at);
    masked += end === undefined ? (text[at] ?? "") : masks.phone;
    at = end ?? at + 1;
  }
  return masked;
}

function phoneEnd(text: string, start: number): number | undefined {
  let digits = "";
  let [at, end] = [start, start];
  while (digits.length <= 15 && at - end <= 2) {
    const character = text[at];
    if (isDigit(character)) {
      digits += character;
      end = at + 1;
    } else if (digits === "" || !" .-()".includes(character ?? "x")) break;
    at += 1;
  }
  return /^(?:62|0)8\d{7,11}$/.test(digits) ? end : undefined;
}
