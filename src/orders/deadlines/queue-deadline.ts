import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";

/**
 * Queues the job for an order's deadline. A later deadline of the same order replaces it. The column `due_at` decides.
 */
export async function queueDeadline(
  tx: Tx,
  context: Pick<Context, "clock">,
  orderId: string,
  dueAt: Date,
): Promise<void> {
  await queueJob(
    tx,
    "orders.fire_deadline",
    { orderId },
    { runAt: dueAt, clockOffset: context.clock.offset(), key: `order-deadline:${orderId}` },
  );
}
