import type { Tx } from "#lib/database.ts";
import { anonymisePayoutRows, anonymisePayoutRowsBefore } from "./anonymise-queries.ts";

/**
 * Removes account numbers and names from the ended payouts of a user, and the reasons that operators wrote. Sums,
 * dates, bank and the last four digits stay: the law requires records of transactions for 10 years (PP 80/2019, Pasal
 * 25). No payout of the user may be under way.
 */
export async function anonymisePayouts(tx: Tx, userId: string): Promise<void> {
  await anonymisePayoutRows(tx, userId);
}

/** The same for ended payouts that were requested before the moment, at most `limit`. Returns how many it was. */
export function anonymisePayoutsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  return anonymisePayoutRowsBefore(tx, before, limit);
}
