import type { Context } from "#lib/context.ts";
import type { Queryable, Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { findAttempt, lockAttempt, type AttemptRow } from "../attempts/queries.ts";
import { book } from "../ledger/ledger.ts";
import { lockPayment } from "../queries.ts";
import { insertPayoutEvent, listUnsentRefundPayouts } from "../payouts/queries.ts";
import { markCancelled } from "../payouts/sending-queries.ts";
import { oweAgain } from "./owe-again.ts";
import {
  findRefund,
  isLaterChargebackBorneByOrders,
  lockOpenRefunds,
  lockRefund,
  markChargedBack,
  sumChargedBackRefunds,
  type RefundRow,
} from "./queries.ts";
import { dividedReference } from "./rules.ts";

type Attempt = Pick<AttemptRow, "id" | "payment_id">;

/**
 * Closes refunds of a locked attempt that were not sent, up to `amount` in all: the buyer's bank has taken that money
 * back, and otherwise the buyer would get it twice. First come refunds without a payout, then those whose payout was
 * not sent; that payout is cancelled. Of a refund that is larger than what the bank took, the rest is owed as a new
 * one. A refund that is on its way stays as it is; when it fails, {@link closeChargedBackRefund} closes it. The caller
 * has locked the payment. Locks: payout → refund.
 */
export async function closeOpenRefunds(tx: Tx, attempt: Attempt, amount: Rupiah, now: Date): Promise<void> {
  let left = amount;
  for (const refund of await lockOpenRefunds(tx, attempt.id)) {
    if (left === 0) return;
    left -= await closeRefund(tx, attempt, refund, Math.min(left, refund.amount), now);
  }
  for (const { id: payoutId, refund_id: refundId } of await listUnsentRefundPayouts(tx, attempt.id)) {
    if (left === 0) return;
    if (!(await markCancelled(tx, payoutId, now, "unsent"))) continue;
    await insertPayoutEvent(tx, { payoutId, kind: "cancelled", note: chargedBackNote, now });
    const refund = await lockRefund(tx, refundId);
    if (!refund) throw new Error(`payout ${payoutId} has no refund`);
    left -= await closeRefund(tx, attempt, refund, Math.min(left, refund.amount), now);
  }
}

/** Why a payout was cancelled, as operators read it. */
const chargedBackNote = "Bank pembeli sudah menarik kembali pembayarannya.";

/** Closes a locked refund, of which the bank has taken `taken`. The rest is owed again. Returns `taken`. */
export async function closeRefund(
  tx: Tx,
  attempt: Attempt,
  refund: RefundRow,
  taken: Rupiah,
  now: Date,
): Promise<Rupiah> {
  await markChargedBack(tx, refund.id, now);
  const isBooked = await book(tx, {
    kind: "refund_paid",
    // Not the refund's id alone: that is booked already when the provider reported the refund as done before it failed.
    reference: `${refund.id} taken back`,
    now,
    movements: [
      { kind: "refund_payable", owner: refund.buyer_id, amount: -taken },
      { kind: "chargeback_receivable", owner: attempt.payment_id, amount: taken },
    ],
  });
  if (!isBooked) throw new Error(`refund ${refund.id} was taken back before`);
  if (taken < refund.amount) {
    // The amount of a refund never changes: the whole is closed, and what the bank has not taken of it comes again.
    const returned = { refund: { ...refund, payment_id: attempt.payment_id }, amount: refund.amount - taken };
    // After a transfer that failed or that an operator rejected, the buyer is asked before the account is used again.
    const accountId = refund.status === "needs_account" ? null : refund.bank_account_id;
    await oweAgain(tx, returned, { reference: dividedReference, accountId, now });
  }
  return taken;
}

/**
 * @rule A refund that failed or was not sent is not paid when the buyer's bank has taken the money back meanwhile.
 *
 * Closes open refunds of the same attempt, up to the part of its chargebacks that nobody bears. Call it before a buyer
 * is asked for a bank account, or names one, and before a payout is sent. Safe to repeat. Locks: payment → payout →
 * refund.
 */
export async function closeChargedBackRefund(context: Pick<Context, "db">, refundId: string, now: Date): Promise<void> {
  const refund = await findRefund(context.db, refundId);
  if (refund) await closeChargedBackRefunds(context, refund.attempt_id, now);
}

/**
 * The same for an attempt. Call it also after the transaction of a chargeback. When a refund fails at that moment,
 * neither transaction sees the other: the refund is not open yet, and the chargeback is not booked yet.
 */
export async function closeChargedBackRefunds(
  { db }: Pick<Context, "db">,
  attemptId: string,
  now: Date,
): Promise<void> {
  const known = await findAttempt(db, attemptId);
  if (!known || known.charged_back === 0) return;
  await db.transaction(async (tx) => {
    await lockPayment(tx, known.payment_id);
    const attempt = await lockAttempt(tx, known.id);
    if (!attempt) return;
    const open = attempt.charged_back - (await sumChargedBackRefunds(tx, attempt.id));
    if (open > 0) await closeOpenRefunds(tx, attempt, open, now);
  });
}

/**
 * Whether the buyer's bank has paid a part of this refund: a part of its attempt's chargebacks is borne by nobody, or
 * by orders that can get it back (`moveChargebackToRefund`). Then the refund is not sent.
 */
export async function isChargedBack(db: Queryable, refundId: string): Promise<boolean> {
  const refund = await findRefund(db, refundId);
  if (!refund || refund.reason === "goodwill") return false;
  const attempt = await findAttempt(db, refund.attempt_id);
  if (!attempt || attempt.charged_back === 0) return false;
  return (
    attempt.charged_back > (await sumChargedBackRefunds(db, attempt.id)) ||
    (await isLaterChargebackBorneByOrders(db, refund))
  );
}
