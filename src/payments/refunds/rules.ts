import type { Rupiah } from "#lib/rupiah.ts";
import { day } from "#lib/time.ts";
import { paymentMethods, type ProviderId } from "../rules.ts";

/** What a provider can return: whether also in parts, and for how long after the payment (ms). */
export type RefundRule = { partial: boolean; duration: number };

/**
 * @rule Money goes back the way it came where the provider can do that: simulator every method, Midtrans cards,
 * e-wallets and QRIS within its periods, Xendit cards and e-wallets. All other money goes to a bank account that the
 * buyer names.
 */
const refundRules: Readonly<Record<ProviderId, Readonly<Record<string, RefundRule>>>> = {
  simulator: Object.fromEntries(paymentMethods.map(({ id }) => [id, { partial: true, duration: 365 * day }])),
  manual: {},
  midtrans: {
    card: { partial: true, duration: 180 * day },
    qris: { partial: true, duration: 7 * day },
    gopay: { partial: true, duration: 45 * day },
    shopeepay: { partial: false, duration: 365 * day },
    dana: { partial: true, duration: 45 * day },
    ovo: { partial: false, duration: 7 * day },
  },
  xendit: {
    card: { partial: true, duration: 180 * day },
    ovo: { partial: true, duration: 7 * day },
    dana: { partial: true, duration: 45 * day },
    shopeepay: { partial: false, duration: 180 * day },
  },
};

/** What of an order a refund returns, in rupiah that the buyer gets. */
export type RefundPart = { part: "goods" | "shipping" | "fees"; lineId: string | null; amount: Rupiah };

export type RefundWay = "provider" | "bank_account";

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

export type RefundReason =
  | "order_cancelled"
  | "order_refunded"
  | "order_part_refunded"
  | "late_payment"
  | "overpayment"
  | "underpayment"
  | "chargeback";
export type RefundStatus = "needs_account" | "pending" | "sent" | "done";

/** @rule A refund that its provider has not accepted for a day is retried each day until it is accepted. */
export const refundRetryInterval = 1 * day;
