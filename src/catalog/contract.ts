import { z } from "zod";
import { cursor } from "#lib/cursor.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import {
  id,
  boundedText,
  singleLine,
  listResponse,
  name,
  whenValid,
  queryInt,
  resultResponse,
  rupiah,
  changeResponse,
} from "#lib/schema.ts";
import { destinationForm } from "#shipping/contract.ts";
import { shopCard, verifiedSeller } from "#shops/contract.ts";
import { boundForm, maxChosenAttributes, maxChosenLength } from "./attributes/filter-address.ts";
import { attributeLimits } from "./attributes/rules.ts";
import {
  listingFilters,
  recordsOf,
  type FilterName,
  type FilterParameter,
  type FilterRecord,
  type ListingFilters,
} from "./listing/filter-rules.ts";
import { acceptedFields, answeredFields } from "./product/contract.ts";
import {
  listingPage,
  listingSorts,
  maxShippingPrice,
  ownProductViews,
  pictureLimits,
  priceLimits,
  productTextLengths,
  stockLimits,
  variantLimits,
} from "./rules.ts";

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

const option = name(1, productTextLengths.option);
/** A product as its seller sends it. */
export const productBody = z
  .strictObject({
    ...acceptedFields,
    category: boundedText(60).min(1, "Pilih kategori."),
    attributes: z
      .array(
        z.strictObject({
          name: name(1, productTextLengths.attributeName),
          value: singleLine(1, productTextLengths.attributeValue),
        }),
      )
      .max(productTextLengths.attributes)
      .optional(),
    axes: z
      .array(
        z.strictObject({
          name: option,
          values: z
            .array(option)
            .min(1)
            .max(variantLimits.values, { abort: true })
            .refine((values) => new Set(values).size === values.length, "Ada pilihan yang sama."),
        }),
      )
      .max(variantLimits.axes)
      .optional(),
    variants: z
      .array(
        z.strictObject({
          options: z.array(option).max(variantLimits.axes),
          price: z.int().min(priceLimits.min).max(priceLimits.max),
          stock: z.int().min(stockLimits.min).max(stockLimits.max),
          /** The version with which the stock was read. Without it, an existing variant keeps its stock. */
          version: z.int().min(0).optional(),
          /** Without it, an existing variant keeps its SKU. */
          sku: singleLine(0, 60).optional(),
          /**
           * One of `picture_ids`, or null for none. Without it, a variant keeps its picture while the product has that
           * picture.
           */
          picture_id: id.nullable().optional(),
        }),
      )
      .min(1)
      .max(variantLimits.variants),
    /** A `hidden` product is stored but not for sale. */
    status: z.enum(["active", "hidden"]).optional(),
    picture_ids: z.array(id).min(pictureLimits.min, "Tambahkan paling sedikit satu foto.").max(pictureLimits.max),
  })
  .refine(
    ({ length_cm, width_cm, height_cm }) =>
      new Set([length_cm, width_cm, height_cm].map((side) => typeof side === "number")).size === 1,
    {
      path: ["length_cm"],
      message: "Isi panjang, lebar, dan tinggi, atau kosongkan ketiganya.",
      when: whenValid("length_cm", "width_cm", "height_cm"),
    },
  );
export type ProductBody = z.output<typeof productBody>;

const ownVariant = z.object({
  id,
  option1: z.string().nullable(),
  option2: z.string().nullable(),
  sku: z.string(),
  price: rupiah,
  stock: z.int(),
  version: z.int(),
  picture_id: id.nullable(),
});
const ownProduct = productCard.extend({
  status: z.enum(["active", "hidden"]),
  /** An operator took it off sale; `status` is hidden then. */
  is_taken_down: z.boolean(),
  /** An operator looks at it before it is on sale; `status` is active then. */
  is_held: z.boolean(),
  variants: z.array(ownVariant),
});

/** A product with everything that its seller can edit. */
const editedProduct = z.object({
  id,
  slug: z.string(),
  ...answeredFields,
  category: z.string(),
  status: z.enum(["active", "hidden"]),
  attributes: z.array(z.object({ name: z.string(), value: z.string() })),
  axes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(ownVariant),
  pictures: z.array(z.object({ id, key: z.string(), color: z.string() })),
  /** Why the product waits for an operator; empty when it does not. */
  held: z.array(z.string()),
});
export type EditedProduct = z.output<typeof editedProduct>;

/** Cache tag of every response that shows stock or sales. */
export const stockTag = "stock";
/**
 * How old a cached public response may get, in seconds. It bounds what no purge covers, such as a changed sales rank.
 */
const maxCacheSeconds = 5;

export const catalogEndpoints = endpoints({
  "GET /v1/categories": {
    summary: "The category tree (specification §7)",
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
  "GET /v1/seller/products": {
    summary: "Your own products with variants and stock",
    policy: "seller",
    query: z.strictObject({
      name: boundedText(200).optional(),
      view: z.enum(ownProductViews).optional(),
      // The list is sorted by id alone, so the id is the cursor.
      cursor: id.optional(),
      limit: queryInt(1, listingPage.maxSize).optional(),
    }),
    response: listResponse(ownProduct),
  },
  "GET /v1/seller/products/:id": {
    summary: "A product of yours with everything that can be changed",
    policy: "seller",
    params: z.strictObject({ id }),
    response: resultResponse(editedProduct),
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/seller/products": {
    summary: "Offer a new product",
    policy: "seller",
    body: productBody,
    bodyLimit: 128 * 1024,
    response: changeResponse(z.object({ id, slug: z.string() })),
    refusals: [
      catalogRefusals.categoryUnknown,
      catalogRefusals.pictureUnknown,
      catalogRefusals.variantsWrong,
      catalogRefusals.verificationNeeded,
      catalogRefusals.forbidden,
    ],
  },
  "PUT /v1/seller/products/:id": {
    summary: "Change a product; stock of variants that exist stays as it is, unless given with its version",
    policy: "seller",
    params: z.strictObject({ id }),
    body: productBody,
    bodyLimit: 128 * 1024,
    response: changeResponse(z.object({ id, slug: z.string() })),
    refusals: [
      catalogRefusals.categoryUnknown,
      catalogRefusals.pictureUnknown,
      catalogRefusals.variantsWrong,
      catalogRefusals.stockChanged,
    ],
  },
  "DELETE /v1/seller/products/:id": {
    summary: "Take a product off sale",
    policy: "seller",
    params: z.strictObject({ id }),
    response: changeResponse(z.null()),
  },
  "PUT /v1/seller/variants/:id": {
    summary:
      "Change price or stock of a variant: stock as a difference, or as a number with the version it was read with",
    policy: "seller",
    params: z.strictObject({ id }),
    body: z
      .strictObject({
        price: z.int().min(priceLimits.min).max(priceLimits.max).optional(),
        stock_delta: z.int().min(-stockLimits.max).max(stockLimits.max).optional(),
        stock: z.int().min(stockLimits.min).max(stockLimits.max).optional(),
        version: z.int().min(0).optional(),
      })
      .refine((body) => Object.keys(body).length > 0, "Tidak ada yang diubah.")
      .refine((body) => (body.stock === undefined) === (body.version === undefined), {
        path: ["version"],
        message: "Stok baru memerlukan versinya.",
        when: whenValid("stock", "version"),
      })
      .refine((body) => body.stock === undefined || body.stock_delta === undefined, {
        path: ["stock_delta"],
        message: "Pilih selisih atau angka stok, tidak keduanya.",
        when: whenValid("stock", "stock_delta"),
      }),
    response: changeResponse(ownVariant),
    refusals: [catalogRefusals.stockChanged, catalogRefusals.outOfStock],
  },
});
export type CatalogApi = typeof catalogEndpoints;
