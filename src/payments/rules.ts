import type { Rupiah } from "#lib/rupiah.ts";
import { settingOf, type BoundedSetting } from "#lib/settings/setting.ts";
import { addDuration, day, hour, minute, second } from "#lib/time.ts";
import { findBank } from "./payouts/bank-accounts/rules.ts";

/** @rule An unpaid order expires 24 hours after it was placed. */
export const paymentSetting: BoundedSetting = {
  key: "payments.payment_duration",
  defaultValue: 24 * hour,
  min: hour,
  max: 72 * hour,
};
export const paymentDuration = (): number => settingOf(paymentSetting);

/** @rule Instant methods (QRIS, e-wallet, card) expire 1 hour after the order was placed. */
export const instantPaymentSetting: BoundedSetting = {
  key: "payments.instant_payment_duration",
  defaultValue: 1 * hour,
  min: 15 * minute,
  max: 2 * hour,
};
export const instantPaymentDuration = (): number => settingOf(instantPaymentSetting);

/**
 * @rule An order that is paid by bank transfer waits 24 hours longer than its buyer has time to transfer, because
 * operators read the bank's statement a day later.
 */
export const transferCheckDuration = 24 * hour;

/** @rule An unpaid charge is polled every minute at first, later every ten minutes. */
const pollIntervals = [
  { polls: 10, interval: 1 * minute },
  { polls: 20, interval: 2 * minute },
  { polls: 30, interval: 5 * minute },
];
const maxPollInterval = 10 * minute;

/** The time until the next poll of a charge, in milliseconds, after `polls` earlier ones. */
export function pollInterval(polls: number): number {
  return pollIntervals.find((step) => polls < step.polls)?.interval ?? maxPollInterval;
}

/**
 * @rule A cancelled or expired charge is polled until its provider has closed it too, at most until a day after its
 * deadline.
 */
export const closedPollDuration = 1 * day;

/**
 * @rule One run polls at most 200 charges of each provider, five at a time, for at most 50 seconds. One poll in four is
 * of a closed charge.
 */
export const pollRun = { max: 200, concurrency: 5, duration: 50 * second, closedEvery: 4 } as const;

/** How long one poll waits for the provider. */
export const pollTimeout = 10 * second;

/** How long a process holds the charge that it polls. After that another process may poll it. */
export const pollLeaseDuration = 2 * minute;

/** Who can move money for this marketplace, and lists what it moved: these are polled and compared with the books. */
export const providerIds = ["simulator", "manual", "midtrans", "xendit"] as const;
export type ListingProviderId = (typeof providerIds)[number];
/** `cod`: couriers collect cash, and hand it over by a list of their own (cod/). */
export type ProviderId = ListingProviderId | "cod";

/** @rule A buyer can change the method of an unpaid payment up to nine times. */
export const maxAttempts = 10;

export type PaymentGroup = "va" | "qris" | "ewallet" | "minimarket" | "card" | "transfer" | "cod";
export type PaymentMethod = { id: string; name: string; group: PaymentGroup; paymentDuration: number };

/** The names of the groups where a buyer chooses a method. */
export const paymentGroups: Readonly<Record<PaymentGroup, string>> = {
  va: "Transfer virtual account",
  qris: "QRIS",
  ewallet: "Dompet digital",
  minimarket: "Gerai minimarket",
  card: "Kartu kredit atau debit",
  transfer: "Transfer bank (dicek manual)",
  cod: "Bayar di tempat",
};

const instantGroups: readonly PaymentGroup[] = ["qris", "ewallet", "card"];

/** A method of a provider. Its duration is read when it is used, because operators can change it. */
function method(id: string, name: string, group: PaymentGroup): PaymentMethod {
  return {
    id,
    name,
    group,
    get paymentDuration() {
      return instantGroups.includes(group) ? instantPaymentDuration() : paymentDuration();
    },
  };
}

/** @rule Buyers pay by virtual account, QRIS, e-wallet, minimarket, card or transfer, if a provider serves it. */
export const paymentMethods: readonly PaymentMethod[] = [
  method("va_bca", "BCA Virtual Account", "va"),
  method("va_mandiri", "Mandiri Bill Payment", "va"),
  method("va_bni", "BNI Virtual Account", "va"),
  method("va_bri", "BRI Virtual Account", "va"),
  method("va_permata", "Permata Virtual Account", "va"),
  method("va_cimb", "CIMB Niaga Virtual Account", "va"),
  method("qris", "QRIS", "qris"),
  method("gopay", "GoPay", "ewallet"),
  method("ovo", "OVO", "ewallet"),
  method("dana", "DANA", "ewallet"),
  method("shopeepay", "ShopeePay", "ewallet"),
  method("alfamart", "Alfamart", "minimarket"),
  method("indomaret", "Indomaret", "minimarket"),
  method("card", "Kartu kredit atau debit", "card"),
];

/** A short name for narrow places: "BCA VA". */
export function shortMethodName({ id, name }: PaymentMethod): string {
  return id === "card" ? "kartu" : name.replace(" Virtual Account", " VA").replace(" Bill Payment", "");
}

const transferPrefix = "transfer_";

/**
 * @rule A buyer may also transfer to a bank account of the marketplace, if the operator has set one
 * (MANUAL_BANK_ACCOUNTS).
 */
export function transferMethod(bankCode: string): PaymentMethod | undefined {
  const bank = findBank(bankCode);
  return (
    bank && {
      id: `${transferPrefix}${bank.code}`,
      name: `Transfer ${bank.name}`,
      group: "transfer",
      paymentDuration: paymentDuration() + transferCheckDuration,
    }
  );
}

/**
 * @rule A buyer may also pay the courier in cash at delivery, if the operator (PAYMENT_PROVIDERS), the shop and the
 * courier do that. Nothing is charged before, so the charge is kept for as long as an order can take to arrive.
 */
export const codMethod: PaymentMethod = {
  id: "cod",
  name: "Bayar di tempat (COD)",
  group: "cod",
  paymentDuration: 180 * day,
};

/** The method with this id, or undefined when there is none. */
export function paymentMethod(id: string): PaymentMethod | undefined {
  if (id === codMethod.id) return codMethod;
  if (id.startsWith(transferPrefix)) return transferMethod(id.slice(transferPrefix.length));
  return paymentMethods.find((method) => method.id === id);
}

/**
 * The deadlines when a buyer changes to this method at `now`. The orders wait (`orders`) as long as the method allows,
 * counted from the purchase, and never shorter than before. The attempt ends with its method's duration or with the
 * orders' wait, whichever is earlier. The buyer has until `charge`, which for a bank transfer is earlier.
 */
export function deadlinesAfterChange(
  payment: { created_at: Date; due_at: Date },
  { group, paymentDuration: duration }: PaymentMethod,
  now: Date,
): { orders: Date; attempt: Date; charge: Date } {
  const orders = new Date(Math.max(addDuration(payment.created_at, duration).getTime(), payment.due_at.getTime()));
  const attempt = new Date(Math.min(addDuration(now, duration).getTime(), orders.getTime()));
  return { orders, attempt, charge: group === "transfer" ? addDuration(attempt, -transferCheckDuration) : attempt };
}

/** A fee on an amount: a share, at most `cap`, and a fixed part. An order line stores the terms of its day. */
export type FeeTerms = { perMille: number; cap: Rupiah | null; flat: Rupiah };

/** The fee on an amount in rupiah; rounded down, in the payer's favour, and never more than the amount. */
export function calculateFee(terms: FeeTerms, amount: Rupiah): Rupiah {
  const share = Number((BigInt(amount) * BigInt(terms.perMille)) / 1000n);
  const fee = (terms.cap === null ? share : Math.min(terms.cap, share)) + terms.flat;
  return Math.min(fee, amount);
}

/** The names of a payment's statuses. */
export const paymentStatusLabels = {
  pending: "Menunggu pembayaran",
  paid: "Pembayaran diterima",
  expired: "Batas waktu pembayaran lewat",
  cancelled: "Pembayaran dibatalkan",
} as const;

export type PaymentStatus = keyof typeof paymentStatusLabels;
