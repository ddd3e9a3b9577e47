import { z } from "zod";
import { momentCursor } from "#lib/cursor.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, idempotencyRefusals, requestRefusals } from "#lib/refusal.ts";
import {
  id,
  singleLine,
  listResponse,
  timestamp,
  resultResponse,
  rupiah,
  multiLine,
  changeResponse,
  timeZone,
} from "#lib/schema.ts";
import { span } from "#lib/time.ts";
import { maxTrackingNumberLength } from "#shipping/rules.ts";
import { bookingRefusals } from "./bookings/contract.ts";
import { orderCard, orderDetails, orderStatusName } from "./order-view/contract.ts";
import { parcelContents, parcelRefusals } from "./parcels/contract.ts";
import { furtherParcels, handoverAttempts } from "./parcels/rules.ts";
import { maxBulkAccept, reasonLength } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** The deadline of an order may have passed. */
    "orders.fire_deadline": { orderId: string };
    /** Fires deadlines whose own job was lost; runs every minute. */
    "orders.sweep_deadlines": Record<string, never>;
    /** A parcel that goes back to the seller, or that replaces another, has arrived. */
    "orders.parcel_arrived": { parcelId: string };
    /** Parts of a settled order were refunded. A review of a line that was refunded whole counts no more. */
    "orders.lines_refunded": { orderId: string };
    /** A shop has money of an order again that a bank had taken back. What a claim paid for it returns. */
    "orders.chargeback_returned": { orderId: string };
    /** Gives the vouchers of an order's cashbacks the value of what its buyer keeps. */
    "orders.adjust_cashback": { orderId: string };
    /** Notifies of parcels that have not arrived when they should have. */
    "orders.notify_late_parcels": Record<string, never>;
  }
}

export const orderRefusals = defineRefusals({
  notAllowed: {
    code: "orders.not_allowed",
    status: 409,
    message:
      "Status pesanan sudah berubah, jadi langkah ini tidak bisa dilakukan. Yang tampil sekarang adalah keadaan terbarunya.",
  },
  ownOrder: { code: "orders.own_order", status: 403, message: "Pesanan Anda sendiri diurus operator lain." },
  refundTooLarge: {
    code: "orders.refund_too_large",
    status: 422,
    message: "Pengembalian lebih besar dari sisa yang dibayar pembeli.",
  },
  refundEmpty: { code: "orders.refund_empty", status: 422, message: "Isi jumlah yang dikembalikan." },
  refundBeyondBalance: {
    code: "orders.refund_beyond_balance",
    status: 409,
    message: "Saldo toko Anda tidak cukup untuk pengembalian ini.",
  },
  tooManyRefunds: {
    code: "orders.too_many_refunds",
    status: 409,
    message: "Pesanan ini sudah terlalu sering menerima pengembalian sebagian.",
  },
  returnEarly: {
    code: "orders.return_early",
    status: 409,
    message:
      "Paket COD baru bisa Anda nyatakan kembali setelah kurir memindainya dan perkiraan tibanya lewat. Bila kurir melaporkannya kembali lebih dulu, pesanan batal dengan sendirinya.",
  },
  codUnreported: {
    code: "orders.cod_unreported",
    status: 409,
    message:
      "Pindaian kurir ini tidak lagi sampai ke kami, jadi kami tidak tahu apakah uang COD sudah dibayar. Jangan kirim paketnya: pesanan batal pada batas waktu pengiriman.",
  },
  trackingNumberInvalid: {
    code: "orders.resi_invalid",
    status: 422,
    message: "Nomor resi tidak sesuai dengan format kurir.",
  },
  trackingNumberUsed: {
    code: "orders.resi_used",
    status: 422,
    message: "Nomor resi ini sudah dipakai untuk paket lain. Isi nomor dari bukti kirim paket ini.",
  },
  codeWrong: {
    code: "orders.code_wrong",
    status: 422,
    message: "Kode penyerahan tidak cocok. Minta pembeli membacakannya dari halaman pesanannya.",
  },
  codeThrottled: {
    code: "orders.code_throttled",
    status: 429,
    message: `Kode penyerahan sudah ${handoverAttempts.max} kali salah. Coba lagi ${span(handoverAttempts.window)} kemudian.`,
  },
  noFurtherParcel: {
    code: "orders.no_further_parcel",
    status: 409,
    message: `Paket tambahan hanya untuk pesanan yang dibayar di muka dan dikirim dengan nomor resi, sampai ${span(furtherParcels.duration)} setelah paket pertama dan paling banyak ${furtherParcels.max} paket.`,
  },
  reasonNeeded: { code: "orders.reason_needed", status: 422, message: "Tulis alasannya terlebih dahulu." },
});

const orderParams = z.strictObject({ orderId: id });

const reason = multiLine(reasonLength.min, reasonLength.max);
const changed = changeResponse(z.object({ id, status: orderStatusName }));
const refusals = [orderRefusals.notAllowed, requestRefusals.notFound];

export const orderEndpoints = endpoints({
  "GET /v1/orders": {
    summary: "Orders of the current user, newest first",
    policy: "user",
    query: z.strictObject({ status: orderStatusName.optional(), cursor: momentCursor }),
    response: listResponse(orderCard).extend({ now: timestamp, zone: timeZone }),
  },
  "GET /v1/orders/:orderId": {
    summary: "One order of the current user with its timeline",
    policy: "user",
    params: orderParams,
    response: resultResponse(orderDetails),
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/orders/:orderId/cancel": {
    summary: "Cancel before the seller accepts; an unpaid order is cancelled with its whole checkout",
    policy: "user",
    params: orderParams,
    body: z.strictObject({ reason: multiLine(0, reasonLength.max).optional() }),
    response: changed,
    refusals,
  },
  "POST /v1/orders/:orderId/request-cancel": {
    summary: "Ask the seller to cancel an order in preparation; an unanswered request counts as yes",
    policy: "user",
    params: orderParams,
    body: z.strictObject({ reason }),
    response: changed,
    refusals,
  },
  "POST /v1/orders/:orderId/withdraw-cancel": {
    summary: "Withdraw a request to cancel that the seller has not answered; the shipping deadline continues",
    policy: "user",
    params: orderParams,
    response: changed,
    refusals,
  },
  "POST /v1/orders/:orderId/receive": {
    summary: "Confirm that the order was received: the seller gets the money",
    policy: "user",
    params: orderParams,
    response: changed,
    refusals,
  },
  "POST /v1/orders/:orderId/arrived": {
    summary: "Say that a parcel without scans arrived: the time to check it starts",
    policy: "user",
    params: orderParams,
    response: changed,
    refusals,
  },
  "POST /v1/orders/:orderId/extend": {
    summary: "Take more time to check a delivered order, once",
    policy: "user",
    params: orderParams,
    response: changed,
    refusals,
  },
  "POST /v1/orders/:orderId/buy-again": {
    summary: "Put the lines of an order into the cart again, as far as they are on sale; says what is missing",
    policy: "user",
    params: orderParams,
    response: changeResponse(
      z.object({
        lines: z.array(
          z.object({
            variant_id: id,
            name: z.string(),
            variant_name: z.string(),
            /** The quantity in the cart now; 0 for a line that cannot be bought. */
            quantity: z.int(),
            /** Why the line is missing or has fewer pieces, as a sentence. */
            problem: z.string().nullable(),
          }),
        ),
      }),
    ),
    refusals: [requestRefusals.notFound],
  },
});
export type OrderApi = typeof orderEndpoints;

export const sellerOrderEndpoints = endpoints({
  "GET /v1/seller/orders": {
    summary: "Orders of your shop",
    policy: "seller",
    /** `cancel`: only orders with an unanswered request to cancel. */
    query: z.strictObject({
      status: orderStatusName.optional(),
      cancel: z.literal("1").optional(),
      q: singleLine(0, 80).optional(),
      cursor: momentCursor,
    }),
    response: listResponse(orderCard).extend({ now: timestamp, zone: timeZone }),
  },
  "POST /v1/seller/orders/accept": {
    summary: "Accept many paid orders at once",
    policy: "seller",
    body: z.strictObject({ ids: z.array(id).min(1).max(maxBulkAccept) }),
    response: changeResponse(z.object({ accepted: z.array(id), refused: z.array(id) })),
  },
  "GET /v1/seller/orders/:orderId": {
    summary: "An order of your shop with its timeline",
    policy: "seller",
    params: orderParams,
    response: resultResponse(orderDetails),
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/seller/orders/:orderId/accept": {
    summary: "Accept a paid order",
    policy: "seller",
    params: orderParams,
    response: changed,
    refusals,
  },
  "POST /v1/seller/orders/:orderId/reject": {
    summary: "Reject a paid order: cancelled, money back",
    policy: "seller",
    params: orderParams,
    body: z.strictObject({ reason }),
    response: changed,
    refusals,
  },
  "POST /v1/seller/orders/:orderId/refunds": {
    summary: "Give the buyer a part of the price back, by line or of the shipping; needs Idempotency-Key",
    policy: "seller",
    idempotent: true,
    params: orderParams,
    body: z.strictObject({
      lines: z
        .array(z.strictObject({ line_id: id, amount: rupiah }))
        .max(100)
        .refine(
          (lines) => new Set(lines.map(({ line_id }) => line_id)).size === lines.length,
          "Barang tertulis dua kali.",
        ),
      shipping: rupiah.default(0),
      reason,
      /** Only says what would happen: refuses as the refund would, and changes nothing. */
      preview: z.boolean().default(false),
    }),
    response: changeResponse(z.object({ amount: rupiah })),
    limit: { max: 60, window: 60_000, by: "user" },
    refusals: [
      ...refusals,
      orderRefusals.refundEmpty,
      orderRefusals.refundTooLarge,
      orderRefusals.refundBeyondBalance,
      orderRefusals.tooManyRefunds,
      idempotencyRefusals.reused,
      idempotencyRefusals.inProgress,
    ],
  },
  "POST /v1/seller/orders/:orderId/ship": {
    summary: "Mark as shipped; tracked couriers need a tracking number (`resi`) that was never used before",
    policy: "seller",
    params: orderParams,
    body: z.strictObject({ resi: singleLine(0, maxTrackingNumberLength).optional() }),
    response: changed,
    refusals: [
      ...refusals,
      bookingRefusals.open,
      orderRefusals.trackingNumberInvalid,
      orderRefusals.trackingNumberUsed,
    ],
  },
  "POST /v1/seller/orders/:orderId/parcels": {
    summary:
      "Send the rest of a shipped order in a further parcel with its own tracking number (`resi`) and these pieces",
    policy: "seller",
    params: orderParams,
    body: z.strictObject({ resi: singleLine(1, maxTrackingNumberLength), contents: parcelContents.optional() }),
    response: changed,
    refusals: [
      ...refusals,
      orderRefusals.noFurtherParcel,
      bookingRefusals.open,
      parcelRefusals.contents,
      orderRefusals.trackingNumberInvalid,
      orderRefusals.trackingNumberUsed,
    ],
  },
  "POST /v1/seller/orders/:orderId/parcels/:parcelId/tracking-number": {
    summary:
      "Replace the mistyped tracking number of a parcel that was not scanned (`replaces` is the present number, `resi` the right one). No deadline changes, and the number before stays used",
    policy: "seller",
    params: z.strictObject({ orderId: id, parcelId: id }),
    body: z.strictObject({
      replaces: singleLine(1, maxTrackingNumberLength),
      resi: singleLine(1, maxTrackingNumberLength),
    }),
    response: changed,
    limit: { max: 30, window: 600_000, by: "user" },
    refusals: [
      ...refusals,
      parcelRefusals.numberNotUnderWay,
      parcelRefusals.numberScanned,
      parcelRefusals.numberBooked,
      parcelRefusals.numberTooOften,
      parcelRefusals.numberOutdated,
      parcelRefusals.numberSame,
      orderRefusals.trackingNumberInvalid,
      orderRefusals.trackingNumberUsed,
    ],
  },
  "POST /v1/seller/orders/:orderId/hand-over": {
    summary: "Enter the buyer's code when the shop hands the goods over itself: the order is delivered",
    policy: "seller",
    params: orderParams,
    body: z.strictObject({ code: singleLine(1, 12) }),
    response: changed,
    limit: { max: 30, window: 60_000, by: "user" },
    refusals: [...refusals, orderRefusals.codeWrong, orderRefusals.codeThrottled],
  },
  "POST /v1/seller/orders/:orderId/refuse-parcel": {
    summary: "Say that the buyer did not take a COD parcel and that it came back: cancelled, stock back, nothing paid",
    policy: "seller",
    params: orderParams,
    body: z.strictObject({ reason }),
    response: changed,
    refusals,
  },
  "POST /v1/seller/orders/:orderId/approve-cancel": {
    summary: "Approve the buyer's request to cancel: money back",
    policy: "seller",
    params: orderParams,
    response: changed,
    refusals: [...refusals, bookingRefusals.underWay],
  },
  "POST /v1/seller/orders/:orderId/refuse-cancel": {
    summary: "Refuse the buyer's request to cancel, with a reason",
    policy: "seller",
    params: orderParams,
    body: z.strictObject({ reason }),
    response: changed,
    refusals,
  },
  "GET /v1/seller/summary": {
    summary: "What the seller has to do, and the shop's numbers",
    policy: "seller",
    response: resultResponse(
      z.object({
        shop: z.object({
          id,
          slug: z.string(),
          name: z.string(),
          tagline: z.string(),
          description: z.string(),
          city_name: z.string(),
          couriers: z.array(z.string()),
          on_vacation: z.boolean(),
          /** An operator suspended it: nothing of it is on sale, and its orders go on. */
          is_suspended: z.boolean(),
          sold_count: z.int(),
          product_count: z.int(),
          rating_average: z.number(),
          rating_count: z.int(),
        }),
        counts: z.record(orderStatusName, z.int()),
        to_confirm: z.int(),
        to_ship: z.int(),
        cancel_requests: z.int(),
        /** How many of these are due soon (urgentDuration in rules.ts). */
        urgent: z.int(),
        disputed: z.int(),
        /** Variants on sale with little stock (lowStockThreshold in catalog/rules.ts), at most maxExactLowStock + 1. */
        low_stock: z.int(),
        balance: rupiah,
        /** What the balance gets when all open orders complete. */
        pending: rupiah,
        /** Completed orders of the current period and of the one before (summaryDuration in rules.ts). */
        month: z.object({ orders: z.int(), revenue: rupiah }),
        month_before: z.object({ orders: z.int(), revenue: rupiah }),
        /** Revenue of goods by Jakarta day, oldest first. */
        days: z.array(z.object({ day: z.string(), revenue: rupiah })),
      }),
    ),
  },
});
export type SellerOrderApi = typeof sellerOrderEndpoints;
