import { z } from "zod";
import { maxCartLines, maxQuantity } from "#cart/rules.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, queryInt, resultResponse, timestamp } from "#lib/schema.ts";
import { minute } from "#lib/time.ts";
import { mediaRefusals } from "#media/contract.ts";
import { findingKinds, findingPages, numberReplacements, sellerProgress, type FindingKind } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Deletes old pictures of sellers' progress reports, once a night. */
    "orders.remove_progress_proofs": Record<string, never>;
  }
}

export const parcelRefusals = defineRefusals({
  contents: {
    code: "orders.parcel_contents",
    status: 422,
    message:
      "Pilih isi paket tambahan: paling sedikit satu barang yang belum ada di paket lain, dan sisakan isi paket pertama.",
  },
  numberNotUnderWay: {
    code: "orders.resi_not_under_way",
    status: 409,
    message: "Nomor resi hanya bisa diubah selama paketnya masih dalam perjalanan.",
  },
  numberScanned: {
    code: "orders.resi_scanned",
    status: 409,
    message: "Kurir sudah memindai paket ini, jadi nomor resinya tidak bisa diubah lagi.",
  },
  numberBooked: {
    code: "orders.resi_booked",
    status: 409,
    message: "Nomor resi paket ini berasal dari kurir yang Anda pesan di sini, jadi tidak bisa diubah.",
  },
  numberTooOften: {
    code: "orders.resi_changed_too_often",
    status: 409,
    message: `Nomor resi paket ini sudah diubah ${numberReplacements.max} kali, jadi tidak bisa diubah lagi. Hubungi kami lewat Bantuan.`,
  },
  numberOutdated: {
    code: "orders.resi_outdated",
    status: 409,
    message: "Nomor resi paket ini sudah berubah sejak halaman ini dibuka. Periksa nomor yang sekarang.",
  },
  numberSame: {
    code: "orders.resi_same",
    status: 422,
    message: "Nomor ini sama dengan nomor resi yang sekarang. Isi nomor yang benar dari bukti kirim.",
  },
  noProgress: {
    code: "orders.no_progress",
    status: 409,
    message:
      "Kabar hanya bisa ditulis untuk paket yang sedang dalam perjalanan dan yang pindaian kurirnya tidak sampai ke kami.",
  },
  tooMuchProgress: {
    code: "orders.too_much_progress",
    status: 409,
    message: `Pesanan ini sudah punya ${sellerProgress.max} kabar, atau kabar yang sama baru saja tersimpan.`,
  },
});

/** The pieces of a further parcel. */
export const parcelContents = z
  .array(z.strictObject({ line_id: id, quantity: z.int().min(1).max(maxQuantity) }))
  .min(1, "Isi banyaknya barang di paket ini, paling sedikit 1.")
  .max(maxCartLines)
  .refine((lines) => new Set(lines.map(({ line_id }) => line_id)).size === lines.length, "Baris pesanan berulang.");

export const parcelEndpoints = endpoints({
  "POST /v1/seller/orders/:orderId/parcels/:parcelId/progress": {
    summary:
      "Say how far a parcel is whose scans nothing reports (multipart: `status`, `place`, `note`, and `picture` as optional proof). It is shown as the seller's word",
    policy: "seller",
    params: z.strictObject({ orderId: id, parcelId: id }),
    multipart: true,
    response: changeResponse(z.object({})),
    limit: { max: 30, window: 10 * minute, by: "user" },
    refusals: [
      requestRefusals.notFound,
      requestRefusals.tooLarge,
      parcelRefusals.noProgress,
      parcelRefusals.tooMuchProgress,
      mediaRefusals.notAPicture,
      mediaRefusals.tooManyPixels,
    ],
  },
  "GET /v1/parcel-proofs/:scanId": {
    summary: "The picture of a seller's progress report (WebP), for buyer, seller and mediators",
    policy: "user",
    params: z.strictObject({ scanId: id }),
    response: z.instanceof(Buffer),
    raw: true,
    refusals: [requestRefusals.notFound],
  },
  "GET /v1/operator/parcels": {
    summary: "What is implausible about tracking numbers and scans, newest first",
    policy: "operator:parcels.read",
    query: z.strictObject({ page: queryInt(1, findingPages.max).optional() }),
    response: resultResponse(
      z.object({
        rows: z.array(
          z.object({
            id,
            kind: z.enum(findingKinds as [FindingKind, ...FindingKind[]]),
            label: z.string(),
            detail: z.string(),
            created_at: timestamp,
            order_id: id,
            invoice: z.string(),
            shop_name: z.string(),
            shop_slug: z.string(),
            courier_name: z.string(),
            resi: z.string().nullable(),
          }),
        ),
        more: z.boolean(),
      }),
    ),
  },
});
export type ParcelApi = typeof parcelEndpoints;
