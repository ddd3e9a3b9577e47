/** Shapes of the demo marketplace's content: plain data, no dates, no ids, no randomness. */

/** Names of the category icons the storefront draws. */
export type CategoryIcon =
  | "home"
  | "pin"
  | "motif"
  | "shirt"
  | "bowl"
  | "sofa"
  | "phone"
  | "bag"
  | "leaf"
  | "sparkle"
  | "baby"
  | "ball"
  | "book"
  | "heart-pulse"
  | "puzzle"
  | "shoe"
  | "ring"
  | "car"
  | "moon";

export type SubCategory = { slug: string; name: string };

/** A root category; a custom one (`isCustom: '1'`) has no children and leads to its own `url`. */
export type Category = {
  slug: string;
  name: string;
  icon: CategoryIcon;
  isCustom?: "1";
  url?: string;
  children: SubCategory[];
};

export type CourierId =
  | "jne-reg"
  | "jne-yes"
  | "jne-oke"
  | "jnt-ez"
  | "sicepat-reg"
  | "anteraja-reg"
  | "pos-reg"
  | "self"
  | "pickup";

export type Shop = {
  slug: string;
  name: string;
  /** The regency's name in title case, such as `Kota Bandung`; upper-cased it equals the area data. */
  city: string;
  /** Regency code of the area data, such as `32.73`. */
  regencyCode: string;
  tagline: string;
  description: string;
  ownerName: string;
  ownerEmail: string;
  couriers: CourierId[];
  openedYearsAgo: number;
  /** True when the seller charges PPN. */
  pkp: boolean;
  /** The mean stars the shop's reviews should come near to, 4.2 to 5.0. */
  rating: number;
};

/** Which review texts fit a product. */
export type ReviewKind =
  | "makanan"
  | "kain"
  | "rumah"
  | "elektronik"
  | "kecantikan"
  | "anak"
  | "buku"
  | "tanaman"
  | "perhiasan"
  | "umum";

export type Axis = { name: string; values: string[] };

/** One buyable combination: `options[i]` is a value of `axes[i]`; no axes means one variant with no options. */
export type Variant = { options: string[]; price: number; stock: number; weight: number };

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
  axes: Axis[];
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
  /** How well it sells: decides how many past orders the demo has of it. The count that people see is counted from orders. */
  popularity: number;
};

export type ReviewText = { kind: ReviewKind; stars: 1 | 2 | 3 | 4 | 5; text: string };

export type Person = { name: string; email: string; regencyCode: string };

/** A village by its code in the area data, such as `32.73.02.1004`. */
export type Home = { village: string; name: string; postcode: string };
