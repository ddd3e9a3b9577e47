/**
 * Design note. The port to who sends money to bank accounts. An answer can be lost after the provider took the order,
 * so every payout has one reference, which is also the provider's idempotency key, and the same payout is always sent
 * with the same content. `send` may be repeated within `repeatDuration` and never sends twice. What is booked comes
 * only from `status`; a notification is a hint to ask for it. No database connection is held during a call.
 */
import type { Context } from "#lib/context.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { ProviderMessage } from "../provider.ts";
import { manualPayouts } from "./providers/manual.ts";
import { midtransPayouts } from "./providers/midtrans/provider.ts";
import { simulatorPayouts } from "./providers/simulator.ts";
import { xenditPayouts } from "./providers/xendit/provider.ts";
import type { PayoutFailure } from "./rules.ts";

export const payoutProviderIds = ["simulator", "manual", "xendit", "midtrans"] as const;
export type PayoutProviderId = (typeof payoutProviderIds)[number];

/** A bank account in plain form. It exists only in memory. */
export type Destination = { bankCode: string; number: string; holderName: string };

/** A payout as its provider gets it. `amount` is what arrives at the bank account. */
export type OutgoingPayout = {
  reference: string;
  externalId: string | null;
  amount: Rupiah;
  destination: Destination;
  /** What the recipient reads on the bank statement: letters, digits, spaces and hyphens, at most 40. */
  note: string;
};

/** A payout as a provider knows it. */
export type SentPayout = { reference: string; externalId: string | null; amount: Rupiah };

export type SendAnswer =
  | { outcome: "accepted"; externalId: string | null }
  /** The provider will never pay it, and has not taken it before. */
  | { outcome: "refused"; failure: PayoutFailure };

/** What a provider reports. `unconfirmed`: it waits for the second step, {@link PayoutProvider.confirm}. */
export type PayoutReport = {
  status: "unknown" | "unconfirmed" | "pending" | "paid" | "failed" | "returned";
  externalId: string | null;
  /** Null when the provider does not say it. */
  amount: Rupiah | null;
  failure: PayoutFailure | null;
};

/** The payout that a notification is about. Everything else in it is read again by `status`. */
export type PayoutHint = { reference: string | null; externalId: string | null };

/** Money that left the account at the provider for a payout, as its own statement lists it. */
export type ListedPayout = { externalId: string; amount: Rupiah };

export type PayoutProvider = {
  id: PayoutProviderId;
  /** Operators transfer the money and enter the results. Nothing is sent or asked. */
  isManual: boolean;
  /** Asks the bank who holds an account; `unchecked` for a bank that it does not serve. Null when it cannot. */
  checkAccount: ((account: Destination) => Promise<{ holderName: string } | "unknown_account" | "unchecked">) | null;
  /** What one payout to this bank may be, in rupiah. Null when the provider does not serve the bank. */
  limits(bankCode: string): Promise<{ min: Rupiah; max: Rupiah } | null>;
  /** Throws when it is not known whether the provider has taken the payout. */
  send(payout: OutgoingPayout): Promise<SendAnswer>;
  /**
   * The second step of a provider with two keys. Idempotent; an error is no reason to stop, because `status` decides.
   */
  confirm: ((payout: SentPayout) => Promise<void>) | null;
  /** Ends a payout that waits for the second step. `status` says whether it has ended or was released before. */
  reject: ((payout: SentPayout) => Promise<void>) | null;
  status(payout: SentPayout): Promise<PayoutReport>;
  /** The payouts of a Jakarta day (`YYYY-MM-DD`) in the provider's statement. Null when it has no published one. */
  listDay: ((day: string) => Promise<ListedPayout[]>) | null;
  /** The content of a notification; `unsigned` without its proof, `not_for_us` when it concerns no payout. */
  readNotification(message: ProviderMessage): PayoutHint | "unsigned" | "not_for_us";
  /** How long after the first attempt `send` may be repeated, when `status` does not know the payout. In ms. */
  repeatDuration: number;
};

/** The payout provider that the settings choose for new payouts. */
export function payoutProvider(context: Pick<Context, "config" | "db">): PayoutProvider {
  return payoutProviderOf(context, context.config.payouts.provider) ?? manualPayouts;
}

/** A provider by its id, for a payout that it has; undefined when its settings are missing. */
export function payoutProviderOf(
  context: Pick<Context, "config" | "db">,
  id: PayoutProviderId,
): PayoutProvider | undefined {
  switch (id) {
    case "simulator":
      return simulatorPayouts(context);
    case "manual":
      return manualPayouts;
    case "xendit":
      return context.config.payments.xendit && xenditPayouts(context.config.payments.xendit);
    case "midtrans":
      return context.config.payouts.midtrans && midtransPayouts(context.config.payouts.midtrans);
  }
}
