/**
 * Design note. What a buyer's bank took back comes again when the marketplace wins the dispute, or the bank cancels it.
 * The cash returns to the provider's account. First it covers what no order bears; the rest undoes the refunds that the
 * chargeback made, in proportion. A refund whose order went on or is completed belongs to that order again. All other
 * refunds are owed to the buyer: her order was cancelled or refunded, or she paid for none.
 * Not chosen: a credit to the shop beside the order. Its commission, tax and promotions would not follow.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { splitRupiah, type Rupiah } from "#lib/rupiah.ts";
import { book } from "../ledger/ledger.ts";
import { callProvider } from "../providers/call-provider.ts";
import { lockPayment } from "../queries.ts";
import { insertRefund, lockTakenBack, markOwedAgain, reduceRefund, type TakenBackRefund } from "../refunds/queries.ts";
import type { RefundPart } from "../refunds/rules.ts";
import { chargeOf } from "./charge-attempt.ts";
import { findAttempt, lockAttempt, updateChargebackReturned, type AttemptRow } from "./queries.ts";
import { chargebackReference } from "./settle-attempt.ts";

/** A refund that a chargeback made, and how much of it came again: `parts` say of what. */
export type ReturnedRefund = { refund: TakenBackRefund; amount: Rupiah; parts: RefundPart[] };

/** What the provider says that is charged back of an attempt now; null when it does not say it or knows no payment. */
export async function readChargedBack(context: Context, attemptId: string): Promise<Rupiah | null> {
  const attempt = await findAttempt(context.db, attemptId);
  if (!attempt) return null;
  const reported = await callProvider(context, attempt.provider, (one) => one.status(chargeOf(attempt)));
  return reported.status === "paid" ? reported.chargedBack : null;
}

/**
 * Books that only `chargedBack` is charged back of an attempt. The caller holds the locks of the checkout's orders, and
 * gives each of the returned refunds to its order or to the buyer, in the same transaction: until then `refund_payable`
 * holds them. Null when nothing came again.
 */
export async function bookReturnedChargeback(
  tx: Tx,
  attemptId: string,
  chargedBack: Rupiah,
  now: Date,
): Promise<{ attempt: AttemptRow; reference: string; refunds: ReturnedRefund[] } | null> {
  const unlocked = await findAttempt(tx, attemptId);
  const payment = unlocked && (await lockPayment(tx, unlocked.payment_id));
  const attempt = await lockAttempt(tx, attemptId);
  if (!payment || !attempt) throw new Error(`attempt ${attemptId} has no payment`);
  const amount = attempt.charged_back - chargedBack;
  if (amount <= 0) return null;
  const refunds = await lockTakenBack(tx, attemptId);
  const borne = refunds.reduce((sum, one) => sum + one.amount, 0);
  const unborne = Math.min(amount, attempt.charged_back - borne);
  const shares = splitRupiah(
    amount - unborne,
    refunds.map((one) => one.amount),
  );
  const reference = `${chargebackReference(attempt)} to ${chargedBack}`;
  await updateChargebackReturned(tx, attemptId, chargedBack);
  await book(tx, {
    kind: "chargeback_returned",
    reference,
    now,
    movements: [
      { kind: "cash", owner: attempt.provider, amount: -amount },
      { kind: "chargeback_receivable", owner: payment.id, amount: unborne },
      { kind: "refund_payable", owner: payment.buyer_id, amount: amount - unborne },
    ],
  });
  const returned = refunds.map((refund, at) => ({
    refund,
    amount: shares[at] ?? 0,
    parts: partsOf(refund, shares[at] ?? 0),
  }));
  return { attempt, reference, refunds: returned.filter((one) => one.amount > 0) };
}

/** What of a refund's parts an amount of it is. */
function partsOf({ amount: whole, parts }: TakenBackRefund, amount: Rupiah): RefundPart[] {
  if (amount === whole) return [...parts];
  const shares = splitRupiah(
    amount,
    parts.map((one) => one.amount),
  );
  return parts.map((one, at) => {
    const share = shares[at] ?? 0;
    return {
      ...one,
      amount: share,
      givenUp: one.amount === 0 ? 0 : Number((BigInt(one.givenUp) * BigInt(share)) / BigInt(one.amount)),
    };
  });
}

/** A returned refund is no refund any more, because its order has the money again. */
export async function endRefund(tx: Tx, { refund, amount, parts }: ReturnedRefund): Promise<void> {
  await reduceRefund(tx, refund.id, { left: refund.amount - amount, parts });
}

/** A returned refund is owed to the buyer again, who names a bank account for it. */
export async function oweAgain(
  tx: Tx,
  { refund, amount, parts }: ReturnedRefund,
  reference: string,
  now: Date,
): Promise<void> {
  let refundId = refund.id;
  if (amount === refund.amount) await markOwedAgain(tx, refund.id, now);
  else {
    await reduceRefund(tx, refund.id, { left: refund.amount - amount, parts });
    refundId = await insertRefund(tx, {
      paymentId: refund.payment_id,
      attemptId: refund.attempt_id,
      buyerId: refund.buyer_id,
      orderId: refund.order_id,
      reason: refund.reason,
      cause: `returned ${reference} ${refund.id}`,
      amount,
      way: "bank_account",
      status: "needs_account",
      parts,
      now,
    });
  }
  await queueJob(tx, "payments.refund_needs_account", { refundId });
}
