import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration, day } from "#lib/time.ts";
import { paymentMethods, type ProviderId } from "../rules.ts";

/** What a provider can return: whether also in parts, and for how long after the payment (ms). */
export type RefundRule = { partial: boolean; duration: number };

/**
 * @rule Money goes back the way it came while the payment's provider can return it. Otherwise, or when the provider
 * refuses, it goes to a bank account that the buyer names.
 * @rule Midtrans returns payments by QRIS and OVO for 7 days, GoPay 45, cards 90, ShopeePay 365; of OVO and ShopeePay
 * only the whole payment.
 * @rule Xendit returns payments by QRIS for 7 days, DANA and ShopeePay 30, GoPay 45, cards 90; of ShopeePay only the
 * whole payment.
 *
 * Where a provider publishes several periods, the shortest is here: QRIS has 45 days only when the buyer's wallet is
 * the acquirer's own. The periods of cards, and Xendit's of DANA and ShopeePay, are not published.
 */
const refundRules: Readonly<Record<ProviderId, Readonly<Record<string, RefundRule>>>> = {
  simulator: Object.fromEntries(paymentMethods.map(({ id }) => [id, { partial: true, duration: 365 * day }])),
  manual: {},
  cod: {},
  midtrans: {
    qris: { partial: true, duration: 7 * day },
    gopay: { partial: true, duration: 45 * day },
    ovo: { partial: false, duration: 7 * day },
    shopeepay: { partial: false, duration: 365 * day },
    card: { partial: true, duration: 90 * day },
  },
  xendit: {
    qris: { partial: true, duration: 7 * day },
    gopay: { partial: true, duration: 45 * day },
    dana: { partial: true, duration: 30 * day },
    shopeepay: { partial: false, duration: 30 * day },
    card: { partial: true, duration: 90 * day },
  },
};

/** @rule Buyers see their newest 100 refunds. */
export const maxListedRefunds = 100;

/** How the cause of each refund by a seller begins. Complaints, chargebacks and cancellations have other causes. */
export const partRefundCause = "part ";

/*
 * What came again of a refund has the cause `returned <reference> <id of the refund>`; what is owed once more has
 * `owed again <reference> <id of the refund>` (owe-again.ts). Two references are recognised later.
 */

/** The reference of a refund that is divided: the buyer's bank took a part of it, and the rest is owed again. */
export const dividedReference = "taken back";
/** How the cause of the negative row begins that takes the rest off the divided refund. */
export const dividedCause = `returned ${dividedReference} `;
/** How the cause of that rest begins; the id of the divided refund follows. */
export const restCause = `owed again ${dividedReference} `;
/** The reference of a chargeback that moves from orders to this refund, which failed. */
export const movedReference = (refundId: string): string => `moved ${refundId}`;
/** How the cause of the negative row begins by which an order gets back what it bore of such a chargeback. */
export const movedCause = "returned moved ";

/** What of an order a refund returns. */
export type RefundPart = {
  part: "goods" | "shipping" | "fees";
  lineId: string | null;
  /** What the buyer gets. */
  amount: Rupiah;
  /** By how much the price falls for its seller: the amount, and the marketplace's promotions for it. */
  givenUp: Rupiah;
};

/** `chargeback`: the buyer has the money already, because the bank took it back. */
export type RefundWay = "provider" | "bank_account" | "chargeback";

/** How a refund of `amount` reaches the buyer, from a charge of `charged` that was paid at `paidAt`. */
export function refundWay(
  charge: { provider: ProviderId; method: string; charged: Rupiah; paidAt: Date },
  amount: Rupiah,
  now: Date,
): RefundWay {
  const rule = refundRules[charge.provider][charge.method];
  const possible =
    rule !== undefined &&
    (rule.partial || amount === charge.charged) &&
    now.getTime() - charge.paidAt.getTime() < rule.duration;
  return possible ? "provider" : "bank_account";
}

/** Why money goes back, as the provider shows it to the buyer. */
export const refundReasons = {
  order_cancelled: "Pesanan dibatalkan",
  order_refunded: "Dana pesanan dikembalikan",
  order_part_refunded: "Sebagian dana pesanan dikembalikan",
  late_payment: "Pembayaran datang terlambat",
  overpayment: "Pembayaran berlebih",
  underpayment: "Pembayaran kurang",
  chargeback: "Pembayaran ditarik kembali",
  goodwill: "Kompensasi",
} as const;
export type RefundReason = keyof typeof refundReasons;
export type RefundStatus = "needs_account" | "pending" | "sent" | "done";

/** @rule A refund that its provider has not accepted for a day is retried each day until it is accepted. */
export const refundRetryInterval = 1 * day;

/** @rule A buyer is reminded each week of a refund that waits for a bank account. */
export const refundReminderInterval = 7 * day;

/** @rule A refund through its provider should arrive within 14 days. */
export const providerRefundDuration = 14 * day;

/** @rule A refund to a bank account should arrive within 3 days after the account can be used. */
export const accountRefundDuration = 3 * day;

/** By when a refund should have arrived; null while an account or an approval is needed, and once it is done. */
export function refundExpectedAt(refund: {
  status: RefundStatus;
  way: RefundWay;
  created_at: Date;
  sent_at: Date | null;
  usable_from: Date | null;
  waits_for_approval: boolean;
  approved_at: Date | null;
}): Date | null {
  if (refund.status === "needs_account" || refund.status === "done" || refund.waits_for_approval) return null;
  if (refund.way === "provider") return addDuration(refund.created_at, providerRefundDuration);
  const { approved_at, sent_at, usable_from, created_at } = refund;
  return addDuration(approved_at ?? sent_at ?? usable_from ?? created_at, accountRefundDuration);
}
