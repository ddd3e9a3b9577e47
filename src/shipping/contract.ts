import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import type { PlatformId } from "./providers/rules.ts";
import type { TrackingStatus } from "./rules.ts";
import { id, whenValid, queryInt, resultResponse, rupiah } from "#lib/schema.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Measures how long parcels take. */
    "shipping.update_lanes": Record<string, never>;
    /** Asks the courier platforms about the parcels that are due. */
    "shipping.poll_parcels": Record<string, never>;
    /** A courier platform says that an order of a courier changed: price, number or state. Orders asks it. */
    "shipping.order_changed": { externalId: string };
    /**
     * A courier platform reported scans of a followed parcel: all that it knows, oldest first, also earlier ones.
     * Orders stores them.
     */
    "shipping.scans_found": {
      parcelId: string;
      courier: string;
      trackingNumber: string;
      source: PlatformId;
      /** Names this answer; orders confirms it when its scans are stored. Missing in jobs of an earlier release. */
      digest?: string;
      scans: { status: TrackingStatus; place: string; note: string; scannedAt: string }[];
    };
  }
}

export const shippingRefusals = defineRefusals({
  badSignature: {
    code: "shipping.bad_signature",
    status: 401,
    message: "Pemberitahuan kurir ini tidak bisa dipastikan pengirimnya.",
  },
  destinationUnknown: {
    code: "shipping.destination_unknown",
    status: 422,
    message: "Alamat atau kota tujuan tidak dikenal. Pilih kembali tujuan pengiriman.",
  },
});

/** The code of a regency or district, such as 32.73 or 32.73.02. */
export const destinationForm = /^\d{2}\.\d{2}(?:\.\d{2})?$/;

/**
 * One courier with price and delivery time, as every quote shows it: `eta` is the courier's own word, `usual` what was
 * measured on this way, where enough parcels were.
 */
export const shippingOption = z.object({
  courier: z.string(),
  name: z.string(),
  price: rupiah,
  eta: z.string(),
  usual: z.object({ min: z.int(), max: z.int(), parcels: z.int() }).nullable(),
});

export const shippingEndpoints = endpoints({
  "GET /v1/shipping/quotes": {
    summary: "Couriers of a shop with price and delivery time, to the user's own address or to a regency",
    policy: "public",
    query: z
      .strictObject({
        shop_id: id,
        address_id: id.optional(),
        regency: z
          .string()
          .regex(/^\d{2}\.\d{2}$/)
          .optional(),
        product: z
          .string()
          .regex(/^[a-z0-9-]{3,120}$/)
          .optional(),
        weight_g: queryInt(1, 500_000).optional(),
        quantity: queryInt(1, 999).optional(),
      })
      .refine((query) => (query.address_id === undefined) !== (query.regency === undefined), {
        path: ["regency"],
        message: "Pilih alamat atau kota tujuan.",
        when: whenValid("address_id", "regency"),
      }),
    response: resultResponse(z.array(shippingOption)),
    limit: { max: 120, window: 60_000 },
    refusals: [shippingRefusals.destinationUnknown],
  },
  "GET /v1/shipping/lowest": {
    summary:
      "The lowest price of a courier for each of these products to a regency or district, and the name of the place",
    policy: "public",
    cache: { seconds: 5, tags: () => ["catalog"] },
    query: z.strictObject({
      to: z.string().regex(destinationForm, "Kota atau kecamatan tidak dikenal."),
      product: z.union([id.transform((one) => [one]), z.array(id).max(60)]).default([]),
    }),
    response: z.object({
      success: z.literal(true),
      /** The place with the names that people know it by. */
      place: z.object({ code: z.string(), name: z.string() }),
      /** A product is missing if no courier has a price that is known beforehand. */
      result: z.array(z.object({ id, price: rupiah })),
    }),
    refusals: [shippingRefusals.destinationUnknown],
  },
});
export type ShippingApi = typeof shippingEndpoints;
