import { day } from "#lib/time.ts";

/** What recognises where an account is used from. Only keyed digests are stored. */
export const traceKinds = ["browser", "network"] as const;
export type TraceKind = (typeof traceKinds)[number];

/** @rule The digest of a browser or network is deleted 90 days after the last login from there. */
export const traceRetentionDuration = 90 * day;
