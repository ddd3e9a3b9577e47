/** A bank account of the marketplace to which buyers transfer. */
export type TransferAccount = { bankCode: string; number: string; holderName: string };

/**
 * Reads the accounts for manual bank transfers, such as `bca:1234567890:PT Maju Jaya;mandiri:…`. `wrong` makes
 * the error of an invalid setting. Whether the bank exists and the number fits it is checked by payments.
 */
export function readTransferAccounts(
  env: Record<string, string | undefined>,
  wrong: (sentence: string) => Error,
): readonly TransferAccount[] {
  const typed = (env.MANUAL_BANK_ACCOUNTS ?? "").trim();
  const accounts = typed
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [, bankCode = "", number = "", holderName = ""] = /^([^:]*):([^:]*):([^:]*)$/.exec(part) ?? [];
      const account = { bankCode: bankCode.trim(), number: number.trim(), holderName: holderName.trim() };
      const isReadable =
        /^[a-z][a-z0-9_]{1,19}$/.test(account.bankCode) &&
        /^\d{5,20}$/.test(account.number) &&
        /^[\p{L}\p{N}][\p{L}\p{N} .,&'()/-]{1,99}$/u.test(account.holderName);
      if (!isReadable)
        throw wrong(
          `MANUAL_BANK_ACCOUNTS must have parts such as bca:1234567890:PT Maju Jaya, separated by ";", not "${part}".`,
        );
      return account;
    });
  for (const [at, { bankCode }] of accounts.entries())
    if (accounts.findIndex((one) => one.bankCode === bankCode) !== at)
      throw wrong(`MANUAL_BANK_ACCOUNTS must have one account for each bank, but has several of ${bankCode}.`);
  return accounts;
}
