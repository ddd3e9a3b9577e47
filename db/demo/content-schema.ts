/**
 * What the files of db/demo/content may hold. Fields that are not named here are errors, so that a misspelt one does not
 * go unnoticed.
 */
import { z } from "zod";
import { courierIds } from "../../src/shipping/rules.ts";

const text = z.string().min(1);
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words with hyphens, such as kain-meteran");
const regencyCode = z.string().regex(/^\d\d\.\d\d$/, 'must be a code such as "32.73"');
const whole = z.int().nonnegative();
const atLeastOne = z.int().positive();

/** Root categories with their sub-categories; an entry with a `url` is a link in the menu and no category. */
export const categoriesSchema = z.array(
  z
    .strictObject({
      slug,
      name: text,
      /** An icon of the storefront. */
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
    /** The regency's name in title case, such as `Kota Bandung`; upper-cased it equals the area data. */
    city: text,
    regencyCode,
    tagline: text,
    description: text,
    ownerName: text,
    ownerEmail: z.email(),
    couriers: z.array(z.enum(courierIds)).min(1),
    openedYearsAgo: whole,
    /** True when the seller charges PPN. */
    pkp: z.boolean(),
    /** The mean of the shop's ratings should be near this. */
    rating: z.number().min(4.2).max(5),
  }),
);
export type Shop = z.infer<typeof shopsSchema>[number];

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
  /** Former price in rupiah; without it about every fourth new product gets one. */
  strikePrice: atLeastOne.optional(),
  /** Stock of every variant; without it a plausible number is chosen. */
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

/** Products that share a shop, pictures and facts. A product's own fields replace the shared ones; attributes are added. */
export const productGroupsSchema = z.array(
  fields.extend({
    /** Closing sentences of every description in the group. */
    note: text.optional(),
    products: z.array(ownFields).min(1),
  }),
);
export type ProductGroup = z.infer<typeof productGroupsSchema>[number];

/** What is written about one product, with what it shares with its group. */
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
/** Which review texts fit a product. */
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

/** Buyers with a name and home of their own, and the parts from which the names of the others are made. */
export const peopleSchema = z.strictObject({
  named: z.array(z.strictObject({ name: text, regencyCode })),
  givenNames: z.array(text).min(1),
  familyNames: z.array(text).min(1),
});
export type People = z.infer<typeof peopleSchema>;

export const keywordsSchema = z.array(text);
