import { readFileSync } from "node:fs";
import { categories } from "./categories.ts";
import type { Draft } from "./draft.ts";
import { drafts } from "./drafts.ts";
import { ownPictureKeys } from "./own-picture-keys.ts";
import { shops } from "./shops.ts";
import type { Product, ReviewKind, Variant } from "./types.ts";

const rootOf = new Map(categories.flatMap((root) => root.children.map((child) => [child.slug, root.slug])));
const regencyOf = new Map(shops.map((shop) => [shop.slug, shop.regencyCode]));

const kindOfRoot: Record<string, ReviewKind> = {
  "batik-kain": "kain",
  pakaian: "kain",
  "busana-muslim": "kain",
  "makanan-minuman": "makanan",
  "rumah-dapur": "rumah",
  mebel: "rumah",
  elektronik: "elektronik",
  kecantikan: "kecantikan",
  "ibu-anak": "anak",
  "tanaman-kebun": "tanaman",
  perhiasan: "perhiasan",
};

const kindOfCategory: Record<string, ReviewKind> = {
  buku: "buku",
  "mushaf-tasbih": "umum",
  "jamu-herbal": "makanan",
  kebersihan: "umum",
  pot: "rumah",
  "alat-kebun": "umum",
};

/** Province names by the first two digits of a regency code. */
const provinceNames: Record<string, string> = {
  "11": "Aceh",
  "12": "Sumatera Utara",
  "13": "Sumatera Barat",
  "14": "Riau",
  "15": "Jambi",
  "16": "Sumatera Selatan",
  "17": "Bengkulu",
  "18": "Lampung",
  "19": "Kepulauan Bangka Belitung",
  "21": "Kepulauan Riau",
  "31": "DKI Jakarta",
  "32": "Jawa Barat",
  "33": "Jawa Tengah",
  "34": "Daerah Istimewa Yogyakarta",
  "35": "Jawa Timur",
  "36": "Banten",
  "51": "Bali",
  "52": "Nusa Tenggara Barat",
  "53": "Nusa Tenggara Timur",
  "61": "Kalimantan Barat",
  "62": "Kalimantan Tengah",
  "63": "Kalimantan Selatan",
  "64": "Kalimantan Timur",
  "65": "Kalimantan Utara",
  "71": "Sulawesi Utara",
  "72": "Sulawesi Tengah",
  "73": "Sulawesi Selatan",
  "74": "Sulawesi Tenggara",
  "75": "Gorontalo",
  "76": "Sulawesi Barat",
  "81": "Maluku",
  "82": "Maluku Utara",
  "91": "Papua",
  "92": "Papua Barat",
  "93": "Papua Selatan",
  "94": "Papua Tengah",
  "95": "Papua Pegunungan",
  "96": "Papua Barat Daya",
};

function slugify(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("’", "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** FNV-1a: a number that depends on the text alone, so that the demo is the same on every machine. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash >>> 4;
}

function combinations(draft: Draft): string[][] {
  let rows: string[][] = [[]];
  for (const axis of draft.axes ?? []) {
    rows = rows.flatMap((row) => axis.values.map((value) => [...row, value]));
  }
  return rows;
}

/** Dear things have few pieces; about one variant in thirty and one plain product in sixty is sold out. */
function stockOf(draft: Draft, options: string[]): number {
  if (draft.stock !== undefined) return draft.stock;
  const n = numberOf(`${draft.name}|${options.join("|")}`);
  if (n % (options.length > 0 ? 30 : 60) === 0) return 0;
  const most = draft.price > 1_000_000 ? 12 : draft.price > 300_000 ? 45 : draft.price > 100_000 ? 120 : 240;
  return Math.max(3, draft.minOrder ?? 1) + (n % most);
}

function variantsOf(draft: Draft): Variant[] {
  return combinations(draft).map((options) => {
    const added = (by: Record<string, number> | undefined) =>
      options.reduce((sum, option) => sum + (by?.[option] ?? 0), 0);
    return {
      options,
      price: draft.price + added(draft.extraPrice),
      stock: stockOf(draft, options),
      weight: draft.weight + added(draft.extraWeight),
    };
  });
}

/** About every fourth new product is reduced, by 8 to 25 percent. */
function strikePriceOf(draft: Draft, price: number): number | undefined {
  if (draft.strikePrice !== undefined) return draft.strikePrice;
  const n = numberOf(`harga ${draft.name}`);
  if (draft.condition === "used" || n % 7 > 1) return undefined;
  const step = price >= 100_000 ? 5_000 : price >= 20_000 ? 1_000 : 500;
  return Math.ceil((price * (1.08 + (n % 18) / 100)) / step) * step;
}

function popularityOf(draft: Draft, price: number): number {
  const n = numberOf(`laku ${draft.name}`);
  if (draft.condition === "used") return n % 4;
  const reach =
    price > 1_000_000 ? 90 : price > 300_000 ? 400 : price > 100_000 ? 1_200 : price > 40_000 ? 2_600 : 5_200;
  return Math.round(reach * ((n % 1_000) / 1_000) ** 2.2) + (n % 9);
}

const drawn = new Set(
  Object.keys(JSON.parse(readFileSync(new URL("../pictures/manifest.json", import.meta.url), "utf8")) as object),
);
const ownKeys = ownPictureKeys(drafts);
const timesShown = new Map<string, number>();

/**
 * A product shows its own picture once that is drawn. Until then it shares its subject's pictures: the first product of
 * a subject shows all views, and further ones begin with the second view by turns.
 */
function picturesOf(draft: Draft): string[] {
  const own = ownKeys.get(draft.name);
  return draft.pictures.flatMap((key, index) => {
    if (index > 0) return [key];
    if (own && drawn.has(own)) return [own];
    const shown = timesShown.get(key) ?? 0;
    timesShown.set(key, shown + 1);
    const further = [`${key}-2`, `${key}-3`].filter((view) => drawn.has(view));
    const [second, ...rest] = further;
    return shown % 2 === 1 && second ? [second, key, ...rest] : [key, ...further];
  });
}

/** Home-made food carries a P-IRT number, cosmetics and herbal drinks a BPOM one; the demo's numbers are invented. */
function licenceOf(draft: Draft, root: string): Record<string, string> {
  const n = numberOf(`izin ${draft.shop}`);
  const digits = (count: number) => String(n % 10 ** count).padStart(count, "0");
  if (root === "makanan-minuman" && draft.category !== "beras-bahan-pokok") {
    const regency = (regencyOf.get(draft.shop) ?? "").replace(".", "");
    return { "P-IRT": `206${regency}01${digits(4)}-30`, Halal: "Bersertifikat" };
  }
  if (root === "kecantikan" && draft.category !== "wewangian") return { BPOM: `NA18${digits(9)}` };
  if (draft.category === "jamu-herbal" || draft.category === "minyak-balur") return { BPOM: `TR20${digits(7)}` };
  return {};
}

/** What was written down, the province of regional specialities, licences. An attribute that is also an axis would
 * contradict the variants, so it is left out. */
function attributesOf(draft: Draft, root: string): Record<string, string> {
  const chosen = new Set(draft.axes?.map((axis) => axis.name));
  const written = Object.entries(draft.attributes ?? {}).filter(([label]) => !chosen.has(label));
  const province = provinceNames[regencyOf.get(draft.shop)?.slice(0, 2) ?? ""] ?? "";
  const origin: Record<string, string> = draft.origin ? { "Khas daerah": province } : {};
  return { ...origin, ...Object.fromEntries(written), ...licenceOf(draft, root) };
}

function complete(draft: Draft): Product {
  const root = rootOf.get(draft.category) ?? "";
  const variants = variantsOf(draft);
  const price = Math.min(...variants.map((variant) => variant.price));
  return {
    slugBase: slugify(draft.name),
    shop: draft.shop,
    category: draft.category,
    name: draft.name,
    price,
    strikePrice: strikePriceOf(draft, price),
    weight: Math.min(...variants.map((variant) => variant.weight)),
    condition: draft.condition ?? "new",
    description: draft.description,
    attributes: attributesOf(draft, root),
    axes: draft.axes ?? [],
    variants,
    stock: variants.reduce((sum, variant) => sum + variant.stock, 0),
    origin: draft.origin ?? false,
    minOrder: draft.minOrder ?? 1,
    preOrderDays: draft.preOrderDays,
    pictures: picturesOf(draft),
    reviewKind: kindOfCategory[draft.category] ?? kindOfRoot[root] ?? "umum",
    popularity: popularityOf(draft, price),
  };
}

export const products: Product[] = drafts.map(complete);
