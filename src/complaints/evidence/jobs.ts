import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { removeOldEvidence, removeUnusedEvidence } from "./add-evidence.ts";

/** Background work of evidence. */
export const evidenceJobs: JobHandlers = {
  "complaints.remove_evidence": async (_payload, context) => {
    await removeUnusedEvidence(context, context.clock.now());
    await removeOldEvidence(context, context.clock.now());
  },
};

export const evidenceSchedules: readonly Schedule[] = [{ name: "complaints.remove_evidence", match: "41 3 * * *" }];
