import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { addDuration } from "#lib/time.ts";
import { book } from "../ledger/ledger.ts";
import { paymentProvider } from "../provider.ts";
import { claimStuckRefunds, findRefund, markRefunded } from "../queries.ts";
import { refundRetryInterval } from "../rules.ts";

/**
 * Sends a refund through the provider and books it. Safe to repeat, because the provider identifies the refund by its
 * id.
 */
export async function payRefund(context: Context, refundId: string, now: Date): Promise<void> {
  const refund = await findRefund(context.db, refundId);
  if (!refund || refund.status === "done") return;
  const provider = paymentProvider(context);
  await provider.refund({ reference: refund.provider_reference, refundReference: refund.id, amount: refund.amount });
  await context.db.transaction(async (tx) => {
    if (!(await markRefunded(tx, refund.id, now))) return;
    await book(tx, {
      kind: "refund_paid",
      reference: refund.id,
      now,
      movements: [
        { kind: "refund_payable", owner: refund.buyer_id, amount: -refund.amount },
        { kind: "cash", owner: provider.id, amount: refund.amount },
      ],
    });
  });
}

const batchSize = 200;

/** Queues refunds again whose job failed for good because the provider was unreachable for too long. */
export async function retryRefunds({ db, log }: Pick<Context, "db" | "log">, now: Date): Promise<void> {
  const refundIds = await db.transaction(async (tx) => {
    const ids = await claimStuckRefunds(tx, addDuration(now, -refundRetryInterval), now, batchSize);
    for (const refundId of ids) await queueJob(tx, "payments.refund", { refundId }, { key: `refund ${refundId}` });
    return ids;
  });
  if (refundIds.length > 0) log.error({ count: refundIds.length }, "refunds wait for their provider for over a day");
}
