/**
 * Design note. Bank transfers that nobody reports to us: the buyer sends an exact sum to an account of the marketplace,
 * and an operator uploads the bank's statement. The matched lines of the statement (statements/) are the receipts, so
 * the status of a charge is read from our own tables, and everything that happens to money afterwards is the same as
 * for other providers. Nobody can close a bank account for one sum, so `cancel` does nothing; a transfer that comes
 * later is matched all the same and owed back.
 */
import type { Context } from "#lib/context.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import { addDuration, hour } from "#lib/time.ts";
import { unknownCharge, type PaymentProvider } from "../../provider.ts";
import { transferMethod } from "../../rules.ts";
import { instructionsFor } from "../instructions.ts";
import { findTransfer } from "./queries.ts";
import { accountKey } from "./rules.ts";

/** Bank transfers to the accounts of the marketplace. */
export function manualProvider({ db, config }: Pick<Context, "db" | "config">): PaymentProvider {
  return {
    id: "manual",
    methods: config.payments.transferAccounts.flatMap(({ bankCode }) => transferMethod(bankCode)?.id ?? []),
    async charge({ reference, method }) {
      const transfer = await findTransfer(db, reference);
      const account = config.payments.transferAccounts.find((one) => accountKey(one) === transfer?.account);
      // The operator removed the account since the order was placed. The buyer chooses another method.
      if (!account) throw new ServiceError("manual", "refused", "the account is no longer set");
      return {
        externalId: null,
        instructions: instructionsFor(method, { number: account.number, holder: account.holderName }),
      };
    },
    async status({ reference }) {
      const transfer = await findTransfer(db, reference);
      if (!transfer) return unknownCharge;
      const received = transfer.lines.reduce((sum, line) => sum + line.amount, 0);
      return {
        ...unknownCharge,
        status: received >= transfer.amount ? "paid" : transfer.status,
        receipts: transfer.lines.map(({ id, amount, day }) => ({
          reference: id,
          amount,
          receivedAt: middayOf(day),
        })),
      };
    },
    cancel: async () => {},
    refund: async () => "refused",
    readNotification: () => "not_for_us",
  };
}

/** Statements name only a day, so the time of a transfer is noon in Jakarta on that day. */
function middayOf(day: string): Date {
  return addDuration(new Date(`${day}T00:00:00Z`), 5 * hour);
}
