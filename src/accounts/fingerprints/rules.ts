import { day } from "#lib/time.ts";

/** What recognises where an account is used from. Only keyed digests are stored. */
export const fingerprintKinds = ["browser", "network"] as const;
export type FingerprintKind = (typeof fingerprintKinds)[number];

/** @rule The digest of a browser or network is deleted 90 days after the last login from there. */
export const fingerprintRetentionDuration = 90 * day;
