import type { Tx } from "#lib/database.ts";
import { anonymiseUserRow } from "./anonymise-queries.ts";
import { anonymiseMeasureTexts } from "./measures/queries.ts";
import { deletedMeasureText } from "./measures/rules.ts";
import { deleteSessionsOf } from "./session/queries.ts";

/**
 * Removes everything from an account that identifies its user, and ends its sessions. The row stays, because old orders
 * refer to it.
 */
export async function anonymiseUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteSessionsOf(tx, userId, null);
  await anonymiseMeasureTexts(tx, userId, deletedMeasureText);
  await anonymiseUserRow(tx, userId, now);
}
