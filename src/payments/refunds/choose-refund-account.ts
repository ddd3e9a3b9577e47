import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { findAccountStart } from "../payouts/bank-accounts/find-usable-bank-account.ts";
import { closeChargedBackRefund } from "./close-open-refunds.ts";
import { refundRefusals } from "./contract.ts";
import { lockRefund, markAccountChosen } from "./queries.ts";

/**
 * A buyer names the bank account for a refund that needs one. It is sent at once, or when the account becomes usable.
 * Refuses with `request.not_found` for another person's refund or account, `refunds.account_not_needed`, also when the
 * buyer's bank has taken the money back.
 */
export async function chooseRefundAccount(
  context: Pick<Context, "db" | "clock">,
  { refundId, buyerId, accountId }: { refundId: string; buyerId: string; accountId: string },
  now: Date,
): Promise<void> {
  await closeChargedBackRefund(context, refundId, now);
  await context.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, refundId);
    if (refund?.buyer_id !== buyerId) throw new Refusal(requestRefusals.notFound);
    if (refund.status !== "needs_account") throw new Refusal(refundRefusals.accountNotNeeded);
    const usableFrom = await findAccountStart(tx, { userId: buyerId, accountId });
    await markAccountChosen(tx, refundId, accountId, now);
    await queueJob(
      tx,
      "payments.refund",
      { refundId },
      usableFrom > now ? { runAt: usableFrom, clockOffset: context.clock.offset() } : {},
    );
  });
}
