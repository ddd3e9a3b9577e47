import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { storeAccountSums } from "./ledger/sum-accounts.ts";
import { sumsSchedule } from "./ledger/rules.ts";
import { chargeOf } from "./attempts/charge-attempt.ts";
import { findAttempt } from "./attempts/queries.ts";
import { payRefund, remindRefunds, retryRefunds } from "./refunds/pay-refund.ts";
import { showFees } from "./fees/announce-fee-rule.ts";
import { notifySellers } from "./fees/notify-sellers.ts";
import { notifyOfCategoryTax } from "./tax/categories/notify-sellers.ts";
import { endStatements } from "./tax/sellers/end-statements.ts";
import { notifyOfWithholding } from "./tax/withholding/notify-sellers.ts";
import { alarmOverdueCash } from "./cod/alarm-overdue.ts";
import { pollPayments } from "./attempts/poll-attempts.ts";
import { callProvider } from "./providers/call-provider.ts";
import { payoutJobs, payoutSchedules } from "./payouts/jobs.ts";
import { removeOldProofs } from "./providers/manual/report-transfer.ts";
import { queueReconciliations, reconcileDay } from "./reconciliation/reconcile-day.ts";
import { reconciliationSchedule } from "./reconciliation/rules.ts";
import { bookTransfers, retryTransfers } from "./statements/book-transfers.ts";

export const paymentJobs: JobHandlers = {
  ...payoutJobs,
  "payments.cancel_charge": async ({ attemptId }, context) => {
    const attempt = await findAttempt(context.db, attemptId);
    // A charge that was never requested does not exist at the provider.
    if (attempt?.instructions)
      await callProvider(context, attempt.provider, (provider) => provider.cancel(chargeOf(attempt)));
  },
  "payments.refund": ({ refundId }, context) => payRefund(context, refundId, context.clock.now()),
  "payments.retry_refunds": (_payload, context) => retryRefunds(context, context.clock.now()),
  "payments.remind_refunds": (_payload, context) => remindRefunds(context, context.clock.now()),
  "payments.notify_of_fee_rule": (payload, context) => notifySellers(context, payload, context.clock.now()),
  "payments.end_statements": (_payload, context) => endStatements(context, context.clock.now()),
  "payments.notify_of_withholding": (payload, context) => notifyOfWithholding(context, payload, context.clock.now()),
  "payments.notify_of_category_tax": (payload, context) => notifyOfCategoryTax(context, payload, context.clock.now()),
  "payments.fee_rule_begins": async (_payload, context) => showFees(context),
  "payments.book_transfers": ({ statementId }, context) => bookTransfers(context, statementId, context.clock.now()),
  "payments.remove_proofs": (_payload, context) => removeOldProofs(context, context.clock.now()),
  "payments.retry_transfers": (_payload, context) => retryTransfers(context, context.clock.now()),
  "payments.reconcile": (_payload, context) => queueReconciliations(context, context.clock.now()),
  "payments.reconcile_day": async (payload, context) => {
    await reconcileDay(context, payload, context.clock.now());
  },
  "payments.alarm_cod": (_payload, context) => alarmOverdueCash(context, context.clock.now()),
  "payments.sum_accounts": (_payload, context) => storeAccountSums(context, context.clock.now()),
  "payments.poll": (_payload, context) => pollPayments(context, context.clock.now()),
};

export const paymentSchedules: readonly Schedule[] = [
  ...payoutSchedules,
  { name: "payments.poll", match: "* * * * *" },
  { name: "payments.sum_accounts", match: sumsSchedule },
  { name: "payments.retry_refunds", match: "37 * * * *" },
  { name: "payments.remind_refunds", match: "11 3 * * *" },
  // 00.20 in Jakarta.
  { name: "payments.end_statements", match: "20 17 * * *" },
  { name: "payments.retry_transfers", match: "43 * * * *" },
  { name: "payments.reconcile", match: reconciliationSchedule },
  // 08.05 in Jakarta.
  { name: "payments.alarm_cod", match: "5 1 * * *" },
  { name: "payments.remove_proofs", match: "51 2 * * *" },
];
