import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id } from "#lib/schema.ts";
import { minute, span } from "#lib/time.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { parcelContents, parcelRefusals } from "../parcels/contract.ts";
import { bookingStates, borneCost, maxBookings } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** A courier was requested: its platform is asked. */
    "orders.advance_booking": { bookingId: string };
    /** Asks platforms about the couriers that are due; runs every minute. */
    "orders.poll_bookings": Record<string, never>;
  }
}

export const bookingRefusals = defineRefusals({
  notBookable: {
    code: "orders.not_bookable",
    status: 409,
    message:
      "Penjemputan hanya bisa dipesan untuk pesanan yang sedang diproses atau paket tambahannya, dengan kurir yang kami pesankan. Untuk COD, pindaian kurirnya juga harus sampai ke kami.",
  },
  open: {
    code: "orders.booking_open",
    status: 409,
    message: "Penjemputan untuk pesanan ini sudah dipesan. Batalkan dahulu bila Anda ingin mengirimnya sendiri.",
  },
  tooMany: {
    code: "orders.too_many_bookings",
    status: 409,
    message: `Penjemputan untuk pesanan ini sudah ${maxBookings} kali dipesan. Kirim sendiri dengan nomor resi.`,
  },
  placeNeeded: {
    code: "orders.shop_place_needed",
    status: 422,
    message:
      "Kurir perlu tahu ke mana menjemput: isi alamat dan kode pos toko di pengaturan, dan telepon Anda di profil.",
  },
  pointNeeded: {
    code: "orders.shop_point_needed",
    status: 422,
    message: "Pengemudi perlu titik toko di peta. Isi titiknya di pengaturan toko.",
  },
  pointMoved: {
    code: "orders.shop_point_moved",
    status: 409,
    message:
      "Toko pindah sejak pesanan ini dibuat, jadi ongkir kurir ini tidak berlaku lagi. Kembalikan titik toko, atau ajukan pembatalan pesanan.",
  },
  unpriced: {
    code: "orders.bookings_unpriced",
    status: 409,
    message: "Beberapa kurir Anda masih dipesan. Coba lagi setelah harganya tampil.",
  },
  costly: {
    code: "orders.courier_costs_high",
    status: 409,
    message: `Ongkos kurir toko Anda yang melebihi ongkos kirim pesanan sudah mencapai ${formatRupiah(borneCost.max)} dalam ${span(borneCost.window)}. Kirim sendiri dengan nomor resi.`,
  },
  underWay: {
    code: "orders.courier_under_way",
    status: 409,
    message:
      "Kurir sudah dipesan dan belum bisa dibatalkan. Coba lagi beberapa menit lagi. Bila kurir sudah menjemput paket, pesanan tetap dikirim.",
  },
  noBooking: {
    code: "orders.no_booking",
    status: 409,
    message: "Tidak ada penjemputan yang masih bisa dibatalkan.",
  },
});

const orderParams = z.strictObject({ orderId: id });
const state = changeResponse(z.object({ state: z.enum(bookingStates) }));

export const bookingEndpoints = endpoints({
  "POST /v1/seller/orders/:orderId/booking": {
    summary:
      "Order a courier that fetches the parcel, or a further parcel with these pieces; the marketplace pays it out of the order's shipping",
    policy: "seller",
    params: orderParams,
    body: z.strictObject({ contents: parcelContents.optional() }),
    response: state,
    limit: { max: 20, window: 10 * minute, by: "user" },
    refusals: [
      requestRefusals.notFound,
      bookingRefusals.notBookable,
      bookingRefusals.open,
      bookingRefusals.tooMany,
      bookingRefusals.costly,
      bookingRefusals.unpriced,
      bookingRefusals.pointMoved,
      bookingRefusals.placeNeeded,
      bookingRefusals.pointNeeded,
      parcelRefusals.contents,
    ],
  },
  "POST /v1/seller/orders/:orderId/booking/cancel": {
    summary: "Cancel the courier, until it has the parcel",
    policy: "seller",
    params: orderParams,
    response: state,
    limit: { max: 20, window: 10 * minute, by: "user" },
    refusals: [requestRefusals.notFound, bookingRefusals.noBooking],
  },
});
export type BookingApi = typeof bookingEndpoints;
