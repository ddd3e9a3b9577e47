/**
 * Design note. The first step of understanding a search: what is not a word of a product is read and taken out. Prices
 * in words become filters, "murah" becomes a preference, and words that only say that somebody searches are left out.
 * The rest stays as it was typed. Words are read one after the other, without patterns that could backtrack.
 */
import { priceSteps } from "./rules.ts";

/** What a search text says besides its words. Prices are in rupiah. */
export type ReadQuery = {
  /** What is left to search for. */
  text: string;
  min: number | undefined;
  max: number | undefined;
  /** Somebody asks for something cheap. */
  cheap: boolean;
  /** Somebody asks for the dearest. */
  dear: boolean;
};

/** Words that only say that somebody searches or buys. */
const noise = new Set(
  `saya aku gue gw kami kita mau ingin pengen pengin cari mencari nyari carikan carikanlah butuh perlu beli membeli jual
  menjual dijual jualan ada adakah apa yang buat untuk dong deh nih sih ya yah tolong mohon min kak gan sis bang bro
  tidak tak gak ga nggak ngga enggak bukan mahal
  toko online shop olshop store marketplace terbaru terlaris terbaik terpercaya terlengkap recommended rekomendasi
  rekomended bagus keren cantik berkualitas kualitas asli original ori khas ready stok stock promo diskon sale obral
  gratis ongkir cod harga harganya seharga berapa dimana di mana yg utk dgn untk sama juga lagi banget sangat paling super
  mantap best seller bestseller viral trending kekinian produk barang aneka macam macam2 jenis umur usia tipe
  merk merek brand dengan dari cocok please pls`.split(/\s+/),
);

const cheapWords = new Set("murah murmer murahan termurah terjangkau ekonomis irit cheap".split(" "));
/** A number without a unit can be money from here on, in rupiah. */
export const minPlainPrice = 5000;
/** Slang words for amounts, such as *goceng*. */
const slangAmounts = new Map([
  ["goceng", 5000],
  ["ceban", 10_000],
  ["noban", 20_000],
  ["goban", 50_000],
]);
const units = new Map([
  ["rb", 1000],
  ["ribu", 1000],
  ["ribuan", 1000],
  ["rban", 1000],
  ["rebu", 1000],
  ["k", 1000],
  ["jt", 1_000_000],
  ["juta", 1_000_000],
  ["jutaan", 1_000_000],
  ["rupiah", 1],
]);
const afterUnit = new Set(["an", "rupiah"]);
const vagueUnits = new Set(["ribuan", "rban", "jutaan"]);
const under = [
  "di bawah",
  "dibawah",
  "kurang dari",
  ...["tidak", "tak", "gak", "ga", "nggak", "ngga", "enggak"].map((not) => `${not} lebih dari`),
  "maksimal",
  "maksimum",
  "maks",
  "max",
  "under",
  "budget",
  "bujet",
  "sampai",
  "sampe",
  "hingga",
  "bawah",
].map((one) => one.split(" "));
const above = [
  ...["tidak", "tak", "gak", "ga", "nggak", "ngga", "enggak"].map((not) => `${not} kurang dari`),
  "di atas",
  "diatas",
  "lebih dari",
  "minimal",
  "minimum",
  "min",
  "mulai dari",
  "mulai",
  "above",
  "atas",
].map((one) => one.split(" "));
const beforePrices = new Set([...under, ...above].map((phrase) => phrase.at(-1)));
const about = ["harga", "seharga", "sekitar", "kisaran", "kira kira", "sekitaran", "an", "antara"].map((one) =>
  one.split(" "),
);
const between = new Set(["sampai", "sampe", "sd", "s.d", "s.d.", "hingga", "to", "dan", "-"]);
const dearest = ["termahal", "paling mahal"].map((one) => one.split(" "));
/** Words after an amount. */
const andLess = ["ke bawah", "kebawah"].map((one) => one.split(" "));
const andMore = ["ke atas", "keatas"].map((one) => one.split(" "));
const numerals = new Map([
  ...["satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "delapan", "sembilan"].map(
    (word, at) => [word, at + 1] as const,
  ),
  ["sepuluh", 10],
  ["sebelas", 11],
  ["seratus", 100],
  ["setengah", 0.5],
]);
const powers = new Map([
  ["puluh", 10],
  ["ratus", 100],
]);

type Amount = {
  value: number;
  plain: number;
  unit: number | undefined;
  isMoney: boolean;
  isVague: boolean;
  next: number;
};

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(\d)\.(?=\d{3}(?!\d))/g, "$1")
    .replace(/s\/d/g, " sd ")
    .replace(/[<≤]=? ?(?=\d|rp)/g, " maks ")
    .replace(/[>≥]=? ?(?=\d|rp)/g, " minimal ")
    .replace(/(\d) ?[-–—] ?(?=\d|rp)/g, "$1 - ")
    .replace(/(\d[a-z]{1,6}) ?[-–—] ?(?=\d|rp)/g, "$1 - ")
    .replace(/\brp\.? ?(?=\d)/g, "rp ")
    .replace(/(\d)(?=(?:rb|ribu|ribuan|rban|rebu|k|jt|juta|jutaan)(?![a-z0-9]))/g, "$1 ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .flatMap(splitRange);
}

// "seratus-dua" of "seratus-dua ratus ribu".
function splitRange(word: string): string[] {
  const [lower = "", upper = "", ...more] = word.split(/[-–—]/);
  return more.length === 0 && numerals.has(lower) && numerals.has(upper) ? [lower, "-", upper] : [word];
}

/** The value of a number in words, or of a digit before "puluh" or "ratus" ("2 ratus ribu"). */
function numeralAt(words: readonly string[], at: number): number | undefined {
  const word = words[at] ?? "";
  return numerals.get(word) ?? (/^[1-9]$/.test(word) && powers.has(words[at + 1] ?? "") ? Number(word) : undefined);
}

type Numeral = { value: number; power: number; next: number };

/** A whole number in words, such as "seratus lima puluh"; `power` is that of its first word. */
function numberAt(words: readonly string[], at: number): Numeral | undefined {
  let [value, next, power] = [0, at, 0];
  for (let numeral = numeralAt(words, next); numeral !== undefined; numeral = numeralAt(words, next)) {
    const found = powers.get(words[next + 1] ?? "") ?? 1;
    const isTeen = words[next + 1] === "belas";
    value += isTeen ? numeral + 10 : numeral * found;
    power ||= found;
    next += isTeen || found > 1 ? 2 : 1;
  }
  return next > at ? { value, power, next } : undefined;
}

const hasUnit = (words: readonly string[], { next }: Numeral) => units.has(words[next] ?? "");

/**
 * The number in words that begins a range whose unit comes at its end: 100 in "seratus sampai dua ratus ribu", 200 in
 * "dua sampai tiga ratus ribu".
 */
function lowerAt(words: readonly string[], at: number): Numeral | undefined {
  const lower = numberAt(words, at);
  if (!lower || !between.has(words[lower.next] ?? "")) return undefined;
  const start = lower.next + 1;
  const digits = /^\d{1,4}$/.test(words[start] ?? "") ? Number(words[start]) : undefined;
  const upper =
    numberAt(words, start) ?? (digits === undefined ? undefined : { value: digits, power: 1, next: start + 1 });
  if (!upper || !hasUnit(words, upper)) return undefined;
  const isDigit = Number.isInteger(lower.value) && lower.value < 10;
  const value = isDigit && lower.value * upper.power < upper.value ? lower.value * upper.power : lower.value;
  return value < upper.value ? { ...lower, value } : undefined;
}

/** Writes numbers in words before a unit as digits: "seratus lima puluh ribu" → "150 ribu". */
function withDigits(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const whole = numberAt(words, at);
    const number = whole && hasUnit(words, whole) ? whole : lowerAt(words, at);
    if (number) {
      found.push(String(number.value));
      at = number.next;
    } else {
      const one = words[at] ?? "";
      // "Seribu bunga" is a name; "di bawah sejuta" is a price.
      const isPrice = one === "sejuta" && beforePrices.has(found.at(-1) ?? "");
      const slang = slangAmounts.get(one);
      found.push(...(isPrice ? ["1", "juta"] : slang ? ["rp", String(slang)] : [one]));
      at += 1;
    }
  }
  return found;
}

function readAmount(words: readonly string[], at: number): Amount | undefined {
  const isRupiah = words[at] === "rp" || words[at] === "idr";
  const start = isRupiah ? at + 1 : at;
  const number = /^(\d{1,9})(?:[.,](\d{1,2}))?(?:,-|[.,;])?$/.exec(words[start] ?? "");
  if (!number) return undefined;
  const plain = Number(`${number[1]}.${number[2] ?? "0"}`);
  const word = words[start + 1] ?? "";
  // "4k" is a screen, "15k" is money.
  const unit = word === "k" && plain < 10 ? undefined : units.get(word);
  const value = Math.round(plain * (unit ?? 1));
  return {
    value,
    plain,
    unit,
    isMoney: unit !== undefined || (isRupiah && value >= 500),
    isVague: vagueUnits.has(word) || words[start + 2] === "an",
    next:
      start + 1 + (unit === undefined ? 0 : 1) + (unit !== undefined && afterUnit.has(words[start + 2] ?? "") ? 1 : 0),
  };
}

function skip(words: readonly string[], at: number, phrases: readonly (readonly string[])[]): number {
  const phrase = phrases.find((one) => one.every((word, offset) => words[at + offset] === word));
  return phrase ? at + phrase.length : at;
}

/** The amount after a word such as "maksimal": a number without a unit counts if it can only be money. */
function amountAfter(words: readonly string[], at: number): Amount | undefined {
  const amount = readAmount(words, skip(words, at, [["harga"], ["budget"]]));
  return amount && amount.value > 0 && (amount.isMoney || amount.value >= minPlainPrice) ? amount : undefined;
}

/**
 * Separates prices, "murah" and words without meaning from the words to search for. The first price counts, and a
 * second one that says its other bound; zero is none. If only words without meaning remain, they are searched for.
 */
export function readQuery(text: string): ReadQuery {
  const words = withDigits(wordsOf(text));
  const rest: string[] = [];
  let min: number | undefined;
  let max: number | undefined;
  let cheap = false;
  let dear = false;
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? "";
    const price = min === undefined || max === undefined ? readPrice(words, at) : undefined;
    // A second price belongs to the first only as its other bound: "di atas 50 rb di bawah 100 rb".
    const isOther =
      price && (min === undefined || price.min === undefined) && (max === undefined || price.max === undefined);
    if (isOther) {
      const lower = price.min === undefined ? min : Math.min(price.min, priceSteps.highest);
      const upper = price.max === undefined ? max : Math.min(price.max, priceSteps.highest);
      // Bounds that exclude each other say nothing together; the first one stays.
      if (lower === undefined || upper === undefined || lower <= upper) [min, max] = [lower, upper];
      at = price.next;
      continue;
    }
    const age = readAge(words, at);
    if (age) {
      at = age;
      continue;
    }
    const afterDearest = skip(words, at, dearest);
    if (cheapWords.has(word.replace(/[^a-z]/g, ""))) cheap = true;
    else if (afterDearest > at) dear = true;
    else rest.push(word);
    at = Math.max(at + 1, afterDearest);
  }
  // A short last word may be the beginning of another ("kopi ga").
  const isUnfinished = (word: string, at: number) => at === rest.length - 1 && at > 0 && word.length <= 2;
  const wanted = rest.filter((word, at) => isUnfinished(word, at) || !noise.has(word.replace(/[^a-z0-9]/g, "")));
  const kept = wanted.some((word) => /[\p{L}\p{N}]/u.test(word)) ? wanted : rest;
  return { text: kept.join(" "), min, max, cheap, dear: dear && !cheap };
}

// "umur 3 tahun" says for whom, in numbers that no product has in the same form.
function readAge(words: readonly string[], at: number): number | undefined {
  if (words[at] !== "umur" && words[at] !== "usia") return undefined;
  if (!/^\d{1,3}$/.test(words[at + 1] ?? "")) return undefined;
  return /^(tahun|thn|th|bulan|bln)$/.test(words[at + 2] ?? "") ? at + 3 : at + 2;
}

// "100-200 ribu", "50 ribu sampai 70 ribu", "20000 sampai 50000".
function rangeAt(words: readonly string[], at: number): { min: number; max: number; next: number } | undefined {
  const amount = readAmount(words, at);
  if (!amount || !between.has(words[amount.next] ?? "")) return undefined;
  const upper = readAmount(words, amount.next + 1);
  if (!upper || upper.value === 0) return undefined;
  // The unit of the second number is that of the first too.
  const lower = upper.unit && !amount.unit ? Math.round(amount.plain * upper.unit) : amount.value;
  const isPlain = !amount.isMoney && Math.min(amount.value, upper.value) >= minPlainPrice;
  return lower <= upper.value && (isPlain || (upper.isMoney && (amount.isMoney || upper.unit)))
    ? { min: lower, max: upper.value, next: upper.next }
    : undefined;
}

function readPrice(words: readonly string[], at: number): { min?: number; max?: number; next: number } | undefined {
  const afterUnder = skip(words, at, under);
  if (afterUnder > at) {
    const amount = amountAfter(words, afterUnder);
    return amount && { max: amount.value, next: amount.next };
  }
  const afterAbove = skip(words, at, above);
  if (afterAbove > at) {
    const range = rangeAt(words, afterAbove);
    if (range) return range;
    const amount = amountAfter(words, afterAbove);
    return amount && { min: amount.value, next: amount.next };
  }
  const afterAbout = skip(words, at, about);
  const amount = readAmount(words, afterAbout);
  if (!amount) return undefined;
  const range = rangeAt(words, afterAbout);
  if (range) return range;
  const [less, more] = [skip(words, amount.next, andLess), skip(words, amount.next, andMore)];
  if (amount.value > 0 && (amount.isMoney || amount.value >= minPlainPrice)) {
    if (less > amount.next) return { max: amount.value, next: less };
    if (more > amount.next) return { min: amount.value, next: more };
  }
  const isMoney = amount.isMoney || (afterAbout > at && amount.value >= minPlainPrice);
  if (!isMoney || amount.value === 0) return undefined;
  if (amount.isVague) return { ...priceSteps.around(amount.value), next: amount.next };
  return { ...priceSteps.near(amount.value), next: amount.next };
}
