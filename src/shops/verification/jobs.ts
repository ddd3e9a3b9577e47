import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { maintainVerifications } from "./maintain-verifications.ts";

/** Background work of verifications. */
export const verificationJobs: JobHandlers = {
  "shops.maintain_verifications": (_payload, context) => maintainVerifications(context, context.clock.now()),
};

export const verificationSchedules: readonly Schedule[] = [
  { name: "shops.maintain_verifications", match: "17 2 * * *" },
];
