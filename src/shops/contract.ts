import { z } from "zod";
import { providerRefusals } from "#accounts/providers/contract.ts";
import { cursor } from "#lib/cursor.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import {
  id,
  boundedText,
  timestamp,
  name,
  queryInt,
  singleLine,
  resultResponse,
  rupiah,
  multiLine,
  changeResponse,
  whenValid,
} from "#lib/schema.ts";
import { minute, span } from "#lib/time.ts";
import { taxRefusals } from "#payments/tax/sellers/contract.ts";
import { pinBounds } from "#regions/rules.ts";
import { minPickupDuration } from "#shipping/instant-rules.ts";
import { courierIds } from "#shipping/rules.ts";
import { shopBadgeNames } from "./badges/rules.ts";
import { sellerKindNames } from "./verification/rules.ts";
import { addressChangePeriod, maxAddressChanges, shopNameLength, shopPlaceLength, shopTextLength } from "./rules.ts";

/** How a shop's address changed. */
export type AddressChange = "given" | "moved" | "removed";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Name, city, couriers or cash on delivery of a shop changed. Catalog updates the copies in its products. */
    "shops.shop_changed": { shopId: string };
    /** Computes the badges of shops. */
    "shops.compute_badges": Record<string, never>;
    /** The address to which goods are sent back changed at this moment. Complaints notifies buyers who return goods. */
    "shops.address_changed": { shopId: string; change: AddressChange; at: string };
    /** A vacation ended. Orders adds its length to the paused deadlines. */
    "shops.shop_reopened": { shopId: string };
  }
}

export const shopRefusals = defineRefusals({
  contacts: {
    code: "shops.contacts",
    status: 422,
    message:
      "Nomor telepon, email, dan tautan tidak boleh ada di nama, slogan, dan keterangan toko. Tidak ada yang disimpan.",
  },
  openingClosed: {
    code: "shops.opening_closed",
    status: 409,
    message: "Pembukaan toko baru sedang ditutup. Coba lagi lain waktu.",
  },
  hasShop: { code: "shops.has_shop", status: 409, message: "Anda sudah punya toko." },
  pointNeeded: {
    code: "shops.point_needed",
    status: 422,
    message: "Kurir instan menjemput di titik toko, jadi titik peta, alamat, dan kode posnya diperlukan.",
  },
  placeUnknown: {
    code: "shops.place_unknown",
    status: 422,
    message: "Kota atau kabupaten tidak dikenal. Pilih kembali.",
  },
  streetNeeded: {
    code: "shops.street_needed",
    status: 422,
    message: "Pembeli mengambil barang di toko Anda, jadi alamat dan kode posnya diperlukan.",
  },
  returnAwaited: {
    code: "shops.return_awaited",
    status: 409,
    message: "Seorang pembeli mengirim barang kembali ke toko Anda, jadi alamatnya diperlukan sampai barang itu tiba.",
  },
  addressChangedOften: {
    code: "shops.address_changed_often",
    status: 409,
    message: `Alamat toko sudah berubah ${maxAddressChanges} kali dalam ${span(addressChangePeriod)}, sementara barang dikirim kembali ke sana. Coba lagi nanti.`,
  },
  nameTaken: {
    code: "shops.name_taken",
    status: 409,
    message: "Nama ini dipakai toko lain, atau terlalu mirip. Pilih nama lain.",
  },
  nameUnusable: {
    code: "shops.name_unusable",
    status: 422,
    message: "Nama toko ini tidak bisa dipakai. Pilih nama lain.",
  },
});

const pictureOf = z.object({ key: z.string(), color: z.string() }).nullable();

/** A shop in a list. */
export const shopCard = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  tagline: z.string(),
  city_name: z.string(),
  province_code: z.string(),
  on_vacation: z.boolean(),
  rating_average: z.number(),
  rating_count: z.int(),
  sold_count: z.int(),
  product_count: z.int(),
  opened_at: timestamp,
  badges: z.array(z.enum(shopBadgeNames)),
  picture: pictureOf,
});
export type ShopCard = z.output<typeof shopCard>;

/** A shop in the list of shops: with at most three of its best-selling products that have a picture. */
export const listedShop = shopCard.extend({
  products: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      price: rupiah,
      picture: z.object({ key: z.string(), color: z.string() }),
    }),
  ),
});
export type ListedShop = z.output<typeof listedShop>;

/** Who is behind a shop, as an operator verified it. `nib` is that of a company. */
export const verifiedSeller = z.object({
  name: z.string(),
  kind: z.enum(sellerKindNames),
  nib: z.string().nullable(),
  verified_at: timestamp,
});
export type VerifiedSeller = z.output<typeof verifiedSeller>;

/** A shop on its own page. */
export const shopPage = shopCard.extend({
  description: z.string(),
  couriers: z.array(z.string()),
  is_pkp: z.boolean(),
  province_name: z.string(),
  /** An operator stopped its sales. */
  is_suspended: z.boolean(),
  seller: verifiedSeller.nullable(),
});
export type ShopPage = z.output<typeof shopPage>;

const changeable = {
  name: name(shopNameLength.min, shopNameLength.max),
  regency_code: z.string().regex(/^\d{2}\.\d{2}$/, "Pilih kota atau kabupaten."),
  couriers: z.array(z.enum(courierIds)).min(1, "Pilih paling sedikit satu kurir.").max(courierIds.length),
};

/** A shop for its owner to change. */
const ownShop = z.object({
  name: z.string(),
  slug: z.string(),
  tagline: z.string(),
  description: z.string(),
  regency_code: z.string(),
  province_code: z.string(),
  couriers: z.array(z.string()),
  /** Not public: buyers of paid orders that are collected see it, and labels have it. Empty while it is unknown. */
  street: z.string(),
  postcode: z.string(),
  pickup_note: z.string(),
  /** Where drivers of instant couriers come, not public; null while it is unknown. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** When they can come: days from 1 (Monday) to 7, and minutes after midnight at the shop. */
  pickup_days: z.array(z.int()),
  pickup_opens: z.int(),
  pickup_closes: z.int(),
  /** The couriers that a shop can choose in this installation. */
  offered_couriers: z.array(z.object({ id: z.string(), name: z.string() })),
  on_vacation: z.boolean(),
  /** Buyers may pay in cash at delivery, where the courier does that. */
  has_cod: z.boolean(),
});
export type OwnShop = z.output<typeof ownShop>;

export const shopEndpoints = endpoints({
  "GET /v1/merchants": {
    summary: "Shops, found by name, city or tagline, or all by sales",
    policy: "public",
    query: z.strictObject({
      name: boundedText(1000).optional(),
      type: boundedText(100).optional(),
      cursor: cursor(/^\d{1,9}$/),
      limit: queryInt(1, 60).optional(),
    }),
    response: z.object({
      success: z.literal(true),
      result: z.array(listedShop),
      next: z.string().nullable(),
      /** Counted up to one more than `maxCountedShops`. */
      total: z.int(),
      corrected: z.string().nullable(),
    }),
  },
  "GET /v1/merchants/:slug": {
    summary: "One shop",
    policy: "public",
    params: z.strictObject({ slug: boundedText(200) }),
    response: resultResponse(shopPage),
  },
  "POST /v1/seller/shop": {
    summary: "Open a shop: a buyer becomes a seller, after a recent login, and gets a new session cookie",
    policy: "user",
    body: z.strictObject({
      ...changeable,
      tagline: name(0, shopTextLength.tagline).optional(),
      description: multiLine(0, shopTextLength.description).optional(),
    }),
    response: changeResponse(z.object({ id, slug: z.string() })),
    refusals: [...Object.values(shopRefusals), providerRefusals.confirmNeeded],
  },
  "GET /v1/seller/shop": {
    summary: "Your shop with the fields that you can change",
    policy: "seller",
    response: resultResponse(ownShop),
  },
  "PUT /v1/seller/shop": {
    summary: "Change your shop; during a vacation it takes no orders and its deadlines are paused",
    policy: "seller",
    body: z
      .strictObject({
        ...changeable,
        tagline: name(0, shopTextLength.tagline),
        description: multiLine(0, shopTextLength.description),
        on_vacation: z.boolean(),
        /** Without one of these three, the shop keeps what it has; empty removes it. */
        street: z.union([z.literal(""), singleLine(shopPlaceLength.street.min, shopPlaceLength.street.max)]).optional(),
        postcode: z
          .string()
          .regex(/^(?:\d{5})?$/, "Kode pos terdiri dari 5 angka.")
          .optional(),
        pickup_note: singleLine(0, shopPlaceLength.pickupNote).optional(),
        /** Unchanged when they are missing; null removes the point. */
        lat: z.number().min(pinBounds.lat.min).max(pinBounds.lat.max).nullable().optional(),
        lng: z.number().min(pinBounds.lng.min).max(pinBounds.lng.max).nullable().optional(),
        pickup_days: z.array(z.int().min(1).max(7)).min(1, "Pilih hari penjemputan.").max(7).optional(),
        pickup_opens: z.int().min(0).max(1439).optional(),
        pickup_closes: z.int().min(1).max(1440).optional(),
        /** Unchanged when it is missing. */
        has_cod: z.boolean().optional(),
      })
      .refine(({ lat, lng }) => ((lat ?? null) === null) === ((lng ?? null) === null), {
        path: ["lat"],
        message: "Titik peta tidak lengkap.",
        when: whenValid("lat", "lng"),
      })
      .refine(
        ({ pickup_opens: opens, pickup_closes: closes }) =>
          (opens === undefined) === (closes === undefined) &&
          (opens === undefined || closes === undefined || (closes - opens) * minute >= minPickupDuration),
        {
          path: ["pickup_closes"],
          message: `Jam penjemputan paling singkat ${span(minPickupDuration)}, dan selesainya sesudah mulainya.`,
          when: whenValid("pickup_opens", "pickup_closes"),
        },
      ),
    response: changeResponse(ownShop),
    refusals: [
      shopRefusals.contacts,
      shopRefusals.streetNeeded,
      shopRefusals.returnAwaited,
      shopRefusals.addressChangedOften,
      shopRefusals.pointNeeded,
      shopRefusals.placeUnknown,
      shopRefusals.nameUnusable,
      shopRefusals.nameTaken,
    ],
  },
  "PUT /v1/seller/shop/pkp": {
    summary: "Say whether your shop is PKP; its prices then contain PPN, from the next order on",
    policy: "seller",
    body: z.strictObject({ is_pkp: z.boolean() }),
    response: changeResponse(z.object({ is_pkp: z.boolean() })),
    refusals: [taxRefusals.identityNeeded],
  },
});
export type ShopApi = typeof shopEndpoints;
