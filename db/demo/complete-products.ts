/**
 * Completes a product of the content files with everything that the database needs: variants, stock, licences,
 * pictures. Missing fields are derived from the product's name, so that the demo is the same on every machine.
 */
import type { Category, Draft, ReviewKind, Shop } from "./content-schema.ts";
import { choosePictures } from "./product-pictures.ts";

/** One buyable combination: `options[i]` is a value of `axes[i]`; no axes means one variant with no options. */
type Variant = { options: string[]; price: number; stock: number; weight: number };

export type Product = {
  /** Unique over all products, kebab-case. */
  slugBase: string;
  shop: string;
  /** Slug of a sub-category. */
  category: string;
  name: string;
  /** Whole rupiah: the lowest price of the variants. */
  price: number;
  /** Former price of the cheapest variant, above `price`. */
  strikePrice?: number;
  /** Grams including packing, of the lightest variant. */
  weight: number;
  condition: "new" | "used";
  description: string;
  attributes: Record<string, string>;
  /** At most two. */
  axes: { name: string; values: string[] }[];
  /** Every combination of the axes, first axis slowest; never empty. */
  variants: Variant[];
  /** Sum over the variants. */
  stock: number;
  /** True for a real speciality of the region, shown as made where it comes from. */
  origin: boolean;
  minOrder: number;
  preOrderDays?: number;
  /** Picture keys, the first is the cover. */
  pictures: string[];
  reviewKind: ReviewKind;
  /** How well it sells. Decides the number of its past orders. The number that users see is counted from the orders. */
  popularity: number;
};

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

/** FNV-1a: a number that depends on the text only, so that the demo is the same on every machine. */
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

/**
 * The stock of a variant. Expensive products have few pieces; about one variant in thirty and one plain product in
 * sixty is sold out.
 */
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

/** About every fourth new product is reduced by 8 to 25 percent. */
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

/** Home-made food has a P-IRT number, cosmetics and herbal drinks a BPOM number. The demo's numbers are invented. */
function licenceOf(draft: Draft, root: string, regencyCode: string): Record<string, string> {
  const n = numberOf(`izin ${draft.shop}`);
  const digits = (count: number) => String(n % 10 ** count).padStart(count, "0");
  if (root === "makanan-minuman" && draft.category !== "beras-bahan-pokok") {
    return { "P-IRT": `206${regencyCode.replace(".", "")}01${digits(4)}-30`, Halal: "Bersertifikat" };
  }
  if (root === "kecantikan" && draft.category !== "wewangian") return { BPOM: `NA18${digits(9)}` };
  if (draft.category === "jamu-herbal" || draft.category === "minyak-balur") return { BPOM: `TR20${digits(7)}` };
  return {};
}

/**
 * The attributes of the draft, the province of regional specialities, licences. An attribute that is also an axis is
 * omitted, because it would contradict the variants.
 */
function attributesOf(draft: Draft, root: string, regencyCode: string): Record<string, string> {
  const chosen = new Set(draft.axes?.map((axis) => axis.name));
  const written = Object.entries(draft.attributes ?? {}).filter(([label]) => !chosen.has(label));
  const province = provinceNames[regencyCode.slice(0, 2)] ?? "";
  const origin: Record<string, string> = draft.origin ? { "Khas daerah": province } : {};
  return { ...origin, ...Object.fromEntries(written), ...licenceOf(draft, root, regencyCode) };
}

/** Completes all products in their order. `drawn` are the keys of all existing pictures. */
export function completeProducts(
  { drafts, categories, shops }: { drafts: readonly Draft[]; categories: readonly Category[]; shops: readonly Shop[] },
  drawn: ReadonlySet<string>,
): Product[] {
  const rootOf = new Map(categories.flatMap((root) => root.children.map((child) => [child.slug, root.slug])));
  const regencyOf = new Map(shops.map((shop) => [shop.slug, shop.regencyCode]));
  const picturesOf = choosePictures(drafts, drawn);
  return drafts.map((draft) => {
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
      attributes: attributesOf(draft, root, regencyOf.get(draft.shop) ?? ""),
      axes: draft.axes ?? [],
      variants,
      stock: variants.reduce((sum, variant) => sum + variant.stock, 0),
      origin: draft.origin ?? false,
      minOrder: draft.minOrder ?? 1,
      preOrderDays: draft.preOrderDays,
      pictures: picturesOf.get(draft.name) ?? [],
      reviewKind: kindOfCategory[draft.category] ?? kindOfRoot[root] ?? "umum",
      popularity: popularityOf(draft, price),
    };
  });
}
