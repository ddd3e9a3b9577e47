import type { Database, Queryable, Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { deleteLines, deleteLinesAtCommit, lockCart, moveToRemovedLines } from "./queries.ts";
import { undoDuration, type CartOwner } from "./rules.ts";

/** Removes lines of a user's cart, in the caller's transaction if there is one. Returns how many there were. */
export function removeLines(db: Queryable, userId: string, lineIds: readonly string[]): Promise<number> {
  return deleteLines(db, userId, lineIds);
}

/** Removes lines of a user's cart together with the commit. */
export function removeLinesAtCommit(tx: Tx, userId: string, lineIds: readonly string[]): void {
  deleteLinesAtCommit(tx, userId, lineIds);
}

/**
 * Removes one line at its owner's request; `restoreLine` can restore it. A line of another cart is treated as missing.
 */
export async function removeLine(
  db: Database,
  { owner, lineId }: { owner: CartOwner; lineId: string },
  now: Date,
): Promise<void> {
  const deleteBefore = addDuration(now, -undoDuration);
  await db.transaction(async (tx) => {
    const cartId = await lockCart(tx, owner, now);
    if (!cartId || (await moveToRemovedLines(tx, { cartId, lineId, now, deleteBefore })) === 0)
      throw new Refusal(requestRefusals.notFound);
  });
}
