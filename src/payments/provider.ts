/**
 * Design note. The port to a payment provider. Notifications are hints: whatever is booked comes from `status`, which
 * the provider answers about its own books. Every call may fail, be slow or be repeated, so `charge`, `cancel` and
 * `refund` are idempotent by our reference, and no database connection is held during a call.
 */
import type { Rupiah } from "#lib/rupiah.ts";
import type { Instructions } from "./contract.ts";
import type { ProviderId } from "./rules.ts";

/** A charge as its provider knows it. `reference` is ours, `externalId` the provider's own, if it has one. */
export type ProviderCharge = {
  reference: string;
  externalId: string | null;
  method: string;
  amount: Rupiah;
  createdAt: Date;
};

export type ChargeRequest = {
  reference: string;
  method: string;
  amount: Rupiah;
  dueAt: Date;
  now: Date;
  buyer: { name: string; email: string; phone: string | null };
  /** What the buyer reads at the provider. */
  title: string;
  /** The page to which the provider sends the buyer back. */
  returnUrl: string;
};

/** Money that came for a charge. `reference` is unique at the provider. */
export type Receipt = { reference: string; amount: Rupiah; receivedAt: Date };

export type ProviderRefund = { reference: string; status: "pending" | "done" | "failed"; amount: Rupiah };

/** What a provider reports about a charge; `unknown` when it has no such charge. */
export type ChargeStatus = {
  status: "pending" | "paid" | "expired" | "cancelled" | "unknown";
  /** All money that ever came, also for an expired charge. */
  receipts: readonly Receipt[];
  refunds: readonly ProviderRefund[];
  /**
   * What the provider took back after a buyer's bank reversed the payment, in rupiah. Less than before when a dispute
   * was won; null when the provider does not say it.
   */
  chargedBack: Rupiah | null;
};

/** A charge that its provider has never heard of. */
export const unknownCharge: ChargeStatus = { status: "unknown", receipts: [], refunds: [], chargedBack: 0 };

/**
 * What a notification says. `amount` is null when it names none. `refund` means that money was taken away again, by
 * a refund or a chargeback.
 */
export type NotificationClaim = {
  reference: string;
  amount: Rupiah | null;
  claim: "paid" | "expired" | "cancelled" | "refund" | "other";
};

export type ProviderMessage = {
  headers: Readonly<Record<string, string | undefined>>;
  rawBody: Buffer;
  body: unknown;
};

export type PaymentProvider = {
  id: ProviderId;
  /** Ids of the methods that it can charge. */
  methods: readonly string[];
  charge(request: ChargeRequest): Promise<{ instructions: Instructions; externalId: string | null }>;
  status(charge: ProviderCharge): Promise<ChargeStatus>;
  /** A charge that is already paid, expired or cancelled is no error: the status says which. */
  cancel(charge: ProviderCharge): Promise<void>;
  /** `refused` when the provider will never do it. Then the buyer names a bank account. */
  refund(request: {
    charge: ProviderCharge;
    refundReference: string;
    amount: Rupiah;
    reason: string;
  }): Promise<"pending" | "done" | "refused">;
  /** The content of a notification; `unsigned` without a valid signature, `not_for_us` when it concerns no charge. */
  readNotification(message: ProviderMessage): NotificationClaim | "unsigned" | "not_for_us";
};
