import type { Context } from "#lib/context.ts";
import { anonymiseOrdersBefore } from "#orders/anonymise-orders.ts";
import { orderRetentionLimit } from "./rules.ts";

/** How many orders one transaction changes. */
const batchSize = 1000;

/** Removes personal data from all orders that are old enough, in batches. A second run finds nothing left to do. */
export async function anonymiseOldOrders({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  const before = orderRetentionLimit(now);
  let changed = batchSize;
  while (changed === batchSize) changed = await db.transaction((tx) => anonymiseOrdersBefore(tx, before, batchSize));
}
