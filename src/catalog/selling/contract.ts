/** What sellers send and read about their own products. */
import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals } from "#lib/refusal.ts";
import {
  boundedText,
  changeResponse,
  id,
  listResponse,
  name,
  queryInt,
  resultResponse,
  rupiah,
  rupiahBetween,
  singleLine,
  whenValid,
} from "#lib/schema.ts";
import { acceptedFields, answeredFields } from "../product/contract.ts";
import {
  listingPage,
  ownProductViews,
  pictureLimits,
  priceLimits,
  productTextLengths,
  stockLimits,
  variantLimits,
} from "../rules.ts";
import { catalogRefusals, productCard } from "../contract.ts";

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
          price: rupiahBetween(priceLimits.min, priceLimits.max),
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

export const ownVariant = z.object({
  id,
  option1: z.string().nullable(),
  option2: z.string().nullable(),
  sku: z.string(),
  price: rupiah,
  stock: z.int(),
  version: z.int(),
  picture_id: id.nullable(),
});
export const ownProduct = productCard.extend({
  status: z.enum(["active", "hidden"]),
  /** An operator took it off sale; `status` is hidden then. */
  is_taken_down: z.boolean(),
  /** An operator looks at it before it is on sale; `status` is active then. */
  is_held: z.boolean(),
  variants: z.array(ownVariant),
});

/** A product with everything that its seller can edit. */
export const editedProduct = z.object({
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

export const sellingEndpoints = endpoints({
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
      catalogRefusals.contacts,
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
      catalogRefusals.forbidden,
      catalogRefusals.contacts,
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
        price: rupiahBetween(priceLimits.min, priceLimits.max).optional(),
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
export type SellingApi = typeof sellingEndpoints;
