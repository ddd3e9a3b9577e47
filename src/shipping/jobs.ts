import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { pollParcels } from "./tracking/poll-parcels.ts";

/** Background jobs of shipping. */
export const shippingJobs: JobHandlers = {
  "shipping.poll_parcels": (_payload, context) => pollParcels(context, context.clock.now()),
};

export const shippingSchedules: readonly Schedule[] = [{ name: "shipping.poll_parcels", match: "*/2 * * * *" }];
