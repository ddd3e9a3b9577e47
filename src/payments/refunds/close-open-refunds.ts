import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { findAttempt, lockAttempt, type AttemptRow } from "../attempts/queries.ts";
import { book } from "../ledger/ledger.ts";
import { lockPayment } from "../queries.ts";
import { insertPayoutEvent, listUnsentRefundPayouts } from "../payouts/queries.ts";
import { markCancelled } from "../payouts/sending-queries.ts";
import { findRefund, lockOpenRefunds, markTakenBack, sumTakenBack } from "./queries.ts";

type Attempt = Pick<AttemptRow, "id" | "payment_id">;
type OpenRefund = { id: string; buyer_id: string; amount: Rupiah };

/**
 * Closes refunds of a locked attempt whose money the buyer's bank has taken back, because otherwise the buyer would get
 * it twice: up to `amount` in all, each as a whole. First those that wait for a bank account, then those whose payout
 * has not been sent; it is cancelled. A refund that is on its way stays as it is, until {@link closeTakenBackRefund}.
 * Locks: payout → refund.
 */
export async function closeOpenRefunds(tx: Tx, attempt: Attempt, amount: Rupiah, now: Date): Promise<void> {
  let left = amount;
  for (const refund of await lockOpenRefunds(tx, attempt.id)) {
    if (refund.amount > left) continue;
    left -= refund.amount;
    await close(tx, attempt, refund, now);
  }
  for (const { id: payoutId, refund_id: id, buyer_id, amount: owed } of await listUnsentRefundPayouts(tx, attempt.id)) {
    if (owed > left || !(await markCancelled(tx, payoutId, now, "unsent"))) continue;
    await insertPayoutEvent(tx, { payoutId, kind: "cancelled", note: takenBackNote, now });
    left -= owed;
    await close(tx, attempt, { id, buyer_id, amount: owed }, now);
  }
}

/** Why a payout was cancelled, as operators read it. */
const takenBackNote = "Bank pembeli sudah menarik kembali pembayarannya.";

async function close(tx: Tx, attempt: Attempt, refund: OpenRefund, now: Date): Promise<void> {
  await markTakenBack(tx, refund.id, now);
  const isBooked = await book(tx, {
    kind: "refund_paid",
    // Its provider may have reported it as done before it failed.
    reference: `${refund.id} taken back`,
    now,
    movements: [
      { kind: "refund_payable", owner: refund.buyer_id, amount: -refund.amount },
      { kind: "chargeback_receivable", owner: attempt.payment_id, amount: refund.amount },
    ],
  });
  if (!isBooked) throw new Error(`refund ${refund.id} was taken back before`);
}

/**
 * @rule A refund that failed or was not sent is not paid when the buyer's bank has taken the money back meanwhile.
 *
 * Closes the open refunds of this one's attempt as far as a chargeback of it is borne by nobody. Call it before a buyer
 * is asked for a bank account, or names one, and before a payout is sent. Safe to repeat. Locks: payment → payout →
 * refund.
 */
export async function closeTakenBackRefund(context: Pick<Context, "db">, refundId: string, now: Date): Promise<void> {
  const refund = await findRefund(context.db, refundId);
  if (refund) await closeTakenBackRefunds(context, refund.attempt_id, now);
}

/**
 * The same for an attempt. Call it also after the transaction of a chargeback: a refund that failed at that moment was
 * not open yet for the one, and the chargeback not booked yet for the other.
 */
export async function closeTakenBackRefunds({ db }: Pick<Context, "db">, attemptId: string, now: Date): Promise<void> {
  const known = await findAttempt(db, attemptId);
  if (!known || known.charged_back === 0) return;
  await db.transaction(async (tx) => {
    await lockPayment(tx, known.payment_id);
    const attempt = await lockAttempt(tx, known.id);
    if (!attempt) return;
    const open = attempt.charged_back - (await sumTakenBack(tx, attempt.id));
    if (open > 0) await closeOpenRefunds(tx, attempt, open, now);
  });
}
