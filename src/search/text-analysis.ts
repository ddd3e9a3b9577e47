/**
 * Design note. What a product is found by is a set of stems, made here for indexing and for queries alike, so both sides
 * always agree. Stems come from sastrawijs; PostgreSQL's Indonesian stemmer turns kemeja into meja and is not used.
 * Words that people use for one thing become one word (hape, hp, handphone → ponsel). The result is written as
 * PostgreSQL's own text for tsvector and tsquery; tokens are a–z and 0–9 only, so nothing a person types can be read as
 * an operator.
 */
import { Stemmer } from "sastrawijs";

/** Words that say nothing about a product. */
const stopWords = new Set("dan di ke dari untuk yang dengan atau pada the of for a an ini itu para oleh".split(" "));

/** Words for one thing; the first of each line stands for all. Two words joined by `_` are read as one. */
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

/** Stems the library gets wrong, or that would join things that are not the same. */
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

/** Lower case without accents, every other sign a space: `Kaos “Ünik” 24s` → `kaos unik 24s`. */
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

/** The stem that stands for a word and for the words of the same thing. */
export function canonicalStem(word: string): string {
  const same = canonical.get(word);
  if (same !== undefined) return same;
  const stem = stemOf(word);
  return canonical.get(stem) ?? stem;
}

/** The plain words of a text, in order, without stop words; letters and digits apart (`250g` → `250`, `g`). */
export function tokenise(text: string): string[] {
  let flat = ` ${normalise(text)} `;
  for (const [two, one] of compounds) if (flat.includes(` ${two} `)) flat = flat.replaceAll(` ${two} `, ` ${one} `);
  return (flat.match(/[a-z]+|\d+/g) ?? []).filter((word) => word.length <= 60 && !stopWords.has(word));
}

type Weight = "A" | "B" | "C" | "D";

/**
 * The index entry of a thing as PostgreSQL writes a tsvector: stems, each with the weights of all places where it
 * stands. What stands in several places ranks higher.
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
  // An Indonesian name begins with what the thing is: a "tas batik" is a bag first.
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

/** @rule A search looks at the first 12 words of what was typed. */
export const maxQueryWords = 12;

/** What a search looks for: every word's stem must be there; null when nothing can be looked for. */
export function buildTsquery(words: readonly string[], options: { prefix?: boolean } = {}): string | null {
  const wanted = [...new Set(words.slice(0, maxQueryWords).map(canonicalStem))];
  if (wanted.length === 0) return null;
  return wanted.map((stem, at) => `'${stem}'${options.prefix && at === wanted.length - 1 ? ":*" : ""}`).join(" & ");
}
