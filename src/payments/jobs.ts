import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { chargePayment } from "./charge-payment.ts";
import { payRefund } from "./pay-refund.ts";
import { paymentProvider } from "./provider.ts";
import { findPayment, findPaymentsToPoll } from "./queries.ts";
import { settlePayment } from "./settle-payment.ts";

const polledAtOnce = 200;

export const paymentJobs: JobHandlers = {
  "payments.charge": async ({ paymentId }, context) => {
    await chargePayment(context, paymentId, context.clock.now());
  },
  "payments.cancel_charge": async ({ paymentId }, context) => {
    const payment = await findPayment(context.db, paymentId);
    if (payment) await paymentProvider(context).cancel(payment.provider_reference);
  },
  "payments.refund": ({ refundId }, context) => payRefund(context, refundId, context.clock.now()),
  "payments.poll": async (_payload, context) => {
    const now = context.clock.now();
    for (const { provider_reference: reference } of await findPaymentsToPoll(context.db, now, polledAtOnce)) {
      const { status } = await paymentProvider(context).status(reference);
      if (status !== "paid" && status !== "expired") continue;
      await settlePayment(context, { reference, status }, now).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        context.log.warn({ code: error.code }, "a polled payment was refused");
      });
    }
  },
};

export const paymentSchedules: readonly Schedule[] = [{ name: "payments.poll", match: "* * * * *" }];
