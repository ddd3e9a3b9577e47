/**
 * Design note. What a buyer's bank took back comes again when the marketplace wins the dispute, or the bank cancels it.
 * The cash returns to the provider's account. It undoes the chargeback in the opposite order: first what nothing
 * covers, then what orders bear, in proportion, and last the refunds that the chargeback closed before they were sent.
 * So a part that is won leaves everybody where a smaller chargeback would have left them. An order that went on or is
 * completed gets back what it bore. Everything else is owed to the buyer: what a cancelled or refunded order bore, and
 * the refunds that the chargeback closed.
 * What happened stays. A refund is never changed: what came again of it is a row of its own, with negative amounts and
 * its own day, so sums over refunds count both, and papers and tax files of an ended month stay as they are. Money that
 * is owed to the buyer once more has no parts: the order was refunded before, on the day of the first refund.
 * Not chosen: a credit to the shop beside the order. Its commission, tax and promotions would not follow.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { splitRupiah, type Rupiah } from "#lib/rupiah.ts";
import { book } from "../ledger/ledger.ts";
import { callProvider } from "../providers/call-provider.ts";
import { lockPayment } from "../queries.ts";
import type { ReturnedMoney } from "../refunds/owe-again.ts";
import { lockChargedBackRefunds, type ChargedBackRefund } from "../refunds/queries.ts";
import { chargeOf } from "./charge-attempt.ts";
import { findAttempt, lockAttempt, updateChargebackReturned, type AttemptRow } from "./queries.ts";
import { chargebackReference } from "./settle-attempt.ts";

/** What the provider says that is charged back of an attempt now; null when it does not say it or knows no payment. */
export async function readChargedBack(context: Context, attemptId: string): Promise<Rupiah | null> {
  const attempt = await findAttempt(context.db, attemptId);
  if (!attempt) return null;
  const reported = await callProvider(context, attempt.provider, (one) => one.status(chargeOf(attempt)));
  return reported.status === "paid" ? reported.chargedBack : null;
}

/**
 * Lowers what is charged back of an attempt to `chargedBack`, and books the rest as returned. The caller has locked
 * the checkout's orders, and gives each of the returned refunds to its order or to the buyer, in the same transaction:
 * until then `refund_payable` holds them. Null when nothing came again.
 */
export async function bookReturnedChargeback(
  tx: Tx,
  attemptId: string,
  chargedBack: Rupiah,
  now: Date,
): Promise<{ attempt: AttemptRow; reference: string; refunds: ReturnedMoney[] } | null> {
  const unlocked = await findAttempt(tx, attemptId);
  const payment = unlocked && (await lockPayment(tx, unlocked.payment_id));
  const attempt = await lockAttempt(tx, attemptId);
  if (!payment || !attempt) throw new Error(`attempt ${attemptId} has no payment`);
  const amount = attempt.charged_back - chargedBack;
  if (amount <= 0) return null;
  const refunds = await lockChargedBackRefunds(tx, attemptId);
  const covered = refunds.reduce((sum, one) => sum + one.amount, 0);
  const uncovered = Math.min(amount, attempt.charged_back - covered);
  const shares = splitReturned(refunds, amount - uncovered);
  const reference = `${chargebackReference(attempt)} to ${chargedBack}`;
  await updateChargebackReturned(tx, attemptId, chargedBack);
  await book(tx, {
    kind: "chargeback_returned",
    reference,
    now,
    movements: [
      { kind: "cash", owner: attempt.provider, amount: -amount },
      { kind: "chargeback_receivable", owner: payment.id, amount: uncovered },
      { kind: "refund_payable", owner: payment.buyer_id, amount: amount - uncovered },
    ],
  });
  const returned = refunds.map((refund, at) => ({
    refund,
    amount: shares[at] ?? 0,
    parts: partsOf(refund, shares[at] ?? 0),
  }));
  return { attempt, reference, refunds: returned.filter((one) => one.amount > 0) };
}

/** How much comes again of each refund: first of those that orders bore, then of those that were closed unsent. */
function splitReturned(refunds: readonly ChargedBackRefund[], amount: Rupiah): Rupiah[] {
  const weights = (isBorne: boolean) =>
    refunds.map((one) => ((one.reason === "chargeback") === isBorne ? one.amount : 0));
  const [borne, closed] = [weights(true), weights(false)];
  const ofBorne = Math.min(
    amount,
    borne.reduce((sum, one) => sum + one, 0),
  );
  const [shares, rest] = [splitRupiah(ofBorne, borne), splitRupiah(amount - ofBorne, closed)];
  return refunds.map((_, at) => (shares[at] ?? 0) + (rest[at] ?? 0));
}

/** Splits an amount of a refund over its parts, in proportion. */
export function partsOf({ parts }: ChargedBackRefund, amount: Rupiah): ChargedBackRefund["parts"] {
  const shares = splitRupiah(
    amount,
    parts.map((one) => one.amount),
  );
  return parts.map((one, at) => ({ ...one, amount: shares[at] ?? 0 }));
}
