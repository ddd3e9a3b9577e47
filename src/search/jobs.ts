import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { replaceTerms } from "./queries.ts";
import { rebuildKeywords } from "./rebuild-keywords.ts";

/** Background jobs of search. */
export const searchJobs: JobHandlers = {
  "search.count_terms": (_payload, { db }) =>
    db.transaction(async (tx) => {
      await replaceTerms(tx);
      await rebuildKeywords(tx);
    }),
};

export const searchSchedules: readonly Schedule[] = [{ name: "search.count_terms", match: "40 19 * * *" }];
