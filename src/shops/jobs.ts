import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { computeBadges } from "./badges/compute-badges.ts";
import { maintainVerifications } from "./verification/maintain-verifications.ts";

/** Background work of shops. */
export const shopJobs: JobHandlers = {
  "shops.maintain_verifications": (_payload, context) => maintainVerifications(context, context.clock.now()),
  "shops.compute_badges": (_payload, context) => computeBadges(context, context.clock.now()),
};

export const shopSchedules: readonly Schedule[] = [
  { name: "shops.maintain_verifications", match: "17 2 * * *" },
  { name: "shops.compute_badges", match: "47 2 * * *" },
];
