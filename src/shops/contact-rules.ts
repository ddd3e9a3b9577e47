/**
 * Design note. Finds contacts in public texts: phone numbers, e-mail addresses and links. A buyer who follows one
 * leaves the protection of the marketplace, and machines collect what is public. The rules are in shops, because
 * catalog and reviews, which need them too, come after it.
 *
 * The text is walked word by word, and for numbers digit by digit, because a pattern for all spellings could be made
 * slow by a long text. What people write instead of dots and digits becomes dots and digits in a copy of the text in
 * which each character keeps its position. Goods have many numbers of their own: sizes, hours, barcodes, part numbers.
 * So digits count as a phone number only with the prefix of a mobile network, and not where the word before them calls
 * them something else that they can be. In doubt a text of goods passes: who is refused without a reason cannot sell.
 * The words that decide are lists below.
 */

type Kind = "email" | "link" | "phone";
const masks: Record<Kind, string> = {
  email: "(email disembunyikan)",
  link: "(tautan disembunyikan)",
  phone: "(nomor disembunyikan)",
};

const words = (list: string) => new Set(list.split(" "));

/**
 * Names of goods and brands that look like links ("Voucher Booking.com"). A place where a seller can be reached, such
 * as another marketplace, is none.
 */
const namesOfGoods = words(
  "asp.net vb.net ado.net ml.net minecraft.net battle.net socket.io draw.io " +
    "booking.com tiket.com traveloka.com agoda.com trip.com hotels.com pegipegi.com halodoc.com alodokter.com crypto.com",
);
const endings = words("com id net org co me ly ee link shop store site online info xyz biz app io gl gle be bio asia");
/** Endings that are words: with a capital after a full stop they begin a sentence ("Bahan katun.Info ukuran"). */
const wordsAmongEndings = words("me link shop store site online info app bio asia");
/**
 * What follows a dot that is written as a word. After "dot" there are fewer, because goods have polka dots ("Polka dot
 * ID card holder") and books are about dot net.
 */
const endingsAfterWord = { titik: words("com net org id co xyz biz"), dot: words("com org xyz biz") };

/** Between the digits of a phone number, three at most in a row. */
const usualSeparators = " .-()";
/** These too, but goods have them more often: a number with one of them has ten digits at least. */
const rareSeparators = "/_|*~\u2022\u00b7\n\r,:";
const digitWords = new Map(
  ["nol kosong", "satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "delapan lapan", "sembilan"].flatMap(
    (names, digit) => names.split(" ").map((name) => [name, String(digit)] as const),
  ),
);

/** What the number after it is, if its check digit is right. */
const barcodeNames = words("ean upc gtin isbn barcode");
/** Numbers of papers, lots and parts, however long. Written in the groups of a phone number it is one nevertheless. */
const numberNames = new Set(
  "nib bpom pom sni pirt irt halal npwp hs lot batch bets serial seri sn imei part pn resi registrasi akl akd"
    .split(" ")
    .concat("s n", "p n", "izin edar", "kode produksi", "pos tarif"),
);
/** Words between such a name and its number ("Batch no. 0812…", "BPOM RI MD 0812…"). */
const wordsBeforeNumbers = words("no nomor nr number kode code reg exp ri md ml na tr");
/** Before a phone number, also where another word would make it the number of a lot ("WA seri 0812…"). */
const phoneNames = words("wa hp whatsapp telp telepon");
/** Codes of goods: only as long as no telephone number is. */
const codeNames = words("oem model tipe kode sku");

/**
 * @rule Phone numbers, e-mail addresses and links in reviews, replies, questions and answers are masked for readers.
 * The author is warned before sending and sends once more.
 */
export function maskContacts(text: string): string {
  return replaceContacts(text, (kind) => masks[kind]);
}

/**
 * @rule Names, descriptions, details and options of products, and names, taglines and descriptions of shops, have no
 * phone numbers, e-mail addresses and links.
 *
 * Returns the error message of the field that has these texts; null when they have no contacts.
 */
export function contactProblem(...texts: string[]): string | null {
  const found = texts.flatMap(listContacts).map((contact) => `“${contact}”`);
  return found.length === 0
    ? null
    : `Hapus ${found.join(", ")}. Pembeli menghubungi Anda lewat Diskusi di halaman produk.`;
}

/** The contacts in a text, as they are written: e-mail addresses and links first, then phone numbers. */
export function listContacts(text: string): string[] {
  const found: string[] = [];
  replaceContacts(text, (kind, contact) => {
    found.push(contact);
    return masks[kind];
  });
  return found;
}

/** Whether readers would see a mask in this text. */
export function hasContacts(text: string): boolean {
  return maskContacts(text) !== text;
}

/** Characters without a picture of their own, such as U+200B, and U+20E3, which draws a box around a digit. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u20e3]/gu;

type Replace = (kind: Kind, contact: string) => string;

function replaceContacts(typed: string, replace: Replace): string {
  const text = withDots(plainText(typed));
  let [replaced, end] = ["", 0];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const next = index + word.length;
    replaced += typed.slice(end, index) + replaceWord(word, typed.slice(index, next), replace);
    end = next;
  }
  return replacePhones(replaced + typed.slice(end), replace);
}

/** The text with dots and @ where it has words or blanks for them: "toko (dot) com", "toko titik com", "toko . com". */
function withDots(text: string): string {
  const dot = (written: string) => ".".padEnd(written.length, filler);
  return text
    .replace(/ ?[([{] ?(?:\.|dot|titik) ?[)\]}] ?/gi, dot)
    .replace(/ ?[([{] ?(?:@|at) ?[)\]}] ?/gi, (written) => "@".padEnd(written.length, filler))
    .replace(/ (?:titik|dot|\.) (?:co|my|web|or) (?:titik|dot|\.) id(?![a-z0-9])/gi, (written) =>
      written.replace(/ (?:titik|dot|\.) /gi, dot),
    )
    .replace(/ \. (?=(?:com|net|org|xyz|biz)(?![a-z0-9]))/gi, dot)
    .replace(/ (titik|dot) (?=([a-z]{2,3})(?![a-z0-9]))/gi, (written, word: string, ending: string) =>
      endingsAfterWord[word.toLowerCase() === "dot" ? "dot" : "titik"].has(ending.toLowerCase())
        ? dot(written)
        : written,
    );
}

/**
 * The word `typed` or what replaces it; `word` is the same with the dots of {@link withDots}. Punctuation around a word
 * is no part of it.
 */
function replaceWord(word: string, typed: string, replace: Replace): string {
  let [start, end] = [0, word.length];
  while (start < end && `("'<[`.includes(word[start] ?? "")) start += 1;
  while (end > start && `.,;:!?)"'>]`.includes(word[end - 1] ?? "")) end -= 1;
  const written = word.slice(start, end).replace(invisible, "").normalize("NFKC");
  const bare = written.toLowerCase();
  const kind = isEmail(bare) ? "email" : isLink(bare) && !isNextSentence(written) ? "link" : undefined;
  return kind ? typed.slice(0, start) + replace(kind, typed.slice(start, end)) + typed.slice(end) : typed;
}

/** Whether the blank between two sentences is missing, and the second one begins with the ending of an address. */
function isNextSentence(word: string): boolean {
  const [, first = ""] = /^[^./]+\.([A-Z][a-z]+)$/.exec(word) ?? [];
  return wordsAmongEndings.has(first.toLowerCase());
}

function isEmail(word: string): boolean {
  const at = word.indexOf("@");
  // Not "24@1.5kg", which is a price or a size.
  return at > 0 && /\.[a-z]{2}/.test(word.slice(at + 2));
}

function isLink(word: string): boolean {
  return /https?:\/\//.test(word) || word.split(/[:;,|=*_~]+/).some(isWebAddress);
}

function isWebAddress(word: string): boolean {
  if (word.startsWith("www.")) return true;
  const parts = word.split("/");
  const names = (parts[0] ?? "").split(".");
  return (
    !parts.every((part) => namesOfGoods.has(part)) &&
    names.length > 1 &&
    endings.has(names.at(-1) ?? "") &&
    names.every((name) => /^[a-z0-9-]{1,63}$/.test(name) && !/^\d+$/.test(name))
  );
}

const isDigit = (character: string | undefined) => character !== undefined && character >= "0" && character <= "9";

// Prefixes of Indonesia's mobile networks, after 0, 62 or 620. Sizes and hours such as 08.00 do not begin with one.
const mobileNumber = /^(?:62|0|620)8(?:1[1-9]|2[1-8]|3[1-38]|5[1-9]|7[6-9]|8[1-9]|9[4-9])\d{5,9}$/;

/** Where a character that becomes shorter had more code units: an invisible character that nobody types. */
const filler = "\ufff0";

/**
 * The text with the blanks, hyphens, plus signs and digits of a keyboard instead of their variants: a number that was
 * copied from another program has them, and one in a decorative font (𝟬𝟴𝟭𝟮). Each character keeps its position.
 */
function plainText(text: string): string {
  return text
    .replace(/[\p{Zs}\t]/gu, " ")
    .replace(/[\u2010-\u2015\u2212\uff0d]/g, "-")
    .replace(/[^\0-\x7f]/gu, (character) => {
      const plain = character.replace(invisible, "").normalize("NFKC");
      const isReplaced = plain === "" ? character.length === 2 : /^[\d+OoIl]$/.test(plain);
      return isReplaced ? plain.padEnd(character.length, filler) : character;
    });
}

/** The text with digits where a number has letters that look like them: "O812", "08l2". A last l may be a litre. */
function withDigitsForLetters(text: string): string {
  return text.replace(/[0-9a-z]+/gi, (word) =>
    /^[0-9OoIl]+$/.test(word) && /\d/.test(word)
      ? word
          .replace(/[Oo]/g, "0")
          .replace(/[Il]/g, (letter, at: number) => (at > 0 && at < word.length - 1 ? "1" : letter))
      : word,
  );
}

/** The text with digits for their words where one follows another ("nol delapan satu dua"). */
function withDigitsForWords(text: string): string {
  // Each telephone number has an 8, and most texts have none as a word.
  if (!/lapan/i.test(text)) return text;
  const parts = text.split(/([a-z]+)/i);
  const digitAt = (at: number) => (at % 2 === 1 ? digitWords.get((parts[at] ?? "").toLowerCase()) : undefined);
  const isBeside = (at: number, step: 1 | -1) => parts[at + step]?.length === 1 && digitAt(at + 2 * step) !== undefined;
  return parts
    .map(
      (part, at) =>
        (isBeside(at, 1) || isBeside(at, -1) ? digitAt(at)?.padEnd(part.length, filler) : undefined) ?? part,
    )
    .join("");
}

/** The mobile numbers of Indonesia: 08… or 628…, with up to three separators between digits. */
function replacePhones(typed: string, replace: Replace): string {
  const text = withDigitsForWords(withDigitsForLetters(plainText(typed)));
  let replaced = "";
  for (let at = 0; at < text.length;) {
    const end = isDigit(text[at - 1]) ? undefined : phoneEnd(text, text[at] === "+" ? at + 1 : at);
    let next = end ?? at + 1;
    while (end !== undefined && text[next] === filler) next += 1;
    replaced += end === undefined ? (typed[at] ?? "") : replace("phone", typed.slice(at, next));
    at = next;
  }
  return replaced;
}

/** The end of the phone number that begins at `start`; undefined when none does. */
function phoneEnd(text: string, start: number): number | undefined {
  // No phone number begins within a longer number such as 978-0-8…, or is a decimal such as 0.8.
  if ((isDigit(text[start - 2]) && "-.".includes(text[start - 1] ?? " ")) || text.startsWith("0.", start)) return;
  let digits = "";
  let [end, separators] = [start, 0];
  // The number may end where a group of digits ends: what follows may be one of its own, such as "(24 jam)".
  let found: { digits: string; end: number } | undefined;
  const endGroup = () => {
    if (mobileNumber.test(digits) && isWrittenAsOne(text.slice(start, end), digits)) found = { digits, end };
  };
  for (let at = start; digits.length <= 15 && separators <= 3; at += 1) {
    const character = text[at];
    if (isDigit(character)) {
      digits += character;
      [end, separators] = [at + 1, 0];
    } else if (digits === "" || character === undefined) break;
    else if (usualSeparators.includes(character) || rareSeparators.includes(character)) {
      if (separators === 0) endGroup();
      separators += 1;
    } else if (character.replace(invisible, "") !== "") break;
  }
  endGroup();
  if (!found) return;
  const written = text.slice(start, found.end).replace(invisible, "");
  const before = text.slice(Math.max(0, start - 30), start);
  return isWrittenAsGoods(written) || isOfGoods(before, written) ? undefined : found.end;
}

const partsOf = (written: string) => written.split(/[ ()/_|*~\u2022\u00b7\n\r,:-]+/);

/**
 * Whether digits with rare separators between them are one number. Lists and hours have commas and colons, so with them
 * only groups of a phone number are. Over lines these are, or digits one by one, because a line often ends with an hour
 * or a date, and the next begins with another number.
 */
function isWrittenAsOne(written: string, digits: string): boolean {
  if (![...rareSeparators].some((one) => written.includes(one))) return true;
  if (digits.length < 10) return false;
  if (/[,:]/.test(written)) return isInPhoneGroups(written);
  if (!/[\n\r]/.test(written)) return true;
  const lengths = written
    .replace(invisible, "")
    .split(/\D+/)
    .map((part) => part.length);
  return lengths.every((length) => length >= 3) || lengths.every((length) => length === 1);
}

/**
 * Whether a number is a list of hours (08.15 12.15), of sizes (08 12 16) or of codes (0811 0812 0813), a day with what
 * follows it (08-12-2026 10.00), or a part number (08880-83389).
 */
function isWrittenAsGoods(written: string): boolean {
  const parts = partsOf(written);
  if (parts.every((part) => /^(?:[01]\d|2[0-4])\.[0-5]\d$/.test(part))) return true;
  // Nobody has a telephone number whose pairs of digits grow to the end, or five such groups.
  const isGrowing = parts.every((part, at) => /^\d{1,3}$/.test(part) && Number(part) > Number(parts[at - 1] ?? -1));
  if (isGrowing && (parts.length > 4 || parts.every((part) => part.length === 2))) return true;
  // One in a hundred short telephone numbers looks so, and one in ten thousand others.
  const isCode = (part: string) => /^08\d{2,}$/.test(part) && part.length === parts[0]?.length;
  if (parts.length > 1 && parts.every(isCode)) return true;
  // Papers end with their year.
  if (isDayFirst(written) || /\/20[0-3]\d$/.test(written)) return true;
  return /^\d{5}[-/]\d{5}$/.test(written) && (written[5] === "/" || !isShortMobileNumber(written));
}

/** Whether a day comes first: with an hour after it, or one from 2000 to 2033 with anything after it. */
function isDayFirst(written: string): boolean {
  return (
    /^\d\d([.-])\d\d\1(?:19|20)\d\d (?:[01]\d|2[0-4])(?:\.[0-5]\d)?$/.test(written) ||
    /^08([./-])1[12]\1(?:200\d|201\d|202\d|203[0-3])(?:\s|$)/.test(written) ||
    /^08\/1[12]\/\d\d(?:\s|$)/.test(written)
  );
}

/** Whether ten digits can be a phone number: networks gave out such short numbers with these prefixes alone. */
const isShortMobileNumber = (digits: string) => /^08(?:1|55)/.test(digits);

/**
 * Whether the text before a number calls it a barcode and its check digit is right, the number of a paper, a lot or a
 * part, a code that is too short for a telephone, or a price.
 */
function isOfGoods(before: string, written: string): boolean {
  const digits = written.replace(/\D/g, "");
  const namesBefore = before.toLowerCase().match(/[a-z]+/g) ?? [];
  const between = before.split(/[a-z]/i).at(-1)?.replace(/\D/g, "") ?? "";
  const isNamed = (list: ReadonlySet<string>) =>
    list.has(namesBefore.at(-1) ?? "") || list.has(namesBefore.slice(-2).join(" "));
  if (isNamed(barcodeNames)) return hasCheckDigit(digits) || (between !== "" && hasCheckDigit(between + digits));
  if (between !== "" || before.endsWith("+")) return false;
  if (isNamed(codeNames) && digits.length <= 10 && !isShortMobileNumber(digits)) return true;
  if (namesBefore.at(-1) === "rp" && isInThousands(written)) return true;
  const isPrefix = /(?:^|[^a-z])[a-z]{1,2}$/i.test(before) && !phoneNames.has(namesBefore.at(-1) ?? "");
  if (isPrefix && !isNamed(numberNames)) namesBefore.pop();
  while (wordsBeforeNumbers.has(namesBefore.at(-1) ?? "")) namesBefore.pop();
  if (namesBefore.some((name) => phoneNames.has(name))) return false;
  return isNamed(numberNames) && !isInPhoneGroups(written);
}

const isInThousands = (written: string) =>
  written.split(".").every((part, at) => /^\d{1,3}$/.test(part) && (at === 0 || part.length === 3));

/** 0812-3456-7890, 0812, 3456, 7890 or 62 812 345 678. */
function isInPhoneGroups(written: string): boolean {
  const [first = "", ...others] = written.replace(invisible, "").split(/[ .,:()-]+/);
  return /^(?:08\d\d|62|628\d\d)$/.test(first) && others.every((part) => /^\d{3,5}$/.test(part));
}

/** Whether the last digit is that of a GTIN (EAN, UPC) or of an ISBN with ten digits. */
function hasCheckDigit(digits: string): boolean {
  const values = [...digits].map(Number);
  const weighted = (weight: (at: number) => number) =>
    values.toReversed().reduce((sum, value, at) => sum + value * weight(at), 0);
  if (digits.length > 14) return false;
  if (digits.length === 10) return weighted((at) => at + 1) % 11 === 0;
  return weighted((at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0;
}
