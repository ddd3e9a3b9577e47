import { minute } from "#lib/time.ts";

/** @rule A question to a device waits five minutes for its one answer. */
export const challengeTtl = 5 * minute;

/** @rule A person has at most twenty passkeys. */
export const maxPasskeysPerUser = 20;

/** @rule Thirty logins by passkey a minute from one address. */
export const passkeyAttempts = { max: 30, window: minute };

/** Longest name of a passkey. */
export const maxPasskeyNameLength = 40;
