import { formatCount, formatShortCount } from "#lib/rupiah.ts";

/** @rule The console lists the 100 jobs that failed last; a job is tried 12 times before it waits for an operator. */
export const maxListedJobs = 100;

/** @rule The console counts the jobs of a kind up to 1,000; above, it says "1 rb+". */
export const maxCountedJobs = 1_000;

/** A number of jobs as people read it: `312`; `1 rb+` above the limit. */
export function jobCountLabel(count: number): string {
  return count > maxCountedJobs ? `${formatShortCount(maxCountedJobs)}+` : formatCount(count);
}

/** @rule An operator gives a reason of 5 to 300 characters to run failed jobs again. */
export const retryReasonLength = { min: 5, max: 300 };

/** @rule At most 500 failed jobs of one kind are run again with one press. */
export const maxRetriedJobs = 500;

const maxErrorLength = 200;

/**
 * What the console shows of an error: its first line without what may be a person's: addresses of mails, numbers of
 * six digits and more, and quoted texts.
 */
export function shownError(error: string | null): string {
  const line = (error ?? "").slice(0, 1_000).split("\n", 1)[0] ?? "";
  // Every second part is what was between quotes.
  const unquoted = line.split('"').map((part, position) => (position % 2 === 1 ? "•••" : part));
  return unquoted
    .join('"')
    .split(" ")
    .map((word) => (word.includes("@") ? "•••@•••" : word.replace(/\d{6,40}/g, "••••••")))
    .join(" ")
    .slice(0, maxErrorLength);
}
