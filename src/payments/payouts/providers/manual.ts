import type { PayoutProvider } from "../provider.ts";

/** Transfers that operators make themselves at the marketplace's bank. */
export const manualPayouts: PayoutProvider = { id: "manual", checkAccount: null };
