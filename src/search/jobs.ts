import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { replaceTerms } from "./queries.ts";

/** Background jobs of search. */
export const searchJobs: JobHandlers = {
  "search.count_terms": (_payload, { db }) => db.transaction(replaceTerms),
};

export const searchSchedules: readonly Schedule[] = [{ name: "search.count_terms", match: "40 19 * * *" }];
