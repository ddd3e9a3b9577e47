import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { advancePayout, pollPayouts } from "./advance-payout.ts";
import { runAutomaticWithdrawals } from "./automatic-withdrawals.ts";

/** Background work of payouts. */
export const payoutJobs: JobHandlers = {
  "payments.advance_payout": ({ payoutId }, context) => advancePayout(context, payoutId, context.clock.now()),
  "payments.poll_payouts": (_payload, context) => pollPayouts(context, context.clock.now()),
  "payments.automatic_withdrawals": (_payload, context) => runAutomaticWithdrawals(context, context.clock.now()),
};

/** Automatic withdrawals are looked for each hour of their day. Each shop's runs once. */
export const payoutSchedules: readonly Schedule[] = [
  { name: "payments.poll_payouts", match: "* * * * *" },
  { name: "payments.automatic_withdrawals", match: "5 * * * *" },
];
