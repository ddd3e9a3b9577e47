import { addDuration, day as dayDuration, hour } from "#lib/time.ts";
import type { DayRange } from "./queries.ts";

/** The moments of a Jakarta day, `YYYY-MM-DD`. */
export function rangeOf(day: string): DayRange {
  const from = addDuration(new Date(`${day}T00:00:00Z`), -7 * hour);
  return { from, to: addDuration(from, dayDuration) };
}
