import type { Database } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { assertNoProblem } from "./add-to-cart.ts";
import { findLine, lockCart, updateLine } from "./queries.ts";
import type { CartOwner } from "./rules.ts";

/**
 * Changes quantity, selection or note of a line in the owner's cart. A quantity that could not be bought is refused. A
 * line of another cart is treated as missing.
 */
export async function changeLine(
  db: Database,
  change: {
    owner: CartOwner;
    lineId: string;
    quantity?: number | undefined;
    selected?: boolean | undefined;
    note?: string | undefined;
  },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const cartId = await lockCart(tx, change.owner, now);
    const line = cartId && (await findLine(tx, cartId, change.lineId));
    if (!line) throw new Refusal(requestRefusals.notFound);
    if (change.quantity !== undefined) {
      assertNoProblem({
        quantity: change.quantity,
        stock: line.stock,
        minOrder: line.min_order,
        onSale: true,
        onVacation: false,
        own: false,
      });
    }
    await updateLine(tx, cartId, change.lineId, change);
  });
}
