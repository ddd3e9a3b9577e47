import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { updateLanes } from "./lanes/usual-days.ts";
import { pollParcels } from "./tracking/poll-parcels.ts";

/** Background jobs of shipping. */
export const shippingJobs: JobHandlers = {
  "shipping.update_lanes": (_payload, context) => updateLanes(context, context.clock.now()),
  "shipping.poll_parcels": (_payload, context) => pollParcels(context, context.clock.now()),
};

export const shippingSchedules: readonly Schedule[] = [
  { name: "shipping.poll_parcels", match: "*/2 * * * *" },
  // At 02.40 in Jakarta.
  { name: "shipping.update_lanes", match: "40 19 * * *" },
];
