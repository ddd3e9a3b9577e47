import type { Context } from "#lib/context.ts";
import { manualPayouts } from "./providers/manual.ts";
import { simulatorPayouts } from "./providers/simulator.ts";

export type PayoutProviderId = "simulator" | "manual";

/** A bank account in plain form. It exists only in memory. */
export type Destination = { bankCode: string; number: string; holderName: string };

/** The port to who sends money to bank accounts. No database connection is held during a call. */
export type PayoutProvider = {
  id: PayoutProviderId;
  /** Asks the bank who holds an account. Null when the provider cannot. */
  checkAccount: ((account: Destination) => Promise<{ holderName: string } | "unknown_account">) | null;
};

/** The payout provider that the settings choose for new payouts. */
export function payoutProvider(context: Pick<Context, "config">): PayoutProvider {
  return context.config.payouts.provider === "simulator" ? simulatorPayouts : manualPayouts;
}
