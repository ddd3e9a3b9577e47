import type { Context } from "#lib/context.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { Instructions } from "./contract.ts";
import { simulatorProvider } from "./providers/simulator/provider.ts";

/** What a provider reports about a charge; `unknown` when it has no such charge. */
export type ProviderStatus = { status: "pending" | "paid" | "expired" | "cancelled" | "unknown"; amount: Rupiah };

/**
 * The port to a payment provider. Every call may fail or be repeated: `charge`, `cancel` and `refund` must be
 * idempotent by reference. No database connection is held during a call.
 */
export type PaymentProvider = {
  id: "simulator";
  charge(request: { reference: string; method: string; amount: Rupiah; dueAt: Date; now: Date }): Promise<Instructions>;
  status(reference: string): Promise<ProviderStatus>;
  cancel(reference: string): Promise<void>;
  refund(request: { reference: string; refundReference: string; amount: Rupiah }): Promise<void>;
  /** The content of a notification, or null when its signature is not valid. */
  readNotification(body: unknown): { reference: string; status: string; amount: Rupiah } | null;
};

/** The provider of this installation. */
export function paymentProvider(context: Context): PaymentProvider {
  return simulatorProvider(context);
}
