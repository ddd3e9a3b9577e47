import type { PayoutProvider } from "../provider.ts";

/** Numbers with this ending have no account at the simulated bank. */
const unknownEnding = "0000";

/** A simulated bank. It names the holder that the user typed, in capitals, as banks do. */
export const simulatorPayouts: PayoutProvider = {
  id: "simulator",
  checkAccount: async ({ number, holderName }) =>
    number.endsWith(unknownEnding) ? "unknown_account" : { holderName: holderName.toUpperCase() },
};
