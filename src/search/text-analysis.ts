/**
 * Design note. A search finds a product by a set of stems. This file makes the stems for the index and for queries, so
 * both always agree. Stems come from sastrawijs; PostgreSQL's Indonesian stemmer is not used, because it turns kemeja
 * into meja. Synonyms become one word (hape, hp, handphone → ponsel). The result is PostgreSQL's text form of tsvector
 * and tsquery. Tokens are a–z and 0–9 only, so user input can never contain an operator.
 */
import { Stemmer } from "sastrawijs";

/** Words that say nothing about a product. */
const stopWords = new Set("dan di ke dari untuk yang dengan atau pada the of for a an ini itu para oleh".split(" "));

/** Synonyms. The first word of each line replaces the others. Two words joined by `_` count as one. */
const synonyms = [
  "ponsel hp hape handphone smartphone telepon telpon",
  "baju pakaian busana",
  "kaus kaos tshirt t_shirt tee",
  "kemeja hem",
  "celana pants",
  "jin jeans denim",
  "jaket jacket",
  "sepatu shoes sneaker sneakers",
  "sandal sendal",
  "tas bag",
  "ransel backpack",
  "dompet wallet",
  "jilbab hijab kerudung khimar",
  "gamis abaya",
  "mukena mukenah rukuh",
  "salat sholat solat shalat",
  "kopiah peci songkok",
  "minum minuman drink",
  "camilan cemilan snack kudapan",
  "keripik kripik chips",
  "kerupuk krupuk",
  "rempah bumbu",
  "sambal sambel",
  "kopi coffee",
  "teh tea",
  "gelas cangkir mug cup",
  "piring plate",
  "wajan penggorengan",
  "botol tumbler",
  "kursi bangku",
  "meja table",
  "lemari almari",
  "sprei seprai seprei sprai",
  "bantal pillow",
  "lampu lighting",
  "earphone headset headphone earbuds tws",
  "pengeras speaker spiker",
  "casan charger pengisi_daya cas",
  "kabel cable",
  "laptop notebook",
  "tetikus mouse",
  "papan_ketik keyboard",
  "jam arloji watch",
  "cincin ring",
  "anting giwang",
  "bros brooch",
  "sampo shampoo shampo",
  "lipstik lipstick gincu",
  "parfum wewangian minyak_wangi perfume",
  "masker mask",
  "boneka doll",
  "mainan toys toy",
  "buku book",
  "tanaman tumbuhan plant",
  "pupuk fertilizer kompos",
  "benih bibit biji_tanam",
  "sepeda bike bicycle",
  "tenda kemah",
  "bayi baby",
  "anak kids",
  "wanita perempuan cewek putri",
  "pria cowok lelaki putra",
  "anyaman anyam",
  "keramik gerabah tembikar",
  "oleholeh oleh_oleh",
  "jogja yogyakarta yogya djogja",
  "solo surakarta",
  "kulit leather",
  "katun cotton",
];

const canonical = new Map<string, string>();
const compounds = new Map<string, string>();
for (const line of synonyms) {
  const [first = "", ...others] = line.split(" ");
  for (const other of [first, ...others]) {
    canonical.set(other.replace("_", ""), first.replace("_", ""));
    if (other.includes("_")) compounds.set(other.replace("_", " "), other.replace("_", ""));
  }
}

/** Words whose stem the library gets wrong, or whose stem is also that of an unrelated word. */
const stemExceptions = new Map([
  ["perawatan", "rawat"],
  ["wewangian", "parfum"],
  ["kerajinan", "kerajinan"],
  ["pengrajin", "kerajinan"],
  ["perhiasan", "perhiasan"],
  ["mengisi", "isi"],
  ["kepala", "kepala"],
  ["kelapa", "kelapa"],
  ["beras", "beras"],
  ["berat", "berat"],
  ["perak", "perak"],
  ["mebel", "mebel"],
  ["sepatu", "sepatu"],
  ["setelan", "setelan"],
  ["terasi", "terasi"],
  ["tepung", "tepung"],
]);

const stemmer = new Stemmer();
const stems = new Map<string, string>();
const maxCachedStems = 50_000;

/** Lower case without accents; any other character becomes a space: `Kaos “Ünik” 24s` → `kaos unik 24s`. */
export function normalise(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’'`]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

function stemOf(word: string): string {
  if (/\d/.test(word) || word.length < 4 || word.length > 40) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemExceptions.get(word) ?? stemmer.stem(word).replace(/[^a-z0-9]/g, "");
  const found = stem.length >= 2 ? stem : word;
  if (stems.size >= maxCachedStems) stems.clear();
  stems.set(word, found);
  return found;
}

/** The stem of a word and of all its synonyms. */
export function canonicalStem(word: string): string {
  const same = canonical.get(word);
  if (same !== undefined) return same;
  const stem = stemOf(word);
  return canonical.get(stem) ?? stem;
}

/** The words of a text, in order, without stop words. Letters and digits are separated (`250g` → `250`, `g`). */
export function tokenise(text: string): string[] {
  let flat = ` ${normalise(text)} `;
  for (const [two, one] of compounds) if (flat.includes(` ${two} `)) flat = flat.replaceAll(` ${two} `, ` ${one} `);
  return (flat.match(/[a-z]+|\d+/g) ?? []).filter((word) => word.length <= 60 && !stopWords.has(word));
}

type Weight = "A" | "B" | "C" | "D";

/**
 * A PostgreSQL tsvector as text: stems, each with the weights of all parts that contain it. A stem in several parts
 * ranks higher.
 */
export function buildTsvector(parts: readonly { text: string; weight: Weight }[]): string {
  const found = new Map<string, Set<Weight>>();
  for (const { text, weight } of parts) {
    for (const word of tokenise(text)) {
      const stem = canonicalStem(word);
      found.set(stem, (found.get(stem) ?? new Set()).add(weight));
    }
  }
  return [...found]
    .map(([stem, weights]) => `'${stem}':${[...weights].map((weight, at) => `${at + 1}${weight}`).join(",")}`)
    .join(" ");
}

/** Index entry of a product. */
export function productTsvector(product: {
  name: string;
  categories: readonly string[];
  shop: string;
  city: string;
  details: readonly string[];
}): string {
  // An Indonesian name begins with the kind of thing: a "tas batik" is a bag.
  const [first = "", second = "", ...rest] = product.name.split(/\s+/);
  return buildTsvector([
    { text: `${first} ${second}`, weight: "A" },
    { text: rest.join(" "), weight: "B" },
    ...product.categories.map((text) => ({ text, weight: "B" as const })),
    ...product.details.map((text) => ({ text, weight: "C" as const })),
    { text: `${product.shop} ${product.city}`, weight: "C" },
  ]);
}

/** Index entry of a shop. */
export function shopTsvector(shop: { name: string; tagline: string; city: string }): string {
  return buildTsvector([
    { text: shop.name, weight: "A" },
    { text: shop.city, weight: "B" },
    { text: shop.tagline, weight: "C" },
  ]);
}

/** @rule A search uses the first 12 words that were typed. */
export const maxQueryWords = 12;

/** A PostgreSQL tsquery as text that requires the stem of every word; null without words. */
export function buildTsquery(words: readonly string[], options: { prefix?: boolean } = {}): string | null {
  const wanted = [...new Set(words.slice(0, maxQueryWords).map(canonicalStem))];
  if (wanted.length === 0) return null;
  return wanted.map((stem, at) => `'${stem}'${options.prefix && at === wanted.length - 1 ? ":*" : ""}`).join(" & ");
}
