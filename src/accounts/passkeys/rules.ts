import { minute } from "#lib/time.ts";

/** @rule A challenge for a passkey is valid for five minutes and one answer. */
export const challengeTtl = 5 * minute;

/** @rule A user has at most twenty passkeys. */
export const maxPasskeysPerUser = 20;

/** @rule Thirty logins by passkey a minute from one network. */
export const passkeyAttempts = { max: 30, window: minute };

/** Longest name of a passkey, in characters. */
export const maxPasskeyNameLength = 40;
