import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { removeOldBuilds } from "./hashed-files/remove-old-builds.ts";
import { divideSitemapAgain } from "./sitemap.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Divides products and shops among the files of the site map. */
    "web.divide_sitemap": Record<string, never>;
    /** Removes the builds of the pages that do not run any more. */
    "web.remove_old_builds": Record<string, never>;
  }
}

/** Background jobs of the web. */
export const webJobs: JobHandlers = {
  "web.divide_sitemap": (_payload, context) => divideSitemapAgain(context),
  "web.remove_old_builds": (_payload, context) => removeOldBuilds(context),
};

export const webSchedules: readonly Schedule[] = [
  { name: "web.divide_sitemap", match: "10 19 * * *" },
  { name: "web.remove_old_builds", match: "40 19 * * *" },
];
