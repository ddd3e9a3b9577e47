import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { AttemptRow } from "../attempts/queries.ts";
import { book } from "../ledger/ledger.ts";
import { lockOpenRefunds, markTakenBack } from "./queries.ts";

/**
 * Closes refunds of a locked attempt that wait for a bank account, because the buyer's bank has taken their money back:
 * up to `amount` in all, each as a whole. Otherwise the buyer would get it twice. A refund that is already on its way
 * stays as it is.
 */
export async function closeOpenRefunds(
  tx: Tx,
  attempt: Pick<AttemptRow, "id" | "payment_id" | "chargebacks_returned">,
  amount: Rupiah,
  now: Date,
): Promise<void> {
  let left = amount;
  for (const refund of await lockOpenRefunds(tx, attempt.id)) {
    if (refund.amount > left) continue;
    left -= refund.amount;
    await markTakenBack(tx, refund.id, now);
    // A refund that a won dispute made owed again can be taken back once more.
    const { chargebacks_returned: returned } = attempt;
    const isBooked = await book(tx, {
      kind: "refund_paid",
      reference: returned === 0 ? refund.id : `${refund.id} ${returned}`,
      now,
      movements: [
        { kind: "refund_payable", owner: refund.buyer_id, amount: -refund.amount },
        { kind: "chargeback_receivable", owner: attempt.payment_id, amount: refund.amount },
      ],
    });
    if (!isBooked) throw new Error(`refund ${refund.id} was taken back before`);
  }
}
