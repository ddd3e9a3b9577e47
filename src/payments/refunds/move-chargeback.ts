import type { Tx } from "#lib/database.ts";
import { splitRupiah, type Rupiah } from "#lib/rupiah.ts";
import { partsOf } from "../attempts/return-chargeback.ts";
import { findAttempt, lockAttempt, type AttemptRow } from "../attempts/queries.ts";
import { book } from "../ledger/ledger.ts";
import { lockPayment } from "../queries.ts";
import { closeRefund } from "./close-open-refunds.ts";
import type { ReturnedMoney } from "./owe-again.ts";
import { findOwedSince, findRefund, lockRefund, lockChargedBackRefunds, type RefundRow } from "./queries.ts";
import { movedReference } from "./rules.ts";

/** What of a chargeback moves from orders to a refund that failed. `refunds` is what each order gets back. */
export type ChargebackMove = {
  attempt: AttemptRow;
  refund: RefundRow;
  amount: Rupiah;
  reference: string;
  refunds: ReturnedMoney[];
};

/**
 * How much of a chargeback moves from the orders that bear it to this refund, which failed: its buyer has that money
 * from the bank. At most the amount of the refund, only of what orders bore after the refund was owed, and only from
 * orders for which `canGetBack` is true, in proportion to what each bears. Null when nothing moves, such as for a
 * refund that is paid or on its way. The caller has locked the orders. It gives them the money, and then calls
 * {@link bookChargebackMove}. Locks: payment → attempt → refund.
 */
export async function findChargebackMove(
  tx: Tx,
  refundId: string,
  canGetBack: (orderId: string | null) => boolean,
): Promise<ChargebackMove | null> {
  const known = await findRefund(tx, refundId);
  const unlocked = known && (await findAttempt(tx, known.attempt_id));
  if (!unlocked || unlocked.charged_back === 0 || known.reason === "goodwill") return null;
  await lockPayment(tx, unlocked.payment_id);
  const attempt = await lockAttempt(tx, unlocked.id);
  const refund = await lockRefund(tx, refundId);
  if (!attempt || refund?.way !== "bank_account") return null;
  if (refund.status !== "needs_account" && refund.status !== "pending") return null;
  const since = await findOwedSince(tx, refund);
  const borne = (await lockChargedBackRefunds(tx, attempt.id)).filter(
    (one) => one.reason === "chargeback" && one.created_at >= since && canGetBack(one.order_id),
  );
  const weights = borne.map((one) => one.amount);
  const amount = Math.min(
    refund.amount,
    weights.reduce((sum, one) => sum + one, 0),
  );
  if (amount === 0) return null;
  const shares = splitRupiah(amount, weights);
  const refunds = borne
    .map((one, at) => ({ refund: one, amount: shares[at] ?? 0, parts: partsOf(one, shares[at] ?? 0) }))
    .filter((one) => one.amount > 0);
  return { attempt, refund, amount, reference: movedReference(refundId), refunds };
}

/**
 * Closes the refund of a move with what the orders got back. Call it after they got it: their bookings lock shop and
 * buyer in the usual order. If this one locked the buyer's account first, other refunds of the buyer could deadlock.
 */
export async function bookChargebackMove(
  tx: Tx,
  { attempt, refund, amount, reference }: ChargebackMove,
  now: Date,
): Promise<void> {
  await book(tx, {
    kind: "chargeback_moved",
    reference,
    now,
    movements: [
      { kind: "chargeback_receivable", owner: attempt.payment_id, amount: -amount },
      { kind: "refund_payable", owner: refund.buyer_id, amount },
    ],
  });
  await closeRefund(tx, attempt, refund, amount, now);
}
