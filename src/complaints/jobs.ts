import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { fireCaseDeadline, sweepCaseDeadlines } from "./deadlines.ts";
import { parcelArrived } from "./exchange-goods.ts";
import { remindOfClaims } from "./insurance/remind-of-claims.ts";
import { payAwarded } from "./pay-awarded.ts";
import { returnClaims } from "./insurance/return-claim.ts";
import { notifyOfAddressChange } from "./notify-address-change.ts";

/** Background jobs of complaints. */
export const complaintJobs: JobHandlers = {
  "complaints.fire_deadline": async ({ complaintId }, context) => {
    await fireCaseDeadline(context, complaintId, context.clock.now());
  },
  "complaints.sweep_deadlines": async (_payload, context) => {
    await context.clock.refresh();
    const now = context.clock.now();
    await sweepCaseDeadlines(context, now);
    await remindOfClaims(context, now);
  },
  "orders.chargeback_returned": async ({ orderId }, context) => {
    await payAwarded(context, orderId, context.clock.now());
    await returnClaims(context, orderId, context.clock.now());
  },
  "shops.address_changed": ({ at, ...change }, context) =>
    notifyOfAddressChange(context, { ...change, at: new Date(at) }),
  "orders.parcel_arrived": ({ parcelId }, context) => parcelArrived(context, parcelId, context.clock.now()),
};

export const complaintSchedules: readonly Schedule[] = [{ name: "complaints.sweep_deadlines", match: "* * * * *" }];
