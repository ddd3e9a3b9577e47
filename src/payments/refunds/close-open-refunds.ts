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
  attempt: Pick<AttemptRow, "id" | "payment_id">,
  amount: Rupiah,
  now: Date,
): Promise<void> {
  let left = amount;
  for (const refund of await lockOpenRefunds(tx, attempt.id)) {
    if (refund.amount > left) continue;
    left -= refund.amount;
    await markTakenBack(tx, refund.id, now);
    await book(tx, {
      kind: "refund_paid",
      reference: refund.id,
      now,
      movements: [
        { kind: "refund_payable", owner: refund.buyer_id, amount: -refund.amount },
        { kind: "chargeback_receivable", owner: attempt.payment_id, amount: refund.amount },
      ],
    });
  }
}
