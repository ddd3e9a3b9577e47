import { z } from "zod";
import { phone } from "#accounts/contract.ts";
import { lineProblems, maxCartLines, maxQuantity } from "#cart/rules.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, idempotencyRefusals } from "#lib/refusal.ts";
import { id, boundedText, name, resultResponse, rupiah, changeResponse, timestamp } from "#lib/schema.ts";
import { paymentRefusals } from "#payments/contract.ts";
import { codeProblem, purchaseVoucher, voucherChoice, voucherProblemRefusals } from "#promotions/vouchers/contract.ts";
import { shippingOption } from "#shipping/contract.ts";
import { courierIds } from "#shipping/rules.ts";
import { maxSenderNameLength } from "../rules.ts";
import { maxUnpaidOrders, totalProblems, voucherModes } from "./rules.ts";

export const checkoutRefusals = defineRefusals({
  alreadyPlaced: {
    code: "checkout.already_placed",
    status: 409,
    message: "Pesanan ini sudah dibuat, jadi tidak ada pesanan kedua. Untuk membeli lagi, pilih Beli lagi.",
  },
  quoteChanged: {
    code: "checkout.quote_changed",
    status: 409,
    message: "Ada yang berubah sejak ringkasan ini dibuat. Periksa kembali sebelum membayar; belum ada yang ditagih.",
  },
  outOfStock: {
    code: "checkout.out_of_stock",
    status: 409,
    message: "Stok sebagian barang tidak mencukupi. Keranjang Anda tetap tersimpan dan belum ada yang ditagih.",
  },
  nothingSelected: {
    code: "checkout.nothing_selected",
    status: 422,
    message: "Belum ada barang yang bisa dibeli. Pilih barang di keranjang.",
  },
  addressUnknown: {
    code: "checkout.address_unknown",
    status: 422,
    message: "Pilih alamat pengiriman.",
    isSecurityEvent: true,
  },
  courierNotOffered: {
    code: "checkout.courier_not_offered",
    status: 422,
    message: "Kurir ini tidak tersedia untuk pengiriman tersebut. Pilih kurir lain.",
  },
  codNotOffered: {
    code: "checkout.cod_not_offered",
    status: 409,
    message: "Pesanan ini tidak bisa dibayar di tempat. Pilih cara bayar lain; belum ada yang ditagih.",
  },
  tooLarge: {
    code: "checkout.too_large",
    status: 422,
    message: "Jumlah ini melebihi batas satu kali belanja. Kurangi barang lalu coba lagi.",
  },
  nothingToPay: {
    code: "checkout.nothing_to_pay",
    status: 422,
    message: "Voucher menutup seluruh harga, dan pembayaran Rp0 tidak bisa diproses. Lepas salah satu voucher.",
  },
  insuranceNotOffered: {
    code: "checkout.insurance_not_offered",
    status: 422,
    message: "Kurir yang dipilih tidak mengasuransikan paket. Lepas asuransinya atau pilih kurir lain.",
  },
  tooManyUnpaid: {
    code: "checkout.too_many_unpaid",
    status: 409,
    message: `Anda memiliki ${maxUnpaidOrders} pesanan yang belum dibayar. Bayar atau batalkan sebagian lebih dulu.`,
  },
});

const quoteLine = z.object({
  id,
  variant_id: id,
  product_slug: z.string(),
  name: z.string(),
  variant_name: z.string(),
  picture: z.object({ key: z.string(), color: z.string() }).nullable(),
  price: rupiah,
  quantity: z.int(),
  note: z.string(),
  line_total: rupiah,
});

const quoteShop = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  city_name: z.string(),
  lines: z.array(quoteLine),
  weight_kg: z.int(),
  /**
   * `cod`: shop, courier and its scans allow cash on delivery. `promise`: by when an instant courier has the parcel if
   * it is paid now, as a sentence.
   */
  shipping_options: z.array(shippingOption.extend({ cod: z.boolean(), promise: z.string().nullable() })),
  /** Why no instant courier of the shop is offered, where the buyer can change it. */
  instant_problem: z.string().nullable(),
  courier: z.string().nullable(),
  goods_total: rupiah,
  shipping_cost: rupiah,
  /** What insuring the parcel costs with the chosen courier; null when it does not insure. */
  premium: rupiah.nullable(),
  is_insured: z.boolean(),
});
export type QuoteShop = z.output<typeof quoteShop>;

const checkoutProblem = z.object({
  kind: z.enum([...lineProblems, "no_courier", ...totalProblems]),
  shop_id: id.nullable(),
  line_id: id.nullable(),
  product_slug: z.string().nullable(),
  name: z.string(),
  text: z.string(),
});

/** The same purchase, made before. */
const placedPurchase = z.object({
  checkout_id: id,
  payment_id: id,
  order_ids: z.array(id),
  placed_at: timestamp,
  /** It is paid on the page of its payment. */
  awaits_payment: z.boolean(),
});
export type PlacedPurchase = z.output<typeof placedPurchase>;

const quote = z.object({
  /** Digest of everything that was priced. An order is placed only while it still matches. */
  quote_id: z.string(),
  address: z
    .object({
      id,
      label: z.string(),
      recipient: z.string(),
      phone: z.string(),
      street: z.string(),
      place: z.string(),
      postcode: z.string(),
    })
    .nullable(),
  payment_method: z.string(),
  /** Why this purchase cannot be paid in cash at delivery, as a sentence; null when it can. */
  cod_problem: z.string().nullable(),
  /** It can be once the buyer has verified a phone number. */
  cod_needs_phone: z.boolean(),
  shops: z.array(quoteShop),
  pieces: z.int(),
  goods_total: rupiah,
  shipping_total: rupiah,
  service_fee: rupiah,
  /** What lowers the price: by line, or `line_id` null for the shipping of a shop. Amounts are negative. */
  discounts: z.array(
    z.object({
      kind: z.string(),
      /** Who pays it. */
      bearer: z.enum(["shop", "platform"]),
      shop_id: id,
      line_id: id.nullable(),
      amount: z.int(),
      voucher_id: id.nullable(),
    }),
  ),
  /** The sum of the discounts, positive. */
  discount_total: rupiah,
  total: rupiah,
  /** Whether the vouchers were chosen by the buyer, or are the combination that saves most. */
  voucher_mode: z.enum(voucherModes),
  vouchers: z.array(purchaseVoucher),
  /** Entered codes that are not used. */
  code_problems: z.array(codeProblem),
  /** Lines and shops that the total leaves out, or the reason why nothing can be paid. */
  problems: z.array(checkoutProblem),
  can_pay: z.boolean(),
  /** What of the choice is not possible, as sentences: a courier, cash at delivery, an insurance, a voucher. */
  declined: z.array(z.string()),
  /** The buyer bought the same product in this quantity a short time ago; its id is the `repeat_of` of another. */
  placed: placedPurchase.nullable(),
});
export type Quote = z.output<typeof quote>;

const preview = z.object({
  shops: z.array(quoteShop.pick({ id: true, slug: true, name: true, city_name: true, lines: true })),
  pieces: z.int(),
  goods_total: rupiah,
  service_fee: rupiah,
  /** Without shipping and discounts. */
  total: rupiah,
  /** What the cart names too: the vouchers that the purchase will use after the login, and what others lack. */
  vouchers: z.array(purchaseVoucher),
  problems: z.array(checkoutProblem),
});
export type Preview = z.output<typeof preview>;

/** Buys one product without the cart: the cart is neither read nor changed. */
const buy = z.strictObject({ variant_id: id, quantity: z.int().min(1).max(maxQuantity) });

/** A purchase has no more shops than a cart has lines. */
const tooManyShops = `Maksimal ${maxCartLines} pilihan.`;

/** Courier by shop id. */
const shipping = z
  .record(id, z.enum(courierIds))
  .refine((choice) => Object.keys(choice).length <= maxCartLines, tooManyShops);

/** The shops whose parcels the buyer insures. */
const insured = z.array(id).max(maxCartLines, tooManyShops);

export const checkoutEndpoints = endpoints({
  "POST /v1/checkout/preview": {
    summary: "What a visitor buys before the login: selected lines of the browser's cart or, with `buy`, one product",
    policy: "visitor",
    body: z.strictObject({ buy: buy.optional() }),
    response: resultResponse(preview),
  },
  "POST /v1/checkout/quote": {
    summary: "The full price of the selected lines of your cart or, with `buy`, of one product",
    policy: "user",
    checksSession: true,
    lenient: true,
    body: z.strictObject({
      address_id: id.optional(),
      shipping: shipping.optional(),
      payment_method: boundedText(40).optional(),
      buy: buy.optional(),
      insured: insured.optional(),
      /** Exactly these vouchers. Without the field: the combination that saves most. */
      vouchers: voucherChoice.ids.optional(),
      voucher_codes: voucherChoice.codes.optional(),
    }),
    response: resultResponse(quote),
    refusals: [checkoutRefusals.addressUnknown, paymentRefusals.methodUnknown],
  },
  "POST /v1/checkout": {
    summary:
      "Place the order of a quote; needs Idempotency-Key. An outdated quote is answered with 409 and the new quote",
    policy: "user",
    checksSession: true,
    idempotent: true,
    body: z.strictObject({
      quote_id: z.string().regex(/^[0-9a-f]{64}$/, "Ringkasan tidak dikenal."),
      address_id: id,
      shipping,
      payment_method: boundedText(40),
      buy: buy.optional(),
      insured: insured.optional(),
      /** The chosen vouchers of the quote. */
      vouchers: voucherChoice.ids.optional(),
      /** Whom the labels name as sender in place of the shop. */
      sender: z.strictObject({ name: name(1, maxSenderNameLength), phone: phone.optional() }).optional(),
      /** How the new quote chooses vouchers when this one is outdated. Default: `own`. */
      voucher_mode: z.enum(voucherModes).optional(),
      /** Buys the same once more: the checkout that bought it last. Without it the same is refused. */
      repeat_of: id.optional(),
    }),
    response: changeResponse(
      z.object({
        checkout_id: id,
        payment_id: id,
        order_ids: z.array(id),
        total: rupiah,
        /** The key was sent before, and this is what it made then. */
        repeated: z.boolean(),
      }),
    ),
    limit: { max: 60, window: 60_000, by: "user" },
    refusals: [
      ...Object.values(checkoutRefusals),
      ...Object.values(voucherProblemRefusals),
      paymentRefusals.methodUnknown,
      idempotencyRefusals.reused,
      idempotencyRefusals.inProgress,
    ],
  },
  "PUT /v1/payments/:paymentId/method": {
    summary: "Pay an unpaid checkout in another way; the old number is closed first",
    policy: "user",
    params: z.strictObject({ paymentId: id }),
    body: z.strictObject({ payment_method: boundedText(40) }),
    response: changeResponse(z.object({ payment_id: id })),
    limit: { max: 20, window: 60_000, by: "user" },
    refusals: [
      paymentRefusals.notFound,
      paymentRefusals.notPayable,
      paymentRefusals.methodUnknown,
      paymentRefusals.alreadyPaid,
      paymentRefusals.partlyPaid,
      paymentRefusals.tooManyAttempts,
      paymentRefusals.providerDown,
    ],
  },
});
export type CheckoutApi = typeof checkoutEndpoints;
