import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import "#payments/contract.ts";
import "./contract.ts";
import { fireDeadline, sweepDeadlines } from "./deadlines.ts";
import { markCheckoutPaid } from "./mark-checkout-paid.ts";

/** Background work of orders. */
export const orderJobs: JobHandlers = {
  "payments.settled": async ({ checkoutId }, context) => {
    await context.db.transaction((tx) => markCheckoutPaid(tx, context, checkoutId, context.clock.now()));
  },
  "orders.fire_deadline": async ({ orderId }, context) => {
    await fireDeadline(context, orderId, context.clock.now());
  },
  "orders.sweep_deadlines": async (_payload, context) => {
    await context.clock.refresh();
    await sweepDeadlines(context, context.clock.now());
  },
};

export const orderSchedules: readonly Schedule[] = [{ name: "orders.sweep_deadlines", match: "* * * * *" }];
