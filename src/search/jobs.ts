import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { addDuration } from "#lib/time.ts";
import { emptySearchMemory } from "./empty-search-rules.ts";
import { deleteEmptySearches, replaceTerms } from "./queries.ts";
import { rebuildKeywords } from "./rebuild-keywords.ts";

/** Background jobs of search. */
export const searchJobs: JobHandlers = {
  "search.count_terms": (_payload, { db }) =>
    db.transaction(async (tx) => {
      await replaceTerms(tx);
      await rebuildKeywords(tx);
    }),
  "search.delete_empty_searches": (_payload, { db, clock }) =>
    deleteEmptySearches(db, addDuration(clock.now(), -emptySearchMemory.duration)),
};

export const searchSchedules: readonly Schedule[] = [
  { name: "search.count_terms", match: "40 19 * * *" },
  { name: "search.delete_empty_searches", match: "50 19 * * *" },
];
