import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { readStoredSums, storeSums, sumAccounts, type AccountSum } from "./queries.ts";
import { maxSummedAccounts, storedSumsAge } from "./rules.ts";

/** Sums the accounts of the ledger for the overview. Stores the sums if the ledger is large (`maxSummedAccounts`). */
export async function storeAccountSums({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  const sums = await sumAccounts(db);
  if (isLarge(sums)) await db.transaction((tx) => storeSums(tx, sums, now));
}

/**
 * The sum of the accounts of each kind, with the number of owners whose balance is not zero. `summedAt` is null if the
 * sums were computed now. Those of a large ledger are some minutes old.
 */
export async function readAccountSums(
  db: Queryable,
  now: Date,
): Promise<{ sums: readonly AccountSum[]; summedAt: Date | null }> {
  const stored = await readStoredSums(db, addDuration(now, -storedSumsAge));
  const [first] = stored;
  return first && isLarge(stored)
    ? { sums: stored, summedAt: first.summed_at }
    : { sums: await sumAccounts(db), summedAt: null };
}

const isLarge = (sums: readonly AccountSum[]) =>
  sums.reduce((all, { accounts }) => all + accounts, 0) > maxSummedAccounts;
