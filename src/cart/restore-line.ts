import type { Database } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { cartRefusals } from "./contract.ts";
import { countLines, lockCart, restoreRemovedLine } from "./queries.ts";
import { maxCartLines } from "./rules.ts";

/**
 * Undoes the removal of a line: same place, quantity, note and selection, also when it can no longer be bought (the
 * cart then says so). If the variant is in the cart again, that line stays unchanged. Throws `request.not_found`,
 * `cart.full`.
 */
export async function restoreLine(db: Database, { userId, lineId }: { userId: string; lineId: string }): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCart(tx, userId);
    if ((await countLines(tx, userId)) >= maxCartLines) throw new Refusal(cartRefusals.full);
    if ((await restoreRemovedLine(tx, userId, lineId)) === 0) throw new Refusal(requestRefusals.notFound);
  });
}
