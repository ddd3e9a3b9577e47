import type { Tx } from "#lib/database.ts";
import { clearMessages } from "./anonymise-queries.ts";

/**
 * Removes what a deleted person wrote in cases, which are all closed then. What was complained about, offered, decided
 * and paid stays with the order.
 */
export async function anonymiseComplaints(tx: Tx, userId: string): Promise<void> {
  await clearMessages(tx, userId);
}
