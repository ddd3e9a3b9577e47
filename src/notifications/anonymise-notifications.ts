import type { Tx } from "#lib/database.ts";
import { anonymiseNotificationRows } from "./anonymise-queries.ts";

/**
 * Replaces the text of other users' notifications about orders of a deleted account, because such texts quote reasons
 * and shop names. Titles stay: they only say what happened.
 */
export function anonymiseNotifications(tx: Tx, of: { buyerId: string; shopId: string | null }): Promise<void> {
  return anonymiseNotificationRows(tx, of, "Pihak lain dalam pesanan ini sudah menghapus akunnya.");
}
