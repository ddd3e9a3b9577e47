import type { Context } from "#lib/context.ts";
import { day } from "#lib/time.ts";
import type { PayoutProvider } from "../provider.ts";
import { insertSimulatedPayout, reportSimulatedPayout } from "./simulator-queries.ts";

/**
 * The last digits of an account number decide what the simulated bank does with it: it does not know the account, a
 * payout to it fails, or it is returned after it was paid.
 */
const endings = { unknown: "0000", fails: "1111", returns: "2222" };

/** A simulated bank. It names the holder that the user typed, in capitals, as banks do, and pays at once. */
export function simulatorPayouts({ db }: Pick<Context, "db">): PayoutProvider {
  return {
    id: "simulator",
    isManual: false,
    checkAccount: async ({ number, holderName }) =>
      number.endsWith(endings.unknown) ? "unknown_account" : { holderName: holderName.toUpperCase() },
    limits: async () => ({ min: 1, max: 1_000_000_000 }),
    async send({ reference, amount, destination: { number } }) {
      const status = number.endsWith(endings.fails) ? "failed" : number.endsWith(endings.returns) ? "returned" : "paid";
      await insertSimulatedPayout(db, { reference, amount, status });
      return { outcome: "accepted", externalId: null };
    },
    confirm: null,
    reject: null,
    async status({ reference, externalId }) {
      const found = await reportSimulatedPayout(db, reference);
      if (!found) return { status: "unknown", externalId, amount: null, failure: null };
      // The first report of a payout that the bank returns later says that it is paid.
      const status = found.status === "returned" && found.reports === 1 ? "paid" : found.status;
      return { status, externalId, amount: found.amount, failure: status === "failed" ? "account" : null };
    },
    listDay: null,
    readNotification: () => "unsigned",
    repeatDuration: 365 * day,
  };
}
