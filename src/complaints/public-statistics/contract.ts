import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { resultResponse } from "#lib/schema.ts";

/** What is counted, in Indonesian, and how often; null hides a number that is too small. */
const counted = z.object({ label: z.string(), count: z.int().nullable() });

const month = z.object({
  /** `2026-11`, in Jakarta. */
  month: z.string(),
  closed: z.int(),
  /** Cases by how they ended. */
  outcomes: z.array(counted),
  /** Half of the cases took no longer than so many days. */
  median_days: z.int(),
});
export type PublicMonth = z.output<typeof month>;

const statistics = z.object({
  months: z.array(month),
  /** How many months had too few cases to be shown. */
  hidden_months: z.int(),
  /** Cases of all these months by what was wrong; a case may have several problems. */
  problems: z.array(counted),
});
export type PublicStatistics = z.output<typeof statistics>;

/** How old a cached response may get, in seconds. Only full months are counted. */
const maxCacheSeconds = 600;

export const publicStatisticsEndpoints = endpoints({
  "GET /v1/complaint-statistics": {
    summary: "Closed complaints by Jakarta month: how they ended and how long they took; small numbers are hidden",
    policy: "public",
    cache: { seconds: maxCacheSeconds, tags: () => ["complaint-statistics"] },
    response: resultResponse(statistics),
  },
});
export type PublicStatisticsApi = typeof publicStatisticsEndpoints;
