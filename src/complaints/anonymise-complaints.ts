import type { Tx } from "#lib/database.ts";
import { clearMessages, clearMessagesBefore, clearReasonsBefore, clearSentToShopOf } from "./anonymise-queries.ts";

/**
 * Removes what a deleted person wrote in cases, which are all closed then, and the addresses of the person's shop to
 * which goods were sent back. What was complained about, offered, decided and paid stays with the order.
 */
export async function anonymiseComplaints(tx: Tx, userId: string): Promise<void> {
  await clearMessages(tx, userId);
  await clearSentToShopOf(tx, userId);
}

/**
 * Removes what was written in cases about orders placed before the moment. Handles at most `limit` messages and `limit`
 * decisions and returns the larger number. Precedents, outcomes and amounts stay.
 */
export async function anonymiseComplaintsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const messages = await clearMessagesBefore(tx, before, limit);
  return Math.max(messages, await clearReasonsBefore(tx, before, limit));
}
