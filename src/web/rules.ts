import { minute } from "#lib/time.ts";

/** @rule A report of blocked content has at most 8 KB; its first 5 entries count; one network may send 60 a minute. */
export const cspReports = { maxBytes: 8 * 1024, maxPerBody: 5, max: 60, window: minute };
