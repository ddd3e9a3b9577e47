import type { Tx } from "#lib/database.ts";
import { clearMessages, clearMessagesBefore } from "./anonymise-queries.ts";

/**
 * Removes what a deleted person wrote in cases, which are all closed then. What was complained about, offered, decided
 * and paid stays with the order.
 */
export async function anonymiseComplaints(tx: Tx, userId: string): Promise<void> {
  await clearMessages(tx, userId);
}

/**
 * Removes what both sides wrote in cases about orders placed before the moment. Handles at most `limit` messages and
 * returns how many it was. Decisions, outcomes and amounts stay.
 */
export async function anonymiseComplaintsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  return clearMessagesBefore(tx, before, limit);
}
