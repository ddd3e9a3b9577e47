import { second } from "#lib/time.ts";

/** @rule A check of readiness is answered from memory for one second, so that it costs nothing to ask. */
export const readinessTtl = second;

/** @rule A database that does not answer within 2 seconds makes the process not ready. */
export const readinessTimeout = 2 * second;

/** @rule Metrics count the jobs of a kind up to 1,000, and say so. */
export const maxMeasuredJobs = 1_000;

/** Upper bounds of the classes of request durations, in seconds. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10];
