import type { Context } from "#lib/context.ts";
import { keyedDigest } from "#lib/keys.ts";
import { listAccountsWithoutDigest, updateSameDigests } from "./queries.ts";
import { unsealNumber } from "./seal-number.ts";

const batch = 500;

/**
 * Stores for each bank account that has none the keyed digest of bank and number that equal accounts of different
 * people share. The digest that finds an account of the same person again differs for each person, so it cannot.
 */
export async function digestBankAccounts({ db, secret }: Pick<Context, "db" | "secret">): Promise<void> {
  for (;;) {
    const accounts = await listAccountsWithoutDigest(db, batch);
    if (accounts.length === 0) return;
    await updateSameDigests(
      db,
      accounts.map(({ id, user_id, bank_code, number_sealed }) => ({
        id,
        digest: keyedDigest(
          secret,
          "same bank account",
          `${bank_code} ${unsealNumber(secret, user_id, number_sealed)}`,
        ),
      })),
    );
  }
}
