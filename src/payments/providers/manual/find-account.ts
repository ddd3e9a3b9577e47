import { SettingError } from "#lib/config.ts";
import type { Context } from "#lib/context.ts";
import type { TransferAccount } from "#lib/config/transfer.ts";
import { accountNumberProblem, banks, findBank } from "../../payouts/bank-accounts/rules.ts";
import { transferMethod } from "../../rules.ts";

/** The account of the marketplace for a method such as `transfer_bca`; undefined when the operator has set none. */
export function accountOfMethod({ config }: Pick<Context, "config">, method: string): TransferAccount | undefined {
  return config.payments.transferAccounts.find(({ bankCode }) => transferMethod(bankCode)?.id === method);
}

/** Throws a `SettingError` for an account whose bank does not exist, or whose number that bank cannot have. */
export function assertTransferAccounts({ config }: Pick<Context, "config">): void {
  for (const { bankCode, number } of config.payments.transferAccounts) {
    const bank = findBank(bankCode);
    if (!bank)
      throw new SettingError(
        `MANUAL_BANK_ACCOUNTS must name banks such as ${banks.map(({ code }) => code).join(", ")}, not "${bankCode}".`,
      );
    if (accountNumberProblem(bank, number) !== null)
      throw new SettingError(
        `MANUAL_BANK_ACCOUNTS has a number with ${number.length} digits for ${bankCode}, which has ${bank.digits.min} to ${bank.digits.max}.`,
      );
  }
}
