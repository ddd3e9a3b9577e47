import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { chargePayment } from "./attempts/charge-attempt.ts";
import { payRefund, retryRefunds } from "./refunds/pay-refund.ts";
import { pollPayments } from "./attempts/poll-attempts.ts";
import { paymentProvider } from "./provider.ts";
import { findPayment } from "./queries.ts";

export const paymentJobs: JobHandlers = {
  "payments.charge": async ({ paymentId }, context) => {
    await chargePayment(context, paymentId, context.clock.now());
  },
  "payments.cancel_charge": async ({ paymentId }, context) => {
    const payment = await findPayment(context.db, paymentId);
    if (payment) await paymentProvider(context).cancel(payment.provider_reference);
  },
  "payments.refund": ({ refundId }, context) => payRefund(context, refundId, context.clock.now()),
  "payments.retry_refunds": (_payload, context) => retryRefunds(context, context.clock.now()),
  "payments.poll": (_payload, context) => pollPayments(context, context.clock.now()),
};

export const paymentSchedules: readonly Schedule[] = [
  { name: "payments.poll", match: "* * * * *" },
  { name: "payments.retry_refunds", match: "37 * * * *" },
];
