import type { Tx } from "#lib/database.ts";
import { anonymiseNotificationRows } from "./anonymise-queries.ts";

/**
 * Empties what others were told about orders of somebody who is gone: such news quotes reasons and shop names. Titles stay;
 * they say what happened and nothing else.
 */
export function anonymiseNotifications(tx: Tx, of: { buyerId: string; shopId: string | null }): Promise<void> {
  return anonymiseNotificationRows(tx, of, "Pihak lain dalam pesanan ini sudah menghapus akunnya.");
}
