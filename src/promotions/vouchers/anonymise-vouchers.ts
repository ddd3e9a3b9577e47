import type { Tx } from "#lib/database.ts";
import { updateVouchersAnonymous } from "./anonymise-queries.ts";

/**
 * Stops the personal vouchers of a user whose account is deleted, and the vouchers of their shop. A shop's codes are
 * replaced, because a code may contain a name. Uses stay: they are part of the record of purchases.
 */
export async function anonymiseVouchers(
  tx: Tx,
  user: { userId: string; shopId: string | null; now: Date },
): Promise<void> {
  await updateVouchersAnonymous(tx, user);
}
