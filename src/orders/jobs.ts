import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { adjustCashback } from "#promotions/vouchers/issue-cashback.ts";
import { auditQueue, auditSchedule } from "./audit/rules.ts";
import { runAudit } from "./audit/run-audit.ts";
import { advanceBooking, noteBooking, pollBookings } from "./bookings/advance-booking.ts";
import { lockCheckout } from "./change-order.ts";
import { chargeBackCheckout } from "./settlement/charge-back.ts";
import { closeCheckout } from "./checkout/close-checkout.ts";
import { markCheckoutPaid } from "./checkout/mark-checkout-paid.ts";
import { fireDeadline, sweepDeadlines } from "./deadlines/fire-deadline.ts";
import { notifyRefundNeedsAccount } from "./settlement/notify-refund.ts";
import { removeOldProofs } from "./parcels/add-progress.ts";
import { notifyLateParcels } from "./parcels/notify-late-parcels.ts";
import { recordScans } from "./parcels/record-scans.ts";
import { followReturnedChargeback } from "./settlement/return-chargeback.ts";
import { resumeClocks } from "./vacation/vacation.ts";

/** Background jobs of orders. */
export const orderJobs: JobHandlers = {
  "payments.settled": async ({ checkoutId }, context) => {
    await context.db.transaction((tx) => markCheckoutPaid(tx, context, checkoutId, context.clock.now()));
  },
  "payments.lapsed": async ({ checkoutId }, context) => {
    const change = { action: "expire", by: "system", actorId: null, now: context.clock.now() } as const;
    await context.db.transaction(async (tx) => closeCheckout(tx, context, await lockCheckout(tx, checkoutId), change));
  },
  "payments.chargeback_returned": ({ attemptId }, context) =>
    followReturnedChargeback(context, attemptId, context.clock.now()),
  "payments.charged_back": (payload, context) => chargeBackCheckout(context, payload, context.clock.now()),
  "payments.refund_needs_account": ({ refundId }, context) =>
    notifyRefundNeedsAccount(context, refundId, context.clock.now()),
  "orders.adjust_cashback": async ({ orderId }, context) => {
    await context.db.transaction((tx) => adjustCashback(tx, orderId, context.clock.now()));
  },
  "orders.notify_late_parcels": (_payload, context) => notifyLateParcels(context, context.clock.now()),
  "orders.remove_progress_proofs": (_payload, context) => removeOldProofs(context, context.clock.now()),
  "orders.advance_booking": ({ bookingId }, context) => advanceBooking(context, bookingId, context.clock.now()),
  "orders.poll_bookings": (_payload, context) => pollBookings(context, context.clock.now()),
  "shipping.order_changed": ({ externalId }, context) => noteBooking(context, externalId, context.clock.now()),
  "shipping.scans_found": (payload, context) => recordScans(context, payload, context.clock.now()),
  "shops.shop_reopened": ({ shopId }, context) => resumeClocks(context, shopId),
  "orders.fire_deadline": async ({ orderId }, context) => {
    await fireDeadline(context, orderId, context.clock.now());
  },
  "orders.sweep_deadlines": async (_payload, context) => {
    await context.clock.refresh();
    await sweepDeadlines(context, context.clock.now());
  },
  "orders.audit": async (_payload, context) => {
    await runAudit(context);
  },
};

export const orderSchedules: readonly Schedule[] = [
  { name: "orders.sweep_deadlines", match: "* * * * *" },
  { name: "orders.poll_bookings", match: "* * * * *" },
  { name: "orders.notify_late_parcels", match: "23 * * * *" },
  { name: "orders.remove_progress_proofs", match: "47 2 * * *" },
  { name: "orders.audit", match: auditSchedule, queue: auditQueue },
];
