import { z } from "zod";
import { brandName } from "#lib/brand.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { id, timestamp, resultResponse, rupiah, changeResponse } from "#lib/schema.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Tells the provider that the charge is no longer awaited. */
    "payments.cancel_charge": { attemptId: string };
    /** Sends money back to the buyer. */
    "payments.refund": { refundId: string };
    /** Sent when the buyer has to name a bank account for a refund. */
    "payments.refund_needs_account": { refundId: string };
    /** Reminds buyers of refunds that wait for a bank account. */
    "payments.remind_refunds": Record<string, never>;
    /** Queues refunds again whose job failed for good. */
    "payments.retry_refunds": Record<string, never>;
    /** Sums the accounts of the ledger for the overview of the console. */
    "payments.sum_accounts": Record<string, never>;
    /** Polls charges whose notification may be lost. */
    "payments.poll": Record<string, never>;
    /** Sent when a payment came in time. Orders marks the orders of the checkout as paid. */
    "payments.settled": { checkoutId: string; paymentId: string };
    /** Sent when a buyer's bank took money of a paid attempt back. Orders lets the orders of the checkout bear it. */
    /** Gives back what came again after a buyer's bank had taken it: to the orders that bore it, or to the buyer. */
    "payments.chargeback_returned": { attemptId: string };
    "payments.charged_back": { checkoutId: string; attemptId: string };
    /** Sent when the provider closed a charge unpaid. Orders expires the orders of the checkout. */
    "payments.lapsed": { checkoutId: string };
  }
}

export const paymentRefusals = defineRefusals({
  notFound: { code: "payments.not_found", status: 404, message: "Data tidak ditemukan." },
  badSignature: { code: "payments.bad_signature", status: 401, message: "Tanda tangan pemberitahuan tidak sah." },
  wrongAmount: { code: "payments.wrong_amount", status: 422, message: "Jumlah pembayaran tidak sama dengan tagihan." },
  notConfirmed: {
    code: "payments.not_confirmed",
    status: 409,
    message: "Pembayaran belum dikonfirmasi oleh penyedia.",
  },
  notPayable: { code: "payments.not_payable", status: 409, message: "Tagihan ini sudah tidak bisa dibayar." },
  methodUnknown: { code: "payments.method_unknown", status: 422, message: "Pilih metode pembayaran yang tersedia." },
  noProvider: {
    code: "payments.no_provider",
    status: 409,
    get message() {
      return `${brandName()} belum menerima pembayaran, jadi pesanan belum bisa dibuat. Keranjang Anda tetap tersimpan.`;
    },
  },
  balanceTooLow: { code: "payments.balance_too_low", status: 409, message: "Saldo tidak mencukupi." },
  alreadyPaid: {
    code: "payments.already_paid",
    status: 409,
    message: "Pembayaran Anda sudah masuk, jadi caranya tidak perlu diganti.",
  },
  partlyPaid: {
    code: "payments.partly_paid",
    status: 409,
    message: "Sebagian sudah masuk lewat cara ini. Bayar sisanya ke nomor yang sama.",
  },
  tooManyAttempts: {
    code: "payments.too_many_attempts",
    status: 409,
    message: "Cara bayar sudah terlalu sering diganti. Pakai cara yang sekarang, atau batalkan pesanan dan pesan lagi.",
  },
  noFreeSum: {
    code: "payments.no_free_sum",
    status: 409,
    message:
      "Terlalu banyak transfer dengan jumlah ini sedang ditunggu di bank itu. Pilih cara bayar lain, atau coba lagi nanti.",
  },
  providerDown: {
    code: "payments.provider_down",
    status: 503,
    message: "Penyedia pembayaran belum menjawab. Pesanan Anda tersimpan. Coba lagi sebentar lagi.",
  },
});

/** How to pay. The method decides which fields are filled. */
export const instructions = z.object({
  /** The number to enter at the bank or the counter. */
  number: z.string().optional(),
  /** Who holds the bank account with this number. */
  holder: z.string().optional(),
  /** Mandiri's company code, entered beside the number. */
  biller: z.string().optional(),
  /** The text of the QRIS code. */
  qr: z.string().optional(),
  /** The provider's page on which the buyer continues. */
  link: z.string().optional(),
  steps: z.array(z.string()),
});
export type Instructions = z.output<typeof instructions>;

const payment = z.object({
  id,
  checkout_id: id,
  method: z.string(),
  method_name: z.string(),
  group: z.enum(["va", "qris", "ewallet", "minimarket", "card", "transfer", "cod"]),
  amount: rupiah,
  status: z.enum(["pending", "paid", "expired", "cancelled"]),
  /** The shown instructions can still be used. Otherwise the buyer chooses a method again. */
  open: z.boolean(),
  /** Part of the amount that came in so far; the rest is awaited. */
  received: rupiah,
  /** What the marketplace takes off the amount, so that a bank transfer is recognised. */
  code: rupiah,
  /** Money came that was too late or too much, and is being returned. */
  returned: z.boolean(),
  /** Until when the orders wait. */
  due_at: timestamp,
  /** Until when the shown instructions can be used. Orders wait longer for a bank transfer, until it is checked. */
  charge_due_at: timestamp,
  /** What the buyer has said about a bank transfer. Null for other methods. */
  transfer: z.object({ reported_at: timestamp.nullable(), has_proof: z.boolean() }).nullable(),
  /** The time of this response, so that a countdown does not depend on the device's clock. */
  now: timestamp,
  paid_at: timestamp.nullable(),
  instructions: instructions.nullable(),
  /** Ids of the methods that the buyer may change to. */
  offered: z.array(z.string()),
  /** Until when the buyer could pay by each of these methods, if it were chosen now. */
  offered_until: z.record(z.string(), timestamp),
  /** The page that simulates the bank; only in a marketplace with the simulator. */
  simulator: z.string().nullable(),
  /** Paid once for all orders of this payment. */
  service_fee: rupiah,
  /**
   * `subtotal` is goods and shipping after the vouchers' `discount`. `total` includes the order's share of the service
   * fee; a refund returns `total`. `status` is as in `GET /v1/orders/:orderId`. `pickup`: the buyer collects the goods
   * at the shop.
   */
  orders: z.array(
    z.object({
      id,
      invoice: z.string(),
      shop_name: z.string(),
      status: z.string(),
      pickup: z.boolean(),
      subtotal: rupiah,
      discount: rupiah,
      total: rupiah,
    }),
  ),
});
export type PaymentView = z.output<typeof payment>;

const paymentParams = z.strictObject({ paymentId: id });
const reference = z.string().regex(/^[A-Z0-9-]{8,60}$/);

export const paymentEndpoints = endpoints({
  "GET /v1/payment-methods": {
    summary: "Payment methods on offer",
    policy: "public",
    response: resultResponse(
      z.array(z.object({ id: z.string(), name: z.string(), group: z.string(), group_name: z.string() })),
    ),
  },
  "GET /v1/payments/:paymentId": {
    summary: "A payment of the current user, with how to pay",
    policy: "user",
    params: paymentParams,
    response: resultResponse(payment),
    refusals: [paymentRefusals.notFound],
  },
  "GET /v1/payments/:paymentId/qr.svg": {
    summary: "The QR code of a payment, as SVG",
    policy: "user",
    params: paymentParams,
    response: z.string(),
    raw: true,
  },
  "GET /v1/payments/:paymentId/qr.png": {
    summary: "The QR code of a payment, as a PNG to save",
    policy: "user",
    params: paymentParams,
    response: z.instanceof(Buffer),
    raw: true,
    limit: { max: 30, window: 60_000, by: "user" },
  },
  "GET /v1/simulator/payments/:reference": {
    summary: "A charge of the simulated bank",
    policy: "demo",
    params: z.strictObject({ reference }),
    response: resultResponse(
      z.object({
        reference,
        method: z.string(),
        method_name: z.string(),
        amount: rupiah,
        status: z.string(),
        payment_id: id.nullable(),
      }),
    ),
  },
  "POST /v1/simulator/payments/:reference": {
    summary: "Simulate the bank: pay or let expire; a signed notification follows",
    policy: "demo",
    params: z.strictObject({ reference }),
    body: z.strictObject({ action: z.enum(["pay", "expire"]) }),
    response: changeResponse(z.object({ status: z.string(), verdict: z.string() })),
    refusals: [paymentRefusals.notPayable],
  },
});
export type PaymentApi = typeof paymentEndpoints;
