import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { insertRefund, markAccountChosen, type RefundRow, type ChargedBackRefund } from "./queries.ts";
import type { RefundPart } from "./rules.ts";

/** The refund of which money came again, as far as the new rows take over from it. */
type Original = Pick<RefundRow, "id" | "attempt_id" | "buyer_id" | "order_id" | "reason"> & { payment_id: string };

/** Money of a chargeback that came again: of which refund, which the chargeback made or closed, and of which parts. */
export type ReturnedMoney = { refund: ChargedBackRefund; amount: Rupiah; parts: ChargedBackRefund["parts"] };
type ReturnedAmount = { refund: Original; amount: Rupiah };

/** Identifies what came again of a refund. */
export function returnedCause({ refund }: ReturnedAmount, reference: string): string {
  return `returned ${reference} ${refund.id}`;
}

/** Stores what came again of a refund. Amounts of `parts` are negative: so much less of the order is refunded. */
export async function storeReturn(
  tx: Tx,
  returned: ReturnedAmount,
  { parts, reference, now }: { parts: readonly RefundPart[]; reference: string; now: Date },
): Promise<void> {
  const { refund, amount } = returned;
  await insertRefund(tx, {
    ...sameOwner(refund),
    cause: returnedCause(returned, reference),
    amount: -amount,
    way: "chargeback",
    status: "done",
    parts,
    returns: refund.id,
    now,
  });
}

/**
 * Owes the buyer once more what came again of a refund. The buyer is asked for a bank account, unless `accountId` is
 * one that the buyer has named already.
 */
export async function oweAgain(
  tx: Tx,
  returned: ReturnedAmount,
  { reference, accountId = null, now }: { reference: string; accountId?: string | null; now: Date },
): Promise<void> {
  await storeReturn(tx, returned, { parts: [], reference, now });
  const refundId = await insertRefund(tx, {
    ...sameOwner(returned.refund),
    cause: `owed again ${reference} ${returned.refund.id}`,
    amount: returned.amount,
    way: "bank_account",
    status: "needs_account",
    parts: [],
    now,
  });
  if (accountId === null) return queueJob(tx, "payments.refund_needs_account", { refundId });
  await markAccountChosen(tx, refundId, accountId, now);
  await queueJob(tx, "payments.refund", { refundId });
}

function sameOwner(refund: Original) {
  return {
    paymentId: refund.payment_id,
    attemptId: refund.attempt_id,
    buyerId: refund.buyer_id,
    orderId: refund.order_id,
    reason: refund.reason,
  };
}
