import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { bankAccountRefusals } from "./contract.ts";
import { findBankAccount } from "./queries.ts";
import { unsealNumber } from "./seal-number.ts";

/** A bank account to which money can be sent now, with its plain number. */
export type UsableBankAccount = {
  id: string;
  bankCode: string;
  number: string;
  last4: string;
  holderName: string;
  isVerified: boolean;
};

/**
 * The user's own bank account. Refuses with `request.not_found` for a missing account or one of another user, and
 * `payouts.bank_account_waiting` for one that was added a moment ago (`accountHoldDuration`).
 */
export async function findUsableBankAccount(
  db: Queryable,
  { secret }: Pick<Context, "secret">,
  { userId, accountId, now }: { userId: string; accountId: string; now: Date },
): Promise<UsableBankAccount> {
  const account = await findBankAccount(db, userId, accountId);
  if (!account) throw new Refusal(requestRefusals.notFound);
  if (account.usable_from > now) throw new Refusal(bankAccountRefusals.waiting);
  return {
    id: account.id,
    bankCode: account.bank_code,
    number: unsealNumber(secret, userId, account.number_sealed),
    last4: account.last4,
    holderName: account.holder_name,
    isVerified: account.verified_at !== null,
  };
}

/** When the user's own bank account can be used. Refuses with `request.not_found`. */
export async function findAccountStart(
  db: Queryable,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<Date> {
  const account = await findBankAccount(db, userId, accountId);
  if (!account) throw new Refusal(requestRefusals.notFound);
  return account.usable_from;
}
