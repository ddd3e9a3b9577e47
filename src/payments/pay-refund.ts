import type { Context } from "#lib/context.ts";
import { book } from "./ledger.ts";
import { paymentProvider } from "./provider.ts";
import { findRefund, markRefunded } from "./queries.ts";

/** Sends a refund through the provider and books it. Once, however often it is called: the provider knows it by its id. */
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
