import { anonymiseComplaintsBefore } from "#complaints/anonymise-complaints.ts";
import type { Context } from "#lib/context.ts";
import { anonymiseOrdersBefore } from "#orders/anonymise-orders.ts";
import { anonymisePayoutsBefore } from "#payments/payouts/anonymise-payouts.ts";
import { deleteTaxBefore } from "#payments/tax/sellers/anonymise-tax.ts";
import { orderRetentionLimit } from "./rules.ts";

/** How many orders or payouts one transaction changes. */
const batchSize = 1000;

/**
 * Removes personal data from all orders and payouts that are old enough, and the tax numbers of deleted sellers, in
 * batches. A second run finds nothing left to do.
 */
export async function anonymiseOldOrders({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  const before = orderRetentionLimit(now);
  for (const anonymise of [anonymiseOrdersBefore, anonymiseComplaintsBefore, anonymisePayoutsBefore, deleteTaxBefore]) {
    let changed = batchSize;
    while (changed === batchSize) changed = await db.transaction((tx) => anonymise(tx, before, batchSize));
  }
}
