import type { Context } from "#lib/context.ts";
import { keyedDigest } from "#lib/keys.ts";
import { listAccountsWithoutDigest, updateSameDigests, type AccountWithoutDigest } from "./queries.ts";
import { readNumber } from "./seal-number.ts";

const batch = 500;

/**
 * Stores for each bank account that has none the keyed digest of bank and number that equal accounts of different
 * people share. The digest that finds an account of the same person again differs for each person, so it cannot. An
 * account whose number was sealed with another key stays unknown until that key is back; the log counts them.
 */
export async function digestBankAccounts({ db, secret, log }: Pick<Context, "db" | "secret" | "log">): Promise<void> {
  let after: string | null = null;
  let unreadable = 0;
  for (;;) {
    const accounts: AccountWithoutDigest[] = await listAccountsWithoutDigest(db, after, batch);
    const digests = accounts.flatMap(({ id, user_id, bank_code, number_sealed }) => {
      const number = readNumber(secret, user_id, number_sealed);
      return number === undefined
        ? []
        : [{ id, digest: keyedDigest(secret, "same bank account", `${bank_code} ${number}`) }];
    });
    if (digests.length > 0) await updateSameDigests(db, digests);
    unreadable += accounts.length - digests.length;
    after = accounts.at(-1)?.id ?? after;
    if (accounts.length < batch) break;
  }
  if (unreadable > 0) log.warn({ accounts: unreadable }, "bank accounts were sealed with a key that is not known here");
}
