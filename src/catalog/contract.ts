import { z } from "zod";
import { cursor } from "#lib/cursor.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { boundedText, id, queryInt, resultResponse, rupiah } from "#lib/schema.ts";
import { destinationForm } from "#shipping/contract.ts";
import { shopCard, verifiedSeller } from "#shops/contract.ts";
import { boundForm, maxChosenAttributes, maxChosenLength } from "./attributes/filter-address.ts";
import { attributeLimits } from "./attributes/rules.ts";
import {
  type FilterName,
  type FilterParameter,
  type FilterRecord,
  listingFilters,
  type ListingFilters,
  recordsOf,
} from "./listing/filter-rules.ts";
import { answeredFields } from "./product/contract.ts";
import { listingPage, listingSorts, maxShippingPrice } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Ends reductions of prices whose time is over. */
    "catalog.end_reductions": Record<string, never>;
    /** Indexes all products again after an update that changes the form of the index. */
    "catalog.index_products": Record<string, never>;
    /** Files the products of categories that an operator changed where they belong now. */
    "catalog.refile_products": { categoryIds: string[] };
    /** Deletes what search engines have read of the changes of products. */
    "catalog.delete_old_changes": Record<string, never>;
    /** Deletes the documents of reports that were decided long ago. */
    "catalog.delete_report_documents": Record<string, never>;
  }
}

export const catalogRefusals = defineRefusals({
  forbidden: {
    code: "catalog.forbidden",
    status: 422,
    message: "Produk ini tidak boleh dijual seperti yang tertulis. Tidak ada yang disimpan.",
  },
  contacts: {
    code: "catalog.contacts",
    status: 422,
    message: "Nomor telepon, email, dan tautan tidak boleh ada di keterangan produk. Tidak ada yang disimpan.",
  },
  verificationNeeded: {
    code: "catalog.verification_needed",
    status: 409,
    message: "Toko Anda sudah memuat produk sebanyak batas sebelum verifikasi. Verifikasi penjual membuka batas itu.",
  },
  outOfStock: { code: "catalog.out_of_stock", status: 409, message: "Stok habis atau tidak cukup untuk jumlah ini." },
  stockChanged: {
    code: "catalog.stock_changed",
    status: 409,
    message: "Stok berubah sejak halaman ini dibuka. Periksa angka terbaru lalu simpan lagi.",
  },
  categoryUnknown: {
    code: "catalog.category_unknown",
    status: 422,
    message: "Kategori tidak dikenal. Pilih kembali.",
  },
  pictureUnknown: {
    code: "catalog.picture_unknown",
    status: 422,
    message: "Ada foto yang tidak ditemukan. Unggah kembali.",
    isSecurityEvent: true,
  },
  variantsWrong: {
    code: "catalog.variants_wrong",
    status: 422,
    message: "Varian harus memuat setiap pasangan pilihan tepat satu kali.",
  },
});

const subCategory = z.object({ name: z.string(), slug: z.string() });
/** A category with the field names of the specification, and the icon that the storefront shows. */
export const category = z.object({
  name: z.string(),
  slug: z.string(),
  icon: z.string(),
  isCustom: z.enum(["1", "0"]),
  url: z.string().nullable(),
  categories: z.array(subCategory),
});

const picture = z.object({ key: z.string(), color: z.string(), alt: z.string() });
export type ProductPicture = z.output<typeof picture>;

/** A product as a card in a list shows it. */
export const productCard = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  price_min: rupiah,
  price_max: rupiah,
  strike_price: rupiah.nullable(),
  discount_percent: z.int(),
  rating_average: z.number(),
  rating_count: z.int(),
  min_order: z.int(),
  sold_count: z.int(),
  shop_name: z.string(),
  city_name: z.string(),
  is_regional: z.boolean(),
  in_stock: z.boolean(),
  picture: picture.omit({ alt: true }).nullable(),
});
export type ProductCard = z.output<typeof productCard>;

const facetOption = z.object({ id: z.string(), name: z.string(), count: z.int() });
type Options = z.ZodArray<typeof facetOption>;
type Counted = Extract<ListingFilters[FilterName], { counts: object }>;
type CountsOf<R extends FilterRecord> = R extends { value: "list" }
  ? Options
  : R extends { options: infer O extends object }
    ? z.ZodRecord<z.ZodEnum<{ [K in Extract<keyof O, string>]: K }>, z.ZodInt>
    : R extends { counts: { isOptional: true } }
      ? z.ZodNullable<z.ZodInt>
      : z.ZodInt;
// The counts of each filter that has some: of a list its values with the most products and the chosen ones, of a choice
// a number for each option, and null for a filter that is not offered here.
const facetShape = Object.fromEntries(
  recordsOf(listingFilters).flatMap(([, record]) => {
    if (!("counts" in record)) return [];
    const one = record.counts.isOptional ? z.int().nullable() : z.int();
    const counts =
      record.value === "list"
        ? z.array(facetOption)
        : record.value === "choice"
          ? z.record(z.enum(Object.keys(record.options)), z.int())
          : one;
    return [[record.counts.key, counts]];
  }),
) as { [R in Counted as R["counts"]["key"]]: CountsOf<R> };
/** Counts are exact up to `maxExactCount`; a larger number says only that there are more. */
const facets = z.object({
  /** If false, there may be more products than were counted. */
  are_exact: z.boolean(),
  categories: z.array(facetOption),
  ...facetShape,
  /** The filters of the category by attributes; of a number without counts. */
  attributes: z.array(
    z.object({
      name: z.string(),
      unit: z.string().nullable(),
      is_number: z.boolean(),
      options: z.array(facetOption),
    }),
  ),
});
export type Facets = z.output<typeof facets>;

/** A product with everything that its page shows. */
export const productPage = productCard.omit({ picture: true, shop_name: true }).extend({
  ...answeredFields,
  category: subCategory,
  root_category: subCategory,
  pictures: z.array(picture),
  axes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(
    z.object({
      id,
      option1: z.string().nullable(),
      option2: z.string().nullable(),
      price: rupiah,
      stock: z.int(),
      /** Key of the picture that shows this variant. It is one of the product's pictures. */
      picture: z.string().nullable(),
    }),
  ),
  attributes: z.array(z.object({ name: z.string(), value: z.string() })),
  shop: shopCard,
  seller: verifiedSeller.nullable(),
});
export type ProductPage = z.output<typeof productPage>;

const slug = z.strictObject({ slug: boundedText(200) });
const flag = z.enum(["1"]).optional();

/** The parameter of a filter. */
export function filterParameter(record: FilterRecord): z.ZodType {
  switch (record.value) {
    case "flag":
      return flag;
    case "list": {
      const value = z.string().regex(record.form, `${record.chip} tidak dikenal.`);
      return z.union([value.transform((one) => [one]), z.array(value).max(record.max)]).optional();
    }
    case "choice":
      return z.enum(Object.keys(record.options)).optional();
    case "number":
      return queryInt(record.min, record.max).optional();
  }
}
const filterParameters = Object.fromEntries(
  recordsOf(listingFilters).map(([name, record]) => [name, filterParameter(record)]),
) as { [N in FilterName]: z.ZodOptional<z.ZodType<FilterParameter<ListingFilters[N]>>> };

const attribute = boundedText(maxChosenLength).refine((text) => text.indexOf(":") > 0, "Rincian tidak dikenal.");
const attributeName = boundedText(attributeLimits.name.max).optional();
const attributeBound = z.string().regex(boundForm, "Tulis angka.").optional();

/** Filters and order of a listing. `type` is part of the specification's addresses; it is accepted and ignored. */
export const listingQuery = z.strictObject({
  category: boundedText(60).optional(),
  name: boundedText(1000).optional(),
  type: boundedText(100).optional(),
  sort: z.enum(listingSorts.map((one) => one.id)).optional(),
  ...filterParameters,
  /** Values of the category's attributes; what the category does not have is ignored. */
  attr: z.union([attribute.transform((one) => [one]), z.array(attribute).max(maxChosenAttributes)]).optional(),
  num1: attributeName,
  min1: attributeBound,
  max1: attributeBound,
  num2: attributeName,
  min2: attributeBound,
  max2: attributeBound,
  num3: attributeName,
  min3: attributeBound,
  max3: attributeBound,
  /** Where goods are delivered: the order `nearest` and the filter `ship` mean this regency or district. */
  to: z.string().regex(destinationForm, "Kota atau kecamatan tidak dikenal.").optional(),
  /** What shipping the fewest pieces costs at most, in rupiah, with the cheapest courier whose price is known. */
  ship: queryInt(0, maxShippingPrice).optional(),
  shop: boundedText(60).optional(),
  page: queryInt(1, listingPage.maxPages).optional(),
  limit: queryInt(1, listingPage.maxSize).optional(),
  cursor: cursor(/^[\d.]{1,16}$/),
  /** With `1`, the response also has the counts of every filter. */
  facets: flag,
});
export type ListingQuery = z.output<typeof listingQuery>;

/** Cache tag of every response that shows stock or sales. */
export const stockTag = "stock";
/**
 * How old a cached public response may get, in seconds. It bounds what no purge covers, such as a changed sales rank.
 */
const maxCacheSeconds = 5;

export const catalogEndpoints = endpoints({
  "GET /v1/categories": {
    summary: "The category tree",
    policy: "public",
    cache: { seconds: maxCacheSeconds, tags: () => ["categories"] },
    response: resultResponse(z.array(category)),
  },
  "GET /v1/products": {
    summary: "Products by category, words and filters",
    policy: "public",
    cache: { seconds: maxCacheSeconds, tags: () => ["catalog", stockTag] },
    query: listingQuery,
    response: z.object({
      success: z.literal(true),
      result: z.array(productCard),
      next: z.string().nullable(),
      total: z.int(),
      /** False when the count stopped at its limit. */
      total_is_exact: z.boolean(),
      category: subCategory.extend({ parent: subCategory.nullable() }).nullable(),
      /** The corrected search text, when the typed one had spelling errors. */
      corrected: z.string().nullable(),
      /** So many products at the end of `result` do not match but are similar; `total` and `facets` leave them out. */
      similar: z.int(),
      /** Prices (rupiah), "murah" and "termahal" as read from the search text, and the text without them. */
      understood: z
        .object({
          text: z.string(),
          min: rupiah.nullable(),
          max: rupiah.nullable(),
          cheap: z.boolean(),
          dear: z.boolean(),
        })
        .nullable(),
      facets: facets.nullable(),
      /** If nothing is found: the words of the search that find something by themselves. */
      found_words: z.array(z.string()),
    }),
  },
  "GET /v1/products/:slug": {
    summary: "One product with variants and shop",
    policy: "public",
    cache: {
      seconds: maxCacheSeconds,
      tags: ({ result }: { result: ProductPage }) => [
        `product:${result.id}`,
        `shop:${result.shop.id}`,
        "catalog",
        stockTag,
      ],
    },
    params: slug,
    response: resultResponse(productPage),
  },
  "GET /v1/products/:slug/related": {
    summary: "More of the same shop, and products of the same kind",
    policy: "public",
    cache: { seconds: maxCacheSeconds, tags: () => ["catalog", stockTag] },
    params: slug,
    response: resultResponse(z.object({ same_shop: z.array(productCard), similar: z.array(productCard) })),
  },
});
export type CatalogApi = typeof catalogEndpoints;
