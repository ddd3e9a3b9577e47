import type { Tx } from "#lib/database.ts";
import { splitRupiah, type Rupiah } from "#lib/rupiah.ts";
import { partsOf } from "../attempts/return-chargeback.ts";
import { findAttempt, lockAttempt } from "../attempts/queries.ts";
import { book } from "../ledger/ledger.ts";
import { lockPayment } from "../queries.ts";
import { closeRefund } from "./close-open-refunds.ts";
import type { ReturnedRefund } from "./owe-again.ts";
import { findRefund, lockRefund, lockTakenBack } from "./queries.ts";
import { movedReference } from "./rules.ts";

/**
 * Closes a refund that failed with what orders bear of a chargeback that came after it, because the buyer has that
 * money already. Only of the orders that `canTake` names, each in proportion to what it bears. Returns what these
 * orders get back; the caller gives it to them in the same transaction, until then `refund_payable` holds it. Nothing
 * for a refund that is paid or on its way. The caller has locked the orders. Locks: payment → attempt → refund.
 */
export async function moveChargeback(
  tx: Tx,
  refundId: string,
  canTake: (orderId: string | null) => boolean,
  now: Date,
): Promise<{ reference: string; refunds: ReturnedRefund[] }> {
  const reference = movedReference(refundId);
  const none = { reference, refunds: [] };
  const known = await findRefund(tx, refundId);
  const unlocked = known && (await findAttempt(tx, known.attempt_id));
  if (!unlocked || unlocked.charged_back === 0 || known.reason === "goodwill") return none;
  const payment = await lockPayment(tx, unlocked.payment_id);
  const attempt = await lockAttempt(tx, unlocked.id);
  const refund = await lockRefund(tx, refundId);
  if (!payment || !attempt || refund?.way !== "bank_account") return none;
  if (refund.status !== "needs_account" && refund.status !== "pending") return none;
  const borne = (await lockTakenBack(tx, attempt.id)).filter(
    (one) => one.reason === "chargeback" && one.created_at >= refund.created_at && canTake(one.order_id),
  );
  const weights = borne.map((one) => one.amount);
  const amount: Rupiah = Math.min(
    refund.amount,
    weights.reduce((sum, one) => sum + one, 0),
  );
  if (amount === 0) return none;
  await book(tx, {
    kind: "chargeback_moved",
    reference,
    now,
    movements: [
      { kind: "chargeback_receivable", owner: payment.id, amount: -amount },
      { kind: "refund_payable", owner: refund.buyer_id, amount },
    ],
  });
  await closeRefund(tx, attempt, refund, amount, now);
  const shares = splitRupiah(amount, weights);
  const refunds = borne.map((one, at) => ({
    refund: one,
    amount: shares[at] ?? 0,
    parts: partsOf(one, shares[at] ?? 0),
  }));
  return { reference, refunds: refunds.filter((one) => one.amount > 0) };
}
