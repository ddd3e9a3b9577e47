import type { Database } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { assertNoProblem } from "./add-to-cart.ts";
import { findLine, updateLine } from "./queries.ts";

/**
 * Changes quantity, selection or note of a user's own line. A quantity that could not be bought is refused. Another
 * person's line is treated as missing.
 */
export async function changeLine(
  db: Database,
  change: {
    userId: string;
    lineId: string;
    quantity?: number | undefined;
    selected?: boolean | undefined;
    note?: string | undefined;
  },
): Promise<void> {
  await db.transaction(async (tx) => {
    const line = await findLine(tx, change.lineId, change.userId);
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
    await updateLine(tx, change.lineId, change.userId, change);
  });
}
