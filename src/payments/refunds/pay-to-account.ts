import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { bankAccountRefusals } from "../payouts/bank-accounts/contract.ts";
import { findAccountStart, findUsableBankAccount } from "../payouts/bank-accounts/find-usable-bank-account.ts";
import { createPayout } from "../payouts/create-payout.ts";
import {
  isLaterChargebackBorneByOrders,
  lockRefund,
  markRefundDone,
  markRefundRefused,
  markRefundSent,
} from "./queries.ts";

/**
 * Sends a pending refund as a payout to the bank account that its buyer named. If the account cannot be used yet, a job
 * sends it when it can. If the account is gone, the refund needs another one. Safe to repeat.
 */
export async function payToAccount(context: Context, refundId: string, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, refundId);
    if (refund?.way !== "bank_account" || refund.status !== "pending" || !refund.bank_account_id) return;
    const { buyer_id: userId, bank_account_id: accountId, amount } = refund;
    // It failed after orders bore the chargeback, and its buyer named an account before the job moved the chargeback.
    if (refund.reason !== "goodwill" && (await isLaterChargebackBorneByOrders(tx, refund)))
      return queueJob(tx, "payments.refund_needs_account", { refundId });
    try {
      const account = await findUsableBankAccount(tx, context, { userId, accountId, now });
      await createPayout(tx, context, { purpose: "refund", refundId, userId, account, amount, now });
      await markRefundSent(tx, refundId, "bank_account", now);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === bankAccountRefusals.waiting.code) {
        const runAt = await findAccountStart(tx, { userId, accountId });
        const when = { runAt, clockOffset: context.clock.offset(), key: `refund ${refundId}` };
        return queueJob(tx, "payments.refund", { refundId }, when);
      }
      if (error.code !== requestRefusals.notFound.code) throw error;
      await refundNeedsAccount(tx, refundId, now);
    }
  });
}

/** The payout of a refund has arrived, in the transaction that books it. */
export async function endRefundPaid(tx: Tx, refundId: string, now: Date): Promise<void> {
  await markRefundDone(tx, refundId, "bank_account", now);
}

/** The payout of a refund has failed or came back: the buyer names another account. */
export async function refundNeedsAccount(tx: Tx, refundId: string, now: Date): Promise<void> {
  if (await markRefundRefused(tx, refundId, "bank_account", now))
    await queueJob(tx, "payments.refund_needs_account", { refundId });
}
