/**
 * Design note. The port to who sends money to bank accounts. An answer can be lost after the provider took the order,
 * so every payout has one reference, which is also the provider's idempotency key, and the same payout is always sent
 * with the same content. `send` may be repeated within `repeatDuration` and never sends twice. What is booked comes
 * only from `status`; a notification is a hint to ask for it. No database connection is held during a call.
 */
import type { Context } from "#lib/context.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { manualPayouts } from "./providers/manual.ts";
import { simulatorPayouts } from "./providers/simulator.ts";
import type { PayoutFailure } from "./rules.ts";

export type PayoutProviderId = "simulator" | "manual";

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

export type PayoutProvider = {
  id: PayoutProviderId;
  /** Operators transfer the money and enter the results. Nothing is sent or asked. */
  isManual: boolean;
  /** Asks the bank who holds an account. Null when the provider cannot. */
  checkAccount: ((account: Destination) => Promise<{ holderName: string } | "unknown_account">) | null;
  /** What one payout to this bank may be, in rupiah. Null when the provider does not serve the bank. */
  limits(bankCode: string): Promise<{ min: Rupiah; max: Rupiah } | null>;
  /** Throws when it is not known whether the provider has taken the payout. */
  send(payout: OutgoingPayout): Promise<SendAnswer>;
  /**
   * The second step of a provider with two keys. Idempotent; an error is no reason to stop, because `status` decides.
   */
  confirm: ((payout: SentPayout) => Promise<void>) | null;
  status(payout: SentPayout): Promise<PayoutReport>;
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
  }
}
