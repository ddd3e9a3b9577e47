import type { Database } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { cartRefusals } from "./contract.ts";
import { countLines, lockCart, restoreRemovedLine } from "./queries.ts";
import { maxCartLines, type CartOwner } from "./rules.ts";

/**
 * Undoes the removal of a line: same place, quantity, note and selection, also when it can no longer be bought (the
 * cart then says so). If the variant is in the cart again, that line stays unchanged. Refuses with `request.not_found`,
 * `cart.full`.
 */
export async function restoreLine(
  db: Database,
  { owner, lineId }: { owner: CartOwner; lineId: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const cartId = await lockCart(tx, owner, now);
    if (!cartId) throw new Refusal(requestRefusals.notFound);
    if ((await countLines(tx, { cartId })) >= maxCartLines) throw new Refusal(cartRefusals.full);
    if ((await restoreRemovedLine(tx, cartId, lineId)) === 0) throw new Refusal(requestRefusals.notFound);
  });
}
