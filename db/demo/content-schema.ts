/** Schemas of the files in db/demo/content. An unknown field is an error, so that a typing mistake is found. */
import { z } from "zod";
import { isVoucherCode, voucherKindNames } from "../../src/promotions/vouchers/rules.ts";
import { courierIds } from "../../src/shipping/rules.ts";

const text = z.string().min(1);
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words with hyphens, such as kain-meteran");
const regencyCode = z.string().regex(/^\d\d\.\d\d$/, 'must be a code such as "32.73"');
const whole = z.int().nonnegative();
const atLeastOne = z.int().positive();

/** Root categories with their sub-categories. An entry with a `url` is a link in the menu and not a category. */
export const categoriesSchema = z.array(
  z
    .strictObject({
      slug,
      name: text,
      /** An icon of the site. */
      icon: z.enum([
        "home",
        "pin",
        "motif",
        "shirt",
        "bowl",
        "sofa",
        "phone",
        "bag",
        "leaf",
        "sparkle",
        "baby",
        "ball",
        "book",
        "heart-pulse",
        "puzzle",
        "shoe",
        "ring",
        "car",
        "moon",
      ]),
      url: text.optional(),
      children: z.array(z.strictObject({ slug, name: text })).default([]),
    })
    .transform((root) => ({ ...root, ...(root.url !== undefined && { isCustom: "1" as const }) })),
);
export type Category = z.infer<typeof categoriesSchema>[number];

export const shopsSchema = z.array(
  z.strictObject({
    slug,
    name: text,
    /** The regency's name in title case, such as `Kota Bandung`. In capitals it equals the area data. */
    city: text,
    regencyCode,
    tagline: text,
    description: text,
    ownerName: text,
    ownerEmail: z.email(),
    place: z.strictObject({ street: text, postcode: z.string().regex(/^\d{5}$/) }).optional(),
    couriers: z.array(z.enum(courierIds)).min(1),
    openedYearsAgo: whole,
    /** True when the seller charges PPN. */
    pkp: z.boolean(),
    /** The approximate mean of the shop's ratings. */
    rating: z.number().min(4.2).max(5),
  }),
);
export type Shop = z.infer<typeof shopsSchema>[number];

/** Vouchers of shops and, without a `shop`, of the platform. Days count from the day of loading. */
export const vouchersSchema = z.array(
  z.strictObject({
    code: z.string().refine(isVoucherCode, "must have 4 to 20 letters and digits"),
    shop: slug.optional(),
    kind: z.enum(voucherKindNames),
    /** Of percent and cashback. */
    percent: z.int().min(1).max(100).optional(),
    /** What a fixed voucher takes off; of other kinds the most that one use takes off. */
    maxAmount: atLeastOne,
    minGoods: whole.default(0),
    quota: atLeastOne,
    perBuyer: atLeastOne.default(1),
    /** The first day, from today; negative for one that runs already. */
    fromDay: z.int(),
    days: atLeastOne,
    /** True when it needs its code. */
    byCode: z.boolean().default(false),
  }),
);
export type DemoVoucher = z.infer<typeof vouchersSchema>[number];

/** At most two axes, written as `Ukuran: [S, M, L]`. */
const axes = z
  .record(text, z.array(text).min(1))
  .refine((given) => Object.keys(given).length <= 2, "must not have more than two axes")
  .transform((given) => Object.entries(given).map(([name, values]) => ({ name, values })));

const fields = z.strictObject({
  shop: slug,
  /** A sub-category. */
  category: slug,
  /** Picture subjects: see db/demo/README.md. */
  pictures: z.array(slug).min(1),
  /** Grams including packing. */
  weight: atLeastOne,
  condition: z.enum(["new", "used"]).optional(),
  /** Former price in rupiah. Without it, about every fourth new product gets one. */
  strikePrice: atLeastOne.optional(),
  /** Stock of every variant. Without it, a plausible number is chosen. */
  stock: whole.optional(),
  /** True for a real speciality of the region, shown as made where it comes from. */
  origin: z.boolean().optional(),
  minOrder: atLeastOne.optional(),
  preOrderDays: atLeastOne.optional(),
  attributes: z.record(text, text).optional(),
  axes: axes.optional(),
  /** Rupiah added to the price of variants that have this option. */
  extraPrice: z.record(text, whole).optional(),
  /** Grams added to the weight of variants that have this option. */
  extraWeight: z.record(text, whole).optional(),
});

const ownFields = fields.partial().extend({ name: text, price: atLeastOne, description: text });

/**
 * Products that share a shop, pictures and other fields. A product's own fields replace the shared ones; attributes are
 * added.
 */
export const productGroupsSchema = z.array(
  fields.extend({
    /** Last sentences of every description in the group. */
    note: text.optional(),
    products: z.array(ownFields).min(1),
  }),
);
export type ProductGroup = z.infer<typeof productGroupsSchema>[number];

/** The written fields of one product, including those of its group. */
export type Draft = z.infer<typeof fields> & Pick<z.infer<typeof ownFields>, "name" | "price" | "description">;

const reviewKinds = [
  "makanan",
  "kain",
  "rumah",
  "elektronik",
  "kecantikan",
  "anak",
  "buku",
  "tanaman",
  "perhiasan",
  "umum",
] as const;
/** The kind of review texts that fit a product. */
export type ReviewKind = (typeof reviewKinds)[number];

/** Review texts by kind of product. */
export const reviewsSchema = z.record(
  z.enum(reviewKinds),
  z.array(z.strictObject({ stars: z.literal([1, 2, 3, 4, 5]), text })),
);
export type ReviewText = { kind: ReviewKind; stars: 1 | 2 | 3 | 4 | 5; text: string };

/** Villages by their code in the area data. */
export const homesSchema = z.array(
  z.strictObject({
    village: z.string().regex(/^\d\d\.\d\d\.\d\d\.\d{4}$/, "must be a code such as 32.73.02.1004"),
    name: text,
    postcode: z.string().regex(/^\d{5}$/, 'must be five digits in quotes, such as "40135"'),
  }),
);
export type Home = z.infer<typeof homesSchema>[number];

/** Buyers with their own name and home, and the parts of the other buyers' names. */
export const peopleSchema = z.strictObject({
  named: z.array(z.strictObject({ name: text, regencyCode })),
  givenNames: z.array(text).min(1),
  familyNames: z.array(text).min(1),
});
export type People = z.infer<typeof peopleSchema>;

export const keywordsSchema = z.array(text);
