import type { Context } from "#lib/context.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { Instructions } from "./contract.ts";
import { simulatorProvider } from "./simulator-provider.ts";

/** What a provider says of a charge. `unknown`: it has never heard of it. */
export type ProviderStatus = { status: "pending" | "paid" | "expired" | "cancelled" | "unknown"; amount: Rupiah };

/**
 * Who moves the money. Every call may fail or be repeated: `charge`, `cancel` and `refund` must be idempotent by
 * reference. No database connection of ours is held while one of them is called.
 */
export type PaymentProvider = {
  id: "simulator";
  charge(request: { reference: string; method: string; amount: Rupiah; dueAt: Date; now: Date }): Promise<Instructions>;
  status(reference: string): Promise<ProviderStatus>;
  cancel(reference: string): Promise<void>;
  refund(request: { reference: string; refundReference: string; amount: Rupiah }): Promise<void>;
  /** What a notification claims, or null when its signature does not hold. */
  readNotification(body: unknown): { reference: string; status: string; amount: Rupiah } | null;
};

/** The provider of this marketplace. */
export function paymentProvider(context: Context): PaymentProvider {
  return simulatorProvider(context);
}
