import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { divideSitemapAgain } from "./sitemap.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Divides products and shops among the files of the site map. */
    "web.divide_sitemap": Record<string, never>;
  }
}

/** Background jobs of the web. */
export const webJobs: JobHandlers = {
  "web.divide_sitemap": (_payload, context) => divideSitemapAgain(context),
};

export const webSchedules: readonly Schedule[] = [{ name: "web.divide_sitemap", match: "10 19 * * *" }];
