import { z } from "zod";
import { phone } from "#accounts/contract.ts";
import { maxPersonNameLength } from "#accounts/rules.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { id, singleLine, name, whenValid, resultResponse, changeResponse } from "#lib/schema.ts";
import { region } from "#regions/contract.ts";
import { pinBounds } from "#regions/rules.ts";
import { addressTextLength, maxAddresses } from "./rules.ts";

export const addressRefusals = defineRefusals({
  tooMany: {
    code: "addresses.too_many",
    status: 409,
    message: `Buku alamat Anda sudah penuh (${maxAddresses} alamat). Hapus yang tidak dipakai lagi, lalu coba lagi.`,
  },
});

const code = (shape: RegExp) => z.string().regex(shape, "Pilih dari daftar.");

/** An address in a user's address book. */
export const address = z.object({
  id,
  label: z.string(),
  recipient: z.string(),
  /** Formatted for people: 0812-3456-7890. */
  phone: z.string(),
  province: region,
  regency: region,
  district: region,
  village: region,
  postcode: z.string(),
  street: z.string(),
  note: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  is_main: z.boolean(),
});
export type Address = z.output<typeof address>;

/** The fields that a user fills in. */
export const addressInput = z
  .strictObject({
    label: name(addressTextLength.label.min, addressTextLength.label.max),
    recipient: name(1, maxPersonNameLength),
    phone: phone.refine((stored) => stored !== null, "Wajib diisi.").transform((stored) => stored ?? ""),
    province_code: code(/^\d{2}$/),
    regency_code: code(/^\d{2}\.\d{2}$/),
    district_code: code(/^\d{2}(\.\d{2}){2}$/),
    village_code: code(/^\d{2}(\.\d{2}){2}\.\d{4}$/),
    postcode: z.string().regex(/^\d{5}$/, `Kode pos terdiri dari ${addressTextLength.postcode} angka.`),
    street: singleLine(addressTextLength.street.min, addressTextLength.street.max),
    note: singleLine(0, addressTextLength.note).optional().default(""),
    /**
     * The position of the house. Null deletes it. When the field is missing, a stored position stays unless the village
     * changes.
     */
    lat: z.number().min(pinBounds.lat.min).max(pinBounds.lat.max).nullable().optional(),
    lng: z.number().min(pinBounds.lng.min).max(pinBounds.lng.max).nullable().optional(),
    is_main: z.boolean().optional().default(false),
  })
  .refine(({ lat, lng }) => ((lat ?? null) === null) === ((lng ?? null) === null), {
    path: ["lat"],
    message: "Titik peta tidak lengkap.",
    when: whenValid("lat", "lng"),
  });
export type AddressInput = z.output<typeof addressInput>;

const addressId = z.strictObject({ id });

export const addressEndpoints = endpoints({
  "GET /v1/addresses": {
    summary: "The address book, main address first",
    policy: "user",
    lenient: true,
    response: resultResponse(z.array(address)),
  },
  "GET /v1/addresses/:id": {
    summary: "One address",
    policy: "user",
    params: addressId,
    response: resultResponse(address),
  },
  "POST /v1/addresses": {
    summary: "Add an address; the first becomes the main one",
    policy: "user",
    body: addressInput,
    response: changeResponse(address),
    refusals: [addressRefusals.tooMany],
  },
  "PUT /v1/addresses/:id": {
    summary: "Change an address; a missing position stays unless the village changes",
    policy: "user",
    params: addressId,
    body: addressInput,
    response: changeResponse(address),
  },
  "DELETE /v1/addresses/:id": {
    summary: "Remove an address; orders keep their copy",
    policy: "user",
    params: addressId,
    response: changeResponse(z.null()),
  },
  "PUT /v1/addresses/:id/main": {
    summary: "Make an address the main one",
    policy: "user",
    params: addressId,
    response: changeResponse(z.null()),
  },
});
export type AddressApi = typeof addressEndpoints;
