import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { removeUnusedEvidence } from "./add-evidence.ts";

/** Background work of evidence. */
export const evidenceJobs: JobHandlers = {
  "complaints.remove_evidence": (_payload, context) => removeUnusedEvidence(context, context.clock.now()),
};

export const evidenceSchedules: readonly Schedule[] = [{ name: "complaints.remove_evidence", match: "41 3 * * *" }];
